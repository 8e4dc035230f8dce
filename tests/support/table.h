// A room with its log, as a server would keep it, for the tests of rooms.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "online/room.h"
#include "rules/fen.h"
#include "util/check.h"

namespace ordo::support {

using Events = std::vector<online::Event>;

inline const online::Player kAnna{online::PlayerKind::Account, "anna00000001", "Anna", 0, 1520};
inline const online::Player kBert{online::PlayerKind::Account, "bert00000001", "Bert", 0, 1480};
inline const online::Player kGuest{online::PlayerKind::Guest, "guest0000001", "Guest 4821", 0, {}};
inline const online::Player kEngine{online::PlayerKind::Engine, "", "Engine 5", 5, {}};

inline const online::Event kWhiteResigns = online::Ended{{rules::Color::Black, rules::Ending::Resignation}};

inline constexpr online::Instant kNoon{std::chrono::milliseconds{1'800'000'000'000}};
/// White wins with d6-d8; Black, if it were to move, with f3-f1.
inline constexpr std::string_view kNearTheEnd = "10/4w5/3w6/10/10/5b4/4b5/10 w";

[[nodiscard]] inline online::GameSettings settings(std::string_view time, bool rated = false) {
  online::GameSettings made;
  auto control = online::parse_time_control(time);
  ORDO_CHECK(control.ok());
  made.time = *control;
  made.rated = rated;
  return made;
}

[[nodiscard]] inline online::GameSettings from_fen(std::string_view fen, std::string_view time = "none",
                                                   rules::Variant variant = rules::Variant::Ordo) {
  online::GameSettings made = settings(time);
  auto position = rules::parse_fen(variant, fen);
  ORDO_CHECK(position.ok());
  made.start = *position;
  return made;
}

/// White is Anna and Black is Bert unless told otherwise. Time stands still but for pass().
class Table {
 public:
  explicit Table(const online::GameSettings& its_settings = {}, std::optional<online::Player> white = kAnna,
                 std::optional<online::Player> black = kBert)
      : log_{{1, kNoon, online::Created{its_settings, {std::move(white), std::move(black)}, std::nullopt}}},
        room_(replayed()) {}

  [[nodiscard]] const online::Room& room() const { return room_; }
  [[nodiscard]] const std::vector<online::StoredEvent>& log() const { return log_; }
  [[nodiscard]] online::Instant now() const { return now_; }
  void pass(online::Duration time) { now_ += time; }

  /// What a command comes to, without doing it.
  [[nodiscard]] util::Result<online::Proposal, online::RoomRefusal> ask(
      const online::Player& who, const online::Command& command, online::Duration lag = {},
      const online::Plan* plan = nullptr) const {
    return room_.propose(who.id, command, now_, lag, plan);
  }
  /// Does it, and returns the events it led to; a refusal fails the test.
  Events perform(const online::Player& who, const online::Command& command, online::Duration lag = {},
                 const online::Plan* plan = nullptr) {
    return store(ask(who, command, lag, plan));
  }
  Events store(util::Result<online::Proposal, online::RoomRefusal> proposal) {
    if (!proposal) {
      ADD_FAILURE() << proposal.error().message;
      return {};
    }
    for (const online::Event& event : proposal->events) append(event);
    return proposal->events;
  }
  /// The reason of a refusal, or "accepted".
  [[nodiscard]] std::string refusal(const online::Player& who, const online::Command& command,
                                    online::Duration lag = {}) const {
    const auto answer = ask(who, command, lag);
    return answer ? "accepted" : std::string(name(answer.error().reason));
  }
  /// Plays turns one after the other, whoever's they are.
  void play(std::initializer_list<std::string_view> turns) {
    for (const std::string_view turn : turns) {
      perform(*room_.player(room_.to_move()), online::Move{room_.plies() + 1, std::string(turn)});
    }
  }
  void append(const online::Event& event) {
    log_.push_back({room_.next_seq(), std::max(now_, room_.last_at()), event});
    const auto applied = room_.apply(log_.back());
    EXPECT_TRUE(applied.ok()) << applied.error();
  }
  [[nodiscard]] online::Room replayed() const {
    auto room = online::Room::replay("game00000001", log_);
    ORDO_CHECK(room.ok());
    return std::move(room).value();
  }

 private:
  online::Instant now_ = kNoon;
  std::vector<online::StoredEvent> log_;
  online::Room room_;
};

}  // namespace ordo::support
