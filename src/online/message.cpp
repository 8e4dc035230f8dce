// What clients are told.
#include "online/message.h"

#include "online/event_json.h"
#include "online/words.h"
#include "rules/fen.h"

namespace ordo::online {
namespace {

void write_id_member(util::JsonWriter& json, std::string_view name, const std::optional<GameId>& id) {
  json.name(name);
  if (id) {
    json.value(*id);
  } else {
    json.null();
  }
}

void write_turns(util::JsonWriter& json, const Room& room) {
  json.name("turns");
  json.open('[');
  for (const rules::Turn& turn : room.game().turns()) json.value(rules::to_text(turn));
  json.close(']');
}

void write_clocks(util::JsonWriter& json, const Room& room, Instant now) {
  json.name("clocks");
  if (room.settings().time.kind == TimeControl::Kind::None) {
    json.null();
  } else {
    json.open('{');
    for (const Color color : {Color::White, Color::Black}) {
      json.member(word(color), room.left(color, now)->count());
    }
    write_color_member(json, "running", room.running());
    json.close('}');
  }
  json.name("deadline");
  if (const auto deadline = room.deadline()) {
    json.value(milliseconds(*deadline));
  } else {
    json.null();
  }
}

void write_offers(util::JsonWriter& json, const Room& room) {
  json.name("offers");
  json.open('{');
  write_color_member(json, "draw", room.draw_offer());
  write_color_member(json, "takeback", room.takeback_request());
  write_color_member(json, "rematch", room.rematch_offer());
  json.close('}');
}

void write_gone(util::JsonWriter& json, const Room& room) {
  json.name("gone");
  json.open('{');
  for (const Color color : {Color::White, Color::Black}) {
    json.name(word(color));
    const auto& gone = room.gone(color);
    if (!gone) {
      json.null();
      continue;
    }
    json.open('{');
    json.member("patience", gone->patience.count());
    if (gone->claim_at) json.member("claim", milliseconds(*gone->claim_at));
    json.close('}');
  }
  json.close('}');
}

void write_ratings(util::JsonWriter& json, const Room& room) {
  json.name("ratings");
  if (!room.rated()) {
    json.null();
    return;
  }
  json.open('{');
  for (const Color color : {Color::White, Color::Black}) {
    const auto side = static_cast<std::size_t>(color);
    json.name(word(color));
    json.open('[');
    json.value(room.rated()->before[side]);
    json.value(room.rated()->after[side]);
    json.close(']');
  }
  json.close('}');
}

void write_state(util::JsonWriter& json, const Room& room, Instant now) {
  json.open('{');
  write_settings_members(json, room.settings());
  for (const Color color : {Color::White, Color::Black}) {
    json.name(word(color));
    write_player(json, room.player(color), Audience::Clients);
  }
  json.member("created", milliseconds(room.created_at()));
  json.member("last", milliseconds(room.last_at()));
  json.member("status", name(room.status()));
  write_outcome_member(json, room.status() == RoomStatus::Ended ? room.game().outcome() : std::nullopt);
  write_ratings(json, room);
  write_turns(json, room);
  json.member("ply", room.plies());
  json.member("fen", rules::to_fen(room.game().position()));
  json.member("to_move", word(room.to_move()));
  write_clocks(json, room, now);
  write_offers(json, room);
  write_gone(json, room);
  write_id_member(json, "rematch", room.rematch());
  write_id_member(json, "rematch_of", room.rematch_of());
  json.close('}');
}

void write_chat(util::JsonWriter& json, std::span<const StoredEvent> chat) {
  json.name("chat");
  json.open('[');
  for (const StoredEvent& event : chat) {
    const auto* said = std::get_if<Said>(&event.event);
    if (said == nullptr) continue;
    json.open('{');
    json.member("seq", event.seq);
    json.member("at", milliseconds(event.at));
    json.member("by", word(said->by));
    json.member("text", said->text);
    json.close('}');
  }
  json.close(']');
}

/// A message of this kind about a game, so far.
[[nodiscard]] util::JsonWriter open_about(std::string& text, std::string_view kind, const GameId& game) {
  util::JsonWriter json(text);
  json.open('{');
  json.member("t", kind);
  json.member("game", game);
  return json;
}

}  // namespace

std::string event_message(const GameId& game, const StoredEvent& event) {
  std::string text;
  text.reserve(160);
  util::JsonWriter json = open_about(text, "event", game);
  write_stored_event_members(json, event, true);
  json.close('}');
  return text;
}

std::string hidden_event_message(const GameId& game, const StoredEvent& event) {
  std::string text;
  util::JsonWriter json = open_about(text, "event", game);
  write_stored_event_members(json, event, false);
  json.close('}');
  return text;
}

std::string snapshot_message(const Room& room, std::optional<Color> viewer, Instant now, const Plan* own_plan,
                             std::span<const StoredEvent> chat) {
  std::string text;
  text.reserve(1024);
  util::JsonWriter json(text);
  json.open('{');
  json.member("t", "snapshot");
  json.member("game", room.id());
  json.member("seq", room.seq());
  json.member("now", milliseconds(now));
  write_color_member(json, "seat", viewer);
  json.name("state");
  write_state(json, room, now);
  if (viewer) {
    write_chat(json, chat);
    json.raw_member("plan", own_plan == nullptr ? "[]" : to_json(*own_plan));
  }
  json.close('}');
  return text;
}

std::string error_message(std::string_view code, std::string_view message, const GameId* game,
                          std::optional<std::int64_t> re, std::optional<rules::Reason> turn) {
  std::string text;
  util::JsonWriter json(text);
  json.open('{');
  json.member("t", "error");
  json.member("code", code);
  json.member("message", message);
  if (turn) json.member("turn", rules::name(*turn));
  if (game != nullptr) json.member("game", *game);
  if (re) json.member("re", *re);
  json.close('}');
  return text;
}

std::string pong_message(std::int64_t n, Instant now) {
  std::string text;
  util::JsonWriter json(text);
  json.open('{');
  json.member("t", "pong");
  json.member("n", n);
  json.member("now", milliseconds(now));
  json.close('}');
  return text;
}

std::string reconnect_message() { return R"({"t":"reconnect"})"; }

std::string game_start_message(const GameId& game) {
  std::string text;
  open_about(text, "game-start", game).close('}');
  return text;
}

std::string plan_message(const GameId& game, const Plan& plan) {
  std::string text;
  util::JsonWriter json = open_about(text, "plan", game);
  json.raw_member("plan", to_json(plan));
  json.close('}');
  return text;
}

std::string watchers_message(const GameId& game, std::uint32_t number) {
  std::string text;
  util::JsonWriter json = open_about(text, "watchers", game);
  json.member("n", number);
  json.close('}');
  return text;
}

std::string presence_message(const GameId& game, const std::array<std::optional<Instant>, 2>& away) {
  std::string text;
  util::JsonWriter json = open_about(text, "presence", game);
  json.name("away");
  json.open('{');
  for (const Color color : {Color::White, Color::Black}) {
    json.name(word(color));
    const auto& since = away[static_cast<std::size_t>(color)];
    if (since) {
      json.value(milliseconds(*since));
    } else {
      json.null();
    }
  }
  json.close('}');
  json.close('}');
  return text;
}

std::string state_json(const Room& room, Instant now) {
  std::string text;
  util::JsonWriter json(text);
  write_state(json, room, now);
  return text;
}

}  // namespace ordo::online
