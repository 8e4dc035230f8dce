// `ordo play`: the dialogue of two players at one terminal, of a player with the engine, or of a script.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/terminal/board_text.h"
#include "apps/terminal/console.h"
#include "apps/terminal/engine_player.h"
#include "apps/terminal/game_file.h"
#include "apps/terminal/open_game.h"

namespace ordo::apps {

struct PlaySettings {
  BoardStyle style;
  bool interactive = false;  ///< prompts are shown, and what could lose a game is asked about
  std::string date;          ///< of new games, as records write it: "2025.11.30"
  EngineSettings engine = {};
  std::optional<rules::Color> engine_side = {};  ///< what the engine plays; nothing: two people play
};

/// Reads lines until "quit" or the end of the input. Whatever is typed, the session goes on; a failure of
/// the disk is an answer, too. Whenever it is the engine's turn the engine plays it, so that people are only
/// ever asked for theirs.
class PlaySession {
 public:
  /// `file` is where "save" writes to without asking; empty if there is no such file.
  PlaySession(StoredGame stored, std::string file, PlaySettings settings, Console& console);

  void run();

 private:
  /// A command as typed: "save! my game" is {"save", true, "my game"}.
  struct Command {
    std::string name;
    bool forced = false;
    std::string argument;
  };

  // The dialogue: play_session.cpp.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Yes or no; no at the end of the input.
  [[nodiscard]] bool confirm(std::string_view question);
  [[nodiscard]] bool may_abandon(const Command& command, std::string_view question);
  void say(std::string_view text);
  [[nodiscard]] std::string prompt() const;
  [[nodiscard]] std::string player(rules::Color color) const;
  void obey(std::string_view line);
  void enter_turns(std::string_view line);
  [[nodiscard]] bool enter_turn(std::string_view word);
  [[nodiscard]] bool ask_choice(rules::TurnText& text);
  void announce_turn();
  void announce_state();
  void draw_board();

  // The engine: play_session_engine.cpp.
  [[nodiscard]] bool is_engines_turn() const;
  /// Plays and announces the engine's turn; false if it has none now.
  bool engine_answers();
  void seat_engine(rules::Color side);
  /// To what the person decided last, and forward again: with the engine that is two turns.
  bool take_back_decision();
  bool repeat_decision();
  void hint(const Command& command);
  void set_level(const Command& command);
  void swap_sides(const Command& command);

  // The commands: play_session_commands.cpp.
  void run_command(const Command& command);
  void undo(const Command& command);
  void redo(const Command& command);
  void back(const Command& command);
  void moves(const Command& command);
  void show(const Command& command);
  void flip(const Command& command);
  void fen(const Command& command);
  void history(const Command& command);
  void offer_draw(const Command& command);
  void resign(const Command& command);
  void save(const Command& command);
  void load(const Command& command);
  void start_again(const Command& command);
  void help(const Command& command);
  void quit(const Command& command);
  void step(const Command& command, bool (PlaySession::*once)(), std::string_view nothing_left);
  void put_on_table(StoredGame stored, std::string file);

  OpenGame open_game_;
  std::array<std::string, 2> names_;
  std::vector<records::Tag> tags_;
  std::string file_;
  PlaySettings settings_;
  Console& console_;
  EnginePlayer engine_;
  std::optional<rules::Color> engine_side_;
  bool leaving_ = false;
};

}  // namespace ordo::apps
