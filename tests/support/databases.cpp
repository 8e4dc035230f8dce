// Databases of both kinds for tests, and games to put into them.
#include "support/databases.h"

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "rules/fen.h"
#include "support/postgres.h"

namespace ordo::tests {

using online::Color;

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "ordo-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string fresh_address(store::Dialect dialect, const TemporaryFolder& folder) {
  if (dialect == store::Dialect::Postgres) return PostgresServer::instance().fresh_database();
  for (int i = 1;; ++i) {
    const std::string file = folder.file(fmt::format("{}.db", i));
    if (!std::filesystem::exists(file)) return file;
  }
}

store::DatabaseOptions patient(std::string address) {
  constexpr std::chrono::minutes kPatience{3};
  store::DatabaseOptions options;
  options.address = std::move(address);
  options.read_within = options.write_wait = options.reconnect_for = options.answer_within = kPatience;
  return options;
}

bool comes_to_be_alone(store::Database& database) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < deadline) {
    if (asked(database, [](store::Store& store) { return store.is_alone(); })) return true;
    std::this_thread::yield();
  }
  return false;
}

online::Instant at(std::int64_t milliseconds) {
  return online::instant_from(1'800'000'000'000 + milliseconds);
}

online::Player person(std::string_view id, std::optional<int> rating) {
  return {online::PlayerKind::Account, std::string(id), fmt::format("Name of {}", id), 0, rating};
}

store::User account(std::string_view id, std::string_view name) {
  return {std::string(id), online::PlayerKind::Account, std::string(name), "hash", at(0), std::nullopt};
}

store::GameSummary new_game(std::string_view id, std::string_view white, std::string_view black, bool rated) {
  store::GameSummary summary;
  summary.id = id;
  summary.settings.rated = rated;
  summary.players = {person(white), person(black)};
  summary.status = online::RoomStatus::Playing;
  summary.fen = rules::kInitialFen;
  summary.created_at = at(0);
  summary.last_at = at(0);
  return summary;
}

online::StoredEvent created(const store::GameSummary& summary) {
  return {1, summary.created_at, online::Created{summary.settings, summary.players, std::nullopt}};
}

void create(store::Database& database, const store::GameSummary& summary) {
  written(database, [&](store::Store& store) { store.create_game(summary, created(summary)); });
}

online::Event turn(int ply) {
  constexpr std::array<std::string_view, 4> kThereAndBack = {"a3-a4", "a6-a5", "a4-a3", "a5-a6"};
  return online::Moved{ply, std::string(kThereAndBack[static_cast<std::size_t>((ply - 1) % 4)]),
                       std::nullopt};
}

store::GameSummary after_turn(store::GameSummary summary, int ply) {
  summary.plies = ply;
  summary.last_at = at(1000 * ply);
  summary.fen.back() = ply % 2 == 0 ? 'w' : 'b';
  return summary;
}

store::Appended append_turn(store::Database& database, const store::GameSummary& summary, int ply) {
  const std::array events = {turn(ply)};
  return written(database, [&](store::Store& store) {
    return store.append(after_turn(summary, ply), ply + 1, at(1000 * ply), events);
  });
}

store::Appended end_game(store::Database& database, store::GameSummary summary, std::int64_t seq,
                         std::optional<Color> winner) {
  summary.status = online::RoomStatus::Ended;
  summary.outcome = rules::Outcome{winner, winner ? rules::Ending::Resignation : rules::Ending::Agreement};
  summary.last_at = at(1000 * seq);
  const std::array<online::Event, 1> events = {online::Ended{*summary.outcome}};
  return written(database,
                 [&](store::Store& store) { return store.append(summary, seq, summary.last_at, events); });
}

}  // namespace ordo::tests
