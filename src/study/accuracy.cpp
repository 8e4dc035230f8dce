// How well somebody played: the formulas that lichess has published, on our own curve from score to chance.
#include "study/accuracy.h"

#include <algorithm>
#include <cmath>

#include "util/check.h"

namespace ordo::study {
namespace {

[[nodiscard]] double deviation(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// How much a turn counts: more where the chances went up and down around it. In points of 100.
[[nodiscard]] double weight(std::span<const double> chances, std::size_t turn, std::size_t window) {
  constexpr double kLeast = 0.5;
  constexpr double kMost = 12;
  // The first turns all have the first window.
  const std::size_t start = turn + 2 > window ? turn + 2 - window : 0;
  const std::size_t size = std::min(window, chances.size() - start);
  return std::clamp(100 * deviation(chances.subspan(start, size)), kLeast, kMost);
}

}  // namespace

Judgement judge(double lost) noexcept {
  if (lost >= 0.15) return Judgement::Blunder;
  if (lost >= 0.10) return Judgement::Mistake;
  return lost >= 0.05 ? Judgement::Inaccuracy : Judgement::Fine;
}

std::string_view name(Judgement judgement) noexcept {
  constexpr std::array<std::string_view, 4> kNames = {"fine", "inaccuracy", "mistake", "blunder"};
  return kNames[static_cast<std::size_t>(judgement)];
}

std::string_view mark(Judgement judgement) noexcept {
  constexpr std::array<std::string_view, 4> kMarks = {"", "?!", "?", "??"};
  return kMarks[static_cast<std::size_t>(judgement)];
}

std::uint8_t glyph(Judgement judgement) noexcept {
  constexpr std::array<std::uint8_t, 4> kGlyphs = {0, 6, 2, 4};
  return kGlyphs[static_cast<std::size_t>(judgement)];
}

double turn_accuracy(double lost) noexcept {
  if (lost <= 0) return 100;
  // The one point more is for what a search cannot be sure of.
  const double raw = 103.1668100711649 * std::exp(-0.04354415386753951 * 100 * lost) - 3.166924740191411;
  return std::clamp(raw + 1, 0.0, 100.0);
}

std::array<std::optional<double>, 2> game_accuracy(std::span<const double> chances,
                                                   std::span<const double> lost, rules::Color first) {
  ORDO_CHECK(chances.size() == lost.size() + 1);
  if (lost.size() < 2) return {};
  const std::size_t window = std::clamp<std::size_t>(lost.size() / 10, 2, 8);
  struct Sum {
    double weights = 0;
    double weighted = 0;
    double inverse = 0;
    double turns = 0;
  };
  std::array<Sum, 2> sums;
  for (std::size_t turn = 0; turn < lost.size(); ++turn) {
    const rules::Color player = turn % 2 == 0 ? first : rules::opponent(first);
    const double accuracy = turn_accuracy(lost[turn]);
    const double counts = weight(chances, turn, window);
    Sum& sum = sums[static_cast<std::size_t>(player)];
    sum.weights += counts;
    sum.weighted += counts * accuracy;
    sum.inverse += 1 / std::max(1.0, accuracy);
    sum.turns += 1;
  }
  std::array<std::optional<double>, 2> found;
  for (std::size_t i = 0; i < 2; ++i) {
    const Sum& sum = sums[i];
    if (sum.turns > 0) found[i] = (sum.weighted / sum.weights + sum.turns / sum.inverse) / 2;
  }
  return found;
}

}  // namespace ordo::study
