// What `help` says during a game. The rules are told in our own words.
#include "apps/terminal/play_help.h"

#include <array>

#include <fmt/format.h>

namespace ordo::apps {
namespace {

constexpr std::array<PlayCommandHelp, 19> kCommands = {{
    {"undo", "[N]", "take back the last turn, or the last N; the engine's answers, too"},
    {"redo", "[N]", "play again what was taken back"},
    {"back", "", "Ordo X: take back the preparation of an unfinished turn"},
    {"moves", "[SQUARE]", "what may be played; only with the piece on a square"},
    {"show", "", "draw the board"},
    {"flip", "", "look from the other side"},
    {"history", "", "the turns so far"},
    {"fen", "", "the position as text"},
    {"draw", "", "offer a draw; the other player, or the engine, is asked"},
    {"resign", "", "give up the game"},
    {"hint", "", "what the engine would play, and what it expects: points, chances"},
    {"level", "LEVEL", "how strong the engine plays: 1 to 10, or full"},
    {"swap", "", "change sides: the engine takes the side to move, and plays"},
    {"go", "", "the same; without an opponent so far, let the engine be it"},
    {"save", "[FILE]", "write the game to a file; save! replaces another file"},
    {"load", "FILE [N]", "continue the game in a file, the Nth if it holds several"},
    {"new", "[GAME]", "start again, with ordo or ordox"},
    {"help", "[TOPIC]", "topics: turns, rules, ordo, ordox, or a command"},
    {"quit", "", "leave; quit! leaves without asking"},
}};

constexpr std::string_view kTurns =
    R"(How a turn is written. Several may be typed on one line.

  c2-c4            one piece moves (a singleton)
  c3xd4            one piece captures
  g2:h2-g4         an ordo, named by both its ends; the first end goes to g4
  e3-d3,d3:d4-d5   Ordo X: a preparation and an advance. The preparation may
                   also be typed alone: it is shown, and the advance asked for.
  i2xf5=b6         Ordo X: of equally large subgroups the one on b6 stays
)";

constexpr std::string_view kCommonRules =
    R"(The aim. Bring a piece to the opponent's home row, the row nearest to them,
or capture their last piece. Either wins at once.

The group. Your pieces hang together, side by side or corner to corner, and
after each of your turns they must do so again. White begins; nobody may pass.

One piece slides as far as it likes over empty squares: straight forward,
diagonally forward, or sideways. It may stop by capturing the first enemy piece
in its way.

An ordo is two or more of your pieces next to each other in one row or one
column, all of such a line or any unbroken part of it. Its pieces move together,
all the same distance. An ordo never captures.
)";

constexpr std::string_view kOrdoRules =
    R"(
In Ordo an ordo moves side by side only: a row straight forward, a column
sideways.

If a capture splits your group you must make it one again with your next move.
For this move only, single pieces may also slide backward, and a row may move
straight backward. If you cannot reconnect, you have lost.

Whoever has no legal move loses. The same position, with the same player to
move, for the third time is a draw.
)";

constexpr std::string_view kOrdoXRules =
    R"(
In Ordo X an ordo moves like a single piece, forward, diagonally forward or
sideways, also in single file. Nothing ever moves backward.

A sideways move is only a preparation: in the same turn a forward or diagonally
forward move must follow, of the same pieces or of others. A turn is an advance
alone, or a preparation and an advance.

A capture that splits the opponent's group removes all of it but the largest
subgroup. Between equally large ones the attacker chooses which stays.

Whoever has no legal turn loses.
)";

constexpr std::string_view kCredit =
    R"(
Ordo and Ordo X were designed by Dieter Stein: https://spielstein.com
)";

[[nodiscard]] std::string rules_of(rules::Variant variant) {
  return fmt::format("{}, in short\n\n{}{}{}", rules::title(variant), kCommonRules,
                     variant == rules::Variant::Ordo ? kOrdoRules : kOrdoXRules, kCredit);
}

[[nodiscard]] std::string usage(const PlayCommandHelp& command) {
  return fmt::format("{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments);
}

[[nodiscard]] std::string overview() {
  std::string text = "Type a turn, such as c2-c4, or a command:\n\n";
  for (const PlayCommandHelp& command : kCommands) {
    text += fmt::format("  {:<18} {}\n", usage(command), command.purpose);
  }
  return text;
}

}  // namespace

std::span<const PlayCommandHelp> play_commands() { return kCommands; }

std::string help_text(std::string_view topic, rules::Variant variant) {
  if (topic.empty() || topic == "commands") return overview();
  if (topic == "turns" || topic == "notation") return std::string(kTurns);
  if (topic == "rules") return rules_of(variant);
  if (const auto named = rules::variant_from(topic)) return rules_of(*named);
  for (const PlayCommandHelp& command : kCommands) {
    if (topic == command.name) return fmt::format("{}: {}\n", usage(command), command.purpose);
  }
  return {};
}

}  // namespace ordo::apps
