// `ordo play`: the commands.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "apps/terminal/closest_word.h"
#include "apps/terminal/play_help.h"
#include "apps/terminal/play_session.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "util/number.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

using rules::Color;
using rules::Part;
using rules::Position;

[[nodiscard]] std::optional<int> parse_count(std::string_view text) {
  return util::number_from<int>(text, 1, std::numeric_limits<int>::max());
}

/// "game.ordo 3": the game's number after the name of the file, unless that is how the file is called.
[[nodiscard]] std::pair<std::string, std::size_t> split_number(const std::string& argument) {
  std::error_code ignored;
  const std::size_t space = argument.find_last_of(" \t");
  if (space == std::string::npos || std::filesystem::exists(argument, ignored)) return {argument, 1};
  const auto number = parse_count(argument.substr(space + 1));
  if (!number) return {argument, 1};
  return {std::string(util::trimmed(argument.substr(0, space))), static_cast<std::size_t>(*number)};
}

/// Words in columns, sorted downwards.
[[nodiscard]] std::string in_columns(std::vector<std::string> words) {
  constexpr std::size_t kWidth = 78;
  std::ranges::sort(words);
  std::size_t widest = 1;
  for (const std::string& word : words) widest = std::max(widest, word.size());
  const std::size_t columns = std::max<std::size_t>(1, (kWidth - 2) / (widest + 2));
  const std::size_t rows = (words.size() + columns - 1) / columns;
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    for (std::size_t i = row; i < words.size(); i += rows) line += fmt::format("  {:<{}}", words[i], widest);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

struct LegalParts {
  std::vector<std::string> preparations;
  std::vector<std::string> advances;  ///< in Ordo all moves
};

/// What may be played now, or only what moves the piece on `square`.
[[nodiscard]] LegalParts legal_parts(const Position& position, std::optional<rules::Square> square) {
  rules::PartList parts;
  rules::generate_parts(position, parts);
  LegalParts legal;
  for (const Part part : parts) {
    if (square && !part.origin().has(*square)) continue;
    const bool prepares = position.after(part).to_move() == position.to_move();
    (prepares ? legal.preparations : legal.advances).push_back(rules::to_text(part));
  }
  return legal;
}

}  // namespace

void PlaySession::run_command(const Command& command) {
  using Run = void (PlaySession::*)(const Command&);
  // In the order of play_commands(), the rest are other words for the same.
  static constexpr std::array<std::pair<std::string_view, Run>, 23> kRuns = {{
      {"undo", &PlaySession::undo},       {"redo", &PlaySession::redo},
      {"back", &PlaySession::back},       {"moves", &PlaySession::moves},
      {"show", &PlaySession::show},       {"flip", &PlaySession::flip},
      {"history", &PlaySession::history}, {"fen", &PlaySession::fen},
      {"draw", &PlaySession::offer_draw}, {"resign", &PlaySession::resign},
      {"hint", &PlaySession::hint},       {"level", &PlaySession::set_level},
      {"swap", &PlaySession::swap_sides}, {"go", &PlaySession::swap_sides},
      {"save", &PlaySession::save},       {"load", &PlaySession::load},
      {"new", &PlaySession::start_again}, {"help", &PlaySession::help},
      {"quit", &PlaySession::quit},       {"?", &PlaySession::help},
      {"exit", &PlaySession::quit},       {"q", &PlaySession::quit},
      {"rules", &PlaySession::help},
  }};
  for (const auto& [name, run] : kRuns) {
    if (name == command.name) return (this->*run)(command);
  }
  std::vector<std::string_view> known;
  for (const PlayCommandHelp& each : play_commands()) known.push_back(each.name);
  const std::string near = closest_words(command.name, known);
  say(fmt::format("There is no command {}.{} 'help' lists them all.", util::quoted(command.name),
                  near.empty() ? "" : fmt::format(" Did you mean {}?", near)));
}

void PlaySession::step(const Command& command, bool (PlaySession::*once)(), std::string_view nothing_left) {
  const std::optional<int> count = command.argument.empty() ? 1 : parse_count(command.argument);
  if (!count)
    return say(fmt::format("How many? {} is not a number of turns.", util::quoted(command.argument)));
  int done = 0;
  while (done < *count && (this->*once)()) ++done;
  if (done == 0) return say(nothing_left);
  draw_board();
  announce_state();
}

void PlaySession::undo(const Command& command) {
  step(command, &PlaySession::take_back_decision, "There is nothing to take back.");
}

void PlaySession::redo(const Command& command) {
  step(command, &PlaySession::repeat_decision, "There is nothing to play again.");
}

void PlaySession::back(const Command& /*command*/) {
  if (!open_game_.unstage()) return say("No preparation is waiting. 'undo' takes back whole turns.");
  draw_board();
}

void PlaySession::moves(const Command& command) {
  if (open_game_.game().outcome()) return say("The game is over: nobody may move any more.");
  const Position position = open_game_.position();
  std::optional<rules::Square> square;
  if (!command.argument.empty()) {
    square = rules::Square::parse(command.argument);
    if (!square) return say(fmt::format("{} is not a square: a1 to j8.", util::quoted(command.argument)));
    if (!position.pieces(position.to_move()).has(*square)) {
      return say(fmt::format("{} has no piece on {}.", rules::name(position.to_move()), square->text()));
    }
  }
  const LegalParts legal = legal_parts(position, square);
  const bool is_x = position.variant() == rules::Variant::OrdoX;
  if (legal.advances.empty() && legal.preparations.empty()) return say("None.");
  if (!legal.advances.empty()) {
    say(counted(legal.advances.size(), is_x ? "advance" : "turn") + ":");
    say(in_columns(legal.advances));
  }
  if (!legal.preparations.empty()) {
    say(counted(legal.preparations.size(), "preparation") + ", to be followed by an advance:");
    say(in_columns(legal.preparations));
  }
}

