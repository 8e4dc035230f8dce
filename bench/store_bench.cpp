// How many turns a second an SQLite database takes in, each on disk before it is answered, and what the disk
// itself can do.
//
// Side by side: the turns of many games as the server stores them (many share a commit), the same one commit
// each, and nothing but writes of a few bytes that are synced one by one.
#include <array>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "rules/fen.h"
#include "store/database.h"
#include "store/store.h"
#include "util/check.h"

namespace ordo {
namespace {

/// On the disk of the working directory: the temporary folder may be memory.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::current_path() / "store-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the benchmark");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

[[nodiscard]] store::GameSummary new_game(int number) {
  store::GameSummary game;
  game.id = fmt::format("{:012x}", static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15 >> 16);
  game.settings.time = online::parse_time_control("300+3").value();
  for (auto& player : game.players) {
    player =
        online::Player{online::PlayerKind::Account, fmt::format("user{:08}", number), "Somebody", 0, 1500};
  }
  game.status = online::RoomStatus::Playing;
  game.fen = rules::kInitialFen;
  game.created_at = game.last_at = online::instant_from(1'800'000'000'000);
  return game;
}

/// Games that go on as fast as they are answered, `games` of them at once.
class Traffic {
 public:
  Traffic(store::Database& database, int games) : database_(database) {
    for (int i = 0; i < games; ++i) games_.push_back(new_game(i));
    database_.write_now([&](store::Connection& connection) {
      store::Store store(connection);
      for (const store::GameSummary& game : games_) {
        store.create_game(game,
                          {1, game.created_at, online::Created{game.settings, game.players, std::nullopt}});
      }
    });
  }

  /// At least so many turns, spread over all games.
  void play(std::int64_t turns) {
    left_ = turns;
    std::latch running(static_cast<std::ptrdiff_t>(games_.size()));
    running_ = &running;
    for (store::GameSummary& game : games_) next(game);
    running.wait();
  }

 private:
  void next(store::GameSummary& game) {
    if (left_.fetch_sub(1) <= 0) {
      running_->count_down();
      return;
    }
    ++game.plies;
    game.last_at += online::Duration(1000);
    game.deadline = game.last_at + online::Duration(300'000);
    game.fen.back() = game.plies % 2 == 0 ? 'w' : 'b';
    database_.write(
        [&game](store::Connection& connection) {
          const std::array<online::Event, 1> events = {
              online::Moved{game.plies, "c3-c4", online::Duration(295'000)}};
          ORDO_CHECK(!store::Store(connection).append(game, game.plies + 1, game.last_at, events).was_outrun);
        },
        [this, &game](const std::exception_ptr& error) {
          ORDO_CHECK(!error);
          next(game);
        });
  }

  store::Database& database_;
  std::vector<store::GameSummary> games_;  // each changed by the one who answers it
  std::atomic<std::int64_t> left_ = 0;
  std::latch* running_ = nullptr;
};

void turns_stored(benchmark::State& state, int games, std::size_t most_jobs_in_a_commit) {
  const Folder folder;
  store::DatabaseOptions options{folder.file("games.db")};
  options.most_jobs_in_a_commit = most_jobs_in_a_commit;
  const auto database = store::Database::open(options);
  Traffic traffic(*database, games);
  const auto turns = static_cast<std::int64_t>(most_jobs_in_a_commit == 1 ? 50 : 4 * games);
  std::int64_t stored = 0;
  for (auto _ : state) {
    traffic.play(turns);
    stored += turns;
  }
  state.SetItemsProcessed(stored);
}

void bytes_synced(benchmark::State& state) {
  const Folder folder;
  const int descriptor = open(folder.file("bytes").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ORDO_CHECK(descriptor >= 0);
  std::int64_t count = 0;
  for (auto _ : state) {
    ORDO_CHECK(write(descriptor, "a hundred bytes would not make a difference", 43) == 43);
    ORDO_CHECK(fdatasync(descriptor) == 0);
    ++count;
  }
  close(descriptor);
  state.SetItemsProcessed(count);
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  using ordo::turns_stored;
  benchmark::Initialize(&argc, argv);
  using Load = std::pair<int, std::size_t>;
  for (const auto& [games, most] : {Load{50, 512}, Load{500, 512}, Load{5000, 512}, Load{5000, 4096}}) {
    benchmark::RegisterBenchmark(
        fmt::format("turns of {} games, up to {} a commit", games, most).c_str(),
        [games = games, most = most](benchmark::State& state) { turns_stored(state, games, most); })
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("turns of 500 games, one a commit",
                               [](benchmark::State& state) { turns_stored(state, 500, 1); })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("43 bytes, synced", ordo::bytes_synced)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
