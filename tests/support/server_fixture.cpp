// Starting and stopping a server for a test.
#include "support/server_fixture.h"

#include <stdexcept>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): <cstdlib> does not promise mkdtemp
#include <variant>

#include <fmt/format.h>

namespace ordo::support {
namespace {

[[nodiscard]] std::filesystem::path new_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ordo-server-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return pattern;
}

[[nodiscard]] server::ServerConfig config_for(const std::filesystem::path& folder) {
  server::ServerConfig config;
  config.port = 0;
  config.threads = 2;
  config.database.address = (folder / "test.db").string();
  config.password.operations = 1;
  config.password.memory = 8192;
  config.limits.requests = {10'000, 10'000};
  config.limits.costly = {10'000, 10'000};
  config.limits.drain_time = std::chrono::seconds(5);
  return config;
}

}  // namespace

void RememberingLog::write(server::LogLevel /*level*/, std::string_view event,
                           std::initializer_list<server::LogField> fields) {
  const std::lock_guard lock(mutex_);
  text_ += event;
  for (const auto& [key, value] : fields) {
    text_ += fmt::format(" {}=", key);
    std::visit([&](const auto& known) { text_ += fmt::format("{}", known); }, value);
  }
  text_ += '\n';
}

std::string RememberingLog::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

RunningServer::RunningServer(const Change& change, server::TimeSources clocks) : folder_(new_folder()) {
  server::ServerConfig config = config_for(folder_);
  if (change) change(config);
  server_ = std::make_unique<server::Server>(std::move(config), log_, std::move(clocks));
  thread_ = std::thread([this] { server_->run(); });
}

void RunningServer::finish() {
  server_->stop();
  if (thread_.joinable()) thread_.join();
}

RunningServer::~RunningServer() {
  finish();
  server_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace ordo::support
