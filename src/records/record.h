// Game records: a text like PGN, with tags, numbered turns, comments, glyphs and variations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "rules/turn.h"
#include "util/result.h"

namespace ordo::records {

/// `[Event "Friendly"]`. The name consists of ASCII letters, digits and '_'; the value is any UTF-8 in
/// which control characters count as spaces.
struct Tag {
  std::string name;
  std::string value;

  friend bool operator==(const Tag&, const Tag&) = default;
};

struct RecordedTurn;

/// Turns one after the other.
struct Variation {
  std::string comment;  ///< before the first turn
  std::vector<RecordedTurn> turns;

  friend bool operator==(const Variation&, const Variation&);
};

struct RecordedTurn {
  rules::Turn turn;
  std::vector<std::uint8_t>
      glyphs;           ///< numeric annotation glyphs: 1 is '!', 2 '?', 3 '!!', 4 '??', 5 '!?', 6 '?!'
  std::string comment;  ///< after the turn; words with one space between them
  std::vector<Variation> variations;  ///< what could have been played instead; none is empty

  friend bool operator==(const RecordedTurn&, const RecordedTurn&) = default;
};

inline bool operator==(const Variation& a, const Variation& b) {
  return a.comment == b.comment && a.turns == b.turns;
}

/// One game. What the tags Variant, FEN, Result and Termination say is in the other members, so it
/// cannot disagree with them; `tags` holds the rest in the order of the text. (A Termination that is
/// not the name of an Ending is such a rest.)
struct Record {
  std::vector<Tag> tags;
  rules::Position start = rules::Position::initial(rules::Variant::Ordo);
  Variation main_line;
  rules::GameResult result = rules::GameResult::Open;
  std::optional<rules::Ending> ending;  ///< nothing: going on, or nobody said why it ended

  friend bool operator==(const Record&, const Record&) = default;
};

/// The value of one of `record.tags`.
[[nodiscard]] std::optional<std::string_view> tag_value(const Record& record, std::string_view name) noexcept;

struct RecordError {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in characters, 1 for the first
  std::string message;
};

/// "line 3, column 9: d3-d4 would split White's group into 14 and 2"
[[nodiscard]] std::string to_text(const RecordError& error);

/// Bounds that keep a hostile text from costing much; every real record is far inside.
inline constexpr std::size_t kMaxRecordText = std::size_t{16} << 20;  ///< bytes of text, all games together
inline constexpr std::size_t kMaxTags = 128;
inline constexpr int kMaxVariationDepth = 64;

/// Reads a text with exactly one game.
///
/// Every turn, also of variations, must be legal, and none may follow the end of the game. Without a
/// Variant tag the game is Ordo ("Ordo X", "OrdoX", "ordox" name the other); without a FEN tag it
/// starts from the initial setup. Where the turns end the game, the Result must agree; left out, it is
/// filled in. Turn numbers are not checked. Accepted as well: CRLF, a byte order mark, `;` comments, a
/// missing result at the end. Comments lose their line breaks, and those after a variation go to the
/// turn before it.
[[nodiscard]] util::Result<Record, RecordError> parse_record(std::string_view text);

/// Reads any number of games; from the second on each begins with its tags.
[[nodiscard]] util::Result<std::vector<Record>, RecordError> parse_records(std::string_view text);

/// Canonical text, at most 80 columns wide where words allow: the tags Event, Site, Date, White, Black,
/// Result and Variant (what is not known as "?"), FEN unless it is the initial setup, Termination if
/// known, the other tags, the turns. Reading it gives the same record with those tags filled in.
[[nodiscard]] std::string write_record(const Record& record);
[[nodiscard]] std::string write_records(std::span<const Record> records);

/// The record of a game. Tags that the game itself decides (see Record) are left out of `tags`.
[[nodiscard]] Record record_of(const rules::Game& game, std::vector<Tag> tags = {});

/// The main line played. A result that neither the board nor a Termination explains is taken for a
/// resignation or a draw by agreement.
[[nodiscard]] rules::Game game_of(const Record& record);

}  // namespace ordo::records
