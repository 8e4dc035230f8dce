// What the results of paired games say about two players: Elo difference, its error, and the sequential test.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace ordo::match {

/// A game as one player sees it. The value is twice the score.
enum class GameScore : std::uint8_t { Loss, Draw, Win };

/// Both games of an opening together score 0, ½, 1, 1½ or 2: how many pairs did. Pairs rather than games are
/// counted because an opening that favours a colour makes the two games of a pair depend on each other.
struct Pentanomial {
  std::array<std::uint64_t, 5> counts{};

  void add(GameScore first, GameScore second) noexcept {
    ++counts[static_cast<std::size_t>(first) + static_cast<std::size_t>(second)];
  }
  [[nodiscard]] std::uint64_t pairs() const noexcept;
};

/// Expected score (0 to 1) and Elo difference; infinite at 0 and 1.
[[nodiscard]] double elo_of(double score) noexcept;
[[nodiscard]] double score_of(double elo) noexcept;

/// What the results so far say.
struct Estimate {
  double score = 0.5;  ///< mean, per game
  double elo = 0;
  double low = 0;  ///< of the 95 % interval
  double high = 0;
  double superiority = 0.5;  ///< the likelihood that the player is the stronger one ("LOS")

  /// Half the width of the interval.
  [[nodiscard]] double error() const noexcept { return (high - low) / 2; }
};
/// Nothing without a pair.
[[nodiscard]] std::optional<Estimate> estimate(const Pentanomial& results) noexcept;
/// Of several opponents, each of which weighs the same. Nothing without a pair against each, or without any.
[[nodiscard]] std::optional<Estimate> estimate(std::span<const Pentanomial> opponents) noexcept;

/// Is the player at least elo1 stronger (H1), or at most elo0 (H0)? Wald's test on the log-likelihood ratio.
struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< the probability of H1 where H0 is true
  double beta = 0.05;   ///< the probability of H0 where H1 is true

  [[nodiscard]] double lower() const noexcept;
  [[nodiscard]] double upper() const noexcept;
};

/// The generalised log-likelihood ratio of the pair results: for each hypothesis the likeliest distribution
/// with that mean is taken (Van den Bergh, "A practical introduction to the GSPRT", 2019: what fishtest
/// computes).
[[nodiscard]] double log_likelihood_ratio(const Pentanomial& results, double elo0, double elo1) noexcept;

enum class Verdict : std::uint8_t { Open, H0, H1 };
[[nodiscard]] Verdict verdict(const Sprt& sprt, const Pentanomial& results) noexcept;

}  // namespace ordo::match
