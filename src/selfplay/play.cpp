// Openings, players and endings of games that are played to learn from.
#include "selfplay/play.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "eval/judgement.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "util/random.h"

namespace ordo::selfplay {
namespace {

using thinking::Score;

constexpr std::size_t kLongestGame = 300;  // turns; then it is a draw

/// A few random turns that do not lose at once.
[[nodiscard]] rules::Game random_opening(rules::Variant variant, util::Random& random) {
  for (;;) {
    rules::Game game(variant);
    const std::uint64_t turns = variant == rules::Variant::Ordo ? 4 + random.below(9) : 2 + random.below(5);
    for (std::uint64_t i = 0; i < turns && !game.outcome(); ++i) {
      // Of so many turns one is drawn while they are walked, as none of them are kept.
      std::optional<rules::Turn> drawn;
      std::uint64_t seen = 0;
      rules::for_each_turn(game.position(), [&](const rules::Turn& turn) {
        if (random.below(++seen) == 0) drawn = turn;
      });
      game.play(*drawn);
    }
    if (!game.outcome() && !rules::winning_turn(game.position())) return game;
  }
}

/// Something around 1, that far from it.
[[nodiscard]] double factor(double distortion, util::Random& random) {
  // The sum of four uniform numbers is close to a bell curve.
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += static_cast<double>(random.below(1 << 20)) / (1 << 20) - 0.5;
  return 1 + distortion * sum * 1.732;
}

[[nodiscard]] eval::Weights distorted(const eval::Weights& weights, double distortion, util::Random& random) {
  eval::Weights result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double by = factor(distortion, random);
    result[i] = eval::Weight(static_cast<std::int32_t>(weights[i].full() * by),
                             static_cast<std::int32_t>(weights[i].empty() * by));
  }
  return result;
}

/// Other heads: what its units see stays the same, what it makes of them does not.
[[nodiscard]] eval::Network distorted(const eval::Network& network, double distortion, util::Random& random) {
  constexpr int kMost = 127;
  eval::Network result = network;
  for (eval::Network::Row& head : result.heads) {
    for (std::int16_t& weight : head.values) {
      const int other = static_cast<int>(weight * factor(distortion, random));
      weight = static_cast<std::int16_t>(std::clamp(other, -kMost, kMost));
    }
  }
  return result;
}

/// Somebody with a judgement that nobody had before.
class Player {
 public:
  Player(const PlaySettings& settings, bool own, util::Random& random) : own_(own) {
    const double distortion = own ? settings.distortion / 3 : settings.distortion;
    weights_ =
        distorted(own ? eval::Judgement{}.of(settings.variant) : drawn(settings, random), distortion, random);
    eval::Judgement judgement{&weights_, &weights_, {}};
    if (own && settings.network != nullptr) {
      network_.emplace(distorted(*settings.network, distortion, random));
      judgement.networks.fill(&*network_);
    }
    thinking::EngineOptions options;
    options.hash_megabytes = 2;
    engine_.emplace(options, judgement);
  }

  [[nodiscard]] bool is_own() const noexcept { return own_; }
  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits) {
    return engine_->think(game, limits);
  }

 private:
  /// Those that are hard to beat come more often: there is more to learn from them.
  [[nodiscard]] static const eval::Weights& drawn(const PlaySettings& settings, util::Random& random) {
    const rules::Variant variant = settings.variant;
    if (settings.stranger != nullptr) return settings.stranger->judgement().of(variant);
    constexpr std::uint64_t kHard = 4;  // of minds(), which come first
    const auto all = minds();
    const std::uint64_t number = random.below(3) != 0 ? random.below(kHard + 1) : random.below(all.size());
    return number == kHard ? eval::Judgement{}.of(variant) : all[number].judgement().of(variant);
  }

  bool own_;
  eval::Weights weights_;
  std::optional<eval::Network> network_;
  std::optional<search::Engine> engine_;
};

/// What was seen in a game that has not ended yet.
struct Seen {
  Sample sample;
  rules::Color mover;
};

