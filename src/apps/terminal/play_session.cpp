// `ordo play`: reading lines, playing the turns among them, and saying what has happened.
#include "apps/terminal/play_session.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "apps/terminal/game_view.h"
#include "rules/query.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

using rules::Color;
using rules::Position;

[[nodiscard]] std::string in_lower_case(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), util::lower);
  return lowered;
}

[[nodiscard]] bool is_letter(char c) { return util::lower(c) >= 'a' && util::lower(c) <= 'z'; }

/// Commands are made of letters; every turn has a digit, or is not a turn at all.
[[nodiscard]] bool looks_like_command(std::string_view word) {
  if (word.ends_with('!')) word.remove_suffix(1);
  return word == "?" || (!word.empty() && std::ranges::all_of(word, is_letter));
}

/// "3." and "3..." in front of a turn, as histories and records write them.
[[nodiscard]] bool is_turn_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits > 0 && digits < word.size() && word.find_first_not_of('.', digits) == std::string_view::npos;
}

/// The turns of a line: separated by spaces, except that a comma with spaces around it stays inside.
[[nodiscard]] std::vector<std::string> split_turns(std::string_view line) {
  std::vector<std::string> words;
  bool joins = false;  // the next word goes on where the last one ended
  for (std::size_t at = 0; at < line.size();) {
    if (util::is_space(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !util::is_space(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    if (!words.empty() && (joins || word.starts_with(','))) {
      words.back() += word;
    } else {
      words.emplace_back(word);
    }
    joins = word.ends_with(',');
    at = end;
  }
  return words;
}

}  // namespace

PlaySession::PlaySession(StoredGame stored, std::string file, PlaySettings settings, Console& console)
    : open_game_(std::move(stored.game)),
      names_(std::move(stored.names)),
      tags_(std::move(stored.tags)),
      file_(std::move(file)),
      settings_(std::move(settings)),
      console_(console),
      engine_(settings_.engine) {
  if (settings_.engine_side) seat_engine(*settings_.engine_side);
}

void PlaySession::run() {
  if (settings_.interactive) {
    say(fmt::format("{}. Type a turn such as c2-c4, or 'help'.\n",
                    rules::title(open_game_.game().variant())));
  }
  draw_board();
  announce_state();
  while (!leaving_) {
    if (engine_answers()) {
      draw_board();
      announce_state();
    }
    if (settings_.interactive) console_.out << prompt();
    const std::optional<std::string> line = read_line();
    if (!line) break;
    obey(*line);
  }
  if (!leaving_ && settings_.interactive) say(open_game_.changed() ? "\nThe game was not saved." : "");
  console_.out << std::flush;
}

std::optional<std::string> PlaySession::read_line() {
  console_.out << std::flush;
  std::string line;
  if (!console_.out || !std::getline(console_.in, line)) return std::nullopt;
  return std::string(util::trimmed(line));
}

bool PlaySession::confirm(std::string_view question) {
  for (;;) {
    console_.out << question << (settings_.interactive ? " (yes or no) " : " (yes or no)\n");
    const std::optional<std::string> line = read_line();
    if (!line) return false;
    const std::string answer = in_lower_case(*line);
    if (answer == "y" || answer == "yes") return true;
    if (answer == "n" || answer == "no") return false;
  }
}

bool PlaySession::may_abandon(const Command& command, std::string_view question) {
  if (command.forced || !settings_.interactive || !open_game_.changed()) return true;
  return confirm(question);
}

void PlaySession::say(std::string_view text) {
  console_.out << text;
  if (!text.ends_with('\n')) console_.out << '\n';
}

std::string PlaySession::prompt() const {
  if (open_game_.game().outcome()) return "game over> ";
  const std::string mover = player(open_game_.game().position().to_move());
  return mover + (open_game_.staged() ? ", advance> " : "> ");
}

std::string PlaySession::player(Color color) const {
  const std::string& name = names_[static_cast<std::size_t>(color)];
  const std::string_view side = rules::name(color);
  return name.empty() ? std::string(side) : fmt::format("{} ({})", side, util::printable(name));
}

void PlaySession::obey(std::string_view line) {
  if (line.empty() || line.starts_with('#')) return;
  std::size_t end = 0;
  while (end < line.size() && !util::is_space(line[end])) ++end;
  std::string_view word = line.substr(0, end);
  if (!looks_like_command(word)) return enter_turns(line);
  const bool forced = word.ends_with('!');
  if (forced) word.remove_suffix(1);
  run_command({in_lower_case(word), forced, std::string(util::trimmed(line.substr(end)))});
}

void PlaySession::enter_turns(std::string_view line) {
  bool entered = false;
  for (const std::string& word : split_turns(line)) {
    if (is_turn_number(word)) continue;
    if (!enter_turn(word)) break;
    entered = true;
    engine_answers();
  }
  if (!entered) return;
  draw_board();
  announce_state();
}

bool PlaySession::enter_turn(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);  // a preparation whose advance is still to come
  auto text = rules::parse_turn(word);
  if (!text) {
    say(fmt::format("{} is not a turn: {}. 'help turns' shows how turns are written.", util::quoted(word),
                    text.error().message));
    return false;
  }
  rules::TurnText turn = *text;
  auto entered = open_game_.enter(turn);
  while (!entered && entered.error().reason == rules::Reason::NeedsChoice) {
    if (!ask_choice(turn)) return false;
    entered = open_game_.enter(turn);
  }
  if (!entered) {
    say(entered.error().message);
    return false;
  }
  if (*entered == OpenGame::Entered::Turn) announce_turn();
  return true;
}

bool PlaySession::ask_choice(rules::TurnText& text) {
  const std::optional<OpenGame::Choice> choice = open_game_.open_choice(text);
  ORDO_CHECK(choice.has_value());
  say(fmt::format("{} leaves equally large subgroups, and you choose the one that stays:",
                  rules::to_text(*choice->part)));
  choice->subgroups.for_each([&](rules::Square square) {
    say(fmt::format("  {}: {}", square.text(), squares_text(rules::group_of(choice->enemy, square))));
  });
  for (;;) {
    console_.out << (settings_.interactive ? "Which one stays? " : "Which one stays?\n");
    const std::optional<std::string> line = read_line();
    if (!line || line->empty() || *line == "back") {
      say("Nothing was played.");
      return false;
    }
    const auto square = rules::Square::parse(in_lower_case(*line));
    if (!square || (rules::group_of(choice->enemy, *square) & choice->subgroups).none()) {
      say(fmt::format("Type one of {}, or 'back'.", squares_text(choice->subgroups)));
      continue;
    }
    choice->part->keep = *square;
    return true;
  }
}

void PlaySession::announce_turn() {
  const rules::Game& game = open_game_.game();
  const std::size_t ply = game.turns().size() - 1;
  const Position& before = game.positions()[ply];
  const rules::Turn& turn = game.turns()[ply];
  rules::Bitboard removed = marks_of(before, turn).removed;
  for (const rules::Part part : {turn.first(), turn.second()}) {
    if (part.captures()) removed -= rules::bitboard(part.to());  // the text of the turn says so
  }
  const bool was_typed = !engine_side_ || before.to_move() != *engine_side_;
  if (settings_.interactive && was_typed && removed.none()) return;
  say(fmt::format("{}. {}: {}{}", turn_number(game, ply), player(before.to_move()), rules::to_text(turn),
                  removed.any() ? fmt::format(" (also removes {})", squares_text(removed)) : ""));
}

void PlaySession::announce_state() {
  const rules::Game& game = open_game_.game();
  const Color mover = game.position().to_move();
  if (const auto& over = game.outcome()) {
    say(rules::describe(*over));
  } else if (open_game_.staged()) {
    say(fmt::format("{} is prepared. Now the advance, or 'back'.", rules::to_text(*open_game_.staged())));
  } else if (rules::is_split(game.position(), mover)) {
    say(fmt::format("{} must reconnect.", player(mover)));
  }
}

void PlaySession::draw_board() {
  const rules::Game& game = open_game_.game();
  const auto& staged = open_game_.staged();
  const BoardView view = staged ? view_of(game, names_, *staged) : view_of(game, names_);
  console_.out << '\n' << draw(view, settings_.style) << '\n';
}

}  // namespace ordo::apps
