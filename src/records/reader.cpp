// Reading records: the turns, and whether the result agrees with them.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "records/cursor.h"
#include "records/record.h"
#include "records/tags.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/repetition.h"
#include "util/text.h"

namespace ordo::records {
namespace {

using rules::Ending;
using rules::GameResult;
using rules::kMaxPlies;
using rules::Outcome;
using rules::Position;
using rules::Turn;
using rules::Variant;

using util::is_digit;
using util::is_space;
using util::quoted;
using util::trimmed;

/// Reads one game. As with the cursor, false means that something is wrong.
class GameReader {
 public:
  explicit GameReader(RecordCursor& cursor) : cursor_(cursor) {}

  [[nodiscard]] bool read(Record& record) {
    return read_tags(cursor_, tags_, record.main_line.comment) && set_up(record) &&
           read_line(record.main_line, 0) && read_rest(record.main_line) && settle_result(record) &&
           settle_ending(record);
  }

 private:
  [[nodiscard]] bool set_up(Record& record);
  [[nodiscard]] bool read_line(Variation& line, int depth);
  [[nodiscard]] bool read_comment(Variation& line) {
    return cursor_.read_comment(line.turns.empty() ? line.comment : line.turns.back().comment);
  }
  [[nodiscard]] bool read_number_or_result(int depth);
  [[nodiscard]] bool read_glyph(Variation& line);
  [[nodiscard]] bool read_turn(Variation& line);
  [[nodiscard]] bool read_variation(Variation& line, int depth);
  [[nodiscard]] bool read_rest(Variation& line);
  void play(const Turn& turn);
  [[nodiscard]] bool settle_result(Record& record);
  [[nodiscard]] bool settle_ending(Record& record);

