// Chances mixed from several opinions, in whole numbers: the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ordo::tablebase {

/// How likely a bit is to be set, in 65536ths.
using Odds = std::int32_t;
inline constexpr Odds kEvenOdds = 32768;

namespace detail {

/// Logarithms of odds, in 256ths: from -12 to 12.
inline constexpr std::int32_t kFarthest = 12 * 256;

[[nodiscard]] constexpr double exponential(double x) noexcept {
  const double part = x / 256;
  double sum = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4)));
  for (int i = 0; i < 8; ++i) sum *= sum;
  return sum;
}

inline constexpr auto kSquash = [] {
  std::array<std::uint16_t, 2 * kFarthest + 1> table{};
  for (std::int32_t x = 0; x <= kFarthest; ++x) {
    const auto odds = static_cast<Odds>(65536 / (1 + exponential(-x / 256.0)) + 0.5);
    table[static_cast<std::size_t>(kFarthest + x)] = static_cast<std::uint16_t>(std::min(odds, 65535));
    table[static_cast<std::size_t>(kFarthest - x)] = static_cast<std::uint16_t>(std::max(65536 - odds, 1));
  }
  return table;
}();

inline constexpr auto kStretch = [] {
  std::array<std::int16_t, 4096> table{};
  std::size_t x = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    while (x + 1 < kSquash.size() && kSquash[x] < i * 16 + 8) ++x;
    table[i] = static_cast<std::int16_t>(static_cast<std::int32_t>(x) - kFarthest);
  }
  return table;
}();

inline constexpr std::size_t kMostSeen = 200;
inline constexpr auto kShare = [] {  // what the next bit counts for, in 32768ths
  std::array<std::uint16_t, kMostSeen + 1> table{};
  for (std::size_t seen = 0; seen < table.size(); ++seen)
    table[seen] = static_cast<std::uint16_t>(65536 / (2 * seen + 3));
  return table;
}();
inline constexpr auto kTrust = [] {  // in an opinion that rests on so many bits, in 256ths
  std::array<std::int16_t, kMostSeen + 1> table{};
  for (std::size_t seen = 0; seen < table.size(); ++seen)
    table[seen] = static_cast<std::int16_t>(256 * (10 * seen + 3) / (10 * seen + 15));
  return table;
}();

}  // namespace detail

[[nodiscard]] inline Odds squash(std::int32_t x) noexcept {
  return detail::kSquash[static_cast<std::size_t>(std::clamp(x, -detail::kFarthest, detail::kFarthest) +
                                                  detail::kFarthest)];
}
[[nodiscard]] inline std::int32_t stretch(Odds odds) noexcept {
  return detail::kStretch[static_cast<std::size_t>(odds) >> 4];
}

/// What has been seen so far where something was the same.
struct Opinion {
  std::uint16_t odds = kEvenOdds;
  std::uint16_t seen = 0;

  /// What it says: more, the surer it is.
  [[nodiscard]] std::int32_t voice() const noexcept { return (stretch(odds) * detail::kTrust[seen]) >> 8; }
  void learn(bool bit) noexcept {
    const std::int32_t off = (bit ? 65535 : 0) - std::int32_t{odds};
    odds = static_cast<std::uint16_t>(odds + (off * std::int32_t{detail::kShare[seen]} >> 15));
    if (seen < detail::kMostSeen) ++seen;
  }
};

/// What each voice counts for, in 65536ths; the last one is of a constant.
template <std::size_t Voices>
using Weights = std::array<std::int32_t, Voices + 1>;

/// One bit to be foretold: the opinions that are asked, and two sets of weights, chosen by two other
/// circumstances. Each set learns by itself; what is said is the mean of both.
template <std::size_t Voices>
class Forecast {
 public:
  Forecast(const std::array<Opinion*, Voices>& opinions, Weights<Voices>& first,
           Weights<Voices>& second) noexcept
      : opinions_(opinions), first_(first), second_(second) {
    for (std::size_t i = 0; i < Voices; ++i) voices_[i] = opinions[i]->voice();
    voices_[Voices] = 77;
    first_says_ = said(first);
    second_says_ = said(second);
  }

  [[nodiscard]] Odds odds() const noexcept {
    return std::clamp(squash((first_says_ + second_says_) / 2), 2, 65534);
  }
  void learn(bool bit) noexcept {
    learn(first_, first_says_, bit);
    learn(second_, second_says_, bit);
    for (Opinion* opinion : opinions_) opinion->learn(bit);
  }

 private:
  [[nodiscard]] std::int32_t said(const Weights<Voices>& weights) const noexcept {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i <= Voices; ++i) sum += (weights[i] >> 6) * voices_[i];
    return std::clamp(sum >> 10, -detail::kFarthest, detail::kFarthest);
  }
  void learn(Weights<Voices>& weights, std::int32_t said, bool bit) noexcept {
    const std::int32_t off = (bit ? 65535 : 0) - squash(said);
    for (std::size_t i = 0; i <= Voices; ++i) {
      constexpr std::int32_t kMost = 1 << 20;  // no table comes near it; a forged one must not overflow
      weights[i] = std::clamp(weights[i] + ((off * voices_[i] >> 14) * 5 >> 2), -kMost, kMost);
    }
  }

  const std::array<Opinion*, Voices>& opinions_;
  Weights<Voices>& first_;
  Weights<Voices>& second_;
  Weights<Voices> voices_;
  std::int32_t first_says_;
  std::int32_t second_says_;
};

}  // namespace ordo::tablebase
