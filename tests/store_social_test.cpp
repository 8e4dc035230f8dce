// Blocks, challenges and who is connected, over both kinds of database.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class Social : public DatabaseTest {
 protected:
  Social() {
    for (const char* name : {"anna", "bert", "carl"}) {
      EXPECT_TRUE(write([&](Store& store) {
        return store.add_user({name, online::PlayerKind::Account, name, "hash", at(0), std::nullopt});
      }));
    }
  }
  void challenge(std::string_view id, std::string_view owner, std::string_view target, std::int64_t until) {
    Seek made;
    made.id = id;
    made.owner = made.owner_name = owner;
    made.created_at = at(1);
    made.alive_until = at(until);
    made.target = UserId(target);
    made.target_name = target;
    write([&](Store& store) { store.put_seek(made); });
  }
  [[nodiscard]] std::vector<std::string> challenges_of(const UserId& user, std::int64_t now) {
    std::vector<std::string> ids;
    for (const Seek& one : ask([&](Store& store) { return store.challenges_of(user, at(now)); }))
      ids.push_back(one.id);
    return ids;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Social, kBothKinds, name_of_kind);

TEST_P(Social, ABlockGoesOneWayAndCanBeTakenBack) {
  EXPECT_TRUE(write([](Store& store) { return store.block("anna", "bert", at(5)); }));
  EXPECT_TRUE(write([](Store& store) { return store.block("anna", "bert", at(6)); })) << "once more";
  EXPECT_TRUE(ask([](Store& store) { return store.is_blocked("anna", "bert"); }));
  EXPECT_FALSE(ask([](Store& store) { return store.is_blocked("bert", "anna"); }));
  EXPECT_THAT(ask([](Store& store) { return store.blocked_by("anna"); }),
              ElementsAre(Blocked{"bert", at(5)}));
  write([](Store& store) { store.unblock("anna", "bert"); });
  EXPECT_FALSE(ask([](Store& store) { return store.is_blocked("anna", "bert"); }));
}

TEST_P(Social, ThereIsALimitToBlocking) {
  write([](Store& store) {
    for (int i = 0; i < kMostBlocked; ++i) {
      const std::string name = "u" + std::to_string(i);
      EXPECT_TRUE(store.add_user({name, online::PlayerKind::Account, name, "", at(0), std::nullopt}));
      EXPECT_TRUE(store.block("anna", name, at(1)));
    }
  });
  EXPECT_FALSE(write([](Store& store) { return store.block("anna", "bert", at(2)); }));
  EXPECT_TRUE(write([](Store& store) { return store.block("anna", "u7", at(2)); }))
      << "who is blocked already";
}

TEST_P(Social, WhatADeletedUserHadAmongPeopleGoes) {
  EXPECT_TRUE(write([](Store& store) { return store.block("anna", "bert", at(5)); }));
  EXPECT_TRUE(write([](Store& store) { return store.block("bert", "carl", at(5)); }));
  challenge("c1", "anna", "bert", 100);
  challenge("c2", "bert", "carl", 100);
  write([](Store& store) { store.put_online({"bert", online::PlayerKind::Account, "bert", "node"}); });
  write([](Store& store) { store.delete_user("bert", at(9)); });
  EXPECT_THAT(ask([](Store& store) { return store.blocked_by("anna"); }), IsEmpty());
  EXPECT_THAT(ask([](Store& store) { return store.blocked_by("bert"); }), IsEmpty());
  EXPECT_THAT(challenges_of("anna", 10), IsEmpty());
  EXPECT_THAT(challenges_of("carl", 10), IsEmpty());
  EXPECT_THAT(ask([](Store& store) { return store.online(); }), IsEmpty());
}

TEST_P(Social, AChallengeIsForTwoAndNotInTheLobby) {
  challenge("c1", "anna", "bert", 100);
  EXPECT_THAT(challenges_of("anna", 50), ElementsAre("c1"));
  EXPECT_THAT(challenges_of("bert", 50), ElementsAre("c1"));
  EXPECT_THAT(challenges_of("carl", 50), IsEmpty());
  EXPECT_THAT(challenges_of("bert", 100), IsEmpty()) << "it has expired";
  EXPECT_TRUE(ask([](Store& store) { return store.seeks(at(50)); }).empty());
  EXPECT_EQ(ask([](Store& store) { return store.seeks_of("anna", at(50)); }), 1);
  EXPECT_FALSE(write([](Store& store) { return store.decline_challenge("carl", "c1", at(50)); }));
  EXPECT_TRUE(write([](Store& store) { return store.decline_challenge("bert", "c1", at(50)); }));
  EXPECT_FALSE(write([](Store& store) { return store.decline_challenge("bert", "c1", at(50)); }));
}

TEST_P(Social, RowsOfASilentNodeAreRemoved) {
  const Connected anna{"anna", online::PlayerKind::Account, "anna", "first"};
  const Connected bert{"bert", online::PlayerKind::Guest, "Guest 7", "second"};
  EXPECT_FALSE(write([](Store& store) { return store.note_node("first", at(1)); })) << "it is new";
  EXPECT_FALSE(write([](Store& store) { return store.note_node("second", at(1)); }));
  write([&](Store& store) {
    store.put_online(anna);
    store.put_online(anna);
    store.put_online(bert);
  });
  EXPECT_THAT(ask([](Store& store) { return store.online(); }), UnorderedElementsAre(anna, bert));
  EXPECT_TRUE(write([](Store& store) { return store.note_node("first", at(30)); }));
  write([](Store& store) { store.drop_silent_nodes("first", at(20)); });
  EXPECT_THAT(ask([](Store& store) { return store.online(); }), ElementsAre(anna));
  EXPECT_FALSE(write([](Store& store) { return store.note_node("second", at(31)); }))
      << "it was taken for dead";
  write([](Store& store) { store.drop_online("anna", "first"); });
  EXPECT_THAT(ask([](Store& store) { return store.online(); }), IsEmpty());
}

TEST_P(Social, RatingsOfManyAreFoundAtOnce) {
  const std::vector<UserId> users = {"anna", "bert"};
  EXPECT_THAT(ask([&](Store& store) { return store.ratings(users); }), IsEmpty());
}

}  // namespace
}  // namespace ordo::store
