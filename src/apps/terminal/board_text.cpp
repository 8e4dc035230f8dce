// The board as text: for a terminal, a file, or somebody's mail.
#include "apps/terminal/board_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "rules/query.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

using rules::Bitboard;
using rules::Color;
using rules::Position;
using rules::Square;

/// A colour as 24 bits, and the nearest of the 256 that every terminal has.
struct Tone {
  unsigned rgb;
  int index;
};

// One meaning each: teal is yours to do, amber what just happened, red danger.
constexpr Tone kInk{0x20242A, 235};
constexpr Tone kDangerInk{0xB3261E, 124};
constexpr std::array<Tone, 2> kPaper{{{0xECE7DB, 255}, {0xDFD8C8, 253}}};
constexpr std::array<Tone, 2> kAmber{{{0xF4D58D, 222}, {0xEBC873, 221}}};
constexpr std::array<Tone, 2> kTeal{{{0xA9D8D6, 152}, {0x97CBCA, 116}}};
// On the terminal's own background, which may be light or dark.
constexpr Tone kAmberText{0xC08A1E, 172};
constexpr Tone kTealText{0x1FA0A8, 37};
constexpr Tone kRedText{0xD9483B, 167};

/// Writes SGR sequences, or nothing at all.
class Brush {
 public:
  explicit Brush(Palette palette) : palette_(palette) {}

  [[nodiscard]] bool colors() const noexcept { return palette_ != Palette::None; }
  [[nodiscard]] std::string background(Tone tone) const { return code(48, tone); }
  [[nodiscard]] std::string ink(Tone tone) const { return code(38, tone); }
  [[nodiscard]] std::string plain() const { return colors() ? "\033[0m" : ""; }
  [[nodiscard]] std::string in(Tone tone, std::string_view text) const {
    return text.empty() ? std::string() : fmt::format("{}{}{}", ink(tone), text, plain());
  }
  [[nodiscard]] std::string bold(std::string_view text) const {
    return colors() ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
  }
  [[nodiscard]] std::string dim(std::string_view text) const {
    return colors() ? fmt::format("\033[2m{}\033[0m", text) : std::string(text);
  }

 private:
  [[nodiscard]] std::string code(int kind, Tone tone) const {
    if (palette_ == Palette::None) return {};
    if (palette_ == Palette::Indexed) return fmt::format("\033[{};5;{}m", kind, tone.index);
    return fmt::format("\033[{};2;{};{};{}m", kind, tone.rgb >> 16, tone.rgb >> 8 & 0xFF, tone.rgb & 0xFF);
  }

  Palette palette_;
};

/// The pieces outside the largest group of their side; of equally large ones the first found counts.
Bitboard pieces_apart(Bitboard pieces) {
  Bitboard largest;
  for (Bitboard rest = pieces; rest.any();) {
    const Bitboard group = rules::group_of(pieces, rest.first());
    if (group.count() > largest.count()) largest = group;
    rest -= group;
  }
  return pieces - largest;
}

enum class Mark : std::uint8_t { None, Left, Reached };

/// One drawing in the making.
class Drawing {
 public:
  Drawing(const BoardView& view, const BoardStyle& style)
      : view_(view), style_(style), brush_(style.palette) {
    apart_ =
        pieces_apart(view.position.pieces(Color::White)) | pieces_apart(view.position.pieces(Color::Black));
  }

  [[nodiscard]] std::string text() const {
    const std::array<std::string, rules::kRanks> beside = notes();
    std::string text = files() + "\n" + edge("┌", "┐");
    for (int row = 0; row < rules::kRanks; ++row) {
      const int rank = style_.flipped ? row : rules::kRanks - 1 - row;
      const std::string label = brush_.dim(std::to_string(rank + 1));
      text += fmt::format(" {} {}", label, side());
      for (int column = 0; column < rules::kFiles; ++column) text += cell(column, rank);
      text += fmt::format("{}{} {}", brush_.plain(), side(), label);
      const std::string& note = beside[static_cast<std::size_t>(row)];
      if (!note.empty()) text += "   " + note;
      text += '\n';
    }
    return text + edge("└", "┘") + files() + "\n";
  }

 private:
  [[nodiscard]] std::string files() const {
    std::string letters;
    for (int column = 0; column < rules::kFiles; ++column)
      letters += fmt::format("  {}", at(column, 0).text()[0]);
    return brush_.dim((brush_.colors() ? "  " : "   ") + letters);
  }
  // Coloured squares need no frame.
  [[nodiscard]] std::string edge(std::string_view left, std::string_view right) const {
    if (brush_.colors()) return {};
    if (!style_.utf8) return fmt::format("   +{:-^{}}+\n", "", 3 * rules::kFiles);
    std::string line;
    for (int i = 0; i < 3 * rules::kFiles; ++i) line += "─";
    return fmt::format("   {}{}{}\n", left, line, right);
  }
  [[nodiscard]] std::string_view side() const {
    if (brush_.colors()) return "";
    return style_.utf8 ? "│" : "|";
  }

  [[nodiscard]] Square at(int column, int rank) const {
    return Square(style_.flipped ? rules::kFiles - 1 - column : column, rank);
  }
  [[nodiscard]] Mark mark(int column, int rank) const {
    if (column < 0 || column >= rules::kFiles) return Mark::None;
    if (view_.marks.reached.has(at(column, rank))) return Mark::Reached;
    return view_.marks.left.has(at(column, rank)) ? Mark::Left : Mark::None;
  }

