// People, what they show to be let in, and the lobby, over both kinds of database.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

class People : public DatabaseTest {
 protected:
  void add(const User& user) {
    ASSERT_TRUE(write([&](Store& store) { return store.add_user(user); }));
  }
  [[nodiscard]] std::optional<User> user(const UserId& id) {
    return ask([&](Store& store) { return store.user(id); });
  }
  [[nodiscard]] bool is_let_in(const std::string& secret_hash) {
    return ask([&](Store& store) { return store.credential(secret_hash); }).has_value();
  }
};

INSTANTIATE_TEST_SUITE_P(Of, People, kBothKinds, name_of_kind);

[[nodiscard]] User guest(std::string_view id, std::int64_t created) {
  return {std::string(id), online::PlayerKind::Guest, "Guest " + std::string(id), "", at(created),
          std::nullopt};
}

[[nodiscard]] Credential session(std::string_view id, std::string_view user, std::int64_t expires = 1000) {
  return {std::string(id),
          CredentialKind::Session,
          std::string(user),
          "hash of " + std::string(id),
          "a browser",
          at(0),
          at(0),
          at(expires)};
}

[[nodiscard]] Seek seek(std::string_view id, std::string_view owner, std::int64_t alive_until) {
  Seek seek;
  seek.id = id;
  seek.owner = owner;
  seek.owner_name = "Name";
  seek.owner_rating = 1612;
  seek.settings.time = online::parse_time_control("3d").value();
  seek.settings.start = rules::Position::initial(rules::Variant::OrdoX);
  seek.settings.rated = true;
  seek.color = Color::Black;
  seek.created_at = at(5);
  seek.alive_until = at(alive_until);
  return seek;
}

TEST_P(People, AUserIsFoundByIdAndByNameInAnyCase) {
  add(account("u1", "Änna_B"));
  for (const auto& found : {user("u1"), ask([](Store& store) { return store.user_named("Änna_b"); })}) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->id, "u1");
    EXPECT_EQ(found->name, "Änna_B");
    EXPECT_EQ(found->kind, online::PlayerKind::Account);
    EXPECT_EQ(found->password_hash, "hash");
    EXPECT_EQ(found->created_at, at(0));
    EXPECT_FALSE(found->deleted_at);
  }
  EXPECT_FALSE(user("u2"));
  EXPECT_FALSE(ask([](Store& store) { return store.user_named("anna"); }));
}

TEST_P(People, ANameIsGivenOnceInWhateverCase) {
  add(account("u1", "Anna"));
  EXPECT_FALSE(write([](Store& store) { return store.add_user(account("u2", "aNNa")); }));
  EXPECT_FALSE(user("u2"));
  EXPECT_TRUE(write([](Store& store) { return store.add_user(account("u1", "Anna")); }))
      << "the very same again: its answer may have been lost";
}

TEST_P(People, TextIsKeptByteByByte) {
  const std::string odd = "'; DROP TABLE users; -- \"$1\" \xF0\x9F\x99\x82 \\ %s";
  add(account("u1", odd));
  EXPECT_EQ(user("u1")->name, odd);
}

TEST_P(People, AGuestWhoBecomesAnAccountKeepsTheId) {
  add(guest("u1", 0));
  add(account("u2", "Bert"));
  const auto promote = [&](const char* name, const char* hash) {
    return write([&](Store& store) { return store.promote_guest("u1", name, hash, at(1)); });
  };
  EXPECT_EQ(promote("BERT", "secret"), Promotion::NameTaken);
  EXPECT_EQ(user("u1")->kind, online::PlayerKind::Guest);
  EXPECT_EQ(promote("Anna", "secret"), Promotion::Done);
  EXPECT_EQ(promote("Anna", "secret"), Promotion::Done)
      << "the very same again: its answer may have been lost";
  EXPECT_EQ(promote("Carl", "another secret"), Promotion::NoGuest) << "an account is no guest";
  EXPECT_EQ(user("u1")->name, "Anna");
  EXPECT_EQ(user("u1")->kind, online::PlayerKind::Account);
  EXPECT_EQ(user("u1")->password_hash, "secret");
  write([](Store& store) { store.set_password("u1", "other"); });
  EXPECT_EQ(ask([](Store& store) { return store.user_named("anna"); })->password_hash, "other");
}

