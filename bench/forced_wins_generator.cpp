// Finds positions with forced wins for tests/data/forced_wins.txt: random positions, proven by brute force.
//
// usage: forced_wins_generator [SEED] > tests/data/forced_wins.txt
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>

#include <fmt/core.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/win_prover.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Variant;

constexpr std::size_t kWanted = 36;  // positions for each number of turns
constexpr int kLongest = 4;
/// For one proof: so that the tests can repeat a sample, and since most positions have no forced win to be
/// found.
constexpr std::uint64_t kMostPositions = 300'000;

/// A position, and how long a win is worth looking for.
struct Candidate {
  Position position;
  int most_turns;
};

/// Positions of random games, and small ones put together: long wins in Ordo X are within the reach of brute
/// force only with few pieces.
class Candidates {
 public:
  Candidates(Variant variant, std::uint64_t seed) : variant_(variant), games_(variant, seed), random_(seed) {}

  /// Positions of Ordo X games take brute force long, and are of use only while short wins are wanted.
  [[nodiscard]] Candidate next(bool wants_short) {
    for (;;) {
      const bool from_game = random_.chance(variant_ == Variant::Ordo ? 30 : wants_short ? 5 : 0);
      const Position position = support::to_rules(from_game ? games_.next() : small_position());
      // Text is how they are stored; parse_fen refuses what nobody can be asked to move in.
      const auto parsed = rules::parse_fen(variant_, rules::to_fen(position));
      if (!parsed || !rules::has_turn(*parsed)) continue;
      return {*parsed, from_game && variant_ == Variant::OrdoX ? 2 : kLongest};
    }
  }

 private:
  [[nodiscard]] naive::Position small_position() {
    const bool is_ordo = variant_ == Variant::Ordo;
    const int most = random_.between(2, is_ordo ? 8 : 5);
    return support::build_position(variant_, {.most = most, .split_percent = is_ordo ? 10 : 0}, random_);
  }

  Variant variant_;
  support::RandomGames games_;
  support::Random random_;
};

void find(Variant variant, std::uint64_t seed) {
  Candidates candidates(variant, seed);
  support::WinProver prover(kMostPositions);
  std::array<std::set<std::string>, kLongest + 1> found;
  for (int missing = kLongest; missing > 0;) {
    const bool wants_short = found[1].size() < kWanted || found[2].size() < kWanted;
    const auto [position, most_turns] = candidates.next(wants_short);
    const auto turns = prover.shortest_win(position, most_turns);
    if (!turns) continue;
    auto& fens = found[static_cast<std::size_t>(*turns)];
    if (fens.size() == kWanted || !fens.insert(rules::to_fen(position)).second) continue;
    if (fens.size() == kWanted) --missing;
    fmt::print(stderr, "\r{}: {} of length {}  ", rules::title(variant), fens.size(), *turns);
  }
  for (int turns = 1; turns <= kLongest; ++turns) {
    for (const std::string& fen : found[static_cast<std::size_t>(turns)]) {
      fmt::print("{} {} {}\n", rules::name(variant), turns, fen);
    }
  }
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), seed);
  fmt::print("# Variant, turns the winner needs, position. Made by bench/forced_wins_generator {}.\n", seed);
  ordo::find(ordo::rules::Variant::Ordo, seed);
  ordo::find(ordo::rules::Variant::OrdoX, seed);
}
