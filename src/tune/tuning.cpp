// The loop of a tuning, and its result in words.
#include "tune/tuning.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "protocol/ugi_options.h"

namespace ordo::tune {
namespace {

/// A game, 0 to 1.
[[nodiscard]] double mean_of(const match::Pentanomial& pairs) {
  const auto estimated = match::estimate(pairs);
  return estimated ? estimated->score : 0.5;
}

void add(match::Pentanomial& sum, const match::Pentanomial& more) {
  for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += more.counts[i];
}

/// A quarter, and at least one if there is one.
[[nodiscard]] std::size_t quarter(std::size_t count) { return (count + 3) / 4; }

[[nodiscard]] std::string scores_text(const std::vector<Iteration>& iterations) {
  const std::size_t count = iterations.size();
  const auto before = score_between(iterations, 0, quarter(count));
  const auto after = score_between(iterations, count - quarter(count), count);
  if (!before || !after) return "";
  const auto text = [](const match::Estimate& estimate) {
    return fmt::format("{:.1f} %, Elo {:+.1f} +/- {:.1f}", 100 * estimate.score, estimate.elo,
                       estimate.error());
  };
  return fmt::format("  score    first quarter {}; last {} (95 %)\n", text(*before), text(*after));
}

/// The words for `ordo match` that set the parameters: all, since it may have begun with others than usual.
[[nodiscard]] std::string spec_text(const Spsa& spsa, const std::vector<double>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const thinking::Parameter& parameter = spsa.parameters()[i];
    text +=
        fmt::format(" option.{}{}={}", protocol::kParameterPrefix, parameter.name, std::lround(values[i]));
  }
  return text;
}

}  // namespace

bool run_tuning(const Spsa& spsa, std::size_t wanted, std::vector<Iteration>& iterations, const Play& play,
                const OnIteration& on_iteration) {
  while (iterations.size() < wanted) {
    const std::size_t number = iterations.size() + 1;
    const std::vector<double> values = iterations.empty() ? spsa.usual() : iterations.back().values;
    const Trial trial = spsa.trial(number, values);
    const std::optional<Outcome> outcome = play(number, trial);
    if (!outcome) return false;
    const double difference = mean_of(outcome->plus) - mean_of(outcome->minus);
    iterations.push_back({spsa.learned(number, values, trial, difference), *outcome});
    on_iteration(iterations);
  }
  return true;
}

std::optional<match::Estimate> score_between(const std::vector<Iteration>& iterations, std::size_t first,
                                             std::size_t last) {
  match::Pentanomial sum;
  for (std::size_t i = first; i < last; ++i) {
    add(sum, iterations[i].outcome.plus);
    add(sum, iterations[i].outcome.minus);
  }
  return match::estimate(sum);
}

std::vector<double> settled(const Spsa& spsa, const std::vector<Iteration>& iterations) {
  if (iterations.empty()) return spsa.usual();
  const std::size_t count = quarter(iterations.size());
  std::vector<double> means(spsa.parameters().size(), 0);
  for (std::size_t k = iterations.size() - count; k < iterations.size(); ++k) {
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i] += iterations[k].values[i] / static_cast<double>(count);
  }
  return means;
}

std::string progress_line(const std::vector<Iteration>& iterations, const Telling& telling) {
  const Outcome& last = iterations.back().outcome;
  std::string line = fmt::format("{}/{}  plus {:.1f} %, minus {:.1f} %", iterations.size(), telling.wanted,
                                 100 * mean_of(last.plus), 100 * mean_of(last.minus));
  const auto whole = score_between(iterations, 0, iterations.size());
  if (telling.has_pool && whole) line += fmt::format("; all {:.1f} %", 100 * whole->score);
  return line;
}

std::string summary_text(const Spsa& spsa, const std::vector<Iteration>& iterations, const Telling& telling) {
  std::uint64_t faults = 0;
  for (const Iteration& iteration : iterations) faults += iteration.outcome.faults;
  const std::vector<double> values = settled(spsa, iterations);
  std::string text = fmt::format(
      "{}, {} tuned: {} of {} iterations, {}\n", telling.game,
      spsa.parameters().size() == 1 ? "a parameter" : fmt::format("{} parameters", spsa.parameters().size()),
      iterations.size(), telling.wanted, telling.is_stopped ? "stopped" : "complete");
  if (telling.has_pool) text += scores_text(iterations);
  if (faults > 0) text += fmt::format("  faults   {} games ended by one\n", faults);
  std::size_t width = 0;
  for (const auto& parameter : spsa.parameters()) width = std::max(width, parameter.name.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const thinking::Parameter& parameter = spsa.parameters()[i];
    text +=
        fmt::format("  {:<{}}  {:>5} -> {:<5}  {:+.2f} steps of {}\n", parameter.name, width, parameter.usual,
                    std::lround(values[i]), (values[i] - parameter.usual) / parameter.step, parameter.step);
  }
  if (iterations.empty()) return text + "nothing has been learned\n";
  return text + fmt::format("to try it: ordo match --a 'name=tuned{}'\n", spec_text(spsa, values));
}

}  // namespace ordo::tune
