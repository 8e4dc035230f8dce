// Time controls as text and back.
#include "online/time_control.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "util/check.h"
#include "util/text.h"

namespace ordo::online {
namespace {

constexpr Duration kTenth{100};
constexpr Duration kDay = std::chrono::hours(24);

[[nodiscard]] std::string seconds_text(Duration duration) {
  ORDO_CHECK(duration.count() >= 0 && duration % kTenth == Duration::zero());
  const auto tenths = duration / kTenth;
  return tenths % 10 == 0 ? fmt::format("{}", tenths / 10) : fmt::format("{}.{}", tenths / 10, tenths % 10);
}

/// Digits only, at most five of them: more than any limit here.
[[nodiscard]] std::optional<int> whole_number(std::string_view text) {
  if (text.empty() || text.size() > 5) return std::nullopt;
  int number = 0;
  for (const char c : text) {
    if (!util::is_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

[[nodiscard]] std::optional<Duration> seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto whole = whole_number(text.substr(0, point));
  if (!whole) return std::nullopt;
  if (point == std::string_view::npos) return std::chrono::seconds(*whole);
  const std::string_view fraction = text.substr(point + 1);
  const auto tenths = whole_number(fraction);
  if (!tenths || fraction.size() != 1) return std::nullopt;
  return std::chrono::seconds(*whole) + *tenths * kTenth;
}

[[nodiscard]] util::Result<TimeControl, std::string> correspondence(int days) {
  if (days < 1 || days > kMaxDays) {
    return util::failure(fmt::format("A turn may take 1 to {} days, not {}.", kMaxDays, days));
  }
  TimeControl control;
  control.kind = TimeControl::Kind::Correspondence;
  control.per_turn = days * kDay;
  return control;
}

[[nodiscard]] util::Result<TimeControl, std::string> fischer(Duration initial, Duration increment) {
  if (initial < kTenth || initial > kMaxInitial) {
    return util::failure(fmt::format("A game may take more than 0 and at most {} seconds, not {}.",
                                     seconds_text(kMaxInitial), seconds_text(initial)));
  }
  if (increment > kMaxIncrement) {
    return util::failure(fmt::format("A turn may add at most {} seconds, not {}.",
                                     seconds_text(kMaxIncrement), seconds_text(increment)));
  }
  TimeControl control;
  control.kind = TimeControl::Kind::Fischer;
  control.initial = initial;
  control.increment = increment;
  return control;
}

}  // namespace

std::string to_text(const TimeControl& control) {
  switch (control.kind) {
    case TimeControl::Kind::None:
      return "none";
    case TimeControl::Kind::Fischer:
      return seconds_text(control.initial) + '+' + seconds_text(control.increment);
    case TimeControl::Kind::Correspondence:
      break;
  }
  ORDO_CHECK(control.per_turn % kDay == Duration::zero());
  return fmt::format("{}d", control.per_turn / kDay);
}

util::Result<TimeControl, std::string> parse_time_control(std::string_view text) {
  if (text == "none") return TimeControl{};
  if (!text.empty() && text.back() == 'd') {
    if (const auto days = whole_number(text.substr(0, text.size() - 1))) return correspondence(*days);
  }
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    const auto initial = seconds(text.substr(0, plus));
    const auto increment = seconds(text.substr(plus + 1));
    if (initial && increment) return fischer(*initial, *increment);
  }
  return util::failure(fmt::format(
      "{} is no time control: it is none, seconds and increment as in 300+3, or days a turn as in 3d.",
      util::quoted(text)));
}

Duration claim_patience(const TimeControl& control) noexcept {
  constexpr int kTurns = 40;
  constexpr Duration kLeast = std::chrono::seconds(15);
  constexpr Duration kMost = std::chrono::minutes(2);
  return std::clamp((control.initial + kTurns * control.increment) / 10, kLeast, kMost);
}

}  // namespace ordo::online
