// Positions to try the rules on, from random games and put together piece by piece.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "naive/naive.h"

namespace ordo::support {

/// Whole numbers that are the same with every compiler and library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}
  /// 0 … bound - 1.
  [[nodiscard]] int below(int bound) {
    return static_cast<int>((bits_() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }
  [[nodiscard]] int between(int low, int high) { return low + below(high - low + 1); }
  [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 bits_;
};

/// Random play, one position after the other and one game after the other; the last position of a game is
/// over. Captures come more often than chance would have it, wins less often, so that games get thin, split
/// and tied.
class RandomGames {
 public:
  RandomGames(naive::Variant variant, std::uint64_t seed) : variant_(variant), random_(seed) {}
  [[nodiscard]] naive::Position next();

 private:
  [[nodiscard]] naive::Turn choose();

  naive::Variant variant_;
  Random random_;
  naive::Position position_{};
  std::vector<naive::Turn> turns_;
  bool over_ = true;
  int plies_ = 0;
};

/// What is wanted of a position that is put together.
struct Wish {
  int fewest = 1;  ///< pieces of each side
  int most = 8;
  int split_percent = 0;   ///< how often the side to move is split (Ordo)
  int tied_percent = 0;    ///< how often a capture in reach leaves equally large subgroups (Ordo X)
  int ringed_percent = 0;  ///< how often the side to move encloses a hole
  bool of_lines = false;   ///< whether groups are made of long rows and columns
};

/// Two random groups, the board otherwise empty; nobody on the enemy's home row.
[[nodiscard]] naive::Position build_position(naive::Variant variant, const Wish& wish, Random& random);

}  // namespace ordo::support
