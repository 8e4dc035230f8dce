// Whole matches: pairs, counts, records that an interrupted match goes on from, and the sequential test.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/runner.h"
#include "match/summary.h"
#include "records/record.h"
#include "rules/fen.h"

namespace ordo {
namespace {

namespace fs = std::filesystem;

using engines::Fault;
using match::Book;
using match::Finished;
using match::GameLog;
using match::GameScore;
using match::Ledger;
using match::MatchEnd;
using match::MatchPlan;
using match::Tally;
using std::chrono::milliseconds;
using testing::HasSubstr;

match::Contestant fake(const std::string& name, const std::string& mode, int after = 0) {
  match::Contestant contestant;
  contestant.name = name;
  contestant.command = {ORDO_FAKE_ENGINE, mode, std::to_string(after)};
  contestant.pace.nodes = 1;
  return contestant;
}

MatchPlan plan_of(match::Contestant first, match::Contestant second) {
  MatchPlan plan;
  plan.contestants = {std::move(first), std::move(second)};
  plan.games = 12;
  plan.concurrency = 3;
  plan.patience = milliseconds(20'000);  // none of the engines here is slow on purpose
  plan.tags = {{plan.contestants[0].name, plan.contestants[1].name}, "some settings"};
  return plan;
}

Book book() {
  match::BookOptions options;
  options.nodes = 1;
  options.bound = 30000;
  return Book(options);
}

/// A file that is removed with its owner.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::string name = (fs::temp_directory_path() / "ordo-match-XXXXXX").string();
    close(mkstemp(name.data()));
    path_ = name;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { fs::remove(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void write(std::string_view text) const { std::ofstream(path_, std::ios::trunc) << text; }

 private:
  std::string path_;
};

struct Outcome {
  MatchEnd end;
  Tally tally;
  std::size_t new_games = 0;
};

/// Plays what is missing; stops after so many games if asked to.
Outcome run(const MatchPlan& plan, GameLog* log = nullptr, std::size_t stop_after = 0) {
  Book openings = book();
  Ledger ledger;
  if (log != nullptr) {
    for (const Finished& game : log->games()) {
      ledger.add(game);
      openings.remember(match::opening_of(game.number), game.start);
    }
  }
  std::atomic<bool> stop{false};
  std::size_t new_games = 0;
  const auto on_game = [&](const Finished&, const Tally&) {
    if (++new_games == stop_after) stop = true;
  };
  const MatchEnd end = match::run_match(plan, openings, ledger, log, stop, on_game);
  return {end, ledger.tally(), new_games};
}

Outcome run(const MatchPlan& plan, const std::string& path, std::size_t stop_after = 0) {
  auto log = GameLog::open(path, plan.tags);
  EXPECT_TRUE(log.ok()) << log.error();
  if (!log) return {};
  GameLog opened = *std::move(log);
  return run(plan, &opened, stop_after);
}

TEST(Match, PlaysEveryOpeningWithBothColours) {
  const MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  const TemporaryFile file;
  const Outcome outcome = run(plan, file.path());
  EXPECT_EQ(outcome.end, MatchEnd::Complete);
  EXPECT_EQ(outcome.tally.games, 12U);
  EXPECT_EQ(outcome.tally.pairs.pairs(), 6U);
  // The same play with colours exchanged: what one wins the other wins, too.
  EXPECT_EQ(outcome.tally.pairs.counts[2], 6U);
  const auto records = records::parse_records(file.text());
  ASSERT_TRUE(records.ok()) << records::to_text(records.error());
  ASSERT_EQ(records->size(), 12U);
  std::map<std::string, std::vector<rules::Position>> openings;
  for (const records::Record& record : *records) {
    openings[std::string(*records::tag_value(record, "Opening"))].push_back(record.start);
  }
  ASSERT_EQ(openings.size(), 6U);
  for (const auto& [number, starts] : openings) {
    ASSERT_EQ(starts.size(), 2U);
    EXPECT_EQ(starts[0], starts[1]);
  }
}

TEST(Match, CrashesAreCountedForWhoCrashes) {
  const MatchPlan plan = plan_of(fake("A", "good"), fake("B", "crash", 5));
  const TemporaryFile file;
  const Outcome outcome = run(plan, file.path());
  EXPECT_EQ(outcome.end, MatchEnd::Complete);
  EXPECT_EQ(outcome.tally.count(GameScore::Win), 12U);
  EXPECT_EQ(outcome.tally.faults[1][static_cast<std::size_t>(Fault::Crash)], 12U);
  EXPECT_EQ(outcome.tally.faults[0], (std::array<std::uint64_t, engines::kFaults>{}));
  EXPECT_THAT(file.text(), HasSubstr("[Termination \"crash\"]"));
  EXPECT_THAT(file.text(), HasSubstr("[Fault \"Black: exit code 3: 'out of luck'\"]"));
  EXPECT_THAT(match::summary_text(plan, outcome.tally, outcome.end), HasSubstr("faults: 12 crash"));
}

TEST(Match, GoesOnWhereItStopped) {
  const MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  const Outcome whole = run(plan);
  const TemporaryFile file;
  const Outcome first = run(plan, file.path(), 5);
  EXPECT_EQ(first.end, MatchEnd::Stopped);
  EXPECT_LT(first.tally.games, 12U);
  const Outcome second = run(plan, file.path());
  EXPECT_EQ(second.end, MatchEnd::Complete);
  EXPECT_EQ(first.new_games + second.new_games, 12U);
  EXPECT_EQ(second.tally.games, 12U);
  EXPECT_EQ(second.tally.scores, whole.tally.scores);
  EXPECT_EQ(second.tally.pairs.counts, whole.tally.pairs.counts);
  EXPECT_EQ(second.tally.terminations, whole.tally.terminations);
  EXPECT_EQ(second.tally.effort[0].turns, whole.tally.effort[0].turns);
  const Outcome third = run(plan, file.path());
  EXPECT_EQ(third.new_games, 0U);
  EXPECT_EQ(third.end, MatchEnd::Complete);
}

TEST(Match, WithResignationsGoesOnWhereItStopped) {
  MatchPlan plan = plan_of(fake("A", "says:score cp 800"), fake("B", "says:score win -4"));
  plan.game_rules.resignation = match::ResignRule{700, 2};
  const TemporaryFile file;
  const Outcome first = run(plan, file.path(), 5);
  EXPECT_EQ(first.end, MatchEnd::Stopped);
  const Outcome second = run(plan, file.path());
  EXPECT_EQ(second.end, MatchEnd::Complete);
  EXPECT_EQ(first.new_games + second.new_games, 12U);
  EXPECT_EQ(second.tally.count(GameScore::Win), 12U);
  EXPECT_EQ(second.tally.pairs.counts[4], 6U);
  EXPECT_EQ(second.tally.plies, 12U * 4U);
  EXPECT_EQ(second.tally.terminations, (std::map<std::string, std::uint64_t>{{"resignation", 12}}));
  EXPECT_EQ(second.tally.faults[1], (std::array<std::uint64_t, engines::kFaults>{}));
  EXPECT_THAT(match::summary_text(plan, second.tally, second.end), HasSubstr("ended by 12 resignation"));
  const auto records = records::parse_records(file.text());
  ASSERT_TRUE(records.ok()) << records::to_text(records.error());
  for (const records::Record& record : *records) EXPECT_EQ(record.ending, rules::Ending::Resignation);
}

TEST(Match, CanBeMadeLonger) {
  MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  plan.games = 4;
  const TemporaryFile file;
  EXPECT_EQ(run(plan, file.path()).tally.games, 4U);
  plan.games = 6;
  const Outcome more = run(plan, file.path());
  EXPECT_EQ(more.new_games, 2U);
  EXPECT_EQ(more.tally.games, 6U);
}

TEST(Match, HalfWrittenRecordIsPlayedAgainWhereverItWasCut) {
  MatchPlan plan = plan_of(fake("A", "good"), fake("B", "crash", 3));
  plan.games = 2;
  plan.concurrency = 1;
  const TemporaryFile file;
  run(plan, file.path());
  const std::string whole = file.text();
  const std::size_t second = whole.find("\n\n[Event") + 1;
  ASSERT_NE(second, std::string::npos + 1);
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    file.write(whole.substr(0, length));
    auto log = GameLog::open(file.path(), plan.tags);
    ASSERT_TRUE(log.ok()) << length << ": " << log.error();
    const std::size_t games = length < second ? 0 : length < whole.size() ? 1 : 2;
    ASSERT_EQ(log->games().size(), games) << length;
    ASSERT_EQ(file.text(), whole.substr(0, games == 0 ? 0 : games == 1 ? second : whole.size()));
  }
  file.write(whole.substr(0, whole.size() - 7));
  run(plan, file.path());
  EXPECT_TRUE(records::parse_records(file.text()).ok());
  EXPECT_EQ(records::parse_records(file.text())->size(), 2U);
}

TEST(GameLog, RefusesWhatIsNotThisMatch) {
  MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  plan.games = 2;
  const TemporaryFile file;
  run(plan, file.path());
  const std::string before = file.text();
  match::MatchTags other = plan.tags;
  other.settings = "other settings";
  EXPECT_THAT(GameLog::open(file.path(), other).error(),
              HasSubstr("other settings\n  there: some settings\n  here:  other settings"));
  EXPECT_EQ(file.text(), before);
  file.write(before + "\n" + before);
  EXPECT_THAT(GameLog::open(file.path(), plan.tags).error(), HasSubstr("is in it twice"));
  for (const std::string_view text :
       {"Dear diary", "[Event \"Mine\"]\n\n1. e3-e4 *\n", "[Event \"A - B\"]\n\n*\n"}) {
    file.write(text);
    EXPECT_FALSE(GameLog::open(file.path(), plan.tags).ok()) << text;
    EXPECT_EQ(file.text(), text);
  }
  EXPECT_THAT(GameLog::open("/nonexistent/file", plan.tags).error(), HasSubstr("cannot be opened"));
}

TEST(GameLog, IsWrittenByOneMatchAtATime) {
  const MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  const TemporaryFile file;
  const auto first = GameLog::open(file.path(), plan.tags);
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(GameLog::open(file.path(), plan.tags).error(), HasSubstr("another process"));
}

TEST(Match, EndsWhenTheTestIsDecided) {
  MatchPlan plan = plan_of(fake("A", "good"), fake("B", "illegal"));
  plan.games = 4000;
  plan.sprt = match::Sprt{0, 400, 0.05, 0.05};
  const TemporaryFile file;
  const Outcome outcome = run(plan, file.path());
  EXPECT_EQ(outcome.end, MatchEnd::Decided);
  EXPECT_EQ(match::verdict(*plan.sprt, outcome.tally.pairs), match::Verdict::H1);
  EXPECT_LT(outcome.tally.games, 200U);
  EXPECT_EQ(run(plan, file.path()).new_games, 0U);
  EXPECT_THAT(match::summary_json(plan, outcome.tally, outcome.end), HasSubstr("\"verdict\":\"H1\""));
}

TEST(Match, FailsWhereAnEngineCannotStart) {
  MatchPlan plan = plan_of(fake("A", "good"), fake("B", "good"));
  plan.contestants[1].command = {"/nonexistent/engine"};
  EXPECT_THROW(run(plan), engines::CannotStart);
}

}  // namespace
}  // namespace ordo
