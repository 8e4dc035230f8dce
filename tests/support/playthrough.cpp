// Board, text, turns and queries of one position after the other.
#include "support/playthrough.h"

#include <algorithm>
#include <sstream>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/query.h"

namespace ordo::support {
namespace {

using rules::Bitboard;
using rules::Color;
using rules::Game;
using rules::Position;
using rules::Square;
using rules::Turn;
using rules::Variant;

constexpr std::string_view kFileLine = "  a b c d e f g h i j\n";
constexpr std::size_t kLineWidth = 110;

void write_board(std::ostream& out, const Position& position) {
  out << kFileLine;
  for (int rank = rules::kRanks - 1; rank >= 0; --rank) {
    out << rank + 1;
    for (int file = 0; file < rules::kFiles; ++file) {
      const Square square(file, rank);
      const bool white = position.pieces(Color::White).has(square);
      out << ' ' << (white ? 'w' : position.pieces(Color::Black).has(square) ? 'b' : '.');
    }
    out << ' ' << rank + 1 << '\n';
  }
  out << kFileLine;
}

/// "label: word word", broken into lines.
void write_words(std::ostream& out, std::string_view label, const std::vector<std::string>& words) {
  std::string line = std::string(label) + ':';
  for (const std::string& word : words) {
    if (line.size() + 1 + word.size() > kLineWidth) {
      out << line << '\n';
      line = " ";
    }
    line += ' ' + word;
  }
  out << line << '\n';
}

void write_squares(std::ostream& out, std::string_view label, Bitboard squares) {
  if (squares.none()) return;
  std::vector<std::string> words;
  squares.for_each([&](Square square) { words.push_back(square.text()); });
  write_words(out, label, words);
}

/// Ordo: all turns. Ordo X: the advances, and how many turns begin with a preparation.
void write_turns(std::ostream& out, const Position& position) {
  std::vector<std::string> single;
  std::size_t prepared = 0;
  std::size_t with_choice = 0;
  rules::for_each_turn(position, [&](const Turn& turn) {
    if (turn.has_two_parts()) {
      ++prepared;
    } else {
      single.push_back(rules::to_text(turn));
    }
    with_choice += turn.first().keep() || turn.second().keep() ? 1U : 0U;
  });
  std::sort(single.begin(), single.end());
  if (position.variant() == Variant::Ordo) {
    write_words(out, std::to_string(single.size()) + " turns", single);
    return;
  }
  out << single.size() + prepared << " turns, " << prepared << " with a preparation, " << with_choice
      << " with a choice\n";
  write_words(out, std::to_string(single.size()) + " turns of one part", single);
}

void write_position(std::ostream& out, const Game& game) {
  const Position& position = game.position();
  out << "\n--- position " << game.turns().size() << '\n';
  write_board(out, position);
  out << "fen: " << rules::to_fen(position) << '\n';
  out << "pieces: White " << position.pieces(Color::White).count() << ", Black "
      << position.pieces(Color::Black).count() << '\n';
  if (game.repetitions() > 1) out << "on the board " << game.repetitions() << " times\n";
  for (const Color color : {Color::White, Color::Black}) {
    const std::string who(rules::name(color));
    if (rules::is_split(position, color)) {
      out << who << " is split into " << rules::count_groups(position.pieces(color)) << " groups\n";
    }
    write_squares(out, who + "'s cut points", rules::cut_points(position.pieces(color)));
  }
  write_squares(out, "can win on", rules::winning_squares(position));
  write_squares(out, "has to fear", rules::threatened_squares(position));
  if (game.outcome()) {
    out << "outcome: " << rules::name(rules::result_of(game.outcome())) << ' '
        << rules::name(game.outcome()->ending) << ", " << rules::describe(*game.outcome()) << '\n';
  } else {
    out << rules::name(position.to_move()) << " to move, ";
    write_turns(out, position);
  }
}

void write_removed(std::ostream& out, const Position& position, const Turn& turn) {
  Bitboard removed = position.removed_by(turn.first());
  if (turn.has_two_parts()) removed |= position.after(turn.first()).removed_by(turn.second());
  write_squares(out, "removes", removed);
}

}  // namespace

Script read_script(std::string_view playthrough) {
  Script script;
  script.start = rules::kInitialFen;
  std::istringstream lines{std::string(playthrough)};
  std::getline(lines, script.title);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string label = line.substr(0, colon);
    const std::string rest = line.substr(colon + 2);
    if (label == "game") script.variant = rules::variant_from(rest).value_or(Variant::Ordo);
    if (label == "start") script.start = rest;
    if (label == "plays") script.turns.push_back(rest);
  }
  return script;
}

std::string write_playthrough(const Script& script) {
  std::ostringstream out;
  out << script.title << "\n\ngame: " << rules::name(script.variant) << "\nstart: " << script.start << '\n';
  const auto start = rules::parse_fen(script.variant, script.start);
  if (!start) {
    out << start.error().message << '\n';
    return out.str();
  }
  Game game(*start);
  write_position(out, game);
  for (const std::string& text : script.turns) {
    const Position before = game.position();
    out << "plays: " << text << '\n';
    const auto turn = game.play(text);
    if (!turn) {
      out << "refused: " << turn.error().message << '\n';
      break;
    }
    write_removed(out, before, *turn);
    write_position(out, game);
  }
  return out.str();
}

}  // namespace ordo::support
