// The log, written by spdlog: a JSON object a line, or words for people at a terminal.
#include "server/base/log.h"

#include <algorithm>
#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "util/json_writer.h"

namespace ordo::server {
namespace {

constexpr std::chrono::seconds kLogPeriod{10};
constexpr std::int64_t kLinesInAPeriod = 5;
constexpr std::size_t kMostReasons = 1000;

[[nodiscard]] std::string_view name(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::Debug:
      return "debug";
    case LogLevel::Info:
      return "info";
    case LogLevel::Warning:
      return "warning";
    case LogLevel::Error:
      break;
  }
  return "error";
}

[[nodiscard]] spdlog::level::level_enum spdlog_level(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      break;
  }
  return spdlog::level::err;
}

[[nodiscard]] std::string now_text() {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     now.time_since_epoch().count() % 1000);
}

class SpdLog final : public Log {
 public:
  SpdLog(LogLevel least, bool pretty)
      : logger_("ordo", std::make_shared<spdlog::sinks::stderr_sink_mt>()), pretty_(pretty) {
    logger_.set_pattern("%v");
    logger_.set_level(spdlog_level(least));
    logger_.flush_on(spdlog::level::info);
  }

  void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) override {
    if (!logger_.should_log(spdlog_level(level))) return;
    logger_.log(spdlog_level(level),
                pretty_ ? pretty_line(level, event, fields) : json_line(level, event, fields));
  }

 private:
  [[nodiscard]] static std::string json_line(LogLevel level, std::string_view event,
                                             std::initializer_list<LogField> fields) {
    return util::json_object([&](util::JsonWriter& json) {
      json.member("at", now_text());
      json.member("level", name(level));
      json.member("event", event);
      for (const auto& [key, value] : fields) {
        std::visit([&, &key = key](const auto& known) { json.member(key, known); }, value);
      }
    });
  }

  [[nodiscard]] static std::string pretty_line(LogLevel level, std::string_view event,
                                               std::initializer_list<LogField> fields) {
    std::string line = fmt::format("{} {:<7} {}", now_text(), name(level), event);
    for (const auto& [key, value] : fields) {
      // As JSON: what others have chosen must not bring control characters to a terminal.
      line.append(" ").append(key).append("=");
      util::JsonWriter json(line);
      std::visit([&](const auto& known) { json.value(known); }, value);
    }
    return line;
  }

  spdlog::logger logger_;
  bool pretty_;
};

class SilentLog final : public Log {
 public:
  void write(LogLevel /*level*/, std::string_view /*event*/,
             std::initializer_list<LogField> /*fields*/) override {}
};

}  // namespace

void SparingLog::write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  if (level < LogLevel::Warning) return inner_.write(level, event, fields);
  std::string key(event);
  for (const auto& [name_of_field, value] : fields) {
    const auto* text = std::get_if<std::string_view>(&value);
    if (text != nullptr && (name_of_field == "reason" || name_of_field == "why"))
      key.append(" ").append(*text);
  }
  std::int64_t left_out = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto now = clock_();
    if (said_.size() >= kMostReasons) said_.clear();
    Said& said = said_.try_emplace(std::move(key), Said{now}).first->second;
    if (now - said.since >= kLogPeriod) {
      left_out = std::max<std::int64_t>(0, said.times - kLinesInAPeriod);
      said = {now};
    }
    if (++said.times > kLinesInAPeriod) return;
  }
  if (left_out > 0) inner_.write(level, "left-out", {{"of", event}, {"lines", left_out}});
  inner_.write(level, event, fields);
}

std::unique_ptr<Log> make_log(LogLevel least, bool pretty) { return std::make_unique<SpdLog>(least, pretty); }

std::unique_ptr<Log> make_silent_log() { return std::make_unique<SilentLog>(); }

}  // namespace ordo::server
