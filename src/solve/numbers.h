// How far a node is from being proved and from being refuted: proof and disproof numbers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ordo::solve {

/// More than any sum of numbers.
inline constexpr std::uint32_t kInfinite = std::uint32_t{1} << 30;

/// Of a node: so many nodes at least must be settled before it is. A *proof* says that the attacker, the side
/// that is to win, can force it; a *refutation* that he cannot.
struct Numbers {
  std::uint32_t proof = 1;       ///< 0: proved
  std::uint32_t refutation = 1;  ///< 0: refuted
  std::uint16_t plies = 0;       ///< of a proved node: turns of both sides until the end, at most
  bool provisional = false;      ///< of a refuted one: it rests on the path that led to it

  [[nodiscard]] static Numbers won(int plies) noexcept {
    return {0, kInfinite, static_cast<std::uint16_t>(plies), false};
  }
  [[nodiscard]] static Numbers refuted(bool provisional = false) noexcept {
    return {kInfinite, 0, 0, provisional};
  }

  [[nodiscard]] bool is_proved() const noexcept { return proof == 0; }
  [[nodiscard]] bool is_refuted() const noexcept { return refutation == 0; }
  [[nodiscard]] bool is_settled() const noexcept { return is_proved() || is_refuted(); }

  friend bool operator==(const Numbers&, const Numbers&) noexcept = default;
};

}  // namespace ordo::solve
