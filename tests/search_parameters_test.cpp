// The numbers the search is tuned by: named once, within their ranges, and obeyed.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "search/budget.h"
#include "search/engine.h"
#include "search/parameters.h"

namespace ordo::search {
namespace {

using rules::Variant;

std::uint64_t nodes_with(Variant variant, const thinking::ParameterValues& parameters) {
  EngineOptions options;
  options.hash_megabytes = 1;
  options.parameters = parameters;
  Engine engine(options);
  Limits limits;
  limits.depth = 6;
  return engine.think(rules::Game(variant), limits).nodes;
}

TEST(Parameters, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  std::set<const int*> members;
  const Parameters some{};
  for (const ParameterRow& row : parameter_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(members.insert(&(some.*row.member)).second) << row.name;
  }
  std::set<std::string> listed;
  for (const thinking::Parameter& parameter : parameters()) {
    EXPECT_TRUE(listed.insert(parameter.name).second) << parameter.name;
  }
}

TEST(Parameters, AreWithinTheirRanges) {
  for (const thinking::Parameter& parameter : parameters()) {
    EXPECT_LE(0, parameter.least) << parameter.name;
    EXPECT_LE(parameter.least, parameter.usual) << parameter.name;
    EXPECT_LE(parameter.usual, parameter.most) << parameter.name;
    EXPECT_LE(1, parameter.step) << parameter.name;
    EXPECT_LE(parameter.step, parameter.most - parameter.least) << parameter.name;
  }
}

TEST(Parameters, AreListedForTheGamesThatUseThem) {
  const auto has = [](Variant variant, std::string_view name) {
    const auto all = parameters(variant);
    return std::ranges::find(all, name, &thinking::Parameter::name) != all.end();
  };
  EXPECT_TRUE(has(Variant::Ordo, "ordo.ForcedDepth"));
  EXPECT_FALSE(has(Variant::OrdoX, "ordox.ForcedDepth"));
  EXPECT_TRUE(has(Variant::OrdoX, "ordox.LateAdvances"));
  EXPECT_FALSE(has(Variant::Ordo, "ordo.LateAdvances"));
  EXPECT_FALSE(has(Variant::Ordo, "ordox.Reduction"));
  EXPECT_EQ(parameters(Variant::Ordo).size() + parameters(Variant::OrdoX).size(), parameters().size());
}

TEST(Parameters, SetOneByOneChangeNothingElse) {
  const Parameters changed = parameters_with(Variant::OrdoX, {{"ordox.LateMoves", 9}, {"ordo.Reduction", 1}});
  for (const ParameterRow& row : parameter_table()) {
    const int expected = row.name == "LateMoves" ? 9 : usual_parameters(Variant::OrdoX).*row.member;
    EXPECT_EQ(changed.*row.member, expected) << row.name;
  }
}

TEST(Parameters, SetToWhatIsUsualChangeNothing) {
  thinking::ParameterValues all;
  for (const thinking::Parameter& parameter : parameters()) all[parameter.name] = parameter.usual;
  EXPECT_EQ(nodes_with(Variant::Ordo, all), nodes_with(Variant::Ordo, {}));
  EXPECT_EQ(nodes_with(Variant::OrdoX, all), nodes_with(Variant::OrdoX, {}));
}

TEST(Parameters, AreObeyedByTheSearchOfTheirGame) {
  const thinking::ParameterValues values = {{"ordox.Reduction", 0}};
  EXPECT_LT(nodes_with(Variant::OrdoX, {}), nodes_with(Variant::OrdoX, values));
  EXPECT_EQ(nodes_with(Variant::Ordo, {}), nodes_with(Variant::Ordo, values));
}

// At either end of its range each still gives an answer, of a depth that was asked for.
TEST(Parameters, AtTheEndsOfTheirRangesTheSearchWorks) {
  const auto position =
      rules::parse_fen(Variant::Ordo, "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w");
  ASSERT_TRUE(position.ok());
  Limits limits;
  limits.depth = 4;
  for (const thinking::Parameter& parameter : parameters(Variant::Ordo)) {
    for (const int value : {parameter.least, parameter.most}) {
      EngineOptions options;
      options.hash_megabytes = 1;
      options.parameters = {{parameter.name, value}};
      const Answer answer = Engine(options).think(rules::Game(*position), limits);
      ASSERT_FALSE(answer.lines.empty()) << parameter.name;
      EXPECT_EQ(answer.lines.front().depth, 4) << parameter.name << ' ' << value;
    }
  }
}

TEST(Parameters, DivideTheClock) {
  using std::chrono::milliseconds;
  Limits limits;
  limits.clocks = {{{milliseconds(22'015), milliseconds(400)}, {milliseconds(1), milliseconds(0)}}};
  const auto usual = budget(limits, usual_parameters(Variant::Ordo), rules::Color::White);
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->soft, milliseconds(780));   // 60 % of a 22nd and three quarters of the increment
  EXPECT_EQ(usual->hard, milliseconds(3250));  // two and a half times that share
  const Parameters hasty =
      parameters_with(Variant::Ordo, {{"ordo.ClockTurns", 44}, {"ordo.ClockIncrement", 0}});
  EXPECT_EQ(budget(limits, hasty, rules::Color::White)->soft, milliseconds(300));
  EXPECT_EQ(budget(limits, hasty, rules::Color::Black)->hard, milliseconds(1));
}

}  // namespace
}  // namespace ordo::search
