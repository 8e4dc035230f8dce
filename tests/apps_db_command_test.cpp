// `ordo db`: backups from either kind of database into either kind.
#include <array>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/commands/db.h"
#include "online/room.h"
#include "rules/fen.h"
#include "store/migrations.h"
#include "support/databases.h"
#include "support/scale.h"

namespace ordo::apps {
namespace {

using namespace ordo::tests;
using online::Color;
using store::Database;
using store::Dialect;
using store::GameSummary;
using store::Store;
using testing::HasSubstr;

struct Said {
  int exit_code;
  std::string out;
  std::string err;
};

[[nodiscard]] Said say(const std::vector<std::string>& words) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Console console{in, out, err};
  std::vector<const char*> arguments = {"ordo", "db"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const int code = run_ordo(static_cast<int>(arguments.size()), arguments.data(), console);
  return {code, out.str(), err.str()};
}

/// Games, people and all the rest; each game a real one that can be replayed.
void fill(Database& database, int games) {
  written(database, [&](Store& store) {
    EXPECT_TRUE(store.add_user(account("anna", "Anna ' \xC3\x84")));
    store.add_credential(
        {"s1", store::CredentialKind::Session, "anna", "hash", "label", at(1), at(2), at(3)});
    store::Seek seek;
    seek.id = "k1";
    seek.owner = "anna";
    seek.owner_name = "Anna";
    seek.alive_until = at(5);
    store.put_seek(seek);
    store.renew_device({}, "device", "anna", at(1), at(3));
    for (int i = 0; i < games; ++i) {
      GameSummary game = new_game(fmt::format("g{}", i), "anna", "bert", true);
      store.create_game(game, created(game));
      rules::Game played(rules::Variant::Ordo);
      for (int ply = 1; ply <= 2; ++ply) {
        const std::array events = {turn(ply)};
        ASSERT_TRUE(played.play(std::get<online::Moved>(events[0]).turn));
        game.plies = ply;
        game.fen = rules::to_fen(played.position());
        game.last_at = at(1000 * ply);
        EXPECT_FALSE(store.append(game, ply + 1, game.last_at, events).was_outrun);
      }
      if (i % 3 == 0) {
        game.status = online::RoomStatus::Ended;
        game.outcome = rules::Outcome{Color::White, rules::Ending::Resignation};
        const std::array<online::Event, 1> events = {online::Ended{*game.outcome}};
        EXPECT_FALSE(store.append(game, 4, at(3000), events).was_outrun);
      }
      if (i == 1) {
        EXPECT_TRUE(store.set_plan("g1", Color::Black, {{{"a3-a4", "a6-a5", {}}}}, {2, game.fen}));
      }
    }
  });
}

/// All that is kept of some games and people, as text.
[[nodiscard]] std::string content(const std::string& address, int games) {
  const auto database = Database::open(patient(address));
  return asked(*database, [&](Store& store) {
    std::string text;
    for (int i = 0; i < games; ++i) {
      const auto summary = store.summary(fmt::format("g{}", i));
      text +=
          fmt::format("{} {} {} {}\n", summary->id, summary->plies, summary->fen, summary->players[0]->name);
      for (const auto& event : store.events(summary->id))
        text += fmt::format("{} {} {}\n", event.seq, online::milliseconds(event.at),
                            online::to_json(event.event));
    }
    const auto rating = store.rating("anna", rules::Variant::Ordo);
    text += fmt::format("{} {} {} {}\n", rating.rating, rating.deviation, rating.volatility, rating.games);
    text += store.user("anna")->name + store.credential("hash")->label + store.seeks(at(0)).at(0).id;
    text += store.knows_device("device", "anna", at(2)) ? "known" : "";
    return text + online::to_json(store.plan("g1", Color::Black));
  });
}

using Way = std::pair<Dialect, Dialect>;

class Moving : public testing::TestWithParam<Way> {
 protected:
  TemporaryFolder folder_;
  std::string from_ = fresh_address(GetParam().first, folder_);
  std::string backup_ = folder_.file("backup");
};

[[nodiscard]] std::string word(Dialect dialect) { return dialect == Dialect::Sqlite ? "Sqlite" : "Postgres"; }

INSTANTIATE_TEST_SUITE_P(
    From, Moving,
    testing::Values(Way{Dialect::Sqlite, Dialect::Sqlite}, Way{Dialect::Sqlite, Dialect::Postgres},
                    Way{Dialect::Postgres, Dialect::Sqlite}, Way{Dialect::Postgres, Dialect::Postgres}),
    [](const auto& chosen) { return word(chosen.param.first) + "To" + word(chosen.param.second); });

TEST_P(Moving, ABackupHoldsEverything) {
  const int games = support::full_scale() ? 2500 : 700;  // their events are more than a page of rows
  const int events = 3 * games + 2 * ((games + 2) / 3);  // every third has ended
  fill(*Database::open(patient(from_)), games);
  const Said backed = say({"backup", "--db", from_, "--to", backup_});
  EXPECT_EQ(backed.exit_code, kFine) << backed.err;
  EXPECT_THAT(backed.out, HasSubstr(fmt::format("{} games", games)));
  const std::string to = fresh_address(GetParam().second, folder_);
  const Said restored = say({"restore", "--from", backup_, "--db", to});
  EXPECT_EQ(restored.exit_code, kFine) << restored.err;
  EXPECT_EQ(content(to, games), content(from_, games));
  const Said checked = say({"check", "--db", to});
  EXPECT_EQ(checked.exit_code, kFine) << checked.out;
  EXPECT_EQ(checked.out, fmt::format("{} games, {} events, 0 broken\n", games, events));
  const auto database = Database::open(patient(to));
  const GameSummary going_on = asked(*database, [](Store& store) { return store.summary("g1"); }).value();
  EXPECT_FALSE(append_turn(*database, going_on, 3).was_outrun) << "games go on";
}

TEST_P(Moving, OnlyAnEmptyDatabaseIsRestoredInto) {
  fill(*Database::open(patient(from_)), 1);
  ASSERT_EQ(say({"backup", "--db", from_, "--to", backup_}).exit_code, kFine);
  const std::string to = fresh_address(GetParam().second, folder_);
  EXPECT_EQ(say({"migrate", "--db", to}).out,
            fmt::format("the database went up by {} versions\n", store::all_migrations().size()));
  // As a server does that nobody uses.
  written(*Database::open(patient(to)), [](Store& store) { store.note_alive(at(5), online::Duration(1)); });
  EXPECT_EQ(say({"migrate", "--db", to}).out, "the database is up to date\n");
  EXPECT_EQ(say({"restore", "--from", backup_, "--db", to}).exit_code, kFine)
      << "tables without rows are fine";
  const Said again = say({"restore", "--from", backup_, "--db", to});
  EXPECT_EQ(again.exit_code, kNo);
  EXPECT_THAT(again.err, HasSubstr("an empty one is needed"));
}

TEST_P(Moving, ABackupIsOneMomentWhileTheServerGoesOn) {
  const auto database = Database::open(patient(from_));
  std::atomic<bool> stop = false;
  std::atomic<int> made = 0;
  // Each commit adds a game and a user with the same number.
  std::thread server([&] {
    for (int i = 0; !stop; ++i, ++made) {
      written(*database, [&](Store& store) {
        const GameSummary game = new_game(fmt::format("g{}", i), "anna", "bert");
        store.create_game(game, created(game));
        EXPECT_TRUE(store.add_user(account(fmt::format("u{}", i), fmt::format("User {}", i))));
      });
    }
  });
  while (made < 20) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) {
    const std::string file = backup_ + std::to_string(i);
    EXPECT_EQ(say({"backup", "--db", from_, "--to", file}).exit_code, kFine);
    const auto copy = Database::open(patient(file));
    std::array<std::int64_t, 3> counts{};
    copy->read_now([&](store::Connection& c) {
      counts = {c.query("SELECT COUNT(*) FROM games")[0].integer(0),
                c.query("SELECT COUNT(*) FROM users")[0].integer(0),
                c.query("SELECT COUNT(*) FROM events")[0].integer(0)};
    });
    EXPECT_GE(counts[0], 20);
    EXPECT_EQ(counts[0], counts[1]);
    EXPECT_EQ(counts[0], counts[2]);
  }
  stop = true;
  server.join();
}

TEST_P(Moving, BrokenGamesAreFound) {
  {
    const auto database = Database::open(patient(from_));
    fill(*database, 8);
    database->write_now([](store::Connection& c) {
      c.execute("DELETE FROM events WHERE game = 'g1' AND seq = 2");
      c.execute("DELETE FROM events WHERE game = 'g2' AND seq = 3");
      c.execute(
          "UPDATE events SET body = '{\"e\":\"move\",\"ply\":1,\"turn\":\"a1-a9\"}' WHERE game = 'g4' AND "
          "seq = 2");
      c.execute("UPDATE events SET body = 'x' WHERE game = 'g5' AND seq = 2");
      c.execute("UPDATE live SET plies = 77 WHERE game = 'g7'");
      c.execute("DELETE FROM games WHERE id = 'g0'");
    });
  }
  const Said checked = say({"check", "--db", from_});
  EXPECT_EQ(checked.exit_code, kNo);
  for (const char* game : {"g0: ", "g1: ", "g2: ", "g4: ", "g5: ", "g7: "})
    EXPECT_THAT(checked.out, HasSubstr(game));
  EXPECT_THAT(checked.out, testing::ContainsRegex("7 games, [0-9]+ events, 6 broken"));
}

/// Writes over some bytes of a file.
void overwrite(const std::string& file, std::size_t at, std::string_view bytes) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(static_cast<std::streamoff>(at));
  stream << bytes;
}

