// What is told of a tuning: what to use, in words and as a picture.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tune/plot.h"
#include "tune/tuning.h"

namespace ordo::tune {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Spsa two_parameters() {
  return Spsa({{"ordo.First", 28, 0, 400, 4}, {"ordo.Second", 6, 0, 20, 1}}, Gains{}, 1);
}

/// Eight iterations, of which the first parameter climbs and the second stays.
std::vector<Iteration> eight() {
  std::vector<Iteration> all;
  for (int i = 1; i <= 8; ++i) {
    const auto wins = static_cast<std::uint64_t>(i);
    all.push_back({{28.0 + 4 * i, 6.2}, {{{0, 0, 8 - wins, 0, wins}}, {{0, 0, 8, 0, 0}}, 0}});
  }
  return all;
}

const Telling kTelling{.game = "Ordo", .wanted = 10, .is_stopped = true, .has_pool = true};

TEST(Tuning, StopsWhereTheGamesDo) {
  std::vector<Iteration> all;
  const auto play = [](std::size_t number, const Trial&) {
    return number < 3 ? std::optional(Outcome{{{0, 0, 1, 0, 0}}, {{0, 0, 1, 0, 0}}, 0}) : std::nullopt;
  };
  EXPECT_FALSE(run_tuning(two_parameters(), 5, all, play, [](const auto&) {}));
  EXPECT_EQ(all.size(), 2U);
}

TEST(Tuning, UsesTheMeanOfTheLastQuarter) {
  EXPECT_THAT(settled(two_parameters(), eight()), ElementsAre(DoubleNear(58, 1e-9), DoubleNear(6.2, 1e-9)));
  EXPECT_THAT(settled(two_parameters(), {}), ElementsAre(28, 6));
}

TEST(Tuning, TellsWhatToUseAndHowToTryIt) {
  const std::string text = summary_text(two_parameters(), eight(), kTelling);
  EXPECT_THAT(text, HasSubstr("Ordo, 2 parameters tuned: 8 of 10 iterations, stopped\n"));
  EXPECT_THAT(text, HasSubstr("  ordo.First      28 -> 58     +7.50 steps of 4\n"));
  EXPECT_THAT(text, HasSubstr("  ordo.Second      6 -> 6      +0.20 steps of 1\n"));
  EXPECT_THAT(text, HasSubstr("score    first quarter 54.7 %, Elo"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "to try it: ordo match --a 'name=tuned option.Tune ordo.First=58 option.Tune ordo.Second=6'\n"));
  EXPECT_THAT(text, Not(HasSubstr("faults")));
  EXPECT_THAT(summary_text(two_parameters(), {}, kTelling), HasSubstr("nothing has been learned\n"));
  std::vector<Iteration> faulty = eight();
  faulty[2].outcome.faults = 4;
  EXPECT_THAT(summary_text(two_parameters(), faulty, kTelling), HasSubstr("faults   4 games ended by one\n"));
}

TEST(Tuning, TellsHowItGoes) {
  EXPECT_EQ(progress_line(eight(), kTelling), "8/10  plus 100.0 %, minus 50.0 %; all 64.1 %");
  Telling alone = kTelling;
  alone.has_pool = false;
  EXPECT_EQ(progress_line(eight(), alone), "8/10  plus 100.0 %, minus 50.0 %");
  EXPECT_THAT(summary_text(two_parameters(), eight(), alone), Not(HasSubstr("score")));
}

TEST(TunePlot, DrawsALineForEachParameterAndTheScore) {
  const auto count = [](const std::string& text, std::string_view part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
    return number;
  };
  const std::string svg = plot_svg(two_parameters(), eight(), "Two < three & more", true);
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  EXPECT_EQ(count(svg, "<polyline"), 3U);
  EXPECT_EQ(count(svg, "<circle"), 8U);
  EXPECT_THAT(svg, HasSubstr("Two &lt; three &amp; more"));
  EXPECT_THAT(svg, HasSubstr("ordo.First  28 → 58  (0 … 400)"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(count(plot_svg(two_parameters(), eight(), "", false), "<polyline"), 2U);
  EXPECT_EQ(count(plot_svg(two_parameters(), {}, "", true), "<polyline"), 2U);
}

}  // namespace
}  // namespace ordo::tune
