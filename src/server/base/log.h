// The log of the server: one JSON object a line, without secrets.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ordo::server {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };

using LogValue = std::variant<std::string_view, std::int64_t, bool>;
using LogField = std::pair<std::string_view, LogValue>;

/// Thread-safe.
/// {"at":"2026-11-16T03:00:00.123Z","level":"info","event":"listening","address":"127.0.0.1:8080"} Never
/// given: passwords, cookies, tokens, chat, full addresses of people.
class Log {
 public:
  virtual ~Log() = default;
  virtual void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {}) = 0;
};

/// To standard error, through spdlog. `pretty`: for people at a terminal instead of JSON.
[[nodiscard]] std::unique_ptr<Log> make_log(LogLevel least, bool pretty);
/// Nowhere.
[[nodiscard]] std::unique_ptr<Log> make_silent_log();

}  // namespace ordo::server
