// A game of a bot, followed through the server's messages.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <boost/json/object.hpp>

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

  [[nodiscard]] const rules::Game& game() const noexcept { return game_; }
  [[nodiscard]] int next_ply() const noexcept { return static_cast<int>(game_.turns().size()) + 1; }
  [[nodiscard]] bool is_playing() const noexcept { return is_playing_; }
  [[nodiscard]] bool is_my_turn() const noexcept;
  /// Offers of the opponent that wait for an answer.
  [[nodiscard]] bool has_draw_offer() const noexcept { return draw_offered_; }
  [[nodiscard]] bool has_takeback_request() const noexcept { return takeback_asked_; }
  [[nodiscard]] bool has_rematch_offer() const noexcept { return rematch_offered_; }
  /// How it ended, for people; empty while it goes on.
  [[nodiscard]] const std::string& result() const noexcept { return result_; }

  /// How long to think about this turn: a share of what is left on the clock, at most `most`.
  [[nodiscard]] Milliseconds time_to_think(Milliseconds most) const noexcept;

 private:
  explicit BotGame(const rules::Position& start) : game_(start) {}

  [[nodiscard]] bool apply_event(const boost::json::object& event);
  void end(const boost::json::object& event);

  rules::Game game_;
  std::optional<rules::Color> seat_;
  std::int64_t seq_ = 0;
  bool is_playing_ = false;
  bool draw_offered_ = false;
  bool takeback_asked_ = false;
  bool rematch_offered_ = false;
  std::string result_;
  std::optional<Milliseconds> left_;  ///< on the bot's clock
  Milliseconds increment_{0};
};

}  // namespace ordo::apps
