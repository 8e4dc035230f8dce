// Writing what lists show.
#include "server/summary_json.h"

#include <cmath>

#include "online/event_json.h"
#include "online/words.h"
#include "rules/fen.h"

namespace ordo::server {
namespace {

using online::JsonWriter;

void write_settings(JsonWriter& json, const online::GameSettings& settings) {
  json.member("variant", rules::name(settings.start.variant()));
  json.member("start", rules::to_fen(settings.start));
  json.member("time", online::to_text(settings.time));
  json.member("rated", settings.rated);
}

}  // namespace

void write_summary(JsonWriter& json, const store::GameSummary& summary) {
  json.open('{');
  json.member("id", summary.id);
  write_settings(json, summary.settings);
  json.member("fen", summary.fen);
  json.name("white");
  online::write_player(json, summary.players[0], online::Audience::Clients);
  json.name("black");
  online::write_player(json, summary.players[1], online::Audience::Clients);
  json.member("status", online::name(summary.status));
  json.name("outcome");
  if (summary.outcome) {
    json.open('{');
    online::write_outcome_members(json, *summary.outcome);
    json.close('}');
  } else {
    json.null();
  }
  json.member("plies", summary.plies);
  json.member("created", online::milliseconds(summary.created_at));
  json.member("last", online::milliseconds(summary.last_at));
  if (summary.deadline) json.member("deadline", online::milliseconds(*summary.deadline));
  json.close('}');
}

std::string summary_json(const store::GameSummary& summary) {
  std::string text;
  JsonWriter json(text);
  write_summary(json, summary);
  return text;
}

void write_seek(JsonWriter& json, const store::Seek& seek) {
  json.open('{');
  json.member("id", seek.id);
  json.name("owner");
  json.open('{');
  json.member("name", seek.owner_name);
  if (seek.owner_rating) json.member("rating", *seek.owner_rating);
  json.close('}');
  write_settings(json, seek.settings);
  json.member("color", seek.color ? online::word(*seek.color) : std::string_view("random"));
  json.member("created", online::milliseconds(seek.created_at));
  json.close('}');
}

std::string seek_json(const store::Seek& seek) {
  std::string text;
  JsonWriter json(text);
  write_seek(json, seek);
  return text;
}

void write_rating(JsonWriter& json, const online::Rating& rating, online::Instant now) {
  const online::Rating current = online::at_time(rating, now);
  json.open('{');
  json.member("rating", std::lround(current.rating));
  json.member("deviation", std::lround(current.deviation));
  json.member("games", current.games);
  json.member("provisional", current.deviation > online::kProvisionalDeviation);
  json.close('}');
}

}  // namespace ordo::server