TEST_P(People, ACredentialIsFoundByItsHashUntilRevoked) {
  add(account("u1", "Anna"));
  add(account("u2", "Bert"));
  write([](Store& store) { store.add_credential(session("s1", "u1")); });
  const auto found = ask([](Store& store) { return store.credential("hash of s1"); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, "s1");
  EXPECT_EQ(found->user, "u1");
  EXPECT_EQ(found->label, "a browser");
  EXPECT_EQ(found->expires_at, at(1000));
  write([](Store& store) { store.touch_credential("s1", at(70), at(2000)); });
  EXPECT_EQ(ask([](Store& store) { return store.credential("hash of s1"); })->used_at, at(70));
  EXPECT_FALSE(write([](Store& store) { return store.revoke_credential("u2", "s1"); })) << "not theirs";
  EXPECT_TRUE(is_let_in("hash of s1"));
  EXPECT_TRUE(write([](Store& store) { return store.revoke_credential("u1", "s1"); }));
  EXPECT_FALSE(is_let_in("hash of s1"));
}

TEST_P(People, SessionsAndTokensAreListedApart) {
  add(account("u1", "Anna"));
  write([](Store& store) {
    store.add_credential(session("s1", "u1"));
    store.add_credential(session("s2", "u1"));
    Credential token = session("t1", "u1");
    token.kind = CredentialKind::Token;
    store.add_credential(token);
  });
  const auto count = [&](CredentialKind kind) {
    return ask([&](Store& store) { return store.credentials("u1", kind); }).size();
  };
  EXPECT_EQ(count(CredentialKind::Session), 2U);
  EXPECT_EQ(count(CredentialKind::Token), 1U);
  write([](Store& store) { store.revoke_other_sessions("u1", "s2"); });
  EXPECT_EQ(count(CredentialKind::Session), 1U);
  EXPECT_EQ(count(CredentialKind::Token), 1U);
  EXPECT_TRUE(is_let_in("hash of s2"));
}

TEST_P(People, ABrowserIsKnownToItsAccountsUntilItExpires) {
  add(account("u1", "Anna"));
  add(account("u2", "Bert"));
  const auto knows = [&](const char* hash, const char* id, std::int64_t now) {
    return ask([&](Store& store) { return store.knows_device(hash, id, at(now)); });
  };
  write([](Store& store) { store.renew_device({}, "first", "u1", at(0), at(100)); });
  EXPECT_TRUE(knows("first", "u1", 99));
  EXPECT_FALSE(knows("first", "u1", 100));
  EXPECT_FALSE(knows("first", "u2", 50));
  write([](Store& store) { store.renew_device("first", "second", "u2", at(10), at(110)); });
  EXPECT_FALSE(knows("first", "u1", 50)) << "the old secret is void";
  EXPECT_TRUE(knows("second", "u1", 99));
  EXPECT_TRUE(knows("second", "u2", 109));
  write([](Store& store) { store.renew_device("second", "third", "u2", at(20), at(120)); });
  EXPECT_TRUE(knows("third", "u1", 99));
  EXPECT_TRUE(knows("third", "u2", 119));
  write([](Store& store) { store.forget_devices("u1"); });
  EXPECT_FALSE(knows("third", "u1", 50));
  write([](Store& store) { store.sweep(at(120), at(0)); });
  EXPECT_FALSE(knows("third", "u2", 50));
}

TEST_P(People, OfManyBrowsersTheLastOnesAreKnown) {
  add(account("u1", "Anna"));
  for (int i = 0; i < kMostDevices + 2; ++i) {
    write([&](Store& store) { store.renew_device({}, "hash " + std::to_string(i), "u1", at(i), at(1000)); });
  }
  const auto knows = [&](int i) {
    return ask([&](Store& store) { return store.knows_device("hash " + std::to_string(i), "u1", at(100)); });
  };
  EXPECT_FALSE(knows(0));
  EXPECT_FALSE(knows(1));
  EXPECT_TRUE(knows(2));
  EXPECT_TRUE(knows(kMostDevices + 1));
}

TEST_P(People, OfADeletedUserOnlyTheGamesStayWithoutTheName) {
  add(account("anna", "Anna"));
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database_, game);
  const std::array<online::Event, 2> chat = {online::Said{Color::White, "my number is 12345"},
                                             online::Said{Color::Black, "thanks"}};
  write([&](Store& store) {
    store.add_credential(session("s1", "anna"));
    store.put_seek(seek("k1", "anna", 1000));
    EXPECT_TRUE(store.set_plan("g1", Color::White, {{{"a6-a5", "a4-a5", {}}}}, {0, game.fen}));
    return store.append(game, 2, at(1), chat).was_outrun;
  });
  end_game(*database_, game, 4, Color::White);
  write([](Store& store) { store.delete_user("anna", at(9)); });

  EXPECT_EQ(user("anna")->deleted_at, at(9));
  EXPECT_EQ(user("anna")->password_hash, "");
  EXPECT_FALSE(ask([](Store& store) { return store.user_named("Anna"); }));
  EXPECT_FALSE(is_let_in("hash of s1"));
  EXPECT_TRUE(ask([](Store& store) { return store.seeks(at(10)); }).empty());
  EXPECT_TRUE(ask([](Store& store) { return store.plan("g1", Color::White); }).empty());
  EXPECT_EQ(ask([](Store& store) { return store.rating("anna", rules::Variant::Ordo); }), online::Rating{});
  EXPECT_EQ(ask([](Store& store) { return store.rating("bert", rules::Variant::Ordo); }).games, 1);

  const auto summary = ask([](Store& store) { return store.summary("g1"); });
  EXPECT_EQ(summary->players[0]->name, "deleted");
  EXPECT_EQ(summary->players[1]->name, "Name of bert");
  const auto events = ask([](Store& store) { return store.events("g1"); });
  ASSERT_EQ(events.size(), 5U);
  const auto& start = std::get<online::Created>(events[0].event);
  EXPECT_EQ(start.players[0]->name, "deleted");
  EXPECT_EQ(start.players[1]->name, "Name of bert");
  EXPECT_EQ(std::get<online::Said>(events[1].event).text, "(deleted)");
  EXPECT_EQ(std::get<online::Said>(events[2].event).text, "thanks");
}

