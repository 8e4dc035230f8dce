// Single games with engines that play well, play badly, or misbehave in every way we could think of.
#include <array>
#include <atomic>
#include <chrono>
#include <dirent.h>
#include <memory>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/referee.h"
#include "rules/fen.h"

namespace ordo {
namespace {

using match::Contestant;
using match::Fault;
using match::GameRules;
using match::Played;
using match::Player;
using match::Process;
using rules::Color;
using rules::Variant;
using std::chrono::milliseconds;
using testing::HasSubstr;

using SteadyClock = std::chrono::steady_clock;

constexpr milliseconds kPatience{500};

Contestant fake(const std::string& mode, int after = 0) {
  Contestant contestant;
  contestant.name = mode;
  contestant.command = {ORDO_FAKE_ENGINE, mode, std::to_string(after)};
  contestant.pace.move_time = milliseconds(50);
  return contestant;
}

rules::Position start_of(Variant variant = Variant::Ordo) { return rules::Position::initial(variant); }

/// Two engines at a table.
class Table {
 public:
  Table(Contestant white, Contestant black, Variant variant = Variant::Ordo)
      : contestants_{std::move(white), std::move(black)}, variant_(variant) {}

  Played play(const rules::Position& start, const GameRules& game_rules = {}) {
    return match::play_game(start, white_, black_, game_rules);
  }
  Played play() { return play(start_of(variant_)); }
  [[nodiscard]] Player& white() { return white_; }

 private:
  std::array<Contestant, 2> contestants_;
  Variant variant_;
  std::atomic<bool> outside_{false};
  match::StopSignal stop_{outside_};
  Player white_{contestants_[0], variant_, kPatience, stop_};
  Player black_{contestants_[1], variant_, kPatience, stop_};
};

std::size_t open_descriptors() {
  std::size_t count = 0;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), closedir);
  while (readdir(folder.get()) != nullptr) ++count;
  return count;
}

TEST(Referee, PlaysAGameToItsEndByTheRules) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Table table(fake("good"), fake("good"), variant);
    const Played played = table.play();
    EXPECT_FALSE(played.foul.has_value());
    ASSERT_TRUE(played.game.outcome().has_value());
    EXPECT_EQ(played.winner(), played.game.outcome()->winner);
    const std::size_t plies = played.game.turns().size();
    EXPECT_EQ(played.effort[0].turns, (plies + 1) / 2);
    EXPECT_EQ(played.effort[1].turns, plies / 2);
    EXPECT_EQ(played.effort[0].depth, 3 * played.effort[0].told);
    EXPECT_EQ(played.effort[0].nodes, 100 * played.effort[0].told);
  }
}