/// `best`: what a search by the engine's own judgement would play, if there was one. It captures nothing.
void note(std::vector<Seen>& seen, const rules::Position& position, std::size_t ply, std::int16_t score,
          rules::Part best = {}) {
  Sample sample;
  sample.own = position.own();
  sample.enemy = position.enemy();
  sample.phase = position.phase();
  sample.ply = static_cast<std::uint16_t>(ply);
  sample.score = score;
  if (best.exists()) sample.best = position.to_move() == rules::Color::White ? best : best.turned();
  seen.push_back({sample, position.to_move()});
}

/// The result of a game that has not ended yet; without a winner it is a draw.
struct Verdict {
  std::optional<rules::Color> winner;
};

[[nodiscard]] std::optional<Verdict> known(const rules::Position& position, const tablebase::Tables& tables) {
  const int most = tables.largest(position.variant());
  if (position.pieces(rules::Color::White).count() > most ||
      position.pieces(rules::Color::Black).count() > most)
    return std::nullopt;
  const auto verdict = tables.verdict(position);
  if (!verdict) return std::nullopt;
  if (verdict->value == tablebase::Value::Draw) return Verdict{};
  const bool wins = verdict->value == tablebase::Value::Win;
  return Verdict{wins ? position.to_move() : rules::opponent(position.to_move())};
}

using Pair = std::array<Player*, 2>;

/// Plays on until the result is known.
class Duel {
 public:
  Duel(const PlaySettings& settings, rules::Game game, util::Random& random)
      : game_(std::move(game)), asides_(settings.asides), random_(random) {
    limits_.nodes = settings.nodes;
    strangers_.nodes = settings.nodes * static_cast<std::uint64_t>(settings.odds);
    fewer_.nodes = std::max<std::uint64_t>(settings.nodes / 4, 1);
    glance_.nodes = std::max<std::uint64_t>(settings.nodes / 20, 1);
  }

  /// At most so many turns by others, who need not see as much: positions that the players would not have
  /// come to. It may end sooner where the two disagree by so much: each believes to be winning. False if they
  /// have decided the game.
  [[nodiscard]] bool begin(const Pair& others, std::uint64_t turns, std::optional<int> disagreement) {
    std::optional<int> hope;  // of whoever has just played
    for (; turns > 0; --turns) {
      const thinking::Answer answer = others[game_.turns().size() % 2]->think(game_, fewer_);
      const Score score = answer.lines.front().score;
      if (score.is_proven()) return false;
      if (disagreement && hope && std::min(score.value(), *hope) > 0 &&
          score.value() + *hope >= *disagreement)
        return true;
      hope = score.value();
      game_.play(*answer.best);
      if (game_.outcome()) return false;
    }
    return true;
  }

  [[nodiscard]] Verdict play(const Pair& players, const tablebase::Tables& tables) {
    players_ = players;
    while (!game_.outcome() && game_.turns().size() < kLongestGame) {
      if (const auto verdict = known(game_.position(), tables)) {
        learn_ending();
        return *verdict;
      }
      if (const auto winner = play_turn()) return {winner};
    }
    return {game_.outcome() ? game_.outcome()->winner : std::nullopt};
  }
  [[nodiscard]] std::vector<Seen>& seen() noexcept { return seen_; }

 private:
  /// The tables say what it is worth: no search is asked.
  void learn_ending() {
    const rules::Position& position = game_.position();
    if (!rules::is_split(position, position.to_move()) && !rules::winning_turn(position))
      note(seen_, position, game_.turns().size(), Sample::kNoScore);
  }

  /// The winner, if the search has proven who it is.
  std::optional<rules::Color> play_turn() {
    Player& player = *players_[game_.turns().size() % 2];
    const thinking::Answer answer = player.think(game_, player.is_own() ? limits_ : strangers_);
    const Score score = answer.lines.front().score;
    const rules::Position position = game_.position();
    if (score.is_proven()) return score.is_win() ? position.to_move() : rules::opponent(position.to_move());
    if (player.is_own()) tell_the_one_before(-score.value());
    // What is about to be captured or split is for the search to see, not for the evaluation.
    const rules::Turn best = *answer.best;
    if (!best.first().captures() && !rules::is_split(position, position.to_move())) {
      const bool own = player.is_own();
      const auto worth = own ? static_cast<std::int16_t>(score.value()) : Sample::kNoScore;
      note(seen_, position, game_.turns().size(), worth, own ? best.first() : rules::Part());
      if (best.has_two_parts()) {
        const bool known = own && !best.second().captures();
        note(seen_, position.after(best.first()), game_.turns().size(), worth,
             known ? best.second() : rules::Part());
      }
      if (own) look_aside(player);
    }
    game_.play(best);
    return std::nullopt;
  }