[[nodiscard]] std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constexpr std::size_t kPage = 4096;

TEST(Db, ACheckGoesOnBehindPagesThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.db");
  constexpr int kGames = 400;
  fill(*Database::open(patient(file)), kGames);
  // Three pages with nothing but rows of games, each its id, the variant, the position.
  const std::string bytes = bytes_of(file);
  constexpr char kLeaf = 10;
  int damaged = 0;
  for (int i = 130; i < kGames && damaged < 3; i += 30) {
    const std::size_t row = bytes.find(fmt::format("g{}ordo{}", i, rules::kInitialFen));
    ASSERT_NE(row, std::string::npos);
    const std::size_t page = row / kPage * kPage;
    if (bytes[page] != kLeaf) continue;
    overwrite(file, page, std::string(kPage, 'x'));
    ++damaged;
  }
  ASSERT_EQ(damaged, 3);
  const Said checked = say({"check", "--db", file});
  EXPECT_EQ(checked.exit_code, kNo);
  EXPECT_THAT(checked.out, HasSubstr("the file is damaged: "));
  EXPECT_THAT(checked.out, HasSubstr("cannot be read"));
  // A page has fewer than thirty of these rows; all others are looked at.
  int games = 0;
  ASSERT_EQ(std::sscanf(checked.out.substr(checked.out.rfind('\n', checked.out.size() - 2) + 1).c_str(),
                        "%d games", &games),
            1);
  EXPECT_GE(games, kGames - 3 * 30) << checked.out;
  EXPECT_LT(games, kGames);
}