TEST(Referee, StartsFromAnyPositionWithEitherSide) {
  const auto start = rules::parse_fen(Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b");
  ASSERT_TRUE(start.ok());
  Table table(fake("good"), fake("good"));
  EXPECT_TRUE(table.play(*start).game.outcome().has_value());
}

TEST(Referee, TooManyTurnsAreADraw) {
  Table table(fake("good"), fake("good"));
  GameRules short_game;
  short_game.max_plies = 5;
  const Played adjudicated = table.play(start_of(), short_game);
  EXPECT_EQ(adjudicated.game.turns().size(), 5U);
  EXPECT_FALSE(adjudicated.game.outcome().has_value());
  EXPECT_FALSE(adjudicated.foul.has_value());
  EXPECT_EQ(adjudicated.winner(), std::nullopt);
}

struct Misdeed {
  const char* mode;
  Fault fault;
  const char* detail;
};

class MisbehavingEngine : public testing::TestWithParam<Misdeed> {};

TEST_P(MisbehavingEngine, LosesAndOnlyItself) {
  const Misdeed& misdeed = GetParam();
  Table table(fake("good"), fake(misdeed.mode, 2));
  // The third turn of each new process goes wrong: also after a restart, and with no harm to the other
  // engine.
  for (int game = 0; game < 2; ++game) {
    const Played played = table.play();
    ASSERT_TRUE(played.foul.has_value());
    EXPECT_EQ(played.foul->by, Color::Black);
    EXPECT_EQ(match::name(played.foul->trouble.fault), match::name(misdeed.fault));
    EXPECT_THAT(played.foul->trouble.detail, HasSubstr(misdeed.detail));
    EXPECT_EQ(played.winner(), Color::White);
    EXPECT_EQ(played.game.turns().size(), 5U);
    EXPECT_EQ(played.effort[0].turns, 3U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Referee, MisbehavingEngine,
    testing::Values(Misdeed{"crash", Fault::Crash, "exit code 3: 'out of luck'"},
                    Misdeed{"abort", Fault::Crash, "signal 9"}, Misdeed{"hang", Fault::Hang, "no answer"},
                    Misdeed{"flood", Fault::Hang, "no answer"}, Misdeed{"late", Fault::Time, "50.0 ms left"},
                    Misdeed{"illegal", Fault::Illegal, "'a5-a6': "},
                    Misdeed{"stuck", Fault::Illegal, "a2-a4"},
                    Misdeed{"garbage", Fault::Malformed, "'\\x01\\xFFrubbish': "},
                    Misdeed{"empty", Fault::Malformed, "without a turn"},
                    Misdeed{"endless", Fault::Malformed, "a line of more than 65536 bytes"}),
    [](const auto& chosen) { return std::string(chosen.param.mode); });

TEST(Referee, LateAnswerIsALossOnTimeInTheGameToo) {
  Table table(fake("late"), fake("good"));
  const Played played = table.play();
  ASSERT_TRUE(played.game.outcome().has_value());
  EXPECT_EQ(*played.game.outcome(), (rules::Outcome{Color::Black, rules::Ending::Time}));
}

TEST(Referee, MarginForgivesABusyMachine) {
  Table table(fake("late"), fake("good"));
  GameRules lenient;
  lenient.margin = std::chrono::seconds(10);
  lenient.max_plies = 2;
  EXPECT_FALSE(table.play(start_of(), lenient).foul.has_value());
}

TEST(Referee, ClockRunsDownAndIncrementsAreAdded) {
  Contestant slow = fake("slow");  // 30 ms a turn
  slow.pace = {};
  slow.pace.clock = search::Clock{milliseconds(100), milliseconds(0)};
  GameRules strict;
  strict.margin = milliseconds(0);
  Table out_of_time(slow, fake("good"));
  const Played lost = out_of_time.play(start_of(), strict);
  ASSERT_TRUE(lost.foul.has_value());
  EXPECT_EQ(lost.foul->trouble.fault, Fault::Time);
  EXPECT_LE(lost.game.turns().size(), 6U);
  slow.pace.clock->increment = std::chrono::seconds(5);
  strict.max_plies = 12;
  Table in_time(slow, fake("good"));
  EXPECT_FALSE(in_time.play(start_of(), strict).foul.has_value());
}

TEST(Referee, AnswerNobodyAskedForIsNeverPlayed) {
  Table table(fake("twice", 1), fake("slow"));
  const Played played = table.play();
  ASSERT_TRUE(played.foul.has_value());
  EXPECT_EQ(played.foul->by, Color::White);
  EXPECT_EQ(played.foul->trouble.fault, Fault::Malformed);
}

TEST(Referee, ChatterBetweenGamesIsIgnored) {
  Table table(fake("chatty"), fake("good"));
  for (int game = 0; game < 2; ++game) EXPECT_FALSE(table.play().foul.has_value());
}

TEST(Player, SaysWhyAnEngineCannotStart) {
  const auto failure = [](Contestant contestant, Variant variant = Variant::Ordo) -> std::string {
    Table table(std::move(contestant), fake("good"), variant);
    try {
      table.white().start();
    } catch (const match::CannotStart& error) {
      return error.what();
    }
    return "";
  };
  Contestant missing = fake("good");
  missing.command = {"/nonexistent/engine"};
  EXPECT_THAT(failure(missing), HasSubstr("No such file"));
  EXPECT_THAT(failure(fake("mute")), HasSubstr("'ugiok'"));
  EXPECT_THAT(failure(fake("unready")), HasSubstr("'readyok'"));
  Contestant wrong = fake("good");
  wrong.command = {"true"};
  EXPECT_THAT(failure(wrong), HasSubstr("exit code 0"));
  Contestant mistyped = fake("good");
  mistyped.options = {{"Fake Opton", "1"}};
  EXPECT_THAT(failure(mistyped), HasSubstr("no option 'Fake Opton'"));
  mistyped.options = {{"fake option", "bad"}};
  EXPECT_THAT(failure(mistyped), HasSubstr("refuses an option: 'a bad value'"));
  mistyped.options = {{"fake option", "good"}};
  EXPECT_EQ(failure(mistyped, Variant::OrdoX), "");
}

TEST(Player, CanBeStoppedWhileItWaits) {
  const Contestant contestant = fake("hang");
  std::atomic<bool> outside{false};
  const match::StopSignal stop(outside);
  Player player(contestant, Variant::Ordo, std::chrono::hours(1), stop);
  ASSERT_FALSE(player.new_game().has_value());
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(50));
    outside = true;
  });
  EXPECT_THROW((void)player.ask(rules::Game(Variant::Ordo), {}, std::nullopt), match::Stopped);
}

