// A score is a promise: what the engine says of positions from games between different minds, against what
// different engines made of them.
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "eval/evaluate.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "search/engine.h"
#include "support/scale.h"
#include "tablebase/table_files.h"
#include "thinking/expectation.h"

namespace ordo::search {
namespace {

struct Judged {
  std::string kind;
  double promise = 0;
  double truth = 0;
};

/// The positions of data/calibration.txt, each thought about for a moment.
[[nodiscard]] std::vector<Judged> judged() {
  std::ifstream file(ORDO_TESTS_DIR "/data/calibration.txt");
  std::vector<Judged> all;
  thinking::EngineOptions options;
  options.hash_megabytes = 4;
  options.table_path = "builtin";
  Engine engine(options);
  thinking::Limits limits;
  limits.nodes = 1000;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string kind;
    std::string fen;
    double points = 0;
    char slash = 0;
    double games = 0;
    std::getline(fields, kind, '\t');
    std::getline(fields, fen, '\t');
    fields >> points >> slash >> games;
    const auto position = rules::parse_fen(rules::Variant::Ordo, fen);
    EXPECT_TRUE(position.ok() && games > 0) << line;
    if (!position || games <= 0) continue;
    engine.new_game();
    const thinking::Answer answer = engine.think(rules::Game(*position), limits);
    all.push_back({kind, thinking::expected_result(answer.lines.front().score), points / games});
  }
  return all;
}

TEST(Calibration, TheMeanPromiseIsTrueInEveryClass) {
  if (!support::full_scale())
    GTEST_SKIP() << "the same numbers come out everywhere: in the release build only";
  struct Mean {
    double promise = 0;
    double truth = 0;
    int count = 0;
  };
  std::map<std::string, Mean> classes;
  const auto add = [&](const std::string& name, const Judged& one) {
    Mean& mean = classes[name];
    mean.promise += one.promise;
    mean.truth += one.truth;
    ++mean.count;
  };
  for (const Judged& one : judged()) {
    // Nobody is ahead in the mean of a class: whether it knows who is shows where it says so.
    const char* hopes = one.promise < 0.35   ? ", promised less than 35 %"
                        : one.promise > 0.65 ? ", promised more than 65 %"
                                             : ", promised 35 to 65 %";
    add(one.kind, one);
    add("all" + std::string(hopes), one);
  }
  EXPECT_EQ(classes.size(), 9U);
  for (const auto& [name, mean] : classes) {
    EXPECT_NEAR(mean.promise / mean.count, mean.truth / mean.count, 0.1)
        << name << ": " << mean.count << " positions";
    RecordProperty(name, fmt::format("{:.3f} {:.3f}", mean.promise / mean.count, mean.truth / mean.count));
  }
}

/// What is said of an ending before any search, against what is true of it: the mean of the squares.
[[nodiscard]] double error_against_tables(rules::Variant variant, const tablebase::Tables& tables) {
  std::ifstream file(ORDO_TESTS_DIR "/data/endings.txt");
  double sum = 0;
  int count = 0;
  const std::string start = std::string(rules::name(variant)) + "\t";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(start)) continue;
    const auto position = rules::parse_fen(variant, line.substr(start.size()));
    const auto verdict = position ? tables.verdict(*position) : std::nullopt;
    EXPECT_TRUE(verdict) << line;
    if (!verdict) continue;
    const double promise = thinking::expected_result(thinking::Score(eval::evaluate(*position)));
    const double truth = verdict->value == tablebase::Value::Win    ? 1
                         : verdict->value == tablebase::Value::Draw ? 0.5
                                                                    : 0;
    sum += (promise - truth) * (promise - truth);
    ++count;
  }
  EXPECT_GT(count, 200);
  return count > 0 ? sum / count : 1;
}

TEST(Calibration, TheErrorInEndingsOnlyGoesDown) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  // To be lowered whenever it can be.
  constexpr std::array kErrors = {std::pair{rules::Variant::Ordo, 0.106},
                                  std::pair{rules::Variant::OrdoX, 0.203}};
  for (const auto& [variant, known] : kErrors) {
    const double error = error_against_tables(variant, tables);
    RecordProperty(std::string(rules::name(variant)), fmt::format("{:.4f}", error));
    EXPECT_LT(error, known) << rules::title(variant);
    EXPECT_GT(error, known - 0.005) << rules::title(variant) << " is judged better than before: say so here";
  }
}

}  // namespace
}  // namespace ordo::search
