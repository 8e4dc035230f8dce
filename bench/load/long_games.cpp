// Legal games that go on for long.
#include "bench/load/long_games.h"

#include <algorithm>
#include <random>

#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"

namespace ordo::load {
namespace {

/// How much a part hurries the game on: sideways and without captures it does not.
int haste(rules::Part part) {
  return 4 * std::abs(part.to().rank() - part.from().rank()) + (part.captures() ? 6 : 0);
}

bool goes_on(const rules::Game& game, const rules::Turn& turn) {
  const rules::Position next = game.position().after(turn);
  if (rules::outcome(next)) return false;
  return std::ranges::count(game.positions(), next) < 2;
}

/// One of the calmest turns, or none if each ends the game.
rules::Turn calm_turn(const rules::Game& game, std::mt19937_64& random) {
  struct Choice {
    int haste;
    std::uint64_t lot;
    rules::Turn turn;
  };
  std::vector<Choice> choices;
  rules::for_each_turn(game.position(), [&](const rules::Turn& turn) {
    const int second = turn.has_two_parts() ? haste(turn.second()) : 0;
    // A few of the hastier ones, too: games should not all be alike.
    choices.push_back({haste(turn.first()) + second + static_cast<int>(random() % 4), random(), turn});
  });
  std::ranges::sort(choices, [](const Choice& a, const Choice& b) {
    return std::pair(a.haste, a.lot) < std::pair(b.haste, b.lot);
  });
  const auto found =
      std::ranges::find_if(choices, [&](const Choice& choice) { return goes_on(game, choice.turn); });
  return found == choices.end() ? rules::Turn() : found->turn;
}

}  // namespace

std::vector<std::string> long_game(rules::Variant variant, std::uint64_t seed, std::size_t plies) {
  std::mt19937_64 random(seed);
  rules::Game game(variant);
  std::vector<std::string> turns;
  while (turns.size() < plies) {
    const rules::Turn turn = calm_turn(game, random);
    if (!turn.exists()) break;
    game.play(turn);
    turns.push_back(rules::to_text(turn));
  }
  return turns;
}

}  // namespace ordo::load
