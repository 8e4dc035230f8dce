// Elo, its error, and the sequential probability ratio test.
#include "match/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ordo::match {
namespace {

using Distribution = std::array<double, 5>;

constexpr double kQuantile95 = 1.959963984540054;

/// The score per game of a pair in class `i`.
[[nodiscard]] constexpr double score_of_class(std::size_t i) noexcept { return static_cast<double>(i) / 4; }

/// The counts as frequencies. Where nothing was seen a little is assumed (as fishtest does): otherwise a few
/// equal results would look like certainty.
struct Sample {
  Distribution frequencies{};
  double pairs = 0;

  explicit Sample(const Pentanomial& results) noexcept {
    constexpr double kLittle = 1e-3;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      frequencies[i] = results.counts[i] == 0 ? kLittle : static_cast<double>(results.counts[i]);
      pairs += frequencies[i];
    }
    for (double& frequency : frequencies) frequency /= pairs;
  }
};

/// The distribution nearest to the sample (of greatest likelihood) with the given mean. With the Lagrange
/// multiplier x it is f_i / (1 + x (a_i - mean)), and x is the only root, between the poles, of a falling
/// function.
[[nodiscard]] Distribution likeliest_with_mean(const Distribution& frequencies, double mean) noexcept {
  const auto slope = [&](double x) {
    double sum = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const double distance = score_of_class(i) - mean;
      sum += frequencies[i] * distance / (1 + x * distance);
    }
    return sum;
  };
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  constexpr int kHalvings = 100;  // beyond the precision of a double
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  const double x = (low + high) / 2;
  Distribution likeliest{};
  for (std::size_t i = 0; i < likeliest.size(); ++i) {
    likeliest[i] = frequencies[i] / (1 + x * (score_of_class(i) - mean));
  }
  return likeliest;
}

/// Of the mean score per game, by pairs.
struct Moments {
  double mean = 0;
  double variance = 0;
};

[[nodiscard]] Moments moments_of(const Pentanomial& results) noexcept {
  const auto pairs = static_cast<double>(results.pairs());
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < results.counts.size(); ++i) {
    const double weight = static_cast<double>(results.counts[i]) / pairs;
    mean += weight * score_of_class(i);
    square += weight * score_of_class(i) * score_of_class(i);
  }
  return {mean, std::max(square - mean * mean, 0.0) / pairs};
}

/// `error`: the standard deviation of the mean.
[[nodiscard]] Estimate estimate_of(double mean, double error) noexcept {
  Estimate estimate;
  estimate.score = mean;
  estimate.elo = elo_of(mean);
  estimate.low = elo_of(mean - kQuantile95 * error);
  estimate.high = elo_of(mean + kQuantile95 * error);
  const double distance = mean - 0.5;
  if (error > 0) {
    estimate.superiority = 0.5 * std::erfc(-distance / (error * std::sqrt(2.0)));
  } else {
    estimate.superiority = distance > 0 ? 1 : distance < 0 ? 0 : 0.5;
  }
  return estimate;
}

}  // namespace

std::uint64_t Pentanomial::pairs() const noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double elo_of(double score) noexcept {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (score <= 0) return -kInfinite;
  if (score >= 1) return kInfinite;
  return 400 * std::log10(score / (1 - score));
}

double score_of(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

std::optional<Estimate> estimate(const Pentanomial& results) noexcept {
  return estimate(std::span<const Pentanomial>(&results, 1));
}

std::optional<Estimate> estimate(std::span<const Pentanomial> opponents) noexcept {
  double mean = 0;
  double variance = 0;
  for (const Pentanomial& results : opponents) {
    if (results.pairs() == 0) return std::nullopt;
    const Moments moments = moments_of(results);
    mean += moments.mean;
    variance += moments.variance;
  }
  if (opponents.empty()) return std::nullopt;
  const auto count = static_cast<double>(opponents.size());
  return estimate_of(mean / count, std::sqrt(variance) / count);
}

double Sprt::lower() const noexcept { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const noexcept { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const Pentanomial& results, double elo0, double elo1) noexcept {
  if (results.pairs() == 0) return 0;
  const Sample sample(results);
  const Distribution h0 = likeliest_with_mean(sample.frequencies, score_of(elo0));
  const Distribution h1 = likeliest_with_mean(sample.frequencies, score_of(elo1));
  double sum = 0;
  for (std::size_t i = 0; i < h0.size(); ++i) sum += sample.frequencies[i] * std::log(h1[i] / h0[i]);
  return sample.pairs * sum;
}

Verdict verdict(const Sprt& sprt, const Pentanomial& results) noexcept {
  const double ratio = log_likelihood_ratio(results, sprt.elo0, sprt.elo1);
  if (ratio >= sprt.upper()) return Verdict::H1;
  if (ratio <= sprt.lower()) return Verdict::H0;
  return Verdict::Open;
}

}  // namespace ordo::match
