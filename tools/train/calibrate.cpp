// Holds what scores promise against what happened in games of different minds. calibrate --help
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "data.h"
#include "selfplay/sample.h"
#include "thinking/expectation.h"

namespace {

using namespace ordo;

constexpr std::string_view kHelp =
    R"(Tells what the engine's scores promised in the games of `ordo selfplay`, and what happened, as tables for docs/strength.md.

usage: calibrate [factor=1] FOLDER…

A row is a tenth of the promises; columns are all positions, then by how many pieces are left, then the opening (before
turn 12) and after it. `factor`: what scores are multiplied by, for games of a network whose
scale was another. Last: the factor by which the scores should be larger to be as true as they can be.
)";

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
  return error / static_cast<double>(all.size());
}

[[nodiscard]] double best_factor(const std::vector<Kept>& all) {
  double best = 1;
  for (double factor = 0.5; factor < 2.0; factor += 0.02)
    if (error_of(all, factor) < error_of(all, best)) best = factor;
  return best;
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
  std::cout << fmt::format("\n{} positions; scores should be {:.2f} times as large\n", all.size(),
                           best_factor(all));
}

[[nodiscard]] std::vector<Kept> with_scores(const std::vector<selfplay::PackedSample>& samples,
                                            double factor) {
  std::vector<Kept> all;
  for (const selfplay::PackedSample& bytes : samples) {
    const selfplay::Sample sample = *selfplay::unpacked(bytes);
    if (sample.score == selfplay::Sample::kNoScore || sample.course == selfplay::Course::Aside) continue;
    const double score = sample.score * factor;
    all.push_back({thinking::expected_result(thinking::Score(static_cast<int>(score))),
                   static_cast<double>(sample.outlook) / 2, score, sample.own.count() + sample.enemy.count(),
                   sample.ply});
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> folders(argv + 1, argv + argc);
  if (folders.empty() || folders.front() == "--help") {
    std::cout << kHelp;
    return 0;
  }
  double factor = 1;
  constexpr std::string_view kFactor = "factor=";
  if (folders.front().starts_with(kFactor)) {
    factor = std::strtod(folders.front().c_str() + kFactor.size(), nullptr);
    folders.erase(folders.begin());
  }
  if (!(factor > 0) || folders.empty()) {
    std::cerr << "calibrate: a factor above 0 and a folder of samples are needed; see calibrate --help\n";
    return 2;
  }
  const auto data = train::read_data(folders);
  if (!data) {
    std::cerr << fmt::format("calibrate: {}\n", data.error());
    return 1;
  }
  std::vector<Kept> all = with_scores(data->training, factor);
  const std::vector<Kept> more = with_scores(data->test, factor);
  all.insert(all.end(), more.begin(), more.end());
  tell(all);
}
