// Reading snapshots and events as a bot does.
#include "apps/bot_game.h"

#include <algorithm>
#include <exception>
#include <string_view>

#include "online/time_control.h"
#include "online/words.h"
#include "rules/fen.h"

namespace ordo::apps {
namespace {

using boost::json::object;
using online::word;

std::string_view text(const object& object, std::string_view name) {
  const auto& string = object.at(name).as_string();
  return {string.data(), string.size()};
}

/// Empty where there is null or nothing.
std::string_view text_or_nothing(const object& object, std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}

}  // namespace

util::Result<BotGame, std::string> BotGame::read(const object& snapshot) {
  try {
    const object& state = snapshot.at("state").as_object();
    const auto variant = rules::variant_from(text(state, "variant"));
    if (!variant) return util::failure(std::string("a game nobody here knows"));
    const auto start = rules::parse_fen(*variant, text(state, "start"));
    if (!start) return util::failure(start.error().message);
    BotGame game(*start);
    for (const auto& turn : state.at("turns").as_array()) {
      const auto played = game.game_.play(turn.as_string().c_str());
      if (!played) return util::failure(played.error().message);
    }
    game.seq_ = snapshot.at("seq").as_int64();
    if (const auto seat = text_or_nothing(snapshot, "seat"); !seat.empty()) {
      game.seat_ = online::color_from(seat);
    }
    game.is_playing_ = text(state, "status") == "playing";
    if (const auto time = online::parse_time_control(text(state, "time"))) game.increment_ = time->increment;
    if (!game.seat_) return game;
    if (const auto* clocks = state.at("clocks").if_object()) {
      game.left_ = Milliseconds(clocks->at(word(*game.seat_)).as_int64());
    }
    const std::string_view opponent = word(rules::opponent(*game.seat_));
    const object& offers = state.at("offers").as_object();
    game.draw_offered_ = text_or_nothing(offers, "draw") == opponent;
    game.takeback_asked_ = text_or_nothing(offers, "takeback") == opponent;
    game.rematch_offered_ = text_or_nothing(offers, "rematch") == opponent;
    return game;
  } catch (const std::exception& error) {  // a member that is missing, or of another type
    return util::failure(std::string(error.what()));
  }
}

bool BotGame::is_my_turn() const noexcept {
  return is_playing_ && seat_ == game_.position().to_move() && !game_.outcome();
}

bool BotGame::apply(const object& message) {
  try {
    if (message.at("seq").as_int64() <= seq_)
      return true;  // known already: a move that was acknowledged again
    if (message.at("seq").as_int64() != seq_ + 1) return false;
    ++seq_;
    return apply_event(message.at("event").as_object());
  } catch (const std::exception&) {
    return false;
  }
}

bool BotGame::apply_event(const object& event) {
  const std::string_view kind = text(event, "e");
  if (kind == "move") {
    const bool is_mine = seat_ == game_.position().to_move();
    if (!game_.play(text(event, "turn"))) return false;
    draw_offered_ = takeback_asked_ = false;
    if (const auto* left = event.if_contains("left"); left != nullptr && is_mine) {
      left_ = Milliseconds(left->as_int64());
    }
    return true;
  }
  if (kind == "end" || kind == "abort") {
    end(event);
    return true;
  }
  const bool is_theirs = seat_ && text_or_nothing(event, "by") == word(rules::opponent(*seat_));
  if (kind == "draw") draw_offered_ = is_theirs;
  if (kind == "takeback") takeback_asked_ = is_theirs;
  if (kind == "rematch") rematch_offered_ = is_theirs;
  if (kind == "draw-no") draw_offered_ = false;
  if (kind == "takeback-no") takeback_asked_ = false;
  // Others change more than is kept here.
  return kind != "join" && kind != "taken-back";
}

void BotGame::end(const object& event) {
  is_playing_ = draw_offered_ = takeback_asked_ = false;
  const std::string_view winner = text_or_nothing(event, "winner");
  const std::string_view ending = text_or_nothing(event, "ending");
  if (ending.empty()) {
    result_ = "aborted";
  } else if (winner.empty()) {
    result_ = "drawn: " + std::string(ending);
  } else {
    result_ = (seat_ && winner == word(*seat_) ? "won: " : "lost: ") + std::string(ending);
  }
}

BotGame::Milliseconds BotGame::time_to_think(Milliseconds most) const noexcept {
  if (!left_) return most;
  constexpr Milliseconds kReserve{200};  // for the way of the message
  constexpr Milliseconds kLeast{20};
  const Milliseconds share = *left_ / 30 + increment_ * 3 / 4;
  return std::clamp(std::min(share, *left_ - kReserve), kLeast, std::max(most, kLeast));
}

}  // namespace ordo::apps