TEST(Process, LeavesNothingBehind) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 10; ++i) {
    auto process = Process::start({"sh", "-c", "sleep 1000 & echo $!; exec sleep 1000"});
    ASSERT_TRUE(process.ok());
    const auto line = (**process).read_line(SteadyClock::now() + std::chrono::seconds(5));
    ASSERT_TRUE(line.ok());
    const pid_t grandchild = std::stoi(std::string(*line));
    EXPECT_EQ(kill(grandchild, 0), 0);
    (**process).kill();
    EXPECT_THAT((**process).obituary(), HasSubstr("signal 9"));
    // Its new parent may take a moment to bury it.
    const auto patience = SteadyClock::now() + std::chrono::seconds(5);
    std::string state = "R";
    while (SteadyClock::now() < patience && kill(grandchild, 0) == 0 && state != "Z") {
      std::this_thread::sleep_for(milliseconds(1));
      const std::unique_ptr<FILE, int (*)(FILE*)> stat(
          fopen(("/proc/" + std::to_string(grandchild) + "/stat").c_str(), "r"), fclose);
      std::array<char, 2> letter{};
      if (stat && fscanf(stat.get(), "%*d %*s %1s", letter.data()) == 1) state = letter.data();
    }
    EXPECT_LT(SteadyClock::now(), patience);
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Process, ChildrenDoNotInheritEachOthersPipes) {
  const auto descriptors_of_a_child = []() -> std::string {
    auto child = Process::start({"sh", "-c", "ls /proc/self/fd | wc -l"});
    if (!child) return child.error();
    const auto line = (**child).read_line(SteadyClock::now() + std::chrono::seconds(5));
    return line ? std::string(*line) : "no line";
  };
  const std::string alone = descriptors_of_a_child();
  auto other = Process::start({"cat"});
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(descriptors_of_a_child(), alone);
}

TEST(Process, WritingToTheDeadOrTheDeafIsAnAnswerNotASignal) {
  auto dead = Process::start({"true"});
  ASSERT_TRUE(dead.ok());
  EXPECT_TRUE((**dead).wait(SteadyClock::now() + std::chrono::seconds(5)));
  EXPECT_EQ((**dead).write("hello\n", SteadyClock::now() + milliseconds(50)), match::PipeTrouble::Closed);
  auto deaf = Process::start({"sleep", "1000"});
  ASSERT_TRUE(deaf.ok());
  const std::string much(1 << 20, 'x');
  EXPECT_EQ((**deaf).write(much, SteadyClock::now() + milliseconds(50)), match::PipeTrouble::Timeout);
}

TEST(Process, ReturnsWholeLinesOnly) {
  auto process = Process::start({"printf", "one\\r\\n\\ntwo\\nthree"});
  ASSERT_TRUE(process.ok());
  const auto deadline = SteadyClock::now() + std::chrono::seconds(5);
  EXPECT_EQ(*(**process).read_line(deadline), "one");
  EXPECT_EQ(*(**process).read_line(deadline), "");
  EXPECT_EQ(*(**process).read_line(deadline), "two");
  EXPECT_EQ((**process).read_line(deadline).error(), match::PipeTrouble::Closed);
}

}  // namespace
}  // namespace ordo
