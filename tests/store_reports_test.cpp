// Reports on games over both kinds of database: in one pair of hands at a time, kept, stopped, taken over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using namespace std::chrono_literals;
using testing::ElementsAre;

class StoredReports : public DatabaseTest {
 protected:
  StoredReports() {
    for (const char* id : {"anna", "bert"})
      written(*database_, [&](Store& store) { return store.add_user(account(id, id)); });
  }

  ReportAsked ask(const GameId& game, const UserId& user = "anna", const std::string& worker = "one",
                  std::int64_t nodes = 100) {
    return written(*database_, [&](Store& store) {
      GameReport wanted{.game = game, .asked_by = user, .asked_at = at(++now_)};
      wanted.nodes = nodes;
      wanted.positions = 3;
      return store.ask_report(wanted, worker, {.most_of_a_user = 2, .most = 3});
    });
  }
  bool add(const GameId& game, int ply, const std::string& worker = "one") {
    return written(*database_, [&](Store& store) {
      return store.add_finding(game, worker, {ply, "[" + std::to_string(ply) + "]"}, at(++now_));
    });
  }
  std::optional<GameReport> take(const std::string& worker, Instant silent_since,
                                 bool are_others_gone = false) {
    return written(*database_, [&](Store& store) {
      return store.take_report(worker, at(++now_), silent_since, are_others_gone);
    });
  }
  GameReport report(const GameId& game) {
    return asked(*database_, [&](Store& store) { return store.report(game); }).value_or(GameReport{});
  }
  std::vector<std::string> found(const GameId& game, int from = 0) {
    return asked(*database_, [&](Store& store) { return store.report_positions(game, from); });
  }
  bool stop(const GameId& game, const UserId& user) {
    return written(*database_, [&](Store& store) { return store.stop_report(game, user); });
  }

  std::int64_t now_ = 1000;
};

INSTANTIATE_TEST_SUITE_P(Of, StoredReports, kBothKinds, name_of_kind);

TEST_P(StoredReports, AreDoneWithTheLastPosition) {
  EXPECT_FALSE(asked(*database_, [](Store& store) { return store.report("g1"); }));
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  EXPECT_EQ(ask("g1", "bert"), ReportAsked::There) << "whoever asks, it is one";
  EXPECT_TRUE(add("g1", 0));
  EXPECT_TRUE(add("g1", 0)) << "a job may run twice";
  EXPECT_TRUE(add("g1", 1));
  EXPECT_EQ(report("g1").state, ReportState::Waiting);
  EXPECT_EQ(report("g1").done, 2);
  EXPECT_TRUE(add("g1", 2));
  EXPECT_TRUE(add("g1", 2)) << "likewise";
  EXPECT_EQ(report("g1").state, ReportState::Done);
  EXPECT_THAT(found("g1"), ElementsAre("[0]", "[1]", "[2]"));
  EXPECT_THAT(found("g1", 2), ElementsAre("[2]"));
  EXPECT_EQ(ask("g1", "bert"), ReportAsked::There);
}

TEST_P(StoredReports, AreStoppedByWhoAskedAndGoOnWhereTheyWere) {
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  EXPECT_TRUE(add("g1", 0));
  EXPECT_FALSE(stop("g1", "bert"));
  EXPECT_TRUE(stop("g1", "anna"));
  EXPECT_FALSE(add("g1", 1)) << "nothing more is stored";
  EXPECT_EQ(report("g1").state, ReportState::Stopped);
  EXPECT_EQ(ask("g1", "bert", "two"), ReportAsked::Taken) << "by anybody";
  EXPECT_EQ(report("g1").asked_by, "bert");
  EXPECT_EQ(report("g1").done, 1);
  EXPECT_TRUE(add("g1", 1, "two"));
}

