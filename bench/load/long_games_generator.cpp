// Makes tests/data/long_games.txt: a game a line, the variant and its turns.
//
// usage: long_games_generator > tests/data/long_games.txt
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "bench/load/long_games.h"

int main() {
  using ordo::rules::Variant;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const auto turns = ordo::load::long_game(variant, seed, variant == Variant::Ordo ? 300 : 60);
      fmt::print("{} {}\n", ordo::rules::name(variant), fmt::join(turns, " "));
    }
  }
}