TEST_P(People, SweepingRemovesWhatHasExpired) {
  for (const char* id : {"idle", "active", "played"}) add(guest(id, 0));
  add(guest("new", 600));
  add(account("anna", "Anna"));
  write([](Store& store) {
    store.add_credential(session("s1", "anna", 500));
    store.add_credential(session("s2", "anna", 501));
    Credential recent = session("s3", "active", 5000);
    recent.used_at = at(450);
    store.add_credential(recent);
    store.add_credential(session("s4", "idle", 5000));
    store.put_seek(seek("k1", "anna", 500));
    store.put_seek(seek("k2", "anna", 501));
  });
  create(*database_, new_game("g1", "bert", "played"));
  write([](Store& store) { store.sweep(at(500), at(400)); });
  EXPECT_FALSE(is_let_in("hash of s1"));
  EXPECT_TRUE(is_let_in("hash of s2"));
  EXPECT_FALSE(is_let_in("hash of s4"));
  EXPECT_EQ(ask([](Store& store) { return store.seeks(at(0)); }).size(), 1U);
  EXPECT_FALSE(user("idle"));
  EXPECT_TRUE(user("active"));
  EXPECT_TRUE(user("played"));
  EXPECT_TRUE(user("new"));
  EXPECT_TRUE(user("anna"));
}

