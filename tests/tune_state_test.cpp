// The file of a tuning: it goes on exactly where it was, and takes nothing for its own that is not.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tune/state.h"
#include "tune/tuning.h"

namespace ordo::tune {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

Identity some_identity() {
  return {{"games=4 seed=1", "ordo; \"A\" against B"},
          {{"ordo.First", 28, 0, 400, 4}, {"ordo.Second", 6, 0, 20, 1}},
          2};
}

/// Games whose result depends on nothing but what is played.
std::optional<Outcome> pretend(std::size_t number, const Trial& trial) {
  Outcome outcome;
  ++outcome.plus.counts[static_cast<std::size_t>(trial.plus[0] + trial.plus[1]) % 5];
  ++outcome.plus.counts[number % 5];
  ++outcome.minus.counts[static_cast<std::size_t>(trial.minus[0]) % 5];
  ++outcome.minus.counts[4];
  outcome.faults = number % 2;
  return outcome;
}

std::string text_of(std::size_t iterations) {
  const Identity identity = some_identity();
  std::string text = head_line(identity);
  std::vector<Iteration> all;
  run_tuning(Spsa(identity.parameters, Gains{}, 3), iterations, all, pretend,
             [&](const auto& so_far) { text += iteration_line(so_far.size(), so_far.back()); });
  return text;
}

std::string why_not(const std::string& text) {
  const auto state = parse_state(text, some_identity());
  return state ? "" : state.error();
}

/// A path at which there is nothing, and nothing stays.
class StatePath {
 public:
  StatePath() {
    std::string name = (fs::temp_directory_path() / "ordo-tune-XXXXXX").string();
    close(mkstemp(name.data()));
    path_ = name;
    fs::remove(path_);
  }
  StatePath(const StatePath&) = delete;
  StatePath& operator=(const StatePath&) = delete;
  ~StatePath() { fs::remove(path_); }

  [[nodiscard]] const std::string& name() const { return path_; }
  [[nodiscard]] std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void write(std::string_view text) const { std::ofstream(path_, std::ios::trunc) << text; }

 private:
  std::string path_;
};

/// Goes on with the file until there are so many iterations.
void tune_on(const StatePath& path, std::size_t wanted) {
  const Identity identity = some_identity();
  auto opened = StateFile::open(path.name(), identity);
  ASSERT_TRUE(opened.ok()) << opened.error();
  StateFile file = *std::move(opened);
  std::vector<Iteration> all = file.take_iterations();
  EXPECT_TRUE(run_tuning(Spsa(identity.parameters, Gains{}, 3), wanted, all, pretend,
                         [&](const auto& so_far) { file.append(so_far.size(), so_far.back()); }));
}

TEST(TuneState, IsALineForEachIteration) {
  const Iteration iteration{{28.5, 6}, {{{0, 0, 1, 0, 1}}, {{2, 0, 0, 0, 0}}, 3}};
  EXPECT_EQ(iteration_line(7, iteration),
            "{\"iteration\":7,\"values\":[28.500000,6.000000],\"plus\":[0,0,1,0,1],\"minus\":[2,0,0,0,0],"
            "\"faults\":3}\n");
  EXPECT_EQ(head_line(some_identity()), "{\"tune\":[\"games=4 seed=1\",\"ordo; \\\"A\\\" against B\"]}\n");
}

TEST(TuneState, ReadsWhatItHasWritten) {
  const std::string text = text_of(20);
  const auto state = parse_state(text, some_identity());
  ASSERT_TRUE(state.ok()) << state.error();
  EXPECT_EQ(state->bytes, text.size());
  ASSERT_EQ(state->iterations.size(), 20U);
  std::string again = head_line(some_identity());
  for (std::size_t i = 0; i < 20; ++i) again += iteration_line(i + 1, state->iterations[i]);
  EXPECT_EQ(again, text);
  EXPECT_TRUE(parse_state("", some_identity())->iterations.empty());
}

TEST(TuneState, ResumesExactlyWhereverItWasCut) {
  const std::string whole = text_of(6);
  const StatePath path;
  tune_on(path, 6);
  ASSERT_EQ(path.text(), whole);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    path.write(whole.substr(0, length));
    tune_on(path, 6);
    ASSERT_EQ(path.text(), whole) << length;
  }
}

