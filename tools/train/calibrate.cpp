// Holds what scores promise against what happened in games of different minds. calibrate --help
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "data.h"
#include "model.h"
#include "selfplay/sample.h"
#include "thinking/expectation.h"
#include "tools/arguments.h"

namespace {

using namespace ordo;

constexpr std::string_view kHelp =
    R"(Tells what the engine's scores promised in the games of `ordo selfplay`, and what happened, as tables for docs/strength.md.

usage: calibrate [factor=F[,F…]] [fair=no|only] FOLDER…

A row is a tenth of the promises; columns are all positions, then by how many pieces are left, then the opening (before
turn 12) and after it. Last: the factors by which the scores should be larger to be as true as they can be, over all and
for each head of the network, that is for 1 to 5 pieces, 6 to 10, and so on: as `train scale=` takes them.

  factor  what scores are multiplied by, for games of a network whose scale was another: one for all heads, or one for each
  fair    only positions from where one player, or two equal ones, went on for both sides; or none of these
)";

struct Settings {
  train::HeadFactors factors = train::each_head(1);
  std::optional<bool> fair;  ///< not set: all positions
  std::vector<std::string> folders;
};

struct Kept {
  double promise;
  double result;
  double score;
  int pieces;
  int ply;
};

/// Of all positions in a class: how many, their mean promise and what came of them.
struct Mean {
  double promise = 0;
  double result = 0;
  int count = 0;

  void add(const Kept& kept) noexcept {
    promise += kept.promise;
    result += kept.result;
    ++count;
  }
  [[nodiscard]] std::string text() const {
    constexpr int kFewest = 200;  // fewer tell nothing
    if (count < kFewest) return "–";
    return fmt::format("{:.0f} → {:.0f}", 100 * promise / count, 100 * result / count);
  }
};

constexpr std::size_t kClasses = 7;
constexpr std::array<std::string_view, kClasses> kNames = {"all",   "2–10 pieces", "11–20",   "21–30",
                                                           "31–40", "opening",     "after it"};

[[nodiscard]] bool belongs(const Kept& kept, std::size_t number) noexcept {
  constexpr int kOpening = 12;
  if (number == 0) return true;
  if (number <= 4) return (kept.pieces - 1) / 10 == static_cast<int>(number) - 1;
  return (kept.ply < kOpening) == (number == 5);
}

/// Cross-entropy of the results, if scores were larger by a factor.
[[nodiscard]] double error_of(const std::vector<Kept>& all, double factor) {
  double error = 0;
  for (const Kept& kept : all) {
    const double promise = thinking::expected_result(thinking::Score(static_cast<int>(kept.score * factor)));
    const double p = std::clamp(promise, 1e-6, 1 - 1e-6);
    error -= kept.result * std::log(p) + (1 - kept.result) * std::log(1 - p);
  }
  return error;
}

[[nodiscard]] double best_factor(const std::vector<Kept>& all) {
  constexpr double kStep = 0.02;
  constexpr double kMost = 3;
  double best = 1;
  double least = error_of(all, best);
  for (double factor = 0.4; factor < kMost; factor += kStep) {
    const double error = error_of(all, factor);
    if (error >= least) continue;
    best = factor;
    least = error;
  }
  return best;
}

/// 1 for a head of which there are too few positions.
[[nodiscard]] std::string factors_of_heads(const std::vector<Kept>& all) {
  constexpr std::size_t kFewest = 1000;
  std::vector<std::string> words;
  for (std::size_t head = 0; head < train::kHeads; ++head) {
    std::vector<Kept> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [&](const Kept& kept) { return eval::Network::head_of(kept.pieces) == head; });
    words.push_back(some.size() < kFewest ? "1" : fmt::format("{:.2f}", best_factor(some)));
  }
  return fmt::format("{}", fmt::join(words, ","));
}

void tell(const std::vector<Kept>& all) {
  constexpr int kTenths = 10;
  std::array<std::array<Mean, kClasses>, kTenths + 1> means{};
  for (const Kept& kept : all) {
    const auto row =
        static_cast<std::size_t>(std::clamp(static_cast<int>(kept.promise * kTenths), 0, kTenths - 1));
    for (std::size_t column = 0; column < kClasses; ++column) {
      if (!belongs(kept, column)) continue;
      means[row][column].add(kept);
      means[kTenths][column].add(kept);
    }
  }
  std::cout << fmt::format(
      "| promise | {} |\n|{}\n", fmt::join(kNames, " | "), std::string("---|") + [] {
        std::string bars;
        for (std::size_t i = 0; i < kClasses; ++i) bars += "---|";
        return bars;
      }());
  for (std::size_t row = 0; row <= kTenths; ++row) {
    std::vector<std::string> cells;
    for (const Mean& mean : means[row]) cells.push_back(mean.text());
    const std::string name = row == kTenths ? "all" : fmt::format("{}–{} %", 10 * row, 10 * (row + 1));
    std::cout << fmt::format("| {} | {} |\n", name, fmt::join(cells, " | "));
  }
  std::cout << fmt::format("\n{} positions; scores should be {:.2f} times as large, by heads {}\n",
                           all.size(), best_factor(all), factors_of_heads(all));
}

[[nodiscard]] std::vector<Kept> with_scores(const std::vector<selfplay::PackedSample>& samples,
                                            const Settings& settings) {
  std::vector<Kept> all;
  for (const selfplay::PackedSample& bytes : samples) {
    const selfplay::Sample sample = *selfplay::unpacked(bytes);
    if (sample.score == selfplay::Sample::kNoScore || sample.course == selfplay::Course::Aside) continue;
    if (settings.fair && *settings.fair != (sample.course == selfplay::Course::Fair)) continue;
    const int pieces = sample.own.count() + sample.enemy.count();
    const double score = sample.score * double{settings.factors[eval::Network::head_of(pieces)]};
    all.push_back({thinking::expected_result(thinking::Score(static_cast<int>(score))),
                   static_cast<double>(sample.outlook) / 2, score, pieces, sample.ply});
  }
  return all;
}

/// False if an argument makes no sense. What is no setting is a folder.
[[nodiscard]] bool use(std::string_view name, std::string_view value, Settings& settings) {
  if (name == "factor") return train::read_factors(value, settings.factors);
  if (name == "fair") {
    settings.fair = value == "only";
    return value == "only" || value == "no";
  }
  settings.folders.emplace_back(name);
  return value.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  const auto read = tools::read_arguments(
      argc, argv, "calibrate", kHelp,
      [&](std::string_view name, std::string_view value) { return use(name, value, settings); });
  if (read) return *read;
  if (settings.folders.empty()) {
    std::cerr << "calibrate: a folder of samples is needed; see calibrate --help\n";
    return 2;
  }
  const auto data = train::read_data(settings.folders);
  if (!data) {
    std::cerr << fmt::format("calibrate: {}\n", data.error());
    return 1;
  }
  std::vector<Kept> all = with_scores(data->training, settings);
  const std::vector<Kept> more = with_scores(data->test, settings);
  all.insert(all.end(), more.begin(), more.end());
  tell(all);
}