  RecordCursor& cursor_;
  TagSection tags_;
  std::optional<Found<GameResult>> result_;  ///< as it stands after the turns
  std::vector<Position> path_;               ///< from the start of the game to the turn just read
  std::optional<Outcome> outcome_;           ///< at the end of the path
};

bool GameReader::set_up(Record& record) {
  const Variant variant = tags_.variant ? tags_.variant->value : Variant::Ordo;
  record.tags = std::move(tags_.others);
  record.start = Position::initial(variant);
  if (tags_.fen) {
    const auto start = rules::parse_fen(variant, tags_.fen->value);
    if (!start) return cursor_.fail(tags_.fen->at, "FEN: " + start.error().message);
    record.start = *start;
  }
  path_.assign(1, record.start);
  outcome_ = outcome(record.start);
  return true;
}

/// Up to the end of the game, or of the variation.
bool GameReader::read_line(Variation& line, int depth) {
  const std::size_t start = cursor_.at();
  while (!cursor_.at_end() && cursor_.peek() != '[') {
    const char c = cursor_.peek();
    bool fine = true;
    if (c == ')') {
      if (depth == 0) return cursor_.fail(cursor_.at(), "')' without '('");
      if (line.turns.empty()) return cursor_.fail(cursor_.at(), "a variation without a move");
      cursor_.skip();
      return true;
    }
    if (cursor_.begins_comment()) {
      fine = read_comment(line);
    } else if (c == '(') {
      fine = read_variation(line, depth);
    } else if (c == '$' || c == '!' || c == '?') {
      fine = read_glyph(line);
    } else if (c == '*' || c == '.' || is_digit(c)) {
      fine = read_number_or_result(depth);
      if (result_) return fine;
    } else {
      fine = read_turn(line);
    }
    if (!fine) return false;
  }
  return depth == 0 || cursor_.fail(start - 1, "the variation is not closed: missing ')'");
}

bool GameReader::read_number_or_result(int depth) {
  for (const GameResult result :
       {GameResult::Open, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw}) {
    const std::string_view token = name(result);
    if (!cursor_.rest().starts_with(token)) continue;
    if (depth > 0)
      return cursor_.fail(cursor_.at(), fmt::format("the result {} stands in a variation", token));
    result_ = {result, cursor_.at()};
    cursor_.skip(token.size());
    return true;
  }
  cursor_.take_while([](char c) { return is_digit(c) || c == '.'; });
  return true;
}

bool GameReader::read_glyph(Variation& line) {
  const std::size_t start = cursor_.at();
  std::optional<std::uint8_t> glyph;
  if (cursor_.peek() == '$') {
    cursor_.skip();
    const std::string_view digits = cursor_.take_while(is_digit);
    int number = digits.empty() ? 256 : 0;
    for (const char digit : digits) number = std::min(number * 10 + (digit - '0'), 256);
    if (number < 256) glyph = static_cast<std::uint8_t>(number);
  } else {
    constexpr std::array<std::string_view, 6> kSuffixes = {"!", "?", "!!", "??", "!?", "?!"};
    const std::string_view suffix = cursor_.take_while([](char c) { return c == '!' || c == '?'; });
    const auto* const found = std::find(kSuffixes.begin(), kSuffixes.end(), suffix);
    if (found != kSuffixes.end()) glyph = static_cast<std::uint8_t>(found - kSuffixes.begin() + 1);
  }
  if (!glyph) {
    return cursor_.fail(start,
                        fmt::format("unknown annotation {}: expected $0 to $255, !, ?, !!, ??, !? or ?!",
                                    quoted(cursor_.since(start))));
  }
  if (line.turns.empty()) return cursor_.fail(start, "an annotation without a move before it");
  line.turns.back().glyphs.push_back(*glyph);
  return true;
}

bool GameReader::read_turn(Variation& line) {
  const auto belongs = [](char c) {
    constexpr std::string_view kDelimiters = "{}();$[]!?";
    return !is_space(c) && kDelimiters.find(c) == std::string_view::npos;
  };
  const std::size_t start = cursor_.at();
  cursor_.take_while(belongs);
  if (cursor_.at() == start) {
    return cursor_.fail(start, fmt::format("unexpected {}", quoted(cursor_.peek())));
  }
  while (cursor_.since(start).ends_with(',') && !cursor_.at_end() && belongs(cursor_.peek())) {
    cursor_.take_while(belongs);  // white space after the comma does not end the turn
  }
  const std::string_view token = trimmed(cursor_.since(start));
  const auto written = rules::parse_turn(token);
  if (!written) {
    return cursor_.fail(start + written.error().column - 1,
                        fmt::format("{} is not a move: {}", quoted(token), written.error().message));
  }
  if (outcome_) {
    return cursor_.fail(
        start, fmt::format("{} comes after the end of the game. {}", quoted(token), describe(*outcome_)));
  }
  const auto turn = resolve(path_.back(), *written);
  if (!turn) return cursor_.fail(start, turn.error().message);
  if (path_.size() > kMaxPlies) return cursor_.fail(start, fmt::format("more than {} turns", kMaxPlies));
  line.turns.push_back({*turn, {}, {}, {}});
  play(*turn);
  return true;
}

void GameReader::play(const Turn& turn) {
  const Position next = path_.back().after(turn);
  outcome_ = outcome_after(path_, next);
  path_.push_back(next);
}

bool GameReader::read_variation(Variation& line, int depth) {
  const std::size_t start = cursor_.at();
  if (line.turns.empty())
    return cursor_.fail(start, "a variation without a move before it that it could replace");
  if (depth == kMaxVariationDepth) {
    return cursor_.fail(start, fmt::format("variations nested more than {} deep", kMaxVariationDepth));
  }
  cursor_.skip();
  const Position replaced = path_.back();
  const auto ended = std::exchange(outcome_, std::nullopt);
  path_.pop_back();
  const std::size_t length = path_.size();
  if (!read_line(line.turns.back().variations.emplace_back(), depth + 1)) return false;
  path_.resize(length, replaced);
  path_.push_back(replaced);
  outcome_ = ended;
  return true;
}

/// What may follow the result: comments.
bool GameReader::read_rest(Variation& line) {
  while (!cursor_.at_end() && cursor_.begins_comment()) {
    if (!read_comment(line)) return false;
  }
  return true;
}

bool GameReader::settle_result(Record& record) {
  if (tags_.result && result_ && tags_.result->value != result_->value) {
    return cursor_.fail(result_->at, fmt::format("the turns end with {} but the Result tag says {}",
                                                 name(result_->value), name(tags_.result->value)));
  }
  const auto claimed = result_ ? result_ : tags_.result;
  record.result = claimed ? claimed->value : result_of(outcome_);
  if (!outcome_ || record.result == result_of(outcome_)) return true;
  if (record.main_line.turns.empty()) {
    return cursor_.fail(claimed->at, fmt::format("Result says {} but the game is over from the start. {}",
                                                 name(record.result), describe(*outcome_)));
  }
  return cursor_.fail(claimed->at,
                      fmt::format("Result says {} but the game ended {} with {}. {}", name(record.result),
                                  name(result_of(outcome_)), to_text(record.main_line.turns.back().turn),
                                  describe(*outcome_)));
}

bool GameReader::settle_ending(Record& record) {
  if (outcome_) {
    record.ending = outcome_->ending;
    std::erase_if(record.tags, [](const Tag& tag) { return tag.name == "Termination"; });
    if (!tags_.ending || tags_.ending->value == outcome_->ending) return true;
    return cursor_.fail(tags_.ending->at,
                        fmt::format("Termination says {} but the game ended by {}. {}",
                                    name(tags_.ending->value), name(outcome_->ending), describe(*outcome_)));
  }
  if (!tags_.ending) return true;
  const Ending ending = tags_.ending->value;
  if (!is_by_players(ending)) {
    return cursor_.fail(tags_.ending->at,
                        fmt::format("Termination says {} but the turns do not end the game", name(ending)));
  }
  const bool is_draw = record.result == GameResult::Draw;
  const bool agrees = ending == Ending::Abandoned   ? record.result != GameResult::Open
                      : ending == Ending::Agreement ? is_draw
                                                    : !is_draw && record.result != GameResult::Open;
  if (!agrees) {
    return cursor_.fail(tags_.ending->at, fmt::format("Termination says {} but the Result is {}",
                                                      name(ending), name(record.result)));
  }
  record.ending = ending;
  return true;
}

[[nodiscard]] std::string_view without_mark(std::string_view text) noexcept {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

[[nodiscard]] util::Result<std::vector<Record>, RecordError> read_games(std::string_view text,
                                                                        bool only_one) {
  if (text.size() > kMaxRecordText) {
    return util::failure(RecordError{1, 1, fmt::format("the text is longer than {} bytes", kMaxRecordText)});
  }
  RecordCursor cursor(without_mark(text));
  std::vector<Record> records;
  bool fine = true;
  while (fine && !cursor.at_end()) {
    if (!records.empty() && only_one) {
      fine = cursor.fail(cursor.at(), "unexpected text after the end of the game");
    } else if (!records.empty() && cursor.peek() != '[') {
      fine = cursor.fail(cursor.at(), "unexpected text after the result: the next game begins with its tags");
    } else {
      fine = GameReader(cursor).read(records.emplace_back());
    }
  }
  if (!fine) return util::failure(cursor.error());
  return records;
}

}  // namespace

util::Result<Record, RecordError> parse_record(std::string_view text) {
  auto records = read_games(text, true);
  if (!records) return util::failure(std::move(records).error());
  if (records->empty()) return util::failure(RecordError{1, 1, "the record is empty"});
  return std::move(records).value().front();
}

util::Result<std::vector<Record>, RecordError> parse_records(std::string_view text) {
  return read_games(text, false);
}

}  // namespace ordo::records
