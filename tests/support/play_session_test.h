// Sessions of `ordo play` in tests: the lines that are typed, and all that is answered.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include <gtest/gtest.h>

#include "apps/commands/play.h"
#include "util/text_file.h"

namespace ordo::support {

/// White, to move, wins with d5-d8.
inline constexpr const char* kWinning = "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w";

/// A session in which the engine thinks no longer than it takes to test it, however slow the machine is.
inline apps::PlaySettings brief() {
  apps::PlaySettings settings{.style = {.utf8 = false}, .interactive = false, .date = "2025.11.30"};
  settings.engine.limits.nodes = 2000;
  return settings;
}

class PlaySessionTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("ordo-play-" + std::to_string(getpid()) + "-" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string contents(std::string_view name) const {
    return *util::read_text_file(path(name), 1 << 20);
  }

  /// Everything the session says to these lines.
  std::string play(const std::string& lines) {
    std::istringstream in(lines);
    std::ostringstream out;
    std::ostringstream err;
    apps::Console console{in, out, err};
    exit_code_ = apps::run_play(options_, settings_, console);
    complaint_ = err.str();
    return out.str();
  }
  std::string play_ordo_x(const std::string& lines) {
    options_.position.variant = "ordox";
    return play(lines);
  }

  std::filesystem::path folder_;
  apps::PlayOptions options_;
  apps::PlaySettings settings_ = brief();
  int exit_code_ = -1;
  std::string complaint_;
};

}  // namespace ordo::support