/// Guests with games stay, however many there are, and must not be gone through in one go.
TEST_P(People, SweepingGoesOnWhereItHasStopped) {
  constexpr int kGuests = 1200;
  write([](Store& store) {
    for (int i = 0; i < kGuests; ++i) EXPECT_TRUE(store.add_user(guest("guest" + std::to_string(i), i)));
  });
  const auto left = [this] {
    std::int64_t count = 0;
    database_->read_now(
        [&](Connection& c) { count = c.query("SELECT COUNT(*) FROM users").front().integer(0); });
    return count;
  };
  Swept swept;
  int rounds = 0;
  do {
    write([&](Store& store) { swept = store.sweep(at(5000), at(kGuests), swept.guests_from); });
    ++rounds;
    EXPECT_GE(left(), kGuests - 500 * rounds);
  } while (!swept.is_done && rounds < 10);
  EXPECT_EQ(rounds, 3);
  EXPECT_EQ(left(), 0);
  EXPECT_EQ(swept.guests_from, Instant{}) << "and begins anew";
}

TEST_P(People, ASeekIsListedUntilItExpires) {
  write([](Store& store) { store.put_seek(seek("k1", "anna", 100)); });
  const auto found = ask([](Store& store) { return store.seeks(at(99)); });
  ASSERT_EQ(found.size(), 1U);
  const Seek put = seek("k1", "anna", 100);
  EXPECT_EQ(found[0].id, put.id);
  EXPECT_EQ(found[0].owner, put.owner);
  EXPECT_EQ(found[0].owner_rating, put.owner_rating);
  EXPECT_EQ(found[0].settings, put.settings);
  EXPECT_EQ(found[0].color, put.color);
  EXPECT_EQ(found[0].created_at, put.created_at);
  EXPECT_EQ(ask([](Store& store) { return store.seeks_of("anna", at(99)); }), 1);
  EXPECT_EQ(ask([](Store& store) { return store.seeks_of("anna", at(100)); }), 0);
  write([](Store& store) { store.renew_seek("k1", at(99), at(200)); });
  EXPECT_EQ(ask([](Store& store) { return store.seeks(at(199)); }).size(), 1U);
}

TEST_P(People, ASeekIsTakenOnceAndNotRenewedAfterwards) {
  write([](Store& store) { store.put_seek(seek("k1", "anna", 100)); });
  EXPECT_FALSE(write([](Store& store) { return store.take_seek("k1", at(100)); })) << "it has expired";
  write([](Store& store) { store.renew_seek("k1", at(100), at(200)); });
  EXPECT_FALSE(write([](Store& store) { return store.take_seek("k1", at(100)); })) << "nor does it come back";
  write([](Store& store) { store.renew_seek("k1", at(99), at(200)); });
  const auto taken = write([](Store& store) { return store.take_seek("k1", at(100)); });
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->owner, "anna");
  EXPECT_FALSE(write([](Store& store) { return store.take_seek("k1", at(100)); }));
  write([](Store& store) { store.renew_seek("k1", at(100), at(300)); });
  EXPECT_FALSE(write([](Store& store) { return store.take_seek("k1", at(100)); }));
}

TEST_P(People, ASeekIsDroppedByItsOwnerOnly) {
  write([](Store& store) { store.put_seek(seek("k1", "anna", 100)); });
  EXPECT_FALSE(write([](Store& store) { return store.drop_seek("bert", "k1"); }));
  EXPECT_TRUE(write([](Store& store) { return store.drop_seek("anna", "k1"); }));
  EXPECT_FALSE(write([](Store& store) { return store.drop_seek("anna", "k1"); }));
}

}  // namespace
}  // namespace ordo::store
