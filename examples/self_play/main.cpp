// Plays a game of Ordo to its end, the engine against itself: the smallest program that uses the engine.
#include <iostream>

#include <ordo/rules/game.h>
#include <ordo/rules/notation.h>
#include <ordo/search/engine.h>

using namespace ordo;

int main() {
  rules::Game game(rules::Variant::Ordo);
  search::Engine engine;
  while (const auto turn = engine.think(game, {.nodes = 1000}).best) {
    game.play(*turn);
    std::cout << rules::to_text(*turn) << '\n';
  }
  const auto winner = game.outcome()->winner;
  std::cout << (winner ? *winner == rules::Color::White ? "White wins" : "Black wins" : "a draw") << '\n';
}
