// Engines as processes: how they are started, asked, stopped, and what is left of them.
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <memory>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/client.h"

namespace ordo::engines {
namespace {

using rules::Variant;
using std::chrono::milliseconds;
using testing::HasSubstr;

Program fake(const std::string& mode) { return {mode, {ORDO_FAKE_ENGINE, mode, "0"}, {}, 0}; }

std::size_t open_descriptors() {
  std::size_t count = 0;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), closedir);
  while (readdir(folder.get()) != nullptr) ++count;
  return count;
}

TEST(Client, SaysWhyAnEngineCannotStart) {
  const auto failure = [](const Program& program, Variant variant = Variant::Ordo) -> std::string {
    const std::atomic<bool> outside{false};
    const StopSignal stop(outside);
    Client client(program, variant, milliseconds(500), stop);
    try {
      client.start();
    } catch (const CannotStart& error) {
      return error.what();
    }
    return "";
  };
  Program missing = fake("good");
  missing.command = {"/nonexistent/engine"};
  EXPECT_THAT(failure(missing), HasSubstr("No such file"));
  EXPECT_THAT(failure(fake("mute")), HasSubstr("'ugiok'"));
  EXPECT_THAT(failure(fake("unready")), HasSubstr("'readyok'"));
  Program wrong = fake("good");
  wrong.command = {"true"};
  EXPECT_THAT(failure(wrong), HasSubstr("exit code 0"));
  Program mistyped = fake("good");
  mistyped.options = {{"Fake Opton", "1"}};
  EXPECT_THAT(failure(mistyped), HasSubstr("no option 'Fake Opton'"));
  mistyped.options = {{"fake option", "bad"}};
  EXPECT_THAT(failure(mistyped), HasSubstr("refuses an option: 'a bad value'"));
  mistyped.options = {{"fake option", "good"}};
  EXPECT_EQ(failure(mistyped, Variant::OrdoX), "");
}

TEST(Client, TellsTheScoreOfTheBestLine) {
  const auto score = [](const std::string& words) -> std::optional<thinking::Score> {
    const Program program = fake("says:" + words);
    const std::atomic<bool> outside{false};
    const StopSignal stop(outside);
    Client client(program, Variant::Ordo, std::chrono::hours(1), stop);
    EXPECT_FALSE(client.new_game().has_value());
    const auto reply = client.ask(rules::Game(Variant::Ordo), {}, std::nullopt);
    EXPECT_TRUE(reply.ok());
    return reply ? reply->score : std::nullopt;
  };
  using thinking::Score;
  EXPECT_EQ(score("score cp -35"), Score(-35));
  EXPECT_EQ(score("score cp 1;score cp 2"), Score(2));
  EXPECT_EQ(score("multipv 1 score win 2;multipv 2 score cp -9"), Score::win_after(3));
  EXPECT_EQ(score("score win -2;nodes 7;string the score is known"), Score::loss_after(4));
  EXPECT_EQ(score("nodes 7"), std::nullopt);
  EXPECT_EQ(score("score cp 5;score cp many"), std::nullopt);
  EXPECT_EQ(score(""), std::nullopt);
}

TEST(Client, CanBeStoppedWhileItWaits) {
  const Program program = fake("hang");
  std::atomic<bool> outside{false};
  const StopSignal stop(outside);
  Client client(program, Variant::Ordo, std::chrono::hours(1), stop);
  ASSERT_FALSE(client.new_game().has_value());
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(50));
    outside = true;
  });
  EXPECT_THROW((void)client.ask(rules::Game(Variant::Ordo), {}, std::nullopt), Stopped);
}

TEST(Process, LeavesNothingBehind) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 10; ++i) {
    auto process = Process::start({"sh", "-c", "sleep 1000 & echo $!; exec sleep 1000"});
    ASSERT_TRUE(process.ok());
    const auto line = (**process).read_line(SteadyClock::now() + std::chrono::seconds(60));
    ASSERT_TRUE(line.ok());
    const pid_t grandchild = std::stoi(std::string(*line));
    EXPECT_EQ(kill(grandchild, 0), 0);
    (**process).kill();
    EXPECT_THAT((**process).obituary(), HasSubstr("signal 9"));
    // Its new parent may take a moment to bury it.
    const auto patience = SteadyClock::now() + std::chrono::seconds(60);
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
    const auto line = (**child).read_line(SteadyClock::now() + std::chrono::seconds(60));
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
  EXPECT_TRUE((**dead).wait(SteadyClock::now() + std::chrono::seconds(60)));
  EXPECT_EQ((**dead).write("hello\n", SteadyClock::now() + milliseconds(50)), PipeTrouble::Closed);
  auto deaf = Process::start({"sleep", "1000"});
  ASSERT_TRUE(deaf.ok());
  const std::string much(1 << 20, 'x');
  EXPECT_EQ((**deaf).write(much, SteadyClock::now() + milliseconds(50)), PipeTrouble::Timeout);
}

TEST(Process, ReturnsWholeLinesOnly) {
  auto process = Process::start({"printf", "one\\r\\n\\ntwo\\nthree"});
  ASSERT_TRUE(process.ok());
  const auto deadline = SteadyClock::now() + std::chrono::seconds(60);
  EXPECT_EQ(*(**process).read_line(deadline), "one");
  EXPECT_EQ(*(**process).read_line(deadline), "");
  EXPECT_EQ(*(**process).read_line(deadline), "two");
  EXPECT_EQ((**process).read_line(deadline).error(), PipeTrouble::Closed);
}

}  // namespace
}  // namespace ordo::engines
