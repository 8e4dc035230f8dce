// Games that accounts keep on the server, over both kinds of database.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using Kind = KeptChange::Kind;

constexpr int kMost = 3;
constexpr std::int64_t kStart = 1000;

class Kept : public DatabaseTest {
 protected:
  void SetUp() override {
    for (const char* name : {"anna", "bela"}) {
      ASSERT_TRUE(written(*database_, [&](Store& store) { return store.add_user(account(name, name)); }));
    }
    turn_on("anna");
  }
  void turn_on(const UserId& user, std::int64_t now = kStart) {
    ASSERT_TRUE(
        written(*database_, [&](Store& store) { return store.keep_games(user, online::instant_from(now)); }));
  }
  KeptChange change(const std::string& id, std::int64_t base, const std::optional<std::string>& body,
                    const UserId& user = "anna") {
    return written(*database_,
                   [&](Store& store) { return store.change_kept(user, id, base, body, at(2000), kMost); });
  }
  [[nodiscard]] std::string listed(std::int64_t after = 0, const UserId& user = "anna") {
    std::string text;
    for (const KeptRow& row :
         asked(*database_, [&](Store& store) { return store.kept_games(user, after, 100); })) {
      text += row.id + "@" + std::to_string(row.version) + "=" + row.body.value_or("deleted") + " ";
    }
    return text;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Kept, kBothKinds, name_of_kind);

TEST_P(Kept, EachChangeHasTheNextVersionAndDevicesGetWhatIsNew) {
  EXPECT_EQ(change("a", 0, "1").version, kStart + 1);
  EXPECT_EQ(change("b", 0, "2").version, kStart + 2);
  EXPECT_EQ(change("a", kStart + 1, "3").version, kStart + 3);
  EXPECT_EQ(listed(), "b@1002=2 a@1003=3 ");
  EXPECT_EQ(listed(kStart + 2), "a@1003=3 ");
  EXPECT_EQ(change("b", kStart + 2, std::nullopt).version, kStart + 4);
  EXPECT_EQ(listed(kStart + 2), "a@1003=3 b@1004=deleted ") << "of what is deleted devices hear";
}

TEST_P(Kept, WhoHasNotSeenTheLastVersionChangesNothing) {
  ASSERT_EQ(change("a", 0, "1").kind, Kind::Done);
  ASSERT_EQ(change("a", kStart + 1, "2").kind, Kind::Done);
  EXPECT_EQ(change("a", kStart + 1, "3").kind, Kind::Changed);
  EXPECT_EQ(change("a", 0, "3").kind, Kind::Changed);
  EXPECT_EQ(change("a", kStart + 1, std::nullopt).kind, Kind::Changed) << "nor deletes it";
  EXPECT_EQ(change("new", 77, "3").kind, Kind::Changed);
  EXPECT_EQ(listed(), "a@1002=2 ");
}

TEST_P(Kept, WhatWasDeletedMayComeBackWithItsTurns) {
  ASSERT_EQ(change("a", 0, "1").kind, Kind::Done);
  ASSERT_EQ(change("a", kStart + 1, std::nullopt).kind, Kind::Done);
  EXPECT_EQ(change("a", kStart + 1, "2").kind, Kind::Changed);
  EXPECT_EQ(change("a", kStart + 2, "2").kind, Kind::Done);
  EXPECT_EQ(listed(), "a@1003=2 ");
  EXPECT_EQ(change("unknown", 5, std::nullopt).kind, Kind::Done) << "what is not there needs no deleting";
}

TEST_P(Kept, ThereAreOnlySoMany) {
  for (const char* id : {"a", "b", "c"}) ASSERT_EQ(change(id, 0, "x").kind, Kind::Done);
  EXPECT_EQ(change("d", 0, "x").kind, Kind::Full);
  EXPECT_EQ(change("a", kStart + 1, "y").kind, Kind::Done) << "those that are there go on";
  ASSERT_EQ(change("b", kStart + 2, std::nullopt).kind, Kind::Done);
  EXPECT_EQ(change("d", 0, "x").kind, Kind::Done);
  EXPECT_EQ(change("b", kStart + 5, "x").kind, Kind::Full) << "a deleted one that comes back counts as well";
}

TEST_P(Kept, EveryoneHasTheirOwn) {
  ASSERT_EQ(change("a", 0, "1").kind, Kind::Done);
  EXPECT_EQ(change("a", 0, "2", "bela").kind, Kind::Off) << "who has not asked for it keeps nothing";
  turn_on("bela", 5000);
  EXPECT_EQ(change("a", 0, "2", "bela").version, 5001);
  EXPECT_EQ(listed(), "a@1001=1 ");
  EXPECT_EQ(listed(0, "bela"), "a@5001=2 ");
}

TEST_P(Kept, TurnedOffNothingIsLeftAndTurnedOnAgainNoVersionComesAgain) {
  ASSERT_EQ(change("a", 0, "1").kind, Kind::Done);
  turn_on("anna", 9000);
  EXPECT_EQ(listed(), "a@1001=1 ") << "turning on what is on changes nothing";
  written(*database_, [](Store& store) { store.keep_no_games("anna"); });
  EXPECT_EQ(listed(), "");
  EXPECT_EQ(change("a", kStart + 1, "2").kind, Kind::Off);
  EXPECT_FALSE(asked(*database_, [](Store& store) { return store.keeps_games_since("anna"); }));
  turn_on("anna", 9000);
  EXPECT_EQ(change("a", kStart + 1, "2").kind, Kind::Changed);
  EXPECT_EQ(change("a", 0, "2").version, 9001);
}

TEST_P(Kept, GoWithTheAccount) {
  ASSERT_EQ(change("a", 0, "1").kind, Kind::Done);
  written(*database_, [](Store& store) { store.delete_user("anna", at(3000)); });
  EXPECT_EQ(listed(), "");
  EXPECT_EQ(change("b", 0, "1").kind, Kind::Off);
  EXPECT_FALSE(written(*database_, [](Store& store) { return store.keep_games("anna", at(4000)); }));
}

TEST_P(Kept, OfDeletedGamesOnlyTheLastAreRemembered) {
  std::int64_t version = kStart;
  for (int i = 0; i < kMostDeletedKept + 10; ++i) {
    const std::string id = "g" + std::to_string(i);
    ASSERT_EQ(change(id, 0, "x").kind, Kind::Done);
    ASSERT_EQ(change(id, ++version, std::nullopt).kind, Kind::Done);
    ++version;
  }
  const auto rows = asked(*database_, [](Store& store) { return store.kept_games("anna", 0, 10'000); });
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(kMostDeletedKept));
  EXPECT_EQ(rows.back().version, version);
}

}  // namespace
}  // namespace ordo::store
