// Declaring the options that say how games of engines are played.
#include "apps/commands/match_options.h"

#include "match/resignation.h"

namespace ordo::apps {
namespace {

[[nodiscard]] std::string wrong_with_resign(const std::string& text) {
  const auto rule = match::parse_resign_rule(text);
  return rule ? "" : rule.error();
}

}  // namespace

void describe_pace(const Command& command, MatchOptions& options) {
  command.option("-v,--variant", options.variant, "The game: ordo (the default) or ordox")
      .one_of({"ordo", "ordox"})
      .shown_as("GAME");
  command.option("--tc", options.clock, "Seconds for a game, and for each turn on top: 10+0.1")
      .shown_as("T[+I]");
  command.option("--movetime", options.move_time, "Milliseconds for a turn; 100 without any limit")
      .shown_as("MS");
  command.option("--nodes", options.nodes, "Positions to search for a turn").shown_as("N");
  command.option("--depth", options.depth, "Depth to search to").shown_as("D");
}

void describe_conduct(const Command& command, MatchOptions& options) {
  constexpr int kMostConcurrency = 1024;
  constexpr int kHour = 3600;
  constexpr int kLongestGame = 4000;  // what a record may hold
  command.option("-c,--concurrency", options.concurrency, "How many games at once, 1 if not given")
      .within(1, kMostConcurrency)
      .shown_as("N");
  command.option("--margin", options.margin, "How late an answer may be, 100 ms if not given")
      .within(0, kHour * 1000)
      .shown_as("MS");
  command
      .option("--patience", options.patience,
              "When an engine without an answer counts as hung, 60 s if not given")
      .within(1, kHour)
      .shown_as("S");
  command.option("--max-plies", options.max_plies, "A game of so many turns is a draw; 1000 if not given")
      .within(1, kLongestGame)
      .shown_as("N");
  command
      .option("--resign", options.resign,
              "End games that both call lost by SCORE centipoints for TURNS turns (3)")
      .checked(wrong_with_resign)
      .shown_as("SCORE[,TURNS]");
}

void describe_openings(const Command& command, MatchOptions& options) {
  constexpr int kMostPlies = 100;
  constexpr int kWidestBound = 30000;
  command.option("--seed", options.seed, "Of all that is random, 1 if not given").shown_as("N");
  command.option("--book-plies", options.book_plies, "Random turns of an opening: 6 in Ordo, 2 in Ordo X")
      .within(0, kMostPlies)
      .shown_as("N");
  command
      .option("--book-nodes", options.book_nodes,
              "Positions searched to judge an opening, 20000 if not given")
      .within(std::uint64_t{1}, std::uint64_t{1} << 40)
      .shown_as("N");
  command.option("--book-bound", options.book_bound, "How far from equal, in centipoints, 60 if not given")
      .within(0, kWidestBound)
      .shown_as("CP");
  command.option("--book", options.book, "Openings from a file: a FEN on each line").shown_as("FILE");
}

std::string wrong_if_odd(const std::string& number) {
  return (number.back() - '0') % 2 == 0 ? "" : "an even number is needed";
}

}  // namespace ordo::apps
