// A folder for each test that writes files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>

#include <gtest/gtest.h>

namespace ordo::support {

/// The folder is there, and empty, when a test begins, and gone when it has ended.
class InOwnFolder : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::temp_directory_path() / ("ordo-" + std::to_string(getpid()) + "-" + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace ordo::support
