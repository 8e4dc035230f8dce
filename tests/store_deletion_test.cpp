// Somebody goes for good, over both kinds of database: nothing stays of the name, and nothing brings it back.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

class Deletion : public DatabaseTest {
 protected:
  Deletion() {
    written(*database_, [](Store& store) {
      EXPECT_TRUE(store.add_user(account("anna", "Name of anna")));
      EXPECT_TRUE(store.add_user(account("bert", "Name of bert")));
    });
  }
  [[nodiscard]] GameSummary summary(const GameId& game) {
    return ask([&](Store& store) { return store.summary(game); }).value();
  }
  /// The name, wherever it still is.
  [[nodiscard]] std::vector<std::string> traces() {
    std::vector<std::string> found;
    database_->read_now([&](Connection& c) {
      for (const char* sql :
           {"SELECT body FROM events WHERE body LIKE '%Name of anna%'",
            "SELECT id FROM games WHERE white_name LIKE '%anna%' OR black_name LIKE '%anna%'",
            "SELECT id FROM users WHERE name LIKE '%anna%' OR name_key LIKE '%anna%'",
            "SELECT id FROM seeks WHERE owner_name LIKE '%anna%'",
            "SELECT user_id FROM ratings WHERE user_id = 'anna'",
            "SELECT user_id FROM credentials WHERE user_id = 'anna'",
            "SELECT user_id FROM devices WHERE user_id = 'anna'"}) {
        for (const Row& row : c.query(sql)) found.push_back(row.text(0));
      }
    });
    return found;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Deletion, kBothKinds, name_of_kind);

TEST_P(Deletion, GivesUpGamesThatAreGoingOn) {
  const GameSummary rated = new_game("g1", "anna", "bert", true);
  create(*database_, rated);
  append_turn(*database_, rated, 1);
  append_turn(*database_, rated, 2);
  const auto ended = write([](Store& store) { return store.delete_user("anna", at(9000)); });
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0].players[0]->name, "deleted");
  EXPECT_EQ(summary("g1").status, online::RoomStatus::Ended);
  EXPECT_EQ(summary("g1").outcome, (rules::Outcome{Color::Black, rules::Ending::Resignation}));
  EXPECT_EQ(ask([](Store& store) { return store.rating("bert", rules::Variant::Ordo); }).games, 1)
      << "the opponent's win counts";
  EXPECT_THAT(traces(), testing::IsEmpty());
}

TEST_P(Deletion, AbortsGamesThatHaveHardlyBegunOrWaitForSomebody) {
  create(*database_, new_game("g1", "bert", "anna"));
  GameSummary waiting = new_game("g2", "anna", "bert");
  waiting.players[1].reset();
  waiting.status = online::RoomStatus::Waiting;
  create(*database_, waiting);
  EXPECT_EQ(write([](Store& store) { return store.delete_user("anna", at(9)); }).size(), 2U);
  EXPECT_EQ(summary("g1").status, online::RoomStatus::Aborted);
  EXPECT_EQ(summary("g2").status, online::RoomStatus::Aborted);
  EXPECT_THAT(traces(), testing::IsEmpty());
  EXPECT_TRUE(write([](Store& store) { return store.delete_user("anna", at(10)); }).empty()) << "once";
}

TEST_P(Deletion, IsNotUndoneByWhoStillHasTheNameInMemory) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  GameSummary waiting = new_game("g2", "bert", "anna");
  const auto anna = std::exchange(waiting.players[1], {});
  waiting.status = online::RoomStatus::Waiting;
  create(*database_, waiting);
  write([](Store& store) { return store.delete_user("anna", at(9)); });
  const std::array<online::Event, 1> chat = {online::Said{Color::White, "Name of anna"}};
  EXPECT_TRUE(write([&](Store& store) { return store.append(game, 3, at(10), chat).is_gone; }));
  waiting.players[1] = anna;
  waiting.status = online::RoomStatus::Playing;
  const std::array<online::Event, 1> join = {online::Joined{Color::Black, *anna}};
  EXPECT_TRUE(write([&](Store& store) { return store.append(waiting, 2, at(10), join).is_gone; }));
  EXPECT_FALSE(write([](Store& store) { return store.hold_user("anna"); }));
  write([](Store& store) { store.set_password("anna", "a hash"); });
  EXPECT_EQ(ask([](Store& store) { return store.user("anna"); })->password_hash, "");
  EXPECT_THAT(traces(), testing::IsEmpty());
}