TEST(Db, ADamagedBackupIsNotRestored) {
  const TemporaryFolder folder;
  fill(*Database::open(patient(folder.file("x.db"))), 50);
  ASSERT_EQ(say({"backup", "--db", folder.file("x.db"), "--to", folder.file("good")}).exit_code, kFine);
  const std::string bytes = bytes_of(folder.file("good"));
  const auto try_with = [&](std::size_t at, std::string_view damage) {
    std::ofstream(folder.file("bad"), std::ios::binary) << bytes;
    overwrite(folder.file("bad"), at, damage);
    const std::string to = fresh_address(Dialect::Sqlite, folder);
    const Said said = say({"restore", "--from", folder.file("bad"), "--db", to});
    EXPECT_EQ(said.exit_code, kNo) << said.out;
    EXPECT_THAT(said.err, HasSubstr("damaged"));
    EXPECT_THAT(said.out, testing::Not(HasSubstr("compared")));
  };
  // A page, which SQLite notices, and a letter in a text, which it does not.
  try_with(bytes.size() / kPage / 2 * kPage, std::string(kPage, 'x'));
  const std::size_t turn = bytes.find("a3-a4");
  ASSERT_NE(turn, std::string::npos);
  try_with(turn, "b");
  EXPECT_THAT(say({"restore", "--from", folder.file("good"), "--db", folder.file("y.db")}).out,
              HasSubstr("which is whole, and compared"));
}

