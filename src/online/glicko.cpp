// Glicko-2, in the steps and letters of Glickman's paper.
#include "online/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "online/glicko_rate.h"
#include "util/check.h"

namespace ordo::online {
namespace {

constexpr double kScale = 173.7178;  ///< rating points in one unit of the inner scale
constexpr double kTau = 0.5;         ///< how much a volatility may change
constexpr double kPrecision = 0.000001;
constexpr double kMaxDeviation = 350;
constexpr double kCenter = 1500;
/// With the usual volatility a deviation of 60 becomes 110 in a year.
constexpr Duration kIdlePeriod = std::chrono::hours(112);

[[nodiscard]] double g(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

/// Step 5: the root of f by the Illinois algorithm.
[[nodiscard]] double new_volatility(double sigma, double phi, double v, double delta) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double ex = std::exp(x);
    const double sum = phi * phi + v + ex;
    return ex * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (kTau * kTau);
  };
  double low = a;
  double high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    int k = 1;
    while (f(a - k * kTau) < 0) ++k;
    high = a - k * kTau;
  }
  double f_low = f(low);
  double f_high = f(high);
  while (std::abs(high - low) > kPrecision) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

Rating after_period(const Rating& own, std::span<const RatedGame> games) {
  ORDO_CHECK(!games.empty());
  const double mu = (own.rating - kCenter) / kScale;
  const double phi = own.deviation / kScale;
  double information = 0;  // 1 / v
  double surprise = 0;
  for (const RatedGame& game : games) {
    const double mu_j = (game.opponent_rating - kCenter) / kScale;
    const double phi_j = game.opponent_deviation / kScale;
    const double gap = g(phi_j) * (mu - mu_j);
    const double spread = std::cosh(gap / 2);  // E (1 - E) = 1 / (4 cosh²), which does not vanish by rounding
    information += g(phi_j) * g(phi_j) / (4 * spread * spread);
    surprise += g(phi_j) * (game.score - 1 / (1 + std::exp(-gap)));
  }
  const double v = 1 / information;
  const double sigma = new_volatility(own.volatility, phi, v, v * surprise);
  const double phi_star = std::sqrt(phi * phi + sigma * sigma);
  const double new_phi = 1 / std::sqrt(1 / (phi_star * phi_star) + 1 / v);
  Rating rated = own;
  rated.rating = kCenter + kScale * (mu + new_phi * new_phi * surprise);
  rated.deviation = std::min(kScale * new_phi, kMaxDeviation);
  rated.volatility = sigma;
  rated.games += static_cast<int>(games.size());
  return rated;
}

Rating after_game(const Rating& own, const Rating& opponent, double score, Instant now) {
  const Rating other = at_time(opponent, now);
  const RatedGame game{other.rating, other.deviation, score};
  return after_period(at_time(own, now), std::span(&game, 1));
}

Rating at_time(const Rating& rating, Instant now) {
  Rating grown = rating;
  if (rating.games > 0 && now > rating.at) {
    const double periods =
        static_cast<double>((now - rating.at).count()) / static_cast<double>(kIdlePeriod.count());
    const double added = kScale * rating.volatility;
    grown.deviation =
        std::min(std::sqrt(rating.deviation * rating.deviation + periods * added * added), kMaxDeviation);
  }
  grown.at = std::max(now, rating.at);
  return grown;
}

}  // namespace ordo::online
