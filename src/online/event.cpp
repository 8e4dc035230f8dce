// Events as JSON: written.
#include "online/event.h"

#include "online/event_json.h"
#include "online/words.h"
#include "rules/fen.h"

namespace ordo::online {
namespace {

/// Writes the members of an event after its kind.
class EventWriter {
 public:
  EventWriter(util::JsonWriter& json, Audience audience) noexcept : json_(json), audience_(audience) {}

  void operator()(const Created& event) {
    kind("created");
    json_.member("variant", rules::name(event.settings.start.variant()));
    json_.member("fen", rules::to_fen(event.settings.start));
    json_.member("time", to_text(event.settings.time));
    json_.member("rated", event.settings.rated);
    json_.name("white");
    write_player(json_, event.players[0], audience_);
    json_.name("black");
    write_player(json_, event.players[1], audience_);
    if (event.rematch_of) json_.member("rematch_of", *event.rematch_of);
  }
  void operator()(const Joined& event) {
    kind("join");
    json_.member("color", word(event.color));
    json_.name("player");
    write_player(json_, event.player, audience_);
  }
  void operator()(const Moved& event) {
    kind("move");
    json_.member("ply", event.ply);
    json_.member("turn", event.turn);
    if (event.left) json_.member("left", event.left->count());
  }
  void operator()(const DrawOffered& event) { by("draw", event.by); }
  void operator()(const DrawDeclined& event) { by("draw-no", event.by); }
  void operator()(const TakebackAsked& event) { by("takeback", event.by); }
  void operator()(const TakebackDeclined& event) { by("takeback-no", event.by); }
  void operator()(const TakenBack& event) {
    kind("taken-back");
    json_.member("plies", event.plies);
  }
  void operator()(const Paused& event) {
    kind("pause");
    json_.member("stood", event.stood.count());
    json_.member("added", event.added.count());
  }
  void operator()(const Gone& event) {
    by("gone", event.by);
    json_.member("patience", event.patience.count());
  }
  void operator()(const Back& event) { by("back", event.by); }
  void operator()(const Ended& event) {
    kind("end");
    write_outcome_members(json_, event.outcome);
  }
  void operator()(const Aborted& event) { by("abort", event.by); }
  void operator()(const Rated& event) {
    kind("rated");
    pair("before", event.before);
    pair("after", event.after);
  }
  void operator()(const RematchOffered& event) { by("rematch", event.by); }
  void operator()(const RematchMade& event) {
    kind("rematch-made");
    json_.member("game", event.game);
  }
  void operator()(const Said& event) {
    by("say", event.by);
    json_.member("text", event.text);
    if (event.id) json_.member("id", *event.id);
  }

 private:
  void kind(std::string_view word) { json_.member("e", word); }
  void by(std::string_view its_kind, std::optional<Color> color) {
    kind(its_kind);
    if (color) json_.member("by", word(*color));
  }
  void pair(std::string_view name, const std::array<int, 2>& numbers) {
    json_.name(name);
    json_.open('[');
    for (const int number : numbers) json_.value(number);
    json_.close(']');
  }

  util::JsonWriter& json_;
  Audience audience_;
};

}  // namespace

void append_json(std::string& json, const Event& event, Audience audience) {
  util::JsonWriter writer(json);
  writer.open('{');
  std::visit(EventWriter(writer, audience), event);
  writer.close('}');
}

void write_stored_event_members(util::JsonWriter& json, const StoredEvent& stored, bool is_shown) {
  json.member("seq", stored.seq);
  json.member("at", milliseconds(stored.at));
  json.name("event");
  json.open('{');
  if (is_shown) {
    std::visit(EventWriter(json, Audience::Clients), stored.event);
  } else {
    json.member("e", "hidden");
  }
  json.close('}');
}

void write_player(util::JsonWriter& json, const std::optional<Player>& player, Audience audience) {
  if (!player) {
    json.null();
    return;
  }
  json.open('{');
  json.member("kind", word(player->kind));
  if (audience == Audience::Log && !player->id.empty()) json.member("id", player->id);
  json.member("name", player->name);
  if (player->kind == PlayerKind::Engine) json.member("level", player->level);
  if (player->rating) json.member("rating", *player->rating);
  json.close('}');
}

void write_settings_members(util::JsonWriter& json, const GameSettings& settings) {
  json.member("variant", rules::name(settings.start.variant()));
  json.member("start", rules::to_fen(settings.start));
  json.member("time", to_text(settings.time));
  json.member("rated", settings.rated);
}

void write_outcome_members(util::JsonWriter& json, const rules::Outcome& outcome) {
  write_color_member(json, "winner", outcome.winner);
  json.member("ending", rules::name(outcome.ending));
}

void write_outcome_member(util::JsonWriter& json, const std::optional<rules::Outcome>& outcome) {
  json.name("outcome");
  if (!outcome) {
    json.null();
    return;
  }
  json.open('{');
  write_outcome_members(json, *outcome);
  json.close('}');
}

void write_color_member(util::JsonWriter& json, std::string_view name, std::optional<Color> color) {
  json.name(name);
  if (color) {
    json.value(word(*color));
  } else {
    json.null();
  }
}

std::string to_json(const Event& event) {
  std::string json;
  json.reserve(64);  // enough for a turn
  append_json(json, event, Audience::Log);
  return json;
}

}  // namespace ordo::online