  /// Neighbours with the same mark share one pair of brackets, as the pieces of an ordo move together.
  [[nodiscard]] std::string cell(int column, int rank) const {
    const Mark here = mark(column, rank);
    const bool opens = here != Mark::None && mark(column - 1, rank) != here;
    const bool closes = here != Mark::None && mark(column + 1, rank) != here;
    const std::string_view brackets = view_.marks.staged ? "()" : "[]";
    return fmt::format("{}{}{}{}", tones(column, rank), opens ? brackets[0] : ' ', glyph(column, rank),
                       closes ? brackets[1] : ' ');
  }

  [[nodiscard]] std::string_view glyph(int column, int rank) const {
    const Square square = at(column, rank);
    for (const Color color : {Color::White, Color::Black}) {
      if (view_.position.pieces(color).has(square)) return disc(color, style_);
    }
    if (view_.marks.removed.has(square)) return style_.utf8 ? "×" : "x";
    if (mark(column, rank) == Mark::Left) return " ";
    return style_.utf8 ? "·" : ".";
  }

  [[nodiscard]] std::string tones(int column, int rank) const {
    if (!brush_.colors()) return {};
    const Square square = at(column, rank);
    const auto shade = static_cast<std::size_t>((square.file() + square.rank()) % 2);
    const bool plain = mark(column, rank) == Mark::None;
    const auto& squares = plain ? kPaper : view_.marks.staged ? kTeal : kAmber;
    const bool danger = view_.marks.removed.has(square) || apart_.has(square);
    return brush_.background(squares[shade]) + brush_.ink(danger ? kDangerInk : kInk);
  }

  /// What stands beside each rank, from the top.
  [[nodiscard]] std::array<std::string, rules::kRanks> notes() const {
    std::array<std::string, rules::kRanks> lines;
    lines[0] = brush_.bold(view_.heading);
    lines[1] = brush_.in(kAmberText, view_.last);
    const Color top = style_.flipped ? Color::White : Color::Black;
    lines[3] = side_note(top);
    lines[4] = side_note(rules::opponent(top));
    if (apart_.any()) lines[5] = brush_.in(kRedText, "apart: " + squares_text(apart_));
    const bool split = rules::is_split(view_.position, view_.position.to_move());
    const Tone tone = view_.outcome ? kAmberText : split ? kRedText : kTealText;
    lines[7] = brush_.in(tone, describe_state(view_.position, view_.outcome));
    return lines;
  }

  [[nodiscard]] std::string side_note(Color color) const {
    const std::string& name = view_.names[static_cast<std::size_t>(color)];
    // The disc on the board's paper: by itself it would be light on a dark terminal.
    const std::string sample = brush_.colors()
                                   ? fmt::format("{}{} {} {}", brush_.background(kPaper[0]), brush_.ink(kInk),
                                                 disc(color, style_), brush_.plain())
                                   : std::string(disc(color, style_));
    return fmt::format("{} {}{}: {}", sample, rules::name(color),
                       name.empty() ? "" : fmt::format(" ({})", util::printable(name)),
                       describe_pieces(view_.position.pieces(color)));
  }

  const BoardView& view_;
  const BoardStyle& style_;
  Brush brush_;
  Bitboard apart_;
};

BoardMarks marks_between(const Position& before, const Position& after, Bitboard origins,
                         Bitboard destinations) {
  const Color mover = before.to_move();
  const Bitboard own = after.pieces(mover);
  const Bitboard reached = destinations & own;
  return {.left = origins - own,
          .reached = reached,
          .removed = before.pieces(rules::opponent(mover)) - after.pieces(rules::opponent(mover)) - reached};
}

}  // namespace

BoardMarks marks_of(const Position& before, const rules::Turn& turn) {
  Bitboard origins = turn.first().origin();
  Bitboard destinations = turn.first().destination();
  if (turn.has_two_parts()) {
    origins |= turn.second().origin();
    destinations |= turn.second().destination();
  }
  return marks_between(before, before.after(turn), origins, destinations);
}

BoardMarks marks_of_preparation(const Position& before, rules::Part preparation) {
  BoardMarks marks =
      marks_between(before, before.after(preparation), preparation.origin(), preparation.destination());
  marks.staged = true;
  return marks;
}

std::string draw(const BoardView& view, const BoardStyle& style) { return Drawing(view, style).text(); }

std::string describe_pieces(Bitboard pieces) {
  const auto count = static_cast<std::uint64_t>(pieces.count());
  const int groups = rules::count_groups(pieces);
  if (count < 2) return counted(count, "piece");
  return fmt::format("{} in {}", counted(count, "piece"),
                     groups == 1 ? "one group" : fmt::format("{} groups", groups));
}

std::string describe_state(const Position& position, const std::optional<rules::Outcome>& outcome) {
  if (outcome) return rules::describe(*outcome);
  const std::string_view mover = rules::name(position.to_move());
  const std::uint64_t turns = rules::count_turns(position);
  if (position.phase() == rules::Phase::Advance) {
    return fmt::format("{} to advance, {}", mover, counted(turns, "way"));
  }
  const bool split = rules::is_split(position, position.to_move());
  return fmt::format("{} {}, {}", mover, split ? "must reconnect" : "to move", counted(turns, "turn"));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string squares_text(Bitboard squares) {
  std::string text;
  squares.for_each([&text](Square square) { text += (text.empty() ? "" : " ") + square.text(); });
  return text;
}

std::string_view disc(Color color, const BoardStyle& style) {
  if (style.utf8) return color == Color::White ? "○" : "●";
  return color == Color::White ? "O" : "@";
}

}  // namespace ordo::apps