TEST(TuneState, MoreIterationsGoOn) {
  const StatePath path;
  tune_on(path, 2);
  tune_on(path, 5);
  EXPECT_EQ(path.text(), text_of(5));
  tune_on(path, 3);
  EXPECT_EQ(path.text(), text_of(5)) << "what is there stays";
}

TEST(TuneState, OfOtherSettingsIsRefused) {
  Identity other = some_identity();
  other.settings[1] = "ordo; \"A\" against C";
  const std::string text = text_of(1);
  EXPECT_EQ(
      parse_state(text, other).error(),
      "line 1: it holds a tuning with other settings\n  there: ordo; \"A\" against B\n  here:  ordo; \"A\" "
      "against C");
  other = some_identity();
  other.settings.emplace_back("more");
  EXPECT_THAT(parse_state(text, other).error(), HasSubstr("there: nothing more\n  here:  more"));
  other.settings = {"games=4 seed=1"};
  EXPECT_THAT(parse_state(text, other).error(), HasSubstr("against B\n  here:  nothing more"));
}

TEST(TuneState, SaysWhatIsWrongAndWhere) {
  const std::string head = head_line(some_identity());
  const auto with = [&](const std::string& line) { return why_not(head + line + "\n"); };
  const std::string rest = R"(,"plus":[0,0,2,0,0],"minus":[0,0,2,0,0],"faults":0})";
  EXPECT_EQ(with(R"({"iteration":1,"values":[28.5,6])" + rest), "");
  EXPECT_THAT(with(R"({"iteration":2,"values":[28.5,6])" + rest),
              HasSubstr("line 2: 'iteration' must be a whole number from 1 to 1."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[28.5])" + rest),
              HasSubstr("'values' must be an array of 2 numbers."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[400.5,6])" + rest),
              HasSubstr("ordo.First must be from 0 to 400."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[28.5,"6"])" + rest),
              HasSubstr("ordo.Second must be from 0 to 20."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[28,6],"plus":[0,0,1,0,0],"minus":[0,0,2,0,0],"faults":0})"),
              HasSubstr("'plus' must be five counts of together 2 pairs."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[28,6],"plus":[0,0,2,0,0],"minus":[0,0,3,-1,0],"faults":0})"),
              HasSubstr("'minus' must be five counts of together 2 pairs."));
  EXPECT_THAT(with(R"({"iteration":1,"values":[28,6],"more":1)" + rest),
              HasSubstr("There is no member 'more' here."));
  EXPECT_THAT(with("nonsense"), HasSubstr("line 2: This is no JSON we read"));
  EXPECT_THAT(with(""), HasSubstr("line 2: "));
}

TEST(TuneState, LeavesFilesOfOthersAsTheyAre) {
  const StatePath path;
  for (const std::string_view text :
       {"Dear diary", "Dear diary\n", "{\"tuna\":[]}", "{\"tune\":1}\n", "\n", "{}\n"}) {
    path.write(text);
    EXPECT_FALSE(StateFile::open(path.name(), some_identity()).ok()) << text;
    EXPECT_EQ(path.text(), text);
  }
  EXPECT_THAT(StateFile::open("/nonexistent/state", some_identity()).error(), HasSubstr("cannot be opened"));
}

TEST(TuneState, IsWrittenByOneAtATime) {
  const StatePath path;
  const auto first = StateFile::open(path.name(), some_identity());
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(StateFile::open(path.name(), some_identity()).error(), HasSubstr("another process"));
}

}  // namespace
}  // namespace ordo::tune