  /// Who saw only what good players come to would believe the rest to be as good.
  void look_aside(Player& player) {
    for (int i = 0; i < asides_; ++i) {
      const auto position = stroll(player);
      if (!position) continue;
      const thinking::Answer answer = player.think(rules::Game(*position), fewer_);
      const Score score = answer.lines.front().score;
      if (score.is_proven() || answer.best->first().captures()) continue;
      note(seen_, *position, game_.turns().size(), static_cast<std::int16_t>(score.value()),
           answer.best->first());
      seen_.back().sample.course = Course::Aside;
    }
  }

  /// A position a few parts off the line, as searches come to them: the first part is any, each other is any
  /// or what a glance finds best. None where a search would see what happens without an evaluation.
  [[nodiscard]] std::optional<rules::Position> stroll(Player& player) {
    constexpr std::uint64_t kMostParts = 4;
    rules::Position position = game_.position();
    rules::PartList parts;
    const std::uint64_t length = 1 + random_.below(kMostParts);
    for (std::uint64_t i = 0; i < length; ++i) {
      rules::Part part;
      if (i == 0 || random_.below(2) == 0) {
        rules::generate_parts(position, parts);
        part = parts[random_.below(parts.size())];
      } else {
        part = player.think(rules::Game(position), glance_).best->first();
      }
      position = position.after(part);
      if (rules::outcome(position)) return std::nullopt;
    }
    if (rules::is_split(position, position.to_move()) || rules::winning_turn(position)) return std::nullopt;
    return position;
  }

  /// A stranger's own score says nothing; what the engine thinks after his turn does.
  void tell_the_one_before(int score) {
    for (auto one = seen_.rbegin(); one != seen_.rend() && one->sample.ply + 1U == game_.turns().size();
         ++one)
      if (one->sample.score == Sample::kNoScore) one->sample.score = static_cast<std::int16_t>(score);
  }

  rules::Game game_;
  Pair players_{};
  thinking::Limits limits_;
  thinking::Limits strangers_;
  thinking::Limits fewer_;
  thinking::Limits glance_;
  int asides_;
  util::Random& random_;
  std::vector<Seen> seen_;
};

}  // namespace

std::vector<Sample> play_game(const PlaySettings& settings, std::uint32_t number,
                              const tablebase::Tables& tables) {
  util::Random random(settings.seed, number);
  const auto one_in = [&random](std::uint64_t games) { return random.below(games) == 0; };
  Duel duel(settings, random_opening(settings.variant, random), random);
  // What a stranger's position is worth shows when both sides go on well: he himself would spoil it.
  constexpr std::uint64_t kShares = 1000;
  const bool taken_over = static_cast<double>(random.below(kShares)) < settings.taken_over * kShares;
  if (taken_over) {
    const std::uint64_t most = settings.variant == rules::Variant::Ordo ? 50 : 20;
    Player white(settings, one_in(4), random);
    Player black(settings, one_in(4), random);
    const bool until_they_disagree = settings.disagreement > 0 && one_in(2);
    const std::uint64_t turns = until_they_disagree ? most : random.below(most);
    const auto disagreement = until_they_disagree ? std::optional(settings.disagreement) : std::nullopt;
    if (!duel.begin({&white, &black}, turns, disagreement)) return {};
  }
  Player own(settings, true, random);
  Player other(settings, taken_over || one_in(4), random);
  const Verdict end = duel.play(one_in(2) ? Pair{&other, &own} : Pair{&own, &other}, tables);
  std::vector<Sample> samples;
  for (Seen& one : duel.seen()) {
    Sample& sample = one.sample;
    sample.game = number;
    if (sample.course != Course::Aside) {
      sample.course = other.is_own() || settings.odds > 1 ? Course::Fair : Course::Unequal;
      if (end.winner) sample.outlook = *end.winner == one.mover ? Outlook::Won : Outlook::Lost;
    }
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace ordo::selfplay
