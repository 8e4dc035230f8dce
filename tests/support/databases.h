// Databases of both kinds for tests, and games to put into them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "store/database.h"
#include "store/store.h"

namespace ordo::tests {

/// A folder that goes when it is done with.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The address of a new, empty database: a file in the folder, or one of the server of this program.
[[nodiscard]] std::string fresh_address(store::Dialect dialect, const TemporaryFolder& folder);

/// Options for whoever tests no deadline: a busy machine meets none of them.
[[nodiscard]] store::DatabaseOptions patient(std::string address);

/// Runs `work(Store&)` in a transaction and gives back what it returns.
template <class Work>
auto written(store::Database& database, Work work) {
  using T = std::invoke_result_t<Work&, store::Store&>;
  if constexpr (std::is_void_v<T>) {
    database.write_now([&](store::Connection& connection) {
      store::Store store(connection);
      work(store);
    });
  } else {
    T result{};
    database.write_now([&](store::Connection& connection) {
      store::Store store(connection);
      result = work(store);
    });
    return result;
  }
}

/// Only asks.
template <class Work>
auto asked(store::Database& database, Work work) {
  std::invoke_result_t<Work&, store::Store&> result{};
  database.read_now([&](store::Connection& connection) {
    store::Store store(connection);
    result = work(store);
  });
  return result;
}

/// Whether it is alone, sooner or later: PostgreSQL takes a moment to see that another node has gone.
[[nodiscard]] bool comes_to_be_alone(store::Database& database);

[[nodiscard]] online::Instant at(std::int64_t milliseconds);
[[nodiscard]] online::Player person(std::string_view id, std::optional<int> rating = 1500);
[[nodiscard]] store::User account(std::string_view id, std::string_view name);

/// A game that two people play from the start, as it is after its first event.
[[nodiscard]] store::GameSummary new_game(std::string_view id, std::string_view white, std::string_view black,
                                          bool rated = false);
[[nodiscard]] online::StoredEvent created(const store::GameSummary& summary);
/// Stores it.
void create(store::Database& database, const store::GameSummary& summary);
/// The turn with this number, and the game after it.
[[nodiscard]] online::Event turn(int ply);
[[nodiscard]] store::GameSummary after_turn(store::GameSummary summary, int ply);
/// Turn `ply` is event ply + 1.
store::Appended append_turn(store::Database& database, const store::GameSummary& summary, int ply);
/// Ended by resignation at event `seq`.
store::Appended end_game(store::Database& database, store::GameSummary summary, std::int64_t seq,
                         std::optional<online::Color> winner);

}  // namespace ordo::tests
