// How far apart the levels are: each plays the one below from paired openings, in this process and without a
// clock, so that the load of the machine changes nothing; level 1 is 0 Elo, and the differences add up.
//
// usage: level_ladder VARIANT GAMES           the ladder, then some levels against those two below
//        level_ladder VARIANT GAMES A B       one match; a player is a level or NODES:MIND, as in 400:hand
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "match/book.h"
#include "match/statistics.h"
#include "match/summary.h"
#include "rules/game.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "util/check.h"
#include "util/number.h"

namespace ordo {
namespace {

using match::GameScore;
using rules::Color;

struct Player {
  std::optional<int> level;
  const selfplay::Mind* mind = nullptr;
  thinking::Limits limits;
};

std::optional<Player> player_called(const std::string& text) {
  Player player;
  if (const auto colon = text.find(':'); colon != std::string::npos) {
    const auto nodes = util::number_from<std::uint64_t>(text.substr(0, colon), 1, 1'000'000'000);
    player.mind = selfplay::mind_called(text.substr(colon + 1));
    if (!nodes || player.mind == nullptr) return std::nullopt;
    player.limits.nodes = *nodes;
    return player;
  }
  player.level = util::number_from<int>(text, 1, thinking::kMaxLevel);
  return player.level ? std::optional(player) : std::nullopt;
}

/// A player at the board.
class Seat {
 public:
  explicit Seat(const Player& player)
      : player_(player), engine_({}, player.mind ? player.mind->judgement() : eval::Judgement::own()) {}

  /// A level makes other errors in each game.
  void new_game(std::uint64_t number) {
    thinking::EngineOptions options;
    options.hash_megabytes = 4;
    options.level = player_.level;
    options.seed = number + 1;
    engine_.configure(options);
    engine_.new_game();
  }
  rules::Turn turn(const rules::Game& game) {
    const auto best = engine_.think(game, player_.limits).best;
    ORDO_CHECK(best.has_value());
    return *best;
  }

 private:
  Player player_;
  search::Engine engine_;
};

/// Of games of player A with player B; pieces are those on the board at the end.
struct Tally {
  match::Pentanomial pairs;
  double score = 0;
  double games = 0;
  double wins = 0;
  double won_with = 0;  ///< pieces of A where A won
  double won_from = 0;  ///< of B there
  double turns = 0;
};

GameScore play(Seat& a, Seat& b, const rules::Position& opening, Color color_of_a, Tally& tally) {
  constexpr std::size_t kTooLong = 400;
  rules::Game game(opening);
  while (!game.outcome() && game.turns().size() < kTooLong)
    game.play((game.position().to_move() == color_of_a ? a : b).turn(game));
  const auto winner = game.outcome() ? game.outcome()->winner : std::nullopt;
  const GameScore score = !winner                 ? GameScore::Draw
                          : *winner == color_of_a ? GameScore::Win
                                                  : GameScore::Loss;
  ++tally.games;
  tally.score += static_cast<double>(score) / 2;
  tally.turns += static_cast<double>(game.turns().size());
  if (score == GameScore::Win) {
    ++tally.wins;
    tally.won_with += game.position().pieces(color_of_a).count();
    tally.won_from += game.position().pieces(opponent(color_of_a)).count();
  }
  return score;
}

Tally play_all(const Player& a, const Player& b, match::Book& book, std::size_t pairs) {
  Tally tally;
  std::mutex mutex;  // guards tally
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Seat seat_a(a);
    Seat seat_b(b);
    for (std::size_t pair = next++; pair < pairs; pair = next++) {
      Tally mine;
      std::array<GameScore, 2> scores{};
      for (const Color color : {Color::White, Color::Black}) {
        const std::size_t number = 2 * pair + static_cast<std::size_t>(color);
        seat_a.new_game(2 * number);
        seat_b.new_game(2 * number + 1);
        scores[static_cast<std::size_t>(color)] = play(seat_a, seat_b, book.opening(pair), color, mine);
      }
      const std::lock_guard lock(mutex);
      tally.pairs.add(scores[0], scores[1]);
      tally.score += mine.score;
      tally.games += mine.games;
      tally.wins += mine.wins;
      tally.won_with += mine.won_with;
      tally.won_from += mine.won_from;
      tally.turns += mine.turns;
    }
  };
  const std::jthread second(work);
  work();
  return tally;
}

match::Estimate compare(const std::string& a, const std::string& b, match::Book& book, std::size_t pairs) {
  const auto player_a = player_called(a);
  const auto player_b = player_called(b);
  ORDO_CHECK(player_a && player_b);
  const Tally tally = play_all(*player_a, *player_b, book, pairs);
  const auto estimate = match::estimate(tally.pairs);
  ORDO_CHECK(estimate.has_value());
  fmt::print(
      "{:>12} against {:<12} {:5.1f} %  Elo {:<18} {:4.0f} turns a game, won with {:4.1f} pieces against "
      "{:4.1f}\n",
      a, b, 100 * tally.score / tally.games, match::elo_text(*estimate), tally.turns / tally.games,
      tally.won_with / std::max(1.0, tally.wins), tally.won_from / std::max(1.0, tally.wins));
  std::fflush(stdout);
  return *estimate;
}

void climb(match::Book& book, std::size_t pairs) {
  double height = 0;
  double variance = 0;
  std::vector<std::string> scale = {"level  1:     0"};
  for (int level = 2; level <= thinking::kMaxLevel; ++level) {
    const auto step = compare(std::to_string(level), std::to_string(level - 1), book, pairs);
    height += step.elo;
    variance += step.error() * step.error();
    scale.push_back(std::isfinite(variance)
                        ? fmt::format("level {:2}: {:5.0f} +/- {:.0f}", level, height, std::sqrt(variance))
                        : fmt::format("level {:2}: beyond what so few games can tell", level));
  }
  for (int level = 3; level <= thinking::kMaxLevel; level += 3)
    (void)compare(std::to_string(level), std::to_string(level - 2), book, pairs);
  for (const std::string& line : scale) fmt::print("{}\n", line);
}

int run(const std::vector<std::string>& words) {
  const std::size_t games = words.size() > 1 ? util::number_from<std::size_t>(words[1]).value_or(0) : 0;
  const auto variant = rules::variant_from(words.empty() ? std::string() : words[0]);
  const bool is_match = words.size() == 4 && player_called(words[2]) && player_called(words[3]);
  if (!variant || games < 2 || (words.size() != 2 && !is_match)) {
    fmt::print(stderr, "usage: level_ladder ordo|ordox GAMES [PLAYER PLAYER]   a level or NODES:MIND\n");
    return 2;
  }
  match::BookOptions options;
  options.variant = variant.value();
  options.plies = match::default_plies(options.variant);
  match::Book book(options);
  if (is_match)
    (void)compare(words[2], words[3], book, games / 2);
  else
    climb(book, games / 2);
  return 0;
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) { return ordo::run({argv + 1, argv + argc}); }
