// Reading and writing turns.
#include "rules/notation.h"

#include <array>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/refusal.h"
#include "util/text.h"

namespace ordo::rules {
namespace {

using util::failure;
using util::is_space;
using util::lower;
using util::quoted;
using util::Result;
using util::trimmed;

/// By Reason.
constexpr std::array<std::string_view, 21> kReasonNames = {
    "syntax",        "game-over",          "no-piece",    "not-yours",      "not-an-ordo",
    "no-step",       "direction",          "off-board",   "blocked",        "own-piece",
    "ordo-captures", "nothing-to-capture", "is-capture",  "would-split",    "must-reconnect",
    "needs-advance", "not-preparation",    "not-advance", "too-many-parts", "needs-choice",
    "no-choice"};
static_assert(kReasonNames.size() == static_cast<std::size_t>(Reason::NoChoice) + 1);

/// Takes the text apart from left to right; the first failure sticks.
class TurnReader {
 public:
  explicit TurnReader(std::string_view text) : text_(text) {}

  [[nodiscard]] Result<TurnText, SyntaxError> read() {
    TurnText turn;
    skip_space();
    turn.first = read_part();
    skip_space();
    if (take(',')) {
      skip_space();
      turn.second = read_part();
      skip_space();
      if (peek() == ',') fail("a turn has at most two parts");
    }
    if (at_ != text_.size()) fail(fmt::format("unexpected {}", quoted(text_[at_])));
    if (error_) return failure(*std::move(error_));
    return turn;
  }

 private:
  [[nodiscard]] PartText read_part() {
    PartText part;
    part.end = read_square();
    if (take(':')) part.other_end = read_square();
    part.captures = lower(peek()) == 'x';
    if (!take('-') && !take('x') && !take('X')) {
      const std::string_view expected = part.other_end ? "'-' or 'x'" : "'-', 'x' or ':'";
      fail(fmt::format("expected {} after the square, found {}", expected, found()));
    }
    part.to = read_square();
    if (take('=')) part.keep = read_square();
    return part;
  }

  [[nodiscard]] Square read_square() {
    const std::array<char, 2> name = {lower(peek()), at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'};
    if (const auto square = Square::parse({name.data(), name.size()})) {
      at_ += name.size();
      return *square;
    }
    fail(fmt::format("expected a square from a1 to j8, found {}", found()));
    return {};
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  [[nodiscard]] std::string found() const {
    return at_ < text_.size() ? quoted(text_.substr(at_, 2)) : std::string("the end");
  }
  /// Remembers the first failure and moves to the end, where nothing else can be read.
  void fail(std::string message) {
    if (!error_) error_ = SyntaxError{at_ + 1, std::move(message)};
    at_ = text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<SyntaxError> error_;
};

[[nodiscard]] std::optional<Part> legal_part(const Position& position, const PartText& text) {
  const auto part = part_meant(position, text);
  return part && is_legal(position, *part) ? part : std::nullopt;
}

[[nodiscard]] std::optional<Turn> legal_turn(const Position& position, const TurnText& text) {
  const auto first = legal_part(position, text.first);
  if (!first) return std::nullopt;
  const Position next = position.after(*first);
  const bool is_preparation = next.to_move() == position.to_move();
  if (is_preparation != text.second.has_value()) return std::nullopt;
  if (!is_preparation) return Turn(*first);
  const auto second = legal_part(next, *text.second);
  return second ? std::optional(Turn(*first, *second)) : std::nullopt;
}

void append(std::string& text, Square square) {
  text += static_cast<char>('a' + square.file());
  text += static_cast<char>('1' + square.rank());
}

void append(std::string& text, const PartText& part) {
  append(text, part.end);
  if (part.other_end) {
    text += ':';
    append(text, *part.other_end);
  }
  text += part.captures ? 'x' : '-';
  append(text, part.to);
  if (part.keep) {
    text += '=';
    append(text, *part.keep);
  }
}

}  // namespace

Result<TurnText, SyntaxError> parse_turn(std::string_view text) { return TurnReader(text).read(); }

Result<Turn, Refusal> resolve(const Position& position, const TurnText& text) {
  if (const auto turn = legal_turn(position, text)) return *turn;
  return failure(why_not(position, text));
}

Result<Part, Refusal> resolve_part(const Position& position, const PartText& text) {
  if (const auto part = legal_part(position, text)) return *part;
  return failure(why_not(position, text));
}

Result<Turn, Refusal> read_turn(const Position& position, std::string_view text) {
  const auto turn = parse_turn(text);
  if (turn) return resolve(position, *turn);
  return failure(
      Refusal{Reason::Syntax, fmt::format("{} is not a move: {} (column {})", quoted(trimmed(text)),
                                          turn.error().message, turn.error().column)});
}

PartText text_of(Part part) noexcept {
  PartText text{part.from(), std::nullopt, part.to(), part.captures(), part.keep()};
  if (!part.is_singleton()) text.other_end = part.other_end();
  return text;
}

std::string to_text(const PartText& part) {
  std::string text;
  append(text, part);
  return text;
}

std::string to_text(Part part) { return to_text(text_of(part)); }

std::string to_text(const Turn& turn) {
  std::string text;
  append(text, text_of(turn.first()));
  if (turn.has_two_parts()) {
    text += ',';
    append(text, text_of(turn.second()));
  }
  return text;
}

std::string_view name(Reason reason) noexcept { return kReasonNames[static_cast<std::size_t>(reason)]; }

}  // namespace ordo::rules
