// What lists cost: every statement they run finds its rows by an index, and does no more for more games.
#include <array>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/drivers.h"
#include "store/migrations.h"
#include "store/sqlite_connection.h"
#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

/// Passes everything on and remembers what was asked.
class RecordingConnection final : public Connection {
 public:
  struct Asked {
    std::string sql;
    std::vector<Value> values;
  };

  explicit RecordingConnection(Connection& inner) : inner_(inner) {}

  [[nodiscard]] Dialect dialect() const noexcept override { return inner_.dialect(); }
  std::vector<Row> query(std::string_view sql, std::span<const Value> values) override {
    asked.push_back({std::string(sql), {values.begin(), values.end()}});
    return inner_.query(sql, values);
  }
  std::int64_t execute(std::string_view sql, std::span<const Value> values) override {
    asked.push_back({std::string(sql), {values.begin(), values.end()}});
    return inner_.execute(sql, values);
  }
  void notify(std::string_view channel, std::string_view text) override { inner_.notify(channel, text); }
  void script(std::string_view sql) override { inner_.script(sql); }

  std::vector<Asked> asked;

 private:
  Connection& inner_;
};

class QueryPlans : public testing::TestWithParam<Dialect> {
 protected:
  QueryPlans() {
    (void)Database::open(patient(address_));
    connection_ = connect(address_, true);
  }

  /// Whatever it would take, PostgreSQL goes through a whole table only if there is no other way.
  void forbid_scans() {
    if (GetParam() == Dialect::Postgres) connection_->script("SET enable_seqscan = off");
  }

  [[nodiscard]] std::string plan_of(const RecordingConnection::Asked& asked) {
    const bool is_sqlite = GetParam() == Dialect::Sqlite;
    std::string plan;
    for (const Row& row :
         connection_->query((is_sqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + asked.sql, asked.values))
      plan += row.text(is_sqlite ? 3 : 0) + "\n";
    return plan;
  }

  /// Whether the table is gone through as a whole. The list of all games that are over may follow its index
  /// from the newest on, until the page is full; and those that are going on, which the indices of live games
  /// have, are few.
  [[nodiscard]] static bool scans(const std::string& plan, std::string_view table) {
    std::istringstream lines(plan);
    for (std::string line; std::getline(lines, line);) {
      const bool is_scan = line.find(fmt::format("SCAN {}", table)) != std::string::npos ||
                           line.find(fmt::format("Seq Scan on {} ", table)) != std::string::npos ||
                           line.find("AUTOMATIC") != std::string::npos;
      const bool is_bounded =
          line.ends_with("INDEX games_over") || line.find("INDEX games_live_") != std::string::npos;
      if (is_scan && !is_bounded) return true;
    }
    return false;
  }

  template <class Work>
  void expect_no_scans(const std::string& what, Work work) {
    RecordingConnection recording(*connection_);
    Store store(recording);
    work(store);
    for (const auto& asked : recording.asked) {
      const std::string plan = plan_of(asked);
      for (const char* table : {"games", "events", "users", "credentials", "ratings"})
        EXPECT_FALSE(scans(plan, table)) << what << ": " << table << "\n" << asked.sql << "\n" << plan;
    }
  }

  TemporaryFolder folder_;
  std::string address_ = fresh_address(GetParam(), folder_);
  std::unique_ptr<Connection> connection_;
};

INSTANTIATE_TEST_SUITE_P(Of, QueryPlans, kBothKinds, name_of_kind);

/// Calls back with every filter there is, and what it is called.
template <class Use>
void for_each_filter(Use use) {
  using Text = std::optional<std::string>;
  const auto marked = std::pair(at(1000), GameId("g5"));
  for (const auto& [player, opponent] : {std::pair<Text, Text>{}, {"anna", {}}, {"anna", "bert"}}) {
    for (const Text& result : {Text{}, Text{"1-0"}, Text{"won"}}) {
      if (!player && result == "won") continue;
      for (const std::optional<bool> rated : {std::optional<bool>{}, {true}}) {
        for (const auto variant : {std::optional<rules::Variant>{}, {rules::Variant::OrdoX}}) {
          for (const std::optional<bool> live : {std::optional<bool>{}, {true}, {false}}) {
            for (const bool is_first : {true, false}) {
              GameFilter filter{player, opponent, variant, result, rated, live, false, {}, 20};
              if (!is_first) filter.before = marked;
              use(filter, fmt::format("player {} opponent {} result {} rated {} variant {} live {} first {}",
                                      player.has_value(), opponent.has_value(), result.value_or("-"),
                                      rated.has_value(), variant.has_value(),
                                      live ? (*live ? "yes" : "no") : "-", is_first));
            }
          }
        }
      }
    }
  }
}

TEST_P(QueryPlans, NoListGoesThroughAllGames) {
  forbid_scans();
  int lists = 0;
  for_each_filter([&](const GameFilter& filter, const std::string& what) {
    ++lists;
    expect_no_scans(what, [&](Store& store) { (void)store.games(filter); });
  });
  EXPECT_EQ(lists, 2 * 2 * 3 * 2 * (2 + 3 + 3));
}

TEST_P(QueryPlans, NothingThatPlayersWaitForGoesThroughATable) {
  forbid_scans();
  expect_no_scans("a game", [](Store& store) {
    (void)store.summary("g1");
    (void)store.events("g1", 3);
    (void)store.plan("g1", Color::White);
  });
  expect_no_scans("a user", [](Store& store) {
    (void)store.live_games_of("anna");
    (void)store.user("anna");
    (void)store.user_named("Anna");
    (void)store.rating("anna", rules::Variant::Ordo);
    (void)store.credential("hash");
    (void)store.credentials("anna", CredentialKind::Session);
  });
  expect_no_scans("what is due", [](Store& store) { (void)store.overdue(at(0), at(0), 10); });
}

void add_games(Database& database, int from, int to) {
  written(database, [&](Store& store) {
    for (int i = from; i < to; ++i) {
      // Rated games of Ordo X, and draws, are old and rare: what lists of them must not search for.
      GameSummary game = new_game(fmt::format("g{:06}", i), i % 2 == 0 ? "anna" : "bert",
                                  i % 2 == 0 ? "bert" : "anna", i < 10);
      if (i < 10) game.settings.start = rules::Position::initial(rules::Variant::OrdoX);
      game.status = online::RoomStatus::Ended;
      game.last_at = at(i);
      game.outcome = i < 10
                         ? rules::Outcome{std::nullopt, rules::Ending::Agreement}
                         : rules::Outcome{i % 3 == 0 ? Color::White : Color::Black, rules::Ending::HomeRow};
      store.create_game(game, created(game));
    }
  });
}

/// Of every kind and result, by eight players.
void add_various_games(Database& database, int count) {
  written(database, [&](Store& store) {
    for (int i = 0; i < count; ++i) {
      const std::array<std::string, 2> players = {i % 8 == 0 ? "anna" : fmt::format("player{}", i % 7),
                                                  i % 5 == 0 ? "bert" : fmt::format("player{}", i % 3)};
      const std::size_t white = i / 2 % 2 == 0 ? 0 : 1;
      GameSummary game =
          new_game(fmt::format("g{:06}", i), players[white], players[1 - white], i / 3 % 2 == 0);
      if (i / 7 % 2 == 0) game.settings.start = rules::Position::initial(rules::Variant::OrdoX);
      game.last_at = at(i);
      game.status = i / 11 % 4 == 3 ? online::RoomStatus::Aborted : online::RoomStatus::Ended;
      constexpr std::array<std::optional<Color>, 3> kWinners = {Color::White, Color::Black, std::nullopt};
      if (i / 11 % 4 < 3)
        game.outcome =
            rules::Outcome{kWinners[static_cast<std::size_t>(i / 11 % 4)], rules::Ending::Agreement};
      store.create_game(game, created(game));
    }
  });
}

/// What PostgreSQL looks at and does not want, it calls filtered.
TEST(PostgresQueryPlans, NoListLooksAtGamesThatItDoesNotShow) {
  const TemporaryFolder folder;
  const std::string address = fresh_address(Dialect::Postgres, folder);
  add_various_games(*Database::open(patient(address)), 6000);
  const auto connection = connect(address, true);
  connection->script("ANALYZE games");
  const auto plan_of = [](Connection& asker, const auto& asked) {
    std::string plan;
    for (const Row& row : asker.query("EXPLAIN " + asked.sql, asked.values)) plan += row.text(0) + "\n";
    return plan;
  };
  // So few games are sorted at once; so many as there may be are not, if it can be helped.
  const auto unsorted = connect(address, true);
  unsorted->script("SET enable_sort = off");
  unsorted->script("SET enable_bitmapscan = off");
  for_each_filter([&](const GameFilter& filter, const std::string& what) {
    if (filter.live != false) return;
    RecordingConnection recording(*connection);
    (void)Store(recording).games(filter);
    for (const auto& asked : recording.asked) {
      EXPECT_THAT(plan_of(*connection, asked), testing::Not(testing::HasSubstr("Filter:"))) << what;
      if (asked.sql.find("IS NULL") == std::string::npos) continue;
      EXPECT_THAT(plan_of(*unsorted, asked), testing::Not(testing::HasSubstr("Sort Key: games"))) << what;
    }
  });
}

/// Counted by SQLite: the steps its machine takes for a list.
class Work {
 public:
  explicit Work(const std::string& file) : connection_(file, SqliteMode::ReadOnly) {}
  [[nodiscard]] std::int64_t of(const GameFilter& filter) {
    const std::int64_t before = connection_.steps();
    (void)Store(connection_).games(filter);
    return connection_.steps() - before;
  }

