// How long lists of games, with every kind of filter, and profiles take in a database with very many games.
//
//   lists_bench [--games N] [--samples N] [--db sqlite|postgres]
//
// Makes a database of each kind with so many games, 5,000 of them going on, and asks for each list as the
// server does, one at a time. A few players have played tens of thousands of games, and no game of Ordo X was
// drawn: lists of such games are the hardest, since there is nothing to be found. PostgreSQL is one of its
// own.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "rules/fen.h"
#include "store/drivers.h"
#include "store/migrations.h"
#include "support/databases.h"
#include "util/check.h"

namespace ordo {
namespace {

using store::Dialect;
using store::GameFilter;
using store::Store;
using store::Value;
using Random = std::mt19937_64;

constexpr double kGoal = 50;  // milliseconds
constexpr int kUsers = 20'000;
constexpr int kLive = 5'000;
constexpr std::int64_t kFirstInstant = 1'700'000'000'000;

struct Settings {
  int games = 1'000'000;
  int samples = 300;
  std::vector<Dialect> dialects = {Dialect::Sqlite, Dialect::Postgres};
};

[[nodiscard]] double uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

[[nodiscard]] std::string user_id(int number) { return fmt::format("user{:08}", number); }

/// Few play much: the first some thousandths of all games, the last hardly any.
[[nodiscard]] int some_user(Random& random) {
  return static_cast<int>(kUsers * std::pow(uniform(random), 3));
}

/// Rows for an INSERT of many.
class Rows {
 public:
  Rows(store::Connection& connection, std::string_view table, std::vector<std::string> columns)
      : connection_(connection), table_(table), columns_(std::move(columns)) {}

  void add(std::vector<Value> row) {
    ORDO_CHECK(row.size() == columns_.size());
    std::move(row.begin(), row.end(), std::back_inserter(values_));
    if (values_.size() == kAtOnce * columns_.size()) flush();
  }
  void flush() {
    if (values_.empty()) return;
    const std::size_t count = values_.size() / columns_.size();
    connection_.execute(count == kAtOnce ? many_ : statement_for(count), values_);
    values_.clear();
  }

 private:
  static constexpr std::size_t kAtOnce = 200;

  [[nodiscard]] std::string statement_for(std::size_t count) const {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::string> places;
      for (std::size_t k = 1; k <= columns_.size(); ++k)
        places.push_back(fmt::format("${}", i * columns_.size() + k));
      rows.push_back(fmt::format("({})", fmt::join(places, ", ")));
    }
    return fmt::format("INSERT INTO {} ({}) VALUES {}", table_, fmt::join(columns_, ", "),
                       fmt::join(rows, ", "));
  }