TEST(Db, ACopiedFileIsRestoredButNotCalledWhole) {
  const TemporaryFolder folder;
  fill(*Database::open(patient(folder.file("x.db"))), 5);
  const Said said = say({"restore", "--from", folder.file("x.db"), "--db", folder.file("y.db")});
  EXPECT_EQ(said.exit_code, kFine) << said.err;
  EXPECT_THAT(said.out, HasSubstr("no sums of its own"));
}

TEST(Db, ABackupThatHasBeenServedIsNoBackupAnyMore) {
  const TemporaryFolder folder;
  fill(*Database::open(patient(folder.file("x.db"))), 5);
  ASSERT_EQ(say({"backup", "--db", folder.file("x.db"), "--to", folder.file("b.db")}).exit_code, kFine);
  create(*Database::open(patient(folder.file("b.db"))), new_game("later", "anna", "bert"));
  EXPECT_EQ(say({"restore", "--from", folder.file("b.db"), "--db", folder.file("y.db")}).exit_code, kFine);
}

TEST(Db, ABackupNeverReplacesAFile) {
  const TemporaryFolder folder;
  fill(*Database::open(patient(folder.file("x.db"))), 1);
  std::ofstream(folder.file("precious")) << "text";
  const Said said = say({"backup", "--db", folder.file("x.db"), "--to", folder.file("precious")});
  EXPECT_EQ(said.exit_code, kNo);
  EXPECT_THAT(said.err, HasSubstr("never replaces"));
}

TEST(Db, WhatIsNoDatabaseIsSaidClearly) {
  const TemporaryFolder folder;
  const std::string there = folder.file("x.db");
  fill(*Database::open(patient(there)), 1);
  EXPECT_THAT(say({"backup", "--db", folder.file("missing"), "--to", folder.file("b")}).err,
              HasSubstr("missing"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("missing")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("b")));
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  EXPECT_THAT(say({"restore", "--from", folder.file("text"), "--db", folder.file("new")}).err,
              HasSubstr("not a database"));
  std::ofstream{folder.file("nothing")};
  EXPECT_THAT(say({"restore", "--from", folder.file("nothing"), "--db", folder.file("new")}).err,
              HasSubstr("no backup"));
  EXPECT_THAT(say({"check", "--db", folder.file("nothing")}).err, HasSubstr("version 0"));
}

TEST(Db, AFileThatIsServedIsNotMigratedOrRestoredInto) {
  const TemporaryFolder folder;
  const auto server = Database::open(patient(folder.file("x.db")));
  fill(*server, 1);
  ASSERT_EQ(say({"backup", "--db", folder.file("x.db"), "--to", folder.file("b")}).exit_code, kFine);
  EXPECT_THAT(say({"migrate", "--db", folder.file("x.db")}).err, HasSubstr("in use by another ordo"));
  EXPECT_THAT(say({"restore", "--from", folder.file("b"), "--db", folder.file("x.db")}).err,
              HasSubstr("in use by another ordo"));
}

TEST(Db, WhatIsNeededIsAskedFor) {
  EXPECT_EQ(say({}).exit_code, kUsage);
  EXPECT_EQ(say({"backup", "--db", "x"}).exit_code, kUsage);
  EXPECT_EQ(say({"check"}).exit_code, kUsage);
  EXPECT_THAT(say({"restore", "--help"}).out, HasSubstr("from SQLite to PostgreSQL"));
}

}  // namespace
}  // namespace ordo::apps
