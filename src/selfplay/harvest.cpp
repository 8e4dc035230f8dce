// A file for each few games: it is there whole, or its games are played again.
#include "selfplay/harvest.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "selfplay/endings.h"
#include "tablebase/table_files.h"
#include "util/crc32.h"
#include "util/text_file.h"

namespace ordo::selfplay {
namespace {

constexpr std::string_view kEnding = ".samples";

[[nodiscard]] std::string settings_text(const HarvestSettings& settings) {
  const PlaySettings& play = settings.play;
  if (settings.endings)
    return fmt::format("endings 1\nvariant {}\nseed {}\n", rules::name(play.variant), play.seed);
  const std::uint32_t network = play.network != nullptr ? util::crc32(play.network->bytes()) : 0;
  return fmt::format(
      "games 7\nvariant {}\nnodes {}\nseed {}\ndistortion {}\n"
      "taken over {}\ndisagreement {}\nodds {}\nasides {}\nstranger {}\nnetwork {:08x}\n",
      rules::name(play.variant), play.nodes, play.seed, play.distortion, play.taken_over, play.disagreement,
      play.odds, play.asides, play.stranger != nullptr ? play.stranger->name : "any", network);
}

/// Games of different settings do not mix unnoticed.
[[nodiscard]] std::optional<std::string> claim_folder(const HarvestSettings& settings) {
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  if (error) return fmt::format("cannot make {}: {}", settings.folder.string(), error.message());
  const std::filesystem::path file = settings.folder / "settings.txt";
  const std::string text = settings_text(settings);
  if (!std::filesystem::exists(file)) {
    const auto written = util::write_text_file(file.string(), text, util::Replace::Never);
    return written ? std::nullopt : std::optional(written.error());
  }
  constexpr std::size_t kMostText = 4096;
  const auto there = util::read_text_file(file.string(), kMostText);
  if (!there) return there.error();
  if (*there == text) return std::nullopt;
  return fmt::format("{} holds games that were played with other settings:\n{}", settings.folder.string(),
                     *there);
}

[[nodiscard]] std::uint64_t samples_in(const std::filesystem::path& file) {
  return (std::filesystem::file_size(file) - 8) / kSampleBytes;
}

class Field {
 public:
  Field(const HarvestSettings& settings, const std::atomic<bool>& stop,
        const std::function<void(const Harvest&)>& on_file)
      : settings_(settings), stop_(stop), on_file_(on_file) {
    tablebase::add_builtin(tables_);
  }

  [[nodiscard]] util::Result<Harvest, std::string> reap() {
    std::vector<std::thread> threads;
    for (int i = 0; i < settings_.threads; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (problem_) return util::failure(*problem_);
    return sum_;
  }

 private:
  void work() {
    const std::uint32_t files = (settings_.games + kGamesOfFile - 1) / kGamesOfFile;
    for (std::uint32_t number = next_++; number < files && !stop_; number = next_++) make_file(number);
  }

  void make_file(std::uint32_t number) {
    const std::filesystem::path file = settings_.folder / fmt::format("{:07}{}", number, kEnding);
    const std::uint32_t first = number * kGamesOfFile;
    const std::uint32_t last = std::min(first + kGamesOfFile, settings_.games);
    if (std::filesystem::exists(file)) {
      finished(last - first, samples_in(file), true);
      return;
    }
    std::vector<Sample> samples;
    for (std::uint32_t game = first; game < last; ++game) {
      if (stop_) return;
      const std::vector<Sample> more = samples_of(game);
      samples.insert(samples.end(), more.begin(), more.end());
    }
    if (const auto written = write_samples(file, samples); !written) {
      const std::scoped_lock lock(guard_);
      problem_ = written.error();
      next_ = settings_.games;
      return;
    }
    finished(last - first, samples.size(), false);
  }

  [[nodiscard]] std::vector<Sample> samples_of(std::uint32_t game) const {
    const PlaySettings& play = settings_.play;
    return settings_.endings ? random_endings(play.variant, play.seed, game, tables_)
                             : play_game(play, game, tables_);
  }

  void finished(std::uint32_t games, std::uint64_t samples, bool kept) {
    const std::scoped_lock lock(guard_);
    sum_.games += games;
    sum_.samples += samples;
    if (kept) {
      sum_.kept += games;
    } else {
      on_file_(sum_);
    }
  }

  const HarvestSettings& settings_;
  const std::atomic<bool>& stop_;
  const std::function<void(const Harvest&)>& on_file_;
  tablebase::Tables tables_;
  std::atomic<std::uint32_t> next_{0};
  std::mutex guard_;  ///< of the rest
  Harvest sum_;
  std::optional<std::string> problem_;
};

}  // namespace

util::Result<Harvest, std::string> harvest(const HarvestSettings& settings, const std::atomic<bool>& stop,
                                           const std::function<void(const Harvest&)>& on_file) {
  if (const auto problem = claim_folder(settings)) return util::failure(*problem);
  return Field(settings, stop, on_file).reap();
}

std::vector<std::filesystem::path> sample_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == kEnding) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace ordo::selfplay
