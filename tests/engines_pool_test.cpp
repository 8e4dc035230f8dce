// Engines as opponents: good ones, and ones that crash, hang, lie, or are too few.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <unistd.h>

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
  options.patience = std::chrono::minutes(1);
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
  EXPECT_EQ(pool.state().started, 2U) << "one for the quick levels, one for the others";
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
    PoolOptions options = fake(mode);
    if (mode == "mute") options.patience = milliseconds(200);
    Pool pool(options);
    const Turn turn = ask(pool, question()).get();
    ASSERT_FALSE(turn.ok()) << mode;
    EXPECT_FALSE(turn.error().empty()) << mode;
    EXPECT_EQ(pool.state().started, 2U) << mode;
    EXPECT_EQ(pool.state().failed, 1U) << mode;
  }
}

TEST(Pool, AnEngineThatHangsIsKilledAndTheNextQuestionIsAnswered) {
  PoolOptions options = fake("hang", 1);
  options.patience = std::chrono::seconds(3);  // the first answer of each process must come within it
  Pool pool(options);
  ASSERT_TRUE(ask(pool, question()).get().ok());
  const Turn turn = ask(pool, question()).get();
  ASSERT_TRUE(turn.ok()) << turn.error();
  EXPECT_GE(pool.state().started, 2U);
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
  for (int i = 0; i < 8; ++i) answers.push_back(ask(pool, question(Variant::Ordo, 10)));
  for (auto& answer : answers) EXPECT_TRUE(answer.get().ok());
  EXPECT_GE(pool.state().started, 2U);
  EXPECT_LE(pool.state().started, 4U);
}

Question asked_by(std::uint64_t network, const std::string& user, int level) {
  Question asked = question(Variant::Ordo, level);
  asked.asker = {network, user};
  return asked;
}

TEST(Pool, AWeakLevelDoesNotWaitForStrongOnes) {
  PoolOptions options = fake("hang-at-full-strength");
  Pool pool(options);
  std::vector<std::future<Turn>> strong;
  for (int i = 0; i < 50; ++i) strong.push_back(ask(pool, asked_by(1, "anna", engines::kFullStrength)));
  EXPECT_TRUE(ask(pool, asked_by(2, "bert", 1)).get().ok());
  EXPECT_EQ(pool.state().answered, 1U) << "while none of the fifty was answered";
}

TEST(Pool, WhoAsksOnceDoesNotWaitForAllThatAnotherAsked) {
  const std::string door = testing::TempDir() + "ordo-door-" + std::to_string(::getpid());
  PoolOptions options = fake("behind-a-door:" + door);
  Pool pool(options);
  std::mutex guard;
  std::string order;
  std::vector<std::future<void>> answers;
  const auto note = [&](char who, Question asked) {
    const auto done = std::make_shared<std::promise<void>>();
    answers.push_back(done->get_future());
    pool.ask(std::move(asked), [&, who, done](const Turn& turn) {
      EXPECT_TRUE(turn.ok()) << turn.error();
      {
        const std::lock_guard lock(guard);
        order += who;
      }
      done->set_value();
    });
  };
  // Anna is one user, the c's are many from one place; nothing is answered until all have asked.
  for (int i = 0; i < 6; ++i) note('a', asked_by(1, "anna", 10));
  for (int i = 0; i < 6; ++i) note('c', asked_by(3, "carl" + std::to_string(i), 10));
  note('b', asked_by(2, "bert", 10));
  std::ofstream(door) << "open";
  for (auto& answer : answers) answer.get();
  std::filesystem::remove(door);
  EXPECT_LE(order.find('b'), 3U) << order;
  EXPECT_EQ(order.size(), 13U);
}

using Sight = util::Result<thinking::Report, std::string>;

std::future<Sight> study(Pool& pool, Game game, engines::Asker asker = {}) {
  const auto found = std::make_shared<std::promise<Sight>>();
  pool.study({std::move(game), 100, std::move(asker)},
             [found](Sight sight) { found->set_value(std::move(sight)); });
  return found->get_future();
}

TEST(Pool, AStudyIsAnsweredWithTheLineOfItsSearch) {
  Pool pool(fake("good"));
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const Sight sight = study(pool, Game(variant)).get();
    ASSERT_TRUE(sight.ok()) << sight.error();
    EXPECT_EQ(sight->depth, 3);
    EXPECT_EQ(sight->score, thinking::Score(7));
    EXPECT_EQ(sight->line.size(), 1U);
  }
  EXPECT_EQ(pool.state().answered, 0U) << "nobody asked for a turn";
}

TEST(Pool, AStudyFailsWhereTheEngineSaysNothingOfItOrDies) {
  for (const std::string mode : {"silent", "crash", "garbage"}) {
    Pool pool(fake(mode));
    EXPECT_FALSE(study(pool, Game(Variant::Ordo)).get().ok()) << mode;
  }
}

TEST(Pool, StudiesWaitWhileAGameWaitsForItsTurn) {
  // The engine of the games hangs, and a second question waits behind the first.
  Pool pool(fake("hang-at-full-strength"));
  const auto first = ask(pool, asked_by(1, "anna", engines::kFullStrength));
  while (pool.state().waiting > 0) std::this_thread::yield();
  const auto second = ask(pool, asked_by(1, "anna", engines::kFullStrength));
  auto found = study(pool, Game(Variant::Ordo));
  EXPECT_TRUE(ask(pool, asked_by(2, "bert", 1)).get().ok()) << "a quick level has gone by";
  EXPECT_EQ(pool.state().studies, 1U) << "the study has not begun";
  EXPECT_NE(found.wait_for(milliseconds(0)), std::future_status::ready);
}

TEST(Pool, StudiesOfManyUsersTakeTurns) {
  const std::string door = testing::TempDir() + "ordo-study-door-" + std::to_string(::getpid());
  Pool pool(fake("behind-a-door:" + door));
  std::mutex guard;
  std::string order;
  std::vector<std::future<void>> all;
  const auto note = [&](char who, engines::Asker asker) {
    const auto done = std::make_shared<std::promise<void>>();
    all.push_back(done->get_future());
    pool.study({Game(Variant::Ordo), 100, std::move(asker)}, [&, who, done](const Sight& sight) {
      EXPECT_TRUE(sight.ok()) << sight.error();
      {
        const std::lock_guard lock(guard);
        order += who;
      }
      done->set_value();
    });
  };
  for (int i = 0; i < 6; ++i) note('a', {1, "anna"});
  note('b', {2, "bert"});
  std::ofstream(door) << "open";
  for (auto& one : all) one.get();
  std::filesystem::remove(door);
  EXPECT_LE(order.find('b'), 2U) << order;
}

}  // namespace
}  // namespace ordo