void PlaySession::show(const Command& /*command*/) {
  draw_board();
  announce_state();
}

void PlaySession::flip(const Command& /*command*/) {
  settings_.style.flipped = !settings_.style.flipped;
  draw_board();
}

void PlaySession::fen(const Command& /*command*/) { say(rules::to_fen(open_game_.game().position())); }

void PlaySession::history(const Command& /*command*/) {
  const rules::Game& game = open_game_.game();
  if (game.turns().empty()) return say("No turn has been played.");
  std::size_t ply = game.start().to_move() == Color::White ? 0 : 1;
  std::string text = ply == 1 ? fmt::format("{:>3}. {:<24}", 1, "...") : "";
  for (const rules::Turn& turn : game.turns()) {
    if (ply % 2 == 0) text += fmt::format("{:>3}. {:<24}", ply / 2 + 1, rules::to_text(turn));
    if (ply % 2 == 1) text += fmt::format(" {}\n", rules::to_text(turn));
    ++ply;
  }
  say(text.substr(0, text.find_last_not_of(" \n") + 1));
  if (const auto& over = game.outcome())
    say(fmt::format("{} {}", rules::name(rules::result_of(over)), rules::describe(*over)));
}

void PlaySession::offer_draw(const Command& /*command*/) {
  if (open_game_.game().outcome()) return say("The game is over already.");
  const Color mover = open_game_.game().position().to_move();
  if (engine_side_) {
    // The one who offers is to move: the engine is content where that side is not worse.
    const bool accepts = engine_.advise(open_game_.game()).score >= thinking::Score(0);
    say(fmt::format("{} {} the draw.", player(rules::opponent(mover)), accepts ? "accepts" : "declines"));
    if (!accepts) return;
    open_game_.agree_draw();
    return announce_state();
  }
  if (!confirm(fmt::format("{} offers a draw. {}, do you accept?", player(mover),
                           player(rules::opponent(mover))))) {
    return say("The offer is declined. The game goes on.");
  }
  open_game_.agree_draw();
  announce_state();
}

void PlaySession::resign(const Command& /*command*/) {
  if (!open_game_.resign()) return say("The game is over already.");
  announce_state();
}

void PlaySession::save(const Command& command) {
  const std::string path = command.argument.empty() ? file_ : command.argument;
  if (path.empty()) return say("Save to which file? 'save FILE'");
  const std::string text = record_text(open_game_.game(), names_, tags_);
  const util::Replace replace =
      command.forced || path == file_ ? util::Replace::Existing : util::Replace::Never;
  auto written = util::write_text_file(path, text, replace);
  if (written && *written == util::Written::FileExists) {
    if (!settings_.interactive)
      return say(fmt::format("{} exists: 'save! FILE' replaces it.", util::printable(path)));
    if (!confirm(fmt::format("{} exists. util::Replace it?", util::printable(path))))
      return say("Not saved.");
    written = util::write_text_file(path, text, util::Replace::Existing);
  }
  if (!written) return say(written.error());
  file_ = path;
  open_game_.note_saved();
  say(fmt::format("Saved to {}.", util::printable(path)));
}

void PlaySession::load(const Command& command) {
  if (command.argument.empty()) return say("Load which file? 'load FILE'");
  const auto [path, number] = split_number(command.argument);
  auto loaded = load_game(path, number);
  if (!loaded) return say(loaded.error());
  if (!may_abandon(command, "The game on the table is not saved. Leave it?")) return;
  LoadedGame game = std::move(loaded).value();
  put_on_table(std::move(game.stored), game.is_all ? path : std::string());
  say(game.games == 1
          ? fmt::format("Loaded {}.", util::printable(path))
          : fmt::format("Loaded game {} of {} in {}.", number, game.games, util::printable(path)));
  draw_board();
  announce_state();
}

void PlaySession::start_again(const Command& command) {
  const std::optional<rules::Variant> variant =
      command.argument.empty() ? open_game_.game().variant() : rules::variant_from(command.argument);
  if (!variant)
    return say(fmt::format("Which game? {} is neither ordo nor ordox.", util::quoted(command.argument)));
  if (!may_abandon(command, "The game on the table is not saved. Leave it?")) return;
  put_on_table({rules::Game(*variant), names_, {{"Date", settings_.date}}}, {});
  draw_board();
}

void PlaySession::put_on_table(StoredGame stored, std::string file) {
  open_game_ = OpenGame(std::move(stored.game));
  names_ = std::move(stored.names);
  tags_ = std::move(stored.tags);
  file_ = std::move(file);
  engine_.new_game();
  if (engine_side_) seat_engine(*engine_side_);
}

void PlaySession::help(const Command& command) {
  const std::string topic = command.name == "rules" ? "rules" : command.argument;
  const std::string text = help_text(topic, open_game_.game().variant());
  say(text.empty() ? fmt::format("There is no help on {}. 'help' lists the topics.", util::quoted(topic))
                   : text);
}

void PlaySession::quit(const Command& command) {
  leaving_ = may_abandon(command, "The game is not saved. Leave anyway?");
}

}  // namespace ordo::apps