 private:
  SqliteConnection connection_;
};

TEST(ListWork, IsTheSameForTenTimesAsManyGames) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.db");
  const auto database = Database::open(patient(file));
  constexpr int kGames = 300;
  add_games(*database, 0, kGames);
  std::vector<std::int64_t> before;
  for_each_filter(
      [&](const GameFilter& filter, const std::string&) { before.push_back(Work(file).of(filter)); });
  add_games(*database, kGames, 10 * kGames);
  std::size_t list = 0;
  for_each_filter([&](const GameFilter& filter, const std::string& what) {
    const std::int64_t steps = Work(file).of(filter);
    // Ten times as much it would be if the games were gone through.
    EXPECT_LT(steps, 3 * before[list] / 2 + 500) << what;
    ++list;
  });
}

/// Of the games that are going on, too, a player's lists look at the player's alone.
TEST(ListWork, OfAPlayerIsTheSameHoweverManyOthersPlay) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.db");
  const auto database = Database::open(patient(file));
  const auto add = [&](int from, int to) {
    written(*database, [&](Store& store) {
      for (int i = from; i < to; ++i) {
        const GameSummary game = new_game(fmt::format("g{:06}", i), "carl", "dora", i % 2 == 0);
        store.create_game(game, created(game));
      }
    });
  };
  create(*database, new_game("of anna", "anna", "bert"));
  const auto work = [&] {
    std::vector<std::int64_t> steps;
    for_each_filter([&](const GameFilter& filter, const std::string&) {
      if (filter.player) steps.push_back(Work(file).of(filter));
    });
    return steps;
  };
  add(0, 100);
  const auto before = work();
  add(100, 1000);
  EXPECT_EQ(work(), before);
}

}  // namespace
}  // namespace ordo::store
