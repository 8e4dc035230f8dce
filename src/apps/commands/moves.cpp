// `ordo moves`: the legal turns of a position, or of many.
#include "apps/commands/moves.h"

#include <fmt/format.h>

#include "apps/commands/sorted_turns.h"
#include "rules/fen.h"

namespace ordo::apps {
namespace {

/// One answer a line, each flushed: whoever is at the other end of a pipe may wait for it.
int answer_lines(rules::Variant variant, Console& console) {
  std::string line;
  std::string answer;
  while (console.out && std::getline(console.in, line)) {
    answer.clear();
    const auto position = rules::parse_fen(variant, line);
    if (position) {
      append_sorted_turns(*position, ' ', answer);
    } else {
      answer = "error: " + describe(position.error());
    }
    answer += '\n';
    console.out << answer << std::flush;
  }
  return kFine;
}

}  // namespace

int run_moves(const PositionOption& option, Console& console) {
  if (option.fen == "-") return answer_lines(chosen_variant(option), console);
  const auto position = chosen_position(option);
  if (!position) return console.refuse(position.error());
  std::string text;
  append_sorted_turns(*position, '\n', text);
  if (!text.empty()) console.out << text << '\n';
  return kFine;
}

void add_moves(const Command& ordo) {
  ordo.add<PositionOption>(
      "moves", "List the legal turns of a position",
      [](const Command& command, PositionOption& option) {
        add_position_option(command, option, "The position; the initial setup if not given; - reads many");
        command.footer(
            "The turns come in plain byte order, one a line.\n\n"
            "With --fen - standard input holds one position a line. Each is answered with one line: its "
            "turns\n"
            "separated by single spaces (none where the game is over), or 'error: ' and the reason.\n\n"
            "Examples:\n"
            "  ordo moves\n"
            "  ordo moves --variant ordox --fen '10/4w5/4w5/3w6/4b1b3/5b4/10/10 w'\n"
            "  ordo moves --fen - < positions.txt");
      },
      run_moves);
}

}  // namespace ordo::apps
