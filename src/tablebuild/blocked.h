// Whole rows of positions at a time: the least or the most of several, without those in whose way an enemy
// is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tablebase/verdict.h"
#include "tablebuild/changes.h"
#include "tablebuild/enemies.h"

namespace ordo::tablebuild {

// Loops over a stretch. Bytes may be anything's, so compilers have to be told that these are apart.

inline void add_blocked(std::uint8_t* __restrict blocked, const std::uint8_t* __restrict more,
                        std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) blocked[i] = static_cast<std::uint8_t>(blocked[i] | more[i]);
}
inline void take_least(tablebase::Code* __restrict least, const tablebase::Code* __restrict codes,
                       const std::uint8_t* __restrict blocked, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i)
    least[i] = std::min(least[i], static_cast<tablebase::Code>(codes[i] | blocked[i]));
}
inline void take_most(tablebase::Code* __restrict most, const tablebase::Code* __restrict codes,
                      const std::uint8_t* __restrict blocked, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i)
    most[i] = std::max(most[i], static_cast<tablebase::Code>(codes[i] & ~blocked[i]));
}
/// before() of each, without a branch.
inline void go_back(tablebase::Code* codes, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) {
    const tablebase::Code next = codes[i];
    codes[i] = static_cast<tablebase::Code>((next < tablebase::kDrawn ? 255 : 1) - next -
                                            (next == tablebase::kDrawn ? 1 : 0));
  }
}
/// Which enemies of a stretch stand in the way of a move: 255 for those who do. Moves that follow each other
/// and go farther share what has been found out.
class Blocked {
 public:
  explicit Blocked(const Enemies& enemies) : enemies_(enemies) {}

  void start(const Stretch& stretch) noexcept {
    stretch_ = stretch;
    path_ = {};
    std::fill_n(blocked_.begin(), stretch.size(), std::uint8_t{0});
  }
  [[nodiscard]] const std::uint8_t* operator()(Bitboard path) noexcept {
    if ((path_ - path).any()) start(stretch_);
    (path - path_).for_each([this](Square square) {
      add_blocked(blocked_.data(), enemies_.on(square) + stretch_.begin, stretch_.size());
    });
    path_ = path;
    return blocked_.data();
  }

 private:
  const Enemies& enemies_;
  Stretch stretch_{};
  Bitboard path_;
  std::array<std::uint8_t, Stretches::kMost> blocked_;
};

}  // namespace ordo::tablebuild
