// An SQLite file on a disk that fails at every call there is: nothing acknowledged is lost, nothing breaks.
#include <array>
#include <filesystem>
#include <future>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/drivers.h"
#include "store/maintenance.h"
#include "support/databases.h"
#include "support/faulty_disk.h"
#include "support/scale.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

constexpr std::array kFaults = {DiskFault::WriteFails, DiskFault::WriteIsTorn, DiskFault::NoSpace,
                                DiskFault::SyncFails, DiskFault::TruncateFails};
constexpr int kTurns = 5;

/// A file with a game that has begun, to be copied.
[[nodiscard]] std::string file_with_a_game(const TemporaryFolder& folder) {
  const std::string file = folder.file("template.db");
  create(*Database::open(patient(file)), new_game("g1", "anna", "bert"));
  return file;
}

struct Played {
  int acknowledged = 0;  ///< the number of the last turn that was answered
  int failed = 0;
  bool was_opened = false;
};

/// Opens the file, plays turn after turn until the last, however often each fails, and closes it.
[[nodiscard]] Played play(const std::string& file) {
  Played played;
  try {
    const auto database = Database::open(patient(file));
    played.was_opened = true;
    const GameSummary game = new_game("g1", "anna", "bert");
    for (int attempt = 0; attempt < 2 * kTurns && played.acknowledged < kTurns; ++attempt) {
      try {
        if (append_turn(*database, game, played.acknowledged + 1).was_outrun) break;
        ++played.acknowledged;
      } catch (const SqlError&) {
        ++played.failed;
      }
    }
  } catch (const SqlError&) {
    EXPECT_FALSE(played.was_opened);
  }
  return played;
}

/// What is wrong with the file after that; empty: nothing.
[[nodiscard]] std::string trouble_after(const std::string& file, const Played& played) {
  const auto database = Database::open(patient(file));
  const auto events = asked(*database, [](Store& store) { return store.events("g1"); });
  const int stored = static_cast<int>(events.size()) - 1;
  if (stored < played.acknowledged)
    return fmt::format("{} turns were acknowledged, {} are there", played.acknowledged, stored);
  for (int ply = 1; ply <= stored; ++ply) {
    const auto& event = events[static_cast<std::size_t>(ply)];
    if (event.seq != ply + 1 || event.event != turn(ply)) return fmt::format("turn {} is another", ply);
  }
  const auto damage = file_damage(*connect(file, false));
  if (!damage.empty()) return damage.front();
  if (append_turn(*database, new_game("g1", "anna", "bert"), stored + 1).was_outrun)
    return "the game cannot go on";
  return "";
}

TEST(DiskFaults, AtEveryCallLoseNothingThatWasAcknowledged) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  const std::string original = file_with_a_game(folder);
  const int stride = support::full_scale() ? 1 : 5;
  int struck = 0;
  for (const DiskFault fault : kFaults) {
    for (const bool lasting : {false, true}) {
      for (int first = 1;; first += stride) {
        const std::string file = folder.file("x.db");
        for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file + suffix);
        std::filesystem::copy_file(original, file);
        disk.arm(fault, first, lasting);
        const Played played = play(file);
        const bool was_hit = disk.calls() >= first;
        disk.mend();
        const auto where = fmt::format("fault {}, call {}, {}", static_cast<int>(fault), first,
                                       lasting ? "lasting" : "once");
        ASSERT_EQ(trouble_after(file, played), "") << where;
        if (!lasting && played.was_opened) {
          EXPECT_EQ(played.acknowledged, kTurns) << where;
        }
        if (!was_hit) break;
        ++struck;
      }
    }
  }
  RecordProperty("faults", struck);
  EXPECT_GT(struck, support::full_scale() ? 50 : 10);
}

/// The power fails at every write, truncation and sync there is; what was not synced is there in part.
TEST(PowerCut, AtAnyCallLosesNothingThatWasAcknowledged) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  const std::string original = file_with_a_game(folder);
  const int stride = support::full_scale() ? 1 : 5;
  const std::uint32_t ways = support::full_scale() ? 6 : 2;
  int cuts = 0;
  for (bool was_hit = true; was_hit;) {
    const int first = 1 + cuts / static_cast<int>(ways) * stride;
    for (std::uint32_t seed = 0; seed < ways; ++seed) {
      const std::string file = folder.file("x.db");
      for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file + suffix);
      std::filesystem::copy_file(original, file);
      disk.arm(DiskFault::PowerCut, first, true);
      const Played played = play(file);
      was_hit = disk.calls() >= first;
      disk.lose_unsynced(seed + static_cast<std::uint32_t>(first) * ways);
      std::filesystem::remove(file + "-shm");  // it was memory
      disk.mend();
      ASSERT_EQ(trouble_after(file, played), "") << "power cut at call " << first << ", way " << seed;
      ++cuts;
    }
  }
  RecordProperty("cuts", cuts);
  EXPECT_GT(cuts, support::full_scale() ? 100 : 8);
}

TEST(DiskFaults, AreToldApart) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  const std::string file = file_with_a_game(folder);
  const auto database = Database::open(patient(file));
  const GameSummary game = new_game("g1", "anna", "bert");
  const auto trouble = [&] {
    try {
      append_turn(*database, game, 1);
    } catch (const SqlError& error) {
      return error.trouble();
    }
    return SqlTrouble::Other;
  };
  disk.arm(DiskFault::NoSpace, 1, true);
  EXPECT_EQ(trouble(), SqlTrouble::Full);
  disk.arm(DiskFault::SyncFails, 1, true);
  EXPECT_EQ(trouble(), SqlTrouble::Disk);
  disk.mend();
  EXPECT_FALSE(append_turn(*database, game, 1).was_outrun) << "and it goes on";
}

/// What /readyz rests on.
TEST(DiskFaults, AreFoundByTheProbe) {
  const TemporaryFolder folder;
  FaultyDisk disk;
  const auto database = Database::open(patient(file_with_a_game(folder)));
  const auto probe = [&] {
    std::promise<bool> is_well;
    database->probe([&](const std::exception_ptr& failed) { is_well.set_value(failed == nullptr); });
    return is_well.get_future().get();
  };
  EXPECT_TRUE(probe());
  for (const DiskFault fault : {DiskFault::WriteFails, DiskFault::NoSpace, DiskFault::SyncFails}) {
    disk.arm(fault, 1, true);
    EXPECT_FALSE(probe()) << static_cast<int>(fault);
    disk.mend();
    EXPECT_TRUE(probe());
    EXPECT_TRUE(probe()) << "each attempt writes something";
  }
}

}  // namespace
}  // namespace ordo::store
