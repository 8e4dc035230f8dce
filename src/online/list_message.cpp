// Writing what lists show.
#include "online/list_message.h"

#include <cmath>

#include "online/event_json.h"
#include "online/words.h"
#include "rules/notation.h"

namespace ordo::online {
namespace {

using util::JsonWriter;

void write_summary_members(JsonWriter& json, const GameSummary& summary) {
  json.member("id", summary.id);
  write_settings_members(json, summary.settings);
  json.member("fen", summary.fen);
  json.name("white");
  write_player(json, summary.players[0], Audience::Clients);
  json.name("black");
  write_player(json, summary.players[1], Audience::Clients);
  json.member("status", name(summary.status));
  write_outcome_member(json, summary.outcome);
  json.member("plies", summary.plies);
  json.member("created", milliseconds(summary.created_at));
  json.member("last", milliseconds(summary.last_at));
  if (summary.deadline) json.member("deadline", milliseconds(*summary.deadline));
}

[[nodiscard]] std::string feed_of(std::string_view kind, std::span<const std::string> games) {
  std::string text;
  JsonWriter json(text);
  json.open('{');
  json.member("t", kind);
  json.list_member("games", games, [&](const std::string& game) { json.raw(game); });
  json.close('}');
  return text;
}

}  // namespace

void write_summary(JsonWriter& json, const GameSummary& summary) {
  json.open('{');
  write_summary_members(json, summary);
  json.close('}');
}

void write_summaries_member(JsonWriter& json, std::span<const GameSummary> games) {
  json.list_member("games", games, [&](const GameSummary& game) { write_summary(json, game); });
}

void write_seek(JsonWriter& json, const Seek& seek) {
  json.open('{');
  json.member("id", seek.id);
  json.name("owner");
  json.open('{');
  json.member("name", seek.owner_name);
  if (seek.owner_rating) json.member("rating", *seek.owner_rating);
  json.close('}');
  write_settings_members(json, seek.settings);
  json.member("color", seek.color ? word(*seek.color) : std::string_view("random"));
  json.member("created", milliseconds(seek.created_at));
  if (seek.target) {
    json.member("to", seek.target_name);
    json.member("expires", milliseconds(seek.alive_until));
  }
  json.close('}');
}

void write_seeks_member(JsonWriter& json, std::span<const Seek> seeks) {
  json.list_member("seeks", seeks, [&](const Seek& seek) { write_seek(json, seek); });
}

void write_rating(JsonWriter& json, const Rating& rating, Instant now) {
  const Rating current = at_time(rating, now);
  json.open('{');
  json.member("rating", std::lround(current.rating));
  json.member("deviation", std::lround(current.deviation));
  json.member("games", current.games);
  json.member("provisional", current.deviation > kProvisionalDeviation);
  json.close('}');
}

std::string lobby_message(std::span<const Seek> seeks) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "lobby");
    write_seeks_member(json, seeks);
  });
}

void write_challenges_members(JsonWriter& json, std::span<const Seek> challenges, const UserId& user) {
  const auto write = [&](std::string_view name, bool is_out) {
    json.name(name);
    json.open('[');
    for (const Seek& challenge : challenges) {
      if ((challenge.owner == user) == is_out) write_seek(json, challenge);
    }
    json.close(']');
  };
  write("in", false);
  write("out", true);
}

std::string challenges_message(std::span<const Seek> challenges, const UserId& user) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "challenges");
    write_challenges_members(json, challenges, user);
  });
}

std::string challenge_declined_message(std::string_view name) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "challenge-declined");
    json.member("name", name);
  });
}

void write_people_members(JsonWriter& json, std::size_t number, std::span<const Person> people) {
  json.member("n", number);
  json.list_member("people", people, [&](const Person& person) {
    json.open('{');
    json.member("name", person.name);
    json.member("kind", word(person.kind));
    json.name("ratings");
    json.open('{');
    for (const rules::Variant variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
      const auto& rating = person.ratings[static_cast<std::size_t>(variant)];
      if (rating) json.member(rules::name(variant), *rating);
    }
    json.close('}');
    json.close('}');
  });
}

std::string people_message(std::size_t number, std::span<const Person> people) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "people");
    write_people_members(json, number, people);
  });
}

std::string mine_message(std::span<const GameSummary> games) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "mine");
    write_summaries_member(json, games);
  });
}

std::string mine_update_message(const GameSummary& game) {
  return util::json_object([&](JsonWriter& json) {
    json.member("t", "mine-update");
    json.name("game");
    write_summary(json, game);
  });
}

std::string feed_game_json(const Room& room, Instant now) {
  std::string text;
  JsonWriter json(text);
  json.open('{');
  write_summary_members(json, summary_of(room));
  json.member("now", milliseconds(now));
  const auto white = room.left(Color::White, now);
  const auto black = room.left(Color::Black, now);
  if (white && black) {
    json.name("left");
    json.open('{');
    json.member("white", white->count());
    json.member("black", black->count());
    json.close('}');
  }
  if (!room.game().turns().empty()) json.member("turn", rules::to_text(room.game().turns().back()));
  json.close('}');
  return text;
}

std::string feed_message(std::span<const std::string> games) { return feed_of("feed", games); }

std::string feed_update_message(std::span<const std::string> games) { return feed_of("feed-update", games); }

}  // namespace ordo::online
