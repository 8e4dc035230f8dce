// Many games, on several threads, into a folder; what a kill has left there is gone on with.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "selfplay/play.h"
#include "util/result.h"

namespace ordo::selfplay {

struct HarvestSettings {
  PlaySettings play;
  std::uint32_t games = 10'000;
  int threads = 1;
  bool endings = false;  ///< no games, but as many times some endings that the tables know
  std::filesystem::path folder;
};

struct Harvest {
  std::uint32_t games = 0;
  std::uint64_t samples = 0;
  std::uint32_t kept = 0;  ///< games that were there already
};

/// So many games lie in a file, and are lost at most, for each thread, by a kill.
inline constexpr std::uint32_t kGamesOfFile = 64;

/// `on_file`: called after each file, by one thread at a time. A folder whose games were played with other
/// settings is refused. When `stop` becomes true, games that go on are given up.
[[nodiscard]] util::Result<Harvest, std::string> harvest(const HarvestSettings& settings,
                                                         const std::atomic<bool>& stop,
                                                         const std::function<void(const Harvest&)>& on_file);

/// All files of samples in a folder, in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> sample_files(const std::filesystem::path& folder);

}  // namespace ordo::selfplay
