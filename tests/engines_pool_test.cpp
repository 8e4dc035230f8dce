// Engines as opponents: good ones, and ones that crash, hang, lie, or are too few.
#include <atomic>
#include <chrono>
#include <future>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/pool.h"
#include "rules/notation.h"

namespace ordo {
namespace {

using engines::Pool;
using engines::PoolOptions;
using engines::Question;
using rules::Game;
using rules::Variant;
using std::chrono::milliseconds;
using testing::HasSubstr;

using Turn = util::Result<std::string, std::string>;

PoolOptions fake(const std::string& mode, int after = 0) {
  PoolOptions options;
  options.program.command = {ORDO_FAKE_ENGINE, mode, std::to_string(after)};
  options.patience = milliseconds(1500);
  options.program.most_memory = 0;  // sanitizers need all of it
  return options;
}

std::future<Turn> ask(Pool& pool, Question question) {
  const auto answer = std::make_shared<std::promise<Turn>>();
  pool.ask(std::move(question), [answer](Turn turn) { answer->set_value(std::move(turn)); });
  return answer->get_future();
}

Question question(Variant variant = Variant::Ordo, int level = 3) {
  return {Game(variant), level, milliseconds(50)};
}

TEST(Pool, AnswersWithALegalTurnInBothGamesAndAtEachLevel) {
  Pool pool(fake("good"));
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX, Variant::Ordo}) {
    for (const int level : {1, 10, engines::kFullStrength}) {
      const Turn turn = ask(pool, question(variant, level)).get();
      ASSERT_TRUE(turn.ok()) << turn.error();
      Game game(variant);
      EXPECT_TRUE(game.play(*turn).ok()) << *turn;
    }
  }
  EXPECT_EQ(pool.state().answered, 9U);
  EXPECT_EQ(pool.state().started, 1U);
}

TEST(Pool, AnEngineThatCrashesIsStartedAnewAndAskedAgain) {
  // The first turn of each process goes well.
  Pool pool(fake("crash", 1));
  for (int i = 0; i < 3; ++i) {
    const Turn turn = ask(pool, question()).get();
    ASSERT_TRUE(turn.ok()) << turn.error();
  }
  EXPECT_EQ(pool.state().started, 3U);
  EXPECT_EQ(pool.state().failed, 0U);
}

TEST(Pool, OneThatAlwaysMisbehavesFailsAfterTwoTries) {
  for (const std::string mode : {"crash", "abort", "illegal", "garbage", "empty", "mute"}) {
    Pool pool(fake(mode));
    const Turn turn = ask(pool, question()).get();
    ASSERT_FALSE(turn.ok()) << mode;
    EXPECT_FALSE(turn.error().empty()) << mode;
    EXPECT_EQ(pool.state().started, 2U) << mode;
    EXPECT_EQ(pool.state().failed, 1U) << mode;
  }
}

TEST(Pool, AnEngineThatHangsIsKilledAndTheNextQuestionIsAnswered) {
  PoolOptions options = fake("hang", 1);
  Pool pool(options);
  ASSERT_TRUE(ask(pool, question()).get().ok());
  const auto begin = std::chrono::steady_clock::now();
  const Turn turn = ask(pool, question()).get();
  ASSERT_TRUE(turn.ok()) << turn.error();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, options.patience);
  EXPECT_EQ(pool.state().started, 2U);
}

TEST(Pool, AProgramThatIsNotThereIsAFailureThatSaysSo) {
  PoolOptions options = fake("good");
  options.program.command = {"/nowhere/engine"};
  Pool pool(options);
  EXPECT_THAT(ask(pool, question()).get().error(), HasSubstr("cannot start"));
}

TEST(Pool, MoreThanMayWaitAreRefusedAtOnce) {
  PoolOptions options = fake("hang");
  options.most_waiting = 2;
  std::vector<std::future<Turn>> answers;
  {
    Pool pool(options);
    answers.push_back(ask(pool, question()));
    while (pool.state().waiting > 0) std::this_thread::yield();
    for (int i = 0; i < 3; ++i) answers.push_back(ask(pool, question()));
    EXPECT_THAT(answers.back().get().error(), HasSubstr("too many"));
    answers.pop_back();
  }
  // The end of the pool answers the others, and waits for no engine.
  for (auto& answer : answers) EXPECT_THAT(answer.get().error(), HasSubstr("being stopped"));
}

TEST(Pool, AnEngineGetsNoMoreMemoryThanAllowed) {
  PoolOptions options = fake("good");
  options.program.command = {"sh", "-c", "read hello; ulimit -v >&2; exit 1"};
  options.program.most_memory = std::uint64_t{123} << 20;
  Pool pool(options);
  EXPECT_THAT(ask(pool, question()).get().error(), HasSubstr(std::to_string(123 << 10)));
}

TEST(Pool, ProcessesWorkSideBySide) {
  PoolOptions options = fake("late");  // 200 ms a turn
  options.processes = 4;
  Pool pool(options);
  std::vector<std::future<Turn>> answers;
  for (int i = 0; i < 8; ++i) answers.push_back(ask(pool, question()));
  for (auto& answer : answers) EXPECT_TRUE(answer.get().ok());
  EXPECT_GE(pool.state().started, 2U);
  EXPECT_LE(pool.state().started, 4U);
}

}  // namespace
}  // namespace ordo
