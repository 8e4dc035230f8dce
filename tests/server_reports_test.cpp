// Reports as the server makes them: who may ask and stop, one after the other, through the loss of a node.
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/notation.h"
#include "server/games/reports.h"
#include "support/hub_test.h"

namespace ordo::tests {
namespace {

using namespace std::chrono_literals;
using online::Color;
using store::ReportState;

class ReportsTest : public HubTest {
 protected:
  ~ReportsTest() override { std::filesystem::remove(door_); }

  /// An engine that finds nothing until the door is open.
  [[nodiscard]] engines::PoolOptions engine(const std::string& mode) const {
    engines::PoolOptions options;
    options.program.command = {ORDO_FAKE_ENGINE, mode};
    options.program.most_memory = 0;
    return options;
  }
  void open_the_door() const { std::ofstream(door_) << "open"; }

  [[nodiscard]] std::shared_ptr<server::Reports> reports_on(Node& node, engines::Pool* pool,
                                                            server::ReportOptions options = {}) {
    options.nodes = 100;
    options.sweep_every = 10ms;
    return std::make_shared<server::Reports>(ground_.io.get_executor(), *database_, pool, *ground_.log,
                                             node.time().clock(), options);
  }

  /// A game of four turns that Bert has given up.
  online::GameId over(Node& node) {
    const online::GameId game = begin(node);
    rules::Game played(rules::Variant::Ordo);
    for (int ply = 1; ply <= 4; ++ply) {
      const std::string turn = some_turn(played, 0);
      EXPECT_TRUE(played.play(turn).ok());
      EXPECT_TRUE(node.wait(node.hub().maker().command(account_of(ply % 2 == 1 ? "anna" : "bert"), game,
                                                       online::Move{ply, turn}))
                      .ok());
    }
    EXPECT_TRUE(node.wait(node.hub().maker().command(account_of("bert"), game, online::Resign{})).ok());
    return game;
  }

  [[nodiscard]] store::GameReport report(const online::GameId& game) {
    return asked(*database_, [&](store::Store& store) { return store.report(game); })
        .value_or(store::GameReport{});
  }
  store::GameReport until(const online::GameId& game, ReportState state) {
    while (report(game).state != state) std::this_thread::sleep_for(1ms);
    return report(game);
  }

