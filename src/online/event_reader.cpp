// Events as JSON: read.
#include <fmt/format.h>

#include "online/event.h"
#include "online/words.h"
#include "rules/fen.h"
#include "util/json_reader.h"
#include "util/text.h"

namespace ordo::online {
namespace {

constexpr int kMaxRating = 100'000;
constexpr std::int64_t kMostExact = std::int64_t{1} << 53;  ///< what every JSON reader has exactly
constexpr std::int64_t kMaxPause = std::int64_t{10} * 365 * 24 * 3600 * 1000;  ///< milliseconds: ten years

[[nodiscard]] Color color(util::ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.text(name);
  const auto color = color_from(text);
  if (!color) reader.fail(fmt::format("'{}' must be 'white' or 'black'.", name));
  return color.value_or(Color::White);
}

[[nodiscard]] std::optional<Color> optional_color(util::ObjectReader& reader, std::string_view name) {
  if (reader.optional(name) == nullptr) return std::nullopt;
  return color(reader, name);
}

[[nodiscard]] std::string id(util::ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.text(name);
  if (text.empty() || text.size() > 64) reader.fail(fmt::format("'{}' is no id.", name));
  return std::string(text);
}

[[nodiscard]] Player player(util::ObjectReader& outer, const boost::json::value& value) {
  Player player;
  util::ObjectReader reader(value);
  const auto kind = player_kind_from(reader.text("kind"));
  if (!kind) reader.fail("There is no such kind of player.");
  player.kind = kind.value_or(PlayerKind::Guest);
  player.name = reader.text("name");
  if (player.kind == PlayerKind::Engine) {
    player.level = static_cast<int>(reader.integer("level", 0, 1000));
  } else if (reader.optional("id") != nullptr) {  // who has left for good has none
    player.id = id(reader, "id");
  }
  if (reader.optional("rating") != nullptr) {
    player.rating = static_cast<int>(reader.integer("rating", -kMaxRating, kMaxRating));
  }
  if (auto error = reader.finish()) outer.fail(std::move(*error));
  return player;
}

[[nodiscard]] GameSettings settings(util::ObjectReader& reader) {
  GameSettings settings;
  const auto variant = rules::variant_from(reader.text("variant"));
  if (!variant) reader.fail("'variant' must be 'ordo' or 'ordox'.");
  const auto start = rules::parse_fen(variant.value_or(rules::Variant::Ordo), reader.text("fen"));
  if (start) {
    settings.start = *start;
  } else {
    reader.fail(start.error().message);
  }
  const auto time = parse_time_control(reader.text("time"));
  if (time) {
    settings.time = *time;
  } else {
    reader.fail(time.error());
  }
  settings.rated = reader.boolean("rated");
  return settings;
}

[[nodiscard]] Event created(util::ObjectReader& reader) {
  Created event{settings(reader), {}, std::nullopt};
  for (const Color side : {Color::White, Color::Black}) {
    const boost::json::value* value = reader.optional(word(side));
    if (value != nullptr) event.players[static_cast<std::size_t>(side)] = player(reader, *value);
  }
  if (reader.optional("rematch_of") != nullptr) event.rematch_of = id(reader, "rematch_of");
  return event;
}

[[nodiscard]] Event joined(util::ObjectReader& reader) {
  Joined event{color(reader, "color"), {}};
  if (const boost::json::value* value = reader.required("player")) event.player = player(reader, *value);
  return event;
}

[[nodiscard]] Event moved(util::ObjectReader& reader) {
  Moved event{static_cast<int>(reader.integer("ply", 1, kMaxPly)), std::string(reader.text("turn")), {}};
  if (reader.optional("left") != nullptr) event.left = Duration(reader.integer("left", 0, kMostExact));
  return event;
}

[[nodiscard]] Event paused(util::ObjectReader& reader) {
  const Duration stood(reader.integer("stood", 0, kMaxPause));
  return Paused{stood, Duration(reader.integer("added", 0, kMaxPause))};
}

[[nodiscard]] Event gone(util::ObjectReader& reader) {
  const Color by = color(reader, "by");
  return Gone{by, Duration(reader.integer("patience", 0, kMaxPause))};
}

[[nodiscard]] Event ended(util::ObjectReader& reader) {
  const auto winner = optional_color(reader, "winner");
  const auto ending = rules::ending_from(reader.text("ending"));
  if (!ending) reader.fail("There is no such ending.");
  return Ended{{winner, ending.value_or(rules::Ending::Time)}};
}

[[nodiscard]] std::array<int, 2> pair(util::ObjectReader& reader, std::string_view name) {
  std::array<int, 2> numbers{};
  const boost::json::value* value = reader.required(name);
  if (value == nullptr) return numbers;
  const boost::json::array* array = value->if_array();
  bool fits = array != nullptr && array->size() == numbers.size();
  for (std::size_t i = 0; fits && i < numbers.size(); ++i) {
    const std::int64_t* number = (*array)[i].if_int64();
    fits = number != nullptr && *number >= -kMaxRating && *number <= kMaxRating;
    if (fits) numbers[i] = static_cast<int>(*number);
  }
  if (!fits) reader.fail(fmt::format("'{}' must be two ratings.", name));
  return numbers;
}

[[nodiscard]] Event rated(util::ObjectReader& reader) {
  const auto before = pair(reader, "before");
  return Rated{before, pair(reader, "after")};
}

[[nodiscard]] Event said(util::ObjectReader& reader) {
  const Color by = color(reader, "by");
  Said event{by, std::string(reader.text("text")), {}};
  if (reader.optional("id") != nullptr) event.id = reader.integer("id", 0, kMostExact);
  return event;
}

template <class T>
[[nodiscard]] Event by_somebody(util::ObjectReader& reader) {
  return T{color(reader, "by")};
}

struct EventKind {
  std::string_view word;
  Event (*read)(util::ObjectReader&);
};

constexpr std::array<EventKind, 17> kEventKinds = {{
    {"move", moved},
    {"created", created},
    {"join", joined},
    {"draw", by_somebody<DrawOffered>},
    {"draw-no", by_somebody<DrawDeclined>},
    {"takeback", by_somebody<TakebackAsked>},
    {"takeback-no", by_somebody<TakebackDeclined>},
    {"taken-back",
     [](util::ObjectReader& reader) -> Event {
       return TakenBack{static_cast<int>(reader.integer("plies", 0, kMaxPly))};
     }},
    {"pause", paused},
    {"gone", gone},
    {"back", by_somebody<Back>},
    {"end", ended},
    {"abort", [](util::ObjectReader& reader) -> Event { return Aborted{optional_color(reader, "by")}; }},
    {"rated", rated},
    {"rematch", by_somebody<RematchOffered>},
    {"rematch-made", [](util::ObjectReader& reader) -> Event { return RematchMade{id(reader, "game")}; }},
    {"say", said},
}};

}  // namespace

util::Result<Event, std::string> parse_event(std::string_view json) {
  const util::JsonDocument document(json);
  util::ObjectReader reader(document);
  const std::string_view word = reader.text("e");
  for (const EventKind& kind : kEventKinds) {
    if (kind.word != word) continue;
    Event event = kind.read(reader);
    if (auto error = reader.finish()) return util::failure(std::move(*error));
    return event;
  }
  reader.fail(fmt::format("There is no event {}.", util::quoted(word)));
  return util::failure(*reader.finish());
}

}  // namespace ordo::online
