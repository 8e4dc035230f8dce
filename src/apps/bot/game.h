// A game of a bot, followed through the server's messages.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <boost/json/object.hpp>

#include "online/message.h"
#include "rules/game.h"
#include "util/result.h"

namespace ordo::apps {

/// What the server has told of one game, and what the bot should do about it.
class BotGame {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// From a snapshot; failing: what is wrong with it.
  [[nodiscard]] static util::Result<BotGame, std::string> read(const boost::json::object& snapshot);

  /// Takes an event in. False: it does not follow, and a fresh snapshot is needed.
  [[nodiscard]] bool apply(const boost::json::object& message);

  [[nodiscard]] const rules::Game& game() const noexcept { return room_.game(); }
  [[nodiscard]] int next_ply() const noexcept { return room_.plies() + 1; }
  [[nodiscard]] bool is_playing() const noexcept { return room_.status() == online::RoomStatus::Playing; }
  [[nodiscard]] bool is_my_turn() const noexcept;
  /// Offers of the opponent that wait for an answer.
  [[nodiscard]] bool has_draw_offer() const noexcept { return is_opponents(room_.draw_offer()); }
  [[nodiscard]] bool has_takeback_request() const noexcept { return is_opponents(room_.takeback_request()); }
  [[nodiscard]] bool has_rematch_offer() const noexcept { return is_opponents(room_.rematch_offer()); }
  /// How it ended, for people; empty while it goes on.
  [[nodiscard]] std::string result() const;

  /// How long to think about this turn: a share of what is left on the clock, at most `most`.
  [[nodiscard]] Milliseconds time_to_think(Milliseconds most) const noexcept;

 private:
  explicit BotGame(online::Snapshot snapshot) : room_(std::move(snapshot.room)), seat_(snapshot.seat) {}

  [[nodiscard]] bool is_opponents(std::optional<rules::Color> offer) const noexcept {
    return seat_ && offer == rules::opponent(*seat_);
  }

  online::Room room_;
  std::optional<rules::Color> seat_;
};

}  // namespace ordo::apps