TEST_P(StoredReports, BeginAnewWithAnotherNumberOfNodes) {
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  EXPECT_TRUE(add("g1", 0));
  EXPECT_TRUE(stop("g1", "anna"));
  EXPECT_EQ(ask("g1", "anna", "one", 200), ReportAsked::Taken);
  EXPECT_EQ(report("g1").nodes, 200);
  EXPECT_TRUE(found("g1").empty());
}

TEST_P(StoredReports, AreTakenOverFromANodeThatIsSilent) {
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  EXPECT_TRUE(add("g1", 0));
  EXPECT_FALSE(take("two", at(500))) << "it was heard of since then";
  written(*database_, [&](Store& store) {
    const GameId game = "g1";
    store.keep_reports("one", std::span(&game, 1), at(5000));
  });
  EXPECT_FALSE(take("two", at(4999)));
  const auto taken = take("two", at(6000));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->done, 1);
  EXPECT_FALSE(add("g1", 1, "one")) << "who comes back finds it in other hands";
  EXPECT_TRUE(add("g1", 1, "two"));
  EXPECT_FALSE(take("two", at(900), true)) << "it has it already";
  EXPECT_TRUE(take("three", at(900), true)) << "the others are known to be gone";
  written(*database_, [&](Store& store) { store.leave_report("g1", "three", ReportState::Waiting); });
  EXPECT_TRUE(take("four", at(900))) << "it was left for whoever comes";
  written(*database_, [&](Store& store) { store.leave_report("g1", "four", ReportState::Failed); });
  EXPECT_FALSE(take("four", at(9000)));
  EXPECT_EQ(ask("g1"), ReportAsked::Taken) << "but may be asked for again";
}

TEST_P(StoredReports, AreLimitedByUserAndAltogether) {
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  EXPECT_EQ(ask("g2"), ReportAsked::Taken);
  EXPECT_EQ(ask("g3"), ReportAsked::TooManyOfUser);
  EXPECT_EQ(ask("g3", "bert"), ReportAsked::Taken);
  EXPECT_EQ(ask("g4", "bert"), ReportAsked::TooMany);
  EXPECT_TRUE(stop("g1", "anna"));
  EXPECT_EQ(ask("g4", "bert"), ReportAsked::Taken);
}

TEST_P(StoredReports, ForgetWhoAskedWhenTheAccountIsDeleted) {
  EXPECT_EQ(ask("g1"), ReportAsked::Taken);
  written(*database_, [&](Store& store) { store.delete_user("anna", at(++now_)); });
  EXPECT_EQ(report("g1").asked_by, "");
  EXPECT_EQ(report("g1").state, ReportState::Waiting);
}

TEST_P(StoredReports, EvaluationsAreReplacedByDeeperOnesAndTheOldestGo) {
  const auto put = [&](const std::string& position, std::int64_t nodes) {
    written(*database_, [&](Store& store) {
      store.put_evaluation(position, {nodes, "[" + std::to_string(nodes) + "]", "g1", 4, at(++now_)});
    });
  };
  const auto known = [&](const std::string& position) {
    return asked(*database_, [&](Store& store) { return store.evaluation(position); });
  };
  EXPECT_FALSE(known("ordo a"));
  put("ordo a", 100);
  put("ordo a", 50);
  ASSERT_TRUE(known("ordo a"));
  EXPECT_EQ(known("ordo a")->body, "[100]");
  EXPECT_EQ(known("ordo a")->game, "g1");
  EXPECT_EQ(known("ordo a")->ply, 4);
  put("ordo a", 200);
  EXPECT_EQ(known("ordo a")->nodes, 200);
  for (int i = 0; i < 600; ++i) put("ordo b" + std::to_string(i), 10);
  written(*database_, [](Store& store) { store.prune_evaluations(600); });
  EXPECT_FALSE(known("ordo a"));
  EXPECT_TRUE(known("ordo b599"));
  written(*database_, [](Store& store) { store.prune_evaluations(600); });
  EXPECT_TRUE(known("ordo b599")) << "few enough";
}

}  // namespace
}  // namespace ordo::store