  const std::string door_ = folder_.file("door");
};

template <class T>
std::string code_of(const util::Result<T, server::Refused>& answer) {
  return answer.ok() ? "" : answer.error().code;
}

TEST_F(ReportsTest, AreMadeOnceForAllAndKept) {
  engines::Pool pool(engine("good"));
  Node node(ground_, *database_);
  const auto reports = reports_on(node, &pool);
  const online::GameId game = over(node);
  EXPECT_EQ(code_of(node.wait(reports->ask(account_of("carl"), game))), "") << "a spectator may, too";
  until(game, ReportState::Done);
  const auto again = node.wait(reports->ask(account_of("anna"), game));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->state, ReportState::Done);
  EXPECT_EQ(again->positions, 5);
  EXPECT_EQ(again->done, 5);
  const auto found = asked(*database_, [&](store::Store& store) { return store.report_positions(game); });
  ASSERT_EQ(found.size(), 5U);
  EXPECT_THAT(found[0], testing::StartsWith(R"([{"depth":3,"score":{"cp":7},"turns":[")"));
  const auto known = asked(*database_, [&](store::Store& store) {
    return store.evaluation(server::evaluation_key(rules::Position::initial(rules::Variant::Ordo)));
  });
  ASSERT_TRUE(known) << "what was found is known of the position";
  EXPECT_EQ(known->body, found[0]);
  EXPECT_EQ(known->game, game);
}

TEST_F(ReportsTest, AreRefusedWhileTheGameGoesOnAndWithoutAnEngine) {
  engines::Pool pool(engine("good"));
  Node node(ground_, *database_);
  const auto reports = reports_on(node, &pool);
  const online::GameId going_on = begin(node);
  EXPECT_EQ(code_of(node.wait(reports->ask(account_of("anna"), going_on))), "not-over");
  EXPECT_EQ(code_of(node.wait(reports->ask(account_of("anna"), "nothing12345"))), "no-such-game");
  EXPECT_EQ(code_of(node.wait(reports_on(node, nullptr)->ask(account_of("anna"), over(node)))), "no-engine");
}

TEST_F(ReportsTest, AreStoppedByWhoAskedForThemOnly) {
  engines::Pool pool(engine("behind-a-door:" + door_));
  Node node(ground_, *database_);
  const auto reports = reports_on(node, &pool);
  const online::GameId game = over(node);
  const auto stop = [&](std::string_view who) {
    const auto refused = node.wait(reports->stop(account_of(who), game));
    return refused ? refused->code : "stopped";
  };
  EXPECT_EQ(stop("anna"), "no-such-report");
  ASSERT_TRUE(node.wait(reports->ask(account_of("anna"), game)).ok());
  EXPECT_EQ(stop("bert"), "not-yours");
  EXPECT_EQ(stop("anna"), "stopped");
  EXPECT_EQ(stop("anna"), "stopped") << "twice is once";
  open_the_door();
  EXPECT_EQ(report(game).state, ReportState::Stopped);
}

TEST_F(ReportsTest, AreLimitedByUserAndByNetwork) {
  engines::Pool pool(engine("hang"));
  Node node(ground_, *database_);
  server::ReportOptions options;
  options.limits = {.most_of_a_user = 1, .most = 10};
  options.most_of_a_network = 2;
  const auto reports = reports_on(node, &pool, options);
  const auto ask = [&](std::string_view user) {
    server::Identity who = account_of(user);
    who.network = 7;
    return code_of(node.wait(reports->ask(who, over(node))));
  };
  EXPECT_EQ(ask("anna"), "");
  EXPECT_EQ(ask("anna"), "too-many-reports");
  EXPECT_EQ(ask("bert"), "");
  EXPECT_EQ(ask("carl"), "too-many-reports") << "the network has two";
  node.wait(reports->drain());
}

TEST_F(ReportsTest, GoOnWithAnotherNodeWhenTheirsStops) {
  engines::Pool shut(engine("behind-a-door:" + door_));
  engines::Pool good(engine("good"));
  Node node(ground_, *database_);
  const auto first = reports_on(node, &shut);
  const online::GameId game = over(node);
  ASSERT_TRUE(node.wait(first->ask(account_of("anna"), game)).ok());
  server::ReportOptions patient_one;
  patient_one.silence = 1h;
  const auto second = reports_on(node, &good, patient_one);
  node.wait(first->drain());
  second->start();
  EXPECT_EQ(until(game, ReportState::Done).done, 5) << "at once: it was handed over";
  open_the_door();
}

TEST_F(ReportsTest, ThatTheEngineCannotMakeFailAndMayBeAskedForAgain) {
  engines::Pool bad(engine("silent"));
  engines::Pool good(engine("good"));
  Node node(ground_, *database_);
  const auto reports = reports_on(node, &bad);
  const online::GameId game = over(node);
  ASSERT_TRUE(node.wait(reports->ask(account_of("anna"), game)).ok());
  until(game, ReportState::Failed);
  ASSERT_TRUE(node.wait(reports_on(node, &good)->ask(account_of("bert"), game)).ok());
  EXPECT_EQ(until(game, ReportState::Done).done, 5);
}

TEST_F(ReportsTest, APositionIsLookedAtMoreDeeplyOnceForAll) {
  engines::Pool pool(engine("behind-a-door:" + door_));
  Node node(ground_, *database_);
  const auto reports = reports_on(node, &pool);
  const auto start = rules::Position::initial(rules::Variant::Ordo);
  const auto other = rules::Position::initial(rules::Variant::OrdoX);
  const auto third = rules::Game(rules::Variant::Ordo).position().after(*rules::read_turn(start, "c2-c4"));
  const auto look = [&](std::uint64_t network, const rules::Position& position) -> std::string {
    server::Identity who = account_of("anna");
    who.network = network;
    const auto known = node.wait(reports->look(who, position));
    if (!known) return known.error().code;
    return *known ? "known" : "looking";
  };
  EXPECT_EQ(look(1, start), "looking");
  EXPECT_EQ(look(1, start), "looking") << "the same, not another";
  EXPECT_EQ(look(1, other), "looking");
  EXPECT_EQ(look(1, third), "too-many-looks");
  EXPECT_EQ(look(2, third), "looking") << "another network";
  open_the_door();
  while (look(1, start) != "known") std::this_thread::sleep_for(1ms);
  const auto known =
      asked(*database_, [&](store::Store& store) { return store.evaluation(server::evaluation_key(start)); });
  ASSERT_TRUE(known);
  EXPECT_EQ(known->nodes, reports->look_nodes());
  EXPECT_EQ(known->game, "");
  EXPECT_EQ(code_of(node.wait(reports_on(node, nullptr)->look(account_of("anna"), start))), "no-engine");
}

}  // namespace
}  // namespace ordo::tests
