// Kept games: read, replayed by the rules, written.
#include "online/kept_game.h"

#include <fmt/format.h>

#include "online/kept_game_json.h"
#include "online/room_record.h"
#include "online/words.h"
#include "rules/fen.h"
#include "util/json_reader.h"
#include "util/json_writer.h"

namespace ordo::online {
namespace {

using rules::Color;
using util::failure;
using util::ObjectReader;

constexpr std::size_t kMaxKeptFen = 200;
constexpr int kMaxKeptBase = 99'999;    // seconds
constexpr int kMaxKeptIncrement = 999;  // seconds
constexpr std::int64_t kMaxKeptLeft = std::int64_t{1000} * 1000 * kMaxKeptBase;

[[nodiscard]] rules::Position kept_start(ObjectReader& reader) {
  const auto variant = rules::variant_from(reader.text("variant"));
  if (!variant) reader.fail("'variant' must be 'ordo' or 'ordox'");
  const rules::Position initial = rules::Position::initial(variant.value_or(rules::Variant::Ordo));
  if (reader.failed() || reader.optional("start") == nullptr) return initial;
  const std::string_view text = reader.text("start");
  if (text.size() > kMaxKeptFen) reader.fail("'start' is too long for a position");
  if (reader.failed()) return initial;
  const auto position = rules::parse_fen(*variant, text);
  if (!position) {
    reader.fail("'start': " + position.error().message);
  } else if (position->phase() != rules::Phase::Whole || rules::outcome(*position)) {
    reader.fail("'start' is no position to begin from");
  } else {
    return *position;
  }
  return initial;
}

[[nodiscard]] std::optional<KeptGame::Engine> kept_engine(ObjectReader& outer) {
  const boost::json::value* value = outer.optional("engine");
  if (value == nullptr) return std::nullopt;
  ObjectReader reader(*value);
  KeptGame::Engine engine{std::nullopt, Color::White};
  if (reader.optional("level") != nullptr)
    engine.level = static_cast<int>(reader.integer("level", 1, kMaxKeptLevel));
  const auto color = color_from(reader.text("color"));
  if (!color) reader.fail("'color' must be 'white' or 'black'");
  engine.color = color.value_or(Color::White);
  if (auto error = reader.finish()) outer.fail("'engine': " + *error);
  return engine;
}

[[nodiscard]] std::optional<KeptGame::Time> kept_time(ObjectReader& outer) {
  const boost::json::value* value = outer.optional("time");
  if (value == nullptr) return std::nullopt;
  ObjectReader reader(*value);
  const KeptGame::Time time{static_cast<int>(reader.integer("base", 1, kMaxKeptBase)),
                            static_cast<int>(reader.integer("increment", 0, kMaxKeptIncrement))};
  if (auto error = reader.finish()) outer.fail("'time': " + *error);
  return time;
}

[[nodiscard]] std::optional<std::array<std::int64_t, 2>> kept_left(ObjectReader& outer) {
  const boost::json::value* value = outer.optional("left");
  if (value == nullptr) return std::nullopt;
  ObjectReader reader(*value);
  const std::array left = {reader.integer("white", 0, kMaxKeptLeft),
                           reader.integer("black", 0, kMaxKeptLeft)};
  if (auto error = reader.finish()) outer.fail("'left': " + *error);
  return left;
}

void play_kept(ObjectReader& reader, rules::Game& game) {
  const boost::json::value* value = reader.required("turns");
  if (value == nullptr) return;
  const boost::json::array* turns = value->if_array();
  if (turns == nullptr) return reader.fail("'turns' must be an array");
  if (turns->size() > kMaxKeptTurns)
    return reader.fail(fmt::format("a game may have at most {} turns", kMaxKeptTurns));
  for (const boost::json::value& turn : *turns) {
    const auto* text = turn.if_string();
    if (text == nullptr) return reader.fail("'turns' must be texts");
    const auto played = game.play(std::string_view(text->data(), text->size()));
    if (!played)
      return reader.fail(fmt::format("turn {}: {}", game.turns().size() + 1, played.error().message));
  }
}

/// Ends the game as somebody declared; what the turns decide needs no word.
[[nodiscard]] bool declare_kept(rules::Game& game, const rules::Outcome& outcome) {
  if (game.outcome()) return *game.outcome() == outcome;
  switch (outcome.ending) {
    case rules::Ending::Resignation:
      return outcome.winner && game.resign(rules::opponent(*outcome.winner));
    case rules::Ending::Time:
      return outcome.winner && game.lose_on_time(rules::opponent(*outcome.winner));
    case rules::Ending::Agreement:
      return !outcome.winner && game.agree_draw();
    default:
      return false;
  }
}

void end_kept(ObjectReader& outer, rules::Game& game) {
  const boost::json::value* value = outer.optional("outcome");
  if (value == nullptr || outer.failed()) return;
  ObjectReader reader(*value);
  rules::Outcome outcome{std::nullopt, rules::Ending::Agreement};
  if (reader.optional("winner") != nullptr) {
    outcome.winner = color_from(reader.text("winner"));
    if (!outcome.winner) reader.fail("'winner' must be 'white', 'black' or null");
  }
  const auto ending = rules::ending_from(reader.text("ending"));
  if (!ending) reader.fail("there is no such 'ending'");
  outcome.ending = ending.value_or(rules::Ending::Agreement);
  if (auto error = reader.finish()) return outer.fail("'outcome': " + *error);
  if (!declare_kept(game, outcome)) outer.fail("'outcome' is not what the turns lead to");
}

}  // namespace

util::Result<KeptGame, std::string> read_kept_game(const boost::json::value& value) {
  ObjectReader reader(value);
  KeptGame kept{.game = rules::Game(kept_start(reader))};
  kept.engine = kept_engine(reader);
  kept.time = kept_time(reader);
  kept.left = kept_left(reader);
  if (!reader.failed()) play_kept(reader, kept.game);
  end_kept(reader, kept.game);
  if (auto error = reader.finish()) return failure(*std::move(error));
  return kept;
}

util::Result<KeptGame, std::string> parse_kept_game(std::string_view json) {
  const util::JsonDocument document(json);
  if (document.error()) return failure(*document.error());
  return read_kept_game(document.value());
}

std::string to_json(const KeptGame& kept) {
  const rules::Game& game = kept.game;
  return util::json_object([&](util::JsonWriter& json) {
    json.member("variant", rules::name(game.variant()));
    if (game.start() != rules::Position::initial(game.variant()))
      json.member("start", rules::to_fen(game.start()));
    if (kept.engine) {
      json.name("engine");
      json.open('{');
      if (kept.engine->level) json.member("level", *kept.engine->level);
      json.member("color", word(kept.engine->color));
      json.close('}');
    }
    if (kept.time) {
      json.name("time");
      json.open('{');
      json.member("base", kept.time->base);
      json.member("increment", kept.time->increment);
      json.close('}');
    }
    json.list_member("turns", game.turns(),
                     [&](const rules::Turn& turn) { json.value(rules::to_text(turn)); });
    if (game.outcome()) {
      json.name("outcome");
      json.open('{');
      if (game.outcome()->winner) json.member("winner", word(*game.outcome()->winner));
      json.member("ending", rules::name(game.outcome()->ending));
      json.close('}');
    }
    if (kept.left) {
      json.name("left");
      json.open('{');
      json.member("white", (*kept.left)[0]);
      json.member("black", (*kept.left)[1]);
      json.close('}');
    }
  });
}

records::Record record_of(const KeptGame& kept, Instant changed) {
  const auto player = [&](Color color) -> std::string {
    if (!kept.engine) return color == Color::White ? "White" : "Black";
    if (kept.engine->color == color) return "?";
    return kept.engine->level ? fmt::format("Engine {}", *kept.engine->level) : "Engine";
  };
  std::vector<records::Tag> tags = {
      {"Event", kept.engine ? "Against the engine" : "At one screen"},
      {"Site", "ordo"},
      {"Date", record_date(changed)},
      {"White", player(Color::White)},
      {"Black", player(Color::Black)},
  };
  if (kept.time) tags.push_back({"TimeControl", fmt::format("{}+{}", kept.time->base, kept.time->increment)});
  return records::record_of(kept.game, std::move(tags));
}

}  // namespace ordo::online