  store::Connection& connection_;
  std::string table_;
  std::vector<std::string> columns_;
  std::string many_ = statement_for(kAtOnce);
  std::vector<Value> values_;
};

[[nodiscard]] Value number(std::int64_t value) { return value; }
[[nodiscard]] Value words(std::string_view text) { return std::string(text); }

void add_users(store::Connection& connection) {
  Rows users(connection, "users", {"id", "kind", "name", "name_key", "password_hash", "created_at"});
  Rows ratings(connection, "ratings",
               {"user_id", "variant", "rating", "deviation", "volatility", "games", "at"});
  for (int i = 0; i < kUsers; ++i) {
    users.add({user_id(i), words("account"), user_id(i), user_id(i), words("hash"), number(kFirstInstant)});
    for (const char* variant : {"ordo", "ordox"}) {
      ratings.add({user_id(i), words(variant), Value{1500.5}, Value{80.5}, Value{0.06}, number(100),
                   number(kFirstInstant)});
    }
  }
  users.flush();
  ratings.flush();
}

void add_games(store::Connection& connection, int count) {
  Random random(1);
  Rows games(connection, "games",
             {"id",         "variant",     "start_fen",    "time_control", "rated",      "white_kind",
              "white_id",   "white_name",  "white_level",  "white_rating", "black_kind", "black_id",
              "black_name", "black_level", "black_rating", "status",       "live",       "result",
              "ending",     "plies",       "fen",          "created_at",   "last_at",    "last_seq"});
  Rows live(connection, "live",
            {"game", "last_seq", "last_at", "deadline", "engine_to_move", "plies", "fen"});
  constexpr std::array<std::string_view, 3> kResults = {"1-0", "0-1", "1/2-1/2"};
  for (int i = 0; i < count; ++i) {
    const bool is_pair = random() % 50 == 0;  // the two who play most play each other
    const std::string white = user_id(is_pair ? i % 2 : some_user(random));
    const std::string black = user_id(is_pair ? 1 - i % 2 : some_user(random));
    const bool is_live = i >= count - kLive;
    const bool is_ordo_x = random() % 2 == 0;
    const bool is_aborted = random() % 30 == 0;
    const std::size_t result = is_ordo_x ? random() % 2 : random() % 12 == 0 ? 2 : random() % 2;
    const std::string id = fmt::format("{:012x}", random() >> 16);
    const std::string fen(rules::kInitialFen);
    const std::int64_t at = kFirstInstant + i * std::int64_t{37'000};
    const bool has_result = !is_live && !is_aborted;
    games.add({id,
               words(is_ordo_x ? "ordox" : "ordo"),
               fen,
               words("300+3"),
               number(random() % 2 == 0 ? 1 : 0),
               words("account"),
               white,
               white,
               number(0),
               number(1500),
               words("account"),
               black,
               black,
               number(0),
               number(1500),
               words(is_live      ? "playing"
                     : is_aborted ? "aborted"
                                  : "ended"),
               number(is_live ? 1 : 0),
               has_result ? words(kResults[result]) : Value{},
               has_result
                   ? words(rules::name(result == 2 ? rules::Ending::Repetition : rules::Ending::HomeRow))
                   : Value{},
               number(40),
               fen,
               number(at - 600'000),
               number(at),
               number(42)});
    if (is_live) live.add({id, number(42), number(at), number(at + 300'000), number(0), number(40), fen});
  }
  games.flush();
  live.flush();
}

/// Fills it in one go, and has the indices made afterwards where the database can.
void fill(const std::string& address, int games) {
  if (!store::is_postgres_address(address)) (void)std::fclose(std::fopen(address.c_str(), "w"));
  const auto connection = store::connect(address, true);
  store::migrate(*connection, store::all_migrations().first(store::all_migrations().size() - 1));
  connection->script("BEGIN");
  add_users(*connection);
  add_games(*connection, games);
  connection->script("COMMIT");
  store::migrate(*connection);
  if (connection->dialect() == Dialect::Postgres) connection->script("ANALYZE");
}

struct List {
  std::string name;
  std::function<void(Store&, Random&)> ask;
};

[[nodiscard]] std::string some_player(Random& random) {
  return user_id(random() % 2 == 0 ? static_cast<int>(random() % 5) : some_user(random));
}

/// From the beginning, or from anywhere on.
void turn_pages(GameFilter& filter, Random& random, int games) {
  if (random() % 2 == 0) return;
  const auto game = static_cast<std::int64_t>(uniform(random) * games);
  filter.before = {online::instant_from(kFirstInstant + game * 37'000), "m"};
}

/// Every filter there is, with values drawn anew each time.
[[nodiscard]] std::vector<List> game_lists(int games) {
  std::vector<List> lists;
  for (const int people : {0, 1, 2}) {
    for (const bool with_variant : {false, true}) {
      for (const bool with_rated : {false, true}) {
        for (const bool with_result : {false, true}) {
          for (const int live : {-1, 0, 1}) {
            if (live == 1 && with_result) continue;  // has none
            std::string name = live < 0 ? "games" : live == 0 ? "games over" : "games going on";
            if (people > 0) name += people == 1 ? " of a player" : " of two players";
            if (with_variant) name += ", variant";
            if (with_rated) name += ", rated";
            if (with_result) name += ", result";
            lists.push_back({name, [=](Store& store, Random& random) {
                               GameFilter filter;
                               if (people > 0) filter.player = some_player(random);
                               if (people > 1) filter.opponent = some_player(random);
                               if (with_variant) {
                                 filter.variant =
                                     random() % 2 == 0 ? rules::Variant::Ordo : rules::Variant::OrdoX;
                               }
                               if (with_rated) filter.rated = random() % 2 == 0;
                               if (with_result)
                                 filter.result = random() % 2 == 0 ? "1/2-1/2" : people > 0 ? "won" : "0-1";
                               if (live >= 0) filter.live = live == 1;
                               filter.limit = random() % 2 == 0 ? 20 : 100;
                               turn_pages(filter, random, games);
                               (void)store.games(filter);
                             }});
          }
        }
      }
    }
  }
  return lists;
}

[[nodiscard]] std::vector<List> all_lists(int games) {
  std::vector<List> lists = game_lists(games);
  lists.push_back({"profile", [](Store& store, Random& random) {
                     const auto user = store.user_named(some_player(random));
                     ORDO_CHECK(user.has_value());
                     (void)store.rating(user->id, rules::Variant::Ordo);
                     (void)store.rating(user->id, rules::Variant::OrdoX);
                   }});
  lists.push_back({"seeks", [](Store& store, Random&) { (void)store.seeks(online::instant_from(0)); }});
  lists.push_back({"games that are overdue", [](Store& store, Random&) {
                     (void)store.overdue(online::instant_from(0), online::instant_from(0), 200);
                   }});
  return lists;
}

struct Times {
  double median;
  double p99;
  double worst;
};

[[nodiscard]] Times measure(store::Database& database, const List& list, int samples) {
  Random random(7);
  std::vector<double> times;
  for (int i = 0; i < samples; ++i) {
    std::promise<void> answered;
    const auto begun = std::chrono::steady_clock::now();
    database.read(
        [&](store::Connection& connection) {
          Store store(connection);
          list.ask(store, random);
        },
        [&](const std::exception_ptr& failed) {
          if (failed) {
            answered.set_exception(failed);
          } else {
            answered.set_value();
          }
        },
        store::Reading::List);
    answered.get_future().get();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
  }
  std::ranges::sort(times);
  const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(times.size()))) - 1;
  return {times[times.size() / 2], times[rank], times.back()};
}

/// Whether all lists are as fast as they should be.
[[nodiscard]] bool run(const Settings& settings, Dialect dialect) {
  const tests::TemporaryFolder folder;
  const std::string address = tests::fresh_address(dialect, folder);
  const auto begun = std::chrono::steady_clock::now();
  fill(address, settings.games);
  fmt::print("{}: {} games made in {:.0f} s; milliseconds of {} lists each\n",
             dialect == Dialect::Sqlite ? "SQLite" : "PostgreSQL", settings.games,
             std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(),
             settings.samples);
  (void)std::fflush(stdout);
  const auto database = store::Database::open(tests::patient(address));
  fmt::print("{:>8} {:>8} {:>8}\n", "median", "p99", "worst");
  bool is_fast = true;
  for (const List& list : all_lists(settings.games)) {
    const Times times = measure(*database, list, settings.samples);
    is_fast = is_fast && times.p99 < kGoal;
    fmt::print("{:8.2f} {:8.2f} {:8.2f}  {}{}\n", times.median, times.p99, times.worst, list.name,
               times.p99 < kGoal ? "" : "  <-- over the goal");
    (void)std::fflush(stdout);
  }
  fmt::print("p99 under {} ms in all lists: {}\n\n", kGoal, is_fast ? "yes" : "no");
  return is_fast;
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  ordo::Settings settings;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--games") {
      settings.games = std::max(ordo::kLive, std::atoi(argv[i + 1]));
    } else if (option == "--samples") {
      settings.samples = std::max(1, std::atoi(argv[i + 1]));
    } else if (option == "--db") {
      settings.dialects = {std::strcmp(argv[i + 1], "sqlite") == 0 ? ordo::Dialect::Sqlite
                                                                   : ordo::Dialect::Postgres};
    } else {
      fmt::print(stderr, "there is no option {}\n", option);
      return 2;
    }
  }
  for (const ordo::Dialect dialect : settings.dialects) (void)ordo::run(settings, dialect);
  return 0;
}
