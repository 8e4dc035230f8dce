// Threads that take pair after pair, each with two engines of its own.
#include "tune/games.h"

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "protocol/ugi_options.h"

namespace ordo::tune {
namespace {

using match::GameScore;
using rules::Color;

/// Two games of one engine of a trial, from one opening.
struct Pair {
  std::size_t opening;
  std::size_t opponent;  ///< of no meaning where the engines of the trial play each other
  bool is_plus;
};

[[nodiscard]] std::vector<engines::OptionSetting> settings_of(
    const std::vector<thinking::Parameter>& parameters, const std::vector<int>& values) {
  std::vector<engines::OptionSetting> settings;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    settings.push_back(
        {fmt::format("{}{}", protocol::kParameterPrefix, parameters[i].name), std::to_string(values[i])});
  }
  return settings;
}

[[nodiscard]] GameScore score_of(const match::PlayedGame& played, Color first) {
  if (!played.winner()) return GameScore::Draw;
  return *played.winner() == first ? GameScore::Win : GameScore::Loss;
}

[[nodiscard]] match::Pentanomial seen_by_the_other(const match::Pentanomial& pairs) {
  return {{pairs.counts[4], pairs.counts[3], pairs.counts[2], pairs.counts[1], pairs.counts[0]}};
}

/// Those with the same opponent follow each other, so that a thread's opponent can stay where it sits.
[[nodiscard]] std::vector<Pair> pairs_to_play(const GamesPlan& plan, std::size_t iteration) {
  const bool has_pool = !plan.opponents.empty();
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < plan.pairs; ++i) {
    const std::size_t number = (iteration - 1) * plan.pairs + i;
    const std::size_t opponent = has_pool ? number % plan.opponents.size() : 0;
    pairs.push_back({i, opponent, true});
    if (has_pool) pairs.push_back({i, opponent, false});
  }
  std::ranges::stable_sort(pairs, {}, &Pair::opponent);
  return pairs;
}

}  // namespace

/// Two seats. Engines stay in them as long as they are wanted: starting one takes as long as a short game.
class Games::Table {
 public:
  Table(const GamesPlan& plan, const engines::StopSignal& stop) : plan_(plan), stop_(stop) {}

  /// Seats an engine with these values of the parameters.
  [[nodiscard]] match::Side tuned(std::size_t seat, const std::vector<int>& values) {
    Seat& here = seats_[seat];
    const auto settings = settings_of(plan_.parameters, values);
    if (here.client && here.is_tuned) {
      if (here.values != values) {
        update(here.who, settings);
        // Whoever refuses is ended, and is told again when it is started for the next game.
        if (here.client->is_running()) (void)here.client->set(settings);
      }
    } else {
      match::Contestant who = plan_.engine;
      update(who, settings);
      sit_down(here, std::move(who));
    }
    here.is_tuned = true;
    here.values = values;
    return {*here.client, here.who.pace};
  }

  [[nodiscard]] match::Side opponent(std::size_t seat, std::size_t number) {
    Seat& here = seats_[seat];
    if (!here.client || here.is_tuned || here.number != number) {
      sit_down(here, plan_.opponents[number]);
    }
    here.is_tuned = false;
    here.number = number;
    return {*here.client, here.who.pace};
  }

 private:
  struct Seat {
    match::Contestant who;
    std::unique_ptr<engines::Client> client;
    bool is_tuned = false;
    std::vector<int> values;  ///< of who is tuned
    std::size_t number = 0;   ///< of an opponent
  };

  void sit_down(Seat& seat, match::Contestant who) {
    seat.client.reset();  // it looks at who sits there
    seat.who = std::move(who);
    seat.client = std::make_unique<engines::Client>(seat.who, plan_.variant, plan_.patience, stop_);
  }
  static void update(match::Contestant& who, const std::vector<engines::OptionSetting>& settings) {
    for (const engines::OptionSetting& setting : settings) {
      for (engines::OptionSetting& option : who.options) {
        if (option.name == setting.name) option.value = setting.value;
      }
    }
  }

  const GamesPlan& plan_;
  const engines::StopSignal& stop_;
  std::array<Seat, 2> seats_;
};

/// What the threads of an iteration share.
struct Games::Round {
  Round(std::size_t its_number, const Trial& its_trial, std::vector<Pair> to_play)
      : iteration(its_number), trial(its_trial), pairs(std::move(to_play)) {}

  std::size_t iteration;
  const Trial& trial;
  std::vector<Pair> pairs;
  std::mutex mutex;  ///< guards everything below
  std::size_t next = 0;
  std::size_t played = 0;  ///< games
  Outcome outcome;
  std::exception_ptr failure;
};

Games::Games(GamesPlan plan, Openings& openings, const std::atomic<bool>& stop, OnPlayed on_played)
    : plan_(std::move(plan)), openings_(openings), stop_(stop), on_played_(std::move(on_played)) {
  for (int i = 0; i < plan_.concurrency; ++i) tables_.push_back(std::make_unique<Table>(plan_, stop_));
}

Games::~Games() = default;

std::optional<Outcome> Games::play(std::size_t iteration, const Trial& trial) {
  Round round(iteration, trial, pairs_to_play(plan_, iteration));
  {
    std::vector<std::jthread> threads;
    for (const auto& table : tables_) threads.emplace_back([&] { work(*table, round); });
  }
  if (round.failure) std::rethrow_exception(round.failure);
  if (round.played < 2 * round.pairs.size()) return std::nullopt;
  if (plan_.opponents.empty()) round.outcome.minus = seen_by_the_other(round.outcome.plus);
  return round.outcome;
}

void Games::work(Table& table, Round& round) noexcept {
  try {
    while (true) {
      std::unique_lock lock(round.mutex);
      if (stop_.is_set() || round.next >= round.pairs.size()) return;
      const Pair pair = round.pairs[round.next++];
      lock.unlock();
      const match::Side first = table.tuned(0, pair.is_plus ? round.trial.plus : round.trial.minus);
      const match::Side second =
          plan_.opponents.empty() ? table.tuned(1, round.trial.minus) : table.opponent(1, pair.opponent);
      const rules::Position start = openings_.opening(round.iteration, pair.opening);
      std::array<GameScore, 2> scores{};
      for (const Color color : {Color::White, Color::Black}) {
        const bool is_white = color == Color::White;
        const match::PlayedGame played =
            match::play_game(start, is_white ? first : second, is_white ? second : first, plan_.game_rules);
        scores[is_white ? 0 : 1] = score_of(played, color);
        const std::lock_guard counting(round.mutex);
        if (played.foul) ++round.outcome.faults;
        ++round.played;
        if (on_played_) on_played_(round.played, 2 * round.pairs.size());
      }
      lock.lock();
      (pair.is_plus ? round.outcome.plus : round.outcome.minus).add(scores[0], scores[1]);
    }
  } catch (const engines::Stopped&) {  // the iteration is played again another time
  } catch (...) {
    const std::lock_guard lock(round.mutex);
    if (!round.failure) round.failure = std::current_exception();
    stop_.set();
  }
}

}  // namespace ordo::tune
