// The log of the server: one JSON object a line, without secrets.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// Passes on what it is given, but of warnings and errors that say the same (by event and reason) only a few
/// in ten seconds: a sick disk must not be filled with complaints about it. A line "left-out" says how many
/// there would have been, before the next one.
class SparingLog final : public Log {
 public:
  using SteadyClock = std::function<std::chrono::steady_clock::time_point()>;

  /// `inner` outlives this.
  SparingLog(Log& inner, SteadyClock clock) : inner_(inner), clock_(std::move(clock)) {}
  void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) override;

 private:
  struct Said {
    std::chrono::steady_clock::time_point since;
    std::int64_t times = 0;
  };

  Log& inner_;
  const SteadyClock clock_;
  std::mutex mutex_;
  std::unordered_map<std::string, Said> said_;  // by event and reason; guarded by mutex_
};

/// To standard error, through spdlog. `pretty`: for people at a terminal instead of JSON.
[[nodiscard]] std::unique_ptr<Log> make_log(LogLevel least, bool pretty);
/// Nowhere.
[[nodiscard]] std::unique_ptr<Log> make_silent_log();

}  // namespace ordo::server