/// As if the account had been deleted by a program that left its games going on.
TEST_P(Deletion, AnEndThatComesLaterWritesNeitherNameNorRating) {
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database_, game);
  database_->write_now([](Connection& c) {
    c.execute("UPDATE users SET name = 'deleted', name_key = NULL, deleted_at = 1 WHERE id = 'anna'");
    c.execute("UPDATE games SET white_name = 'deleted' WHERE id = 'g1'");
    c.execute("DELETE FROM events WHERE game = 'g1'");
  });
  EXPECT_FALSE(end_game(*database_, game, 2, Color::White).was_outrun);
  EXPECT_EQ(summary("g1").status, online::RoomStatus::Ended);
  EXPECT_EQ(ask([](Store& store) { return store.rating("bert", rules::Variant::Ordo); }).games, 1);
  EXPECT_THAT(traces(), testing::IsEmpty());
}

/// Nobody else could store anything meanwhile, and PostgreSQL would give up on so long a transaction.
TEST_P(Deletion, ManyGamesAreClearedInPortions) {
  const std::size_t games = 2 * kTracesAtOnce + 50;
  for (std::size_t i = 0; i < games; ++i) {
    const bool is_white = i % 2 == 0;
    const GameSummary game =
        new_game("g" + std::to_string(i), is_white ? "anna" : "bert", is_white ? "bert" : "anna");
    create(*database_, game);
    end_game(*database_, game, 2, Color::White);
  }
  create(*database_, new_game("going", "anna", "bert"));
  EXPECT_EQ(write([](Store& store) { return store.delete_user("anna", at(9)); }).size(), 1U);
  // Each game has the name in its row and in its log.
  EXPECT_EQ(traces().size(), 2 * (games - kTracesAtOnce));
  EXPECT_EQ(summary("going").players[0]->name, "deleted");
  EXPECT_TRUE(write([](Store& store) { return store.remove_traces("anna"); }));
  EXPECT_EQ(traces().size(), 2 * (games - 2 * kTracesAtOnce));
  // The server is killed; the next one goes on when it cleans up.
  EXPECT_TRUE(write([](Store& store) { return store.sweep(at(10), at(0)); }).is_done);
  EXPECT_THAT(traces(), testing::IsEmpty());
  EXPECT_FALSE(write([](Store& store) { return store.remove_traces("anna"); }));
}

TEST_P(Deletion, LetsTheNameRestFor90Days) {
  write([](Store& store) { return store.delete_user("anna", at(0)); });
  const auto later = [](std::chrono::hours passed, std::int64_t more) { return at(more) + passed; };
  User next = account("anna2", "NAME of Anna");
  const auto try_at = [&](Instant now) {
    next.created_at = now;
    return write([&](Store& store) { return store.add_user(next); });
  };
  EXPECT_FALSE(try_at(at(1)));
  EXPECT_FALSE(try_at(later(std::chrono::hours(24 * 90), -1)));
  const User guest{"gina", online::PlayerKind::Guest, "Guest 1", "", at(0), {}};
  ASSERT_TRUE(write([&](Store& store) { return store.add_user(guest); }));
  EXPECT_EQ(write([&](Store& store) { return store.promote_guest("gina", "Name of Anna", "hash", at(5)); }),
            Promotion::NameTaken);
  EXPECT_TRUE(try_at(later(std::chrono::hours(24 * 90), 0)));
  write([&](Store& store) { store.sweep(later(std::chrono::hours(24 * 90), 0), at(-1)); });
  database_->read_now(
      [](Connection& c) { EXPECT_EQ(c.query("SELECT COUNT(*) FROM resting_names").front().integer(0), 0); });
}

}  // namespace
}  // namespace ordo::store
