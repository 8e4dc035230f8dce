// `ordo match`: reading its options, running the match, telling how it goes.
#include "apps/commands/match.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/commands/match_preparation.h"
#include "apps/commands/match_progress.h"
#include "apps/commands/this_program.h"
#include "apps/terminal/terminal.h"
#include "match/book.h"
#include "match/pool.h"
#include "match/runner.h"
#include "match/summary.h"
#include "rules/fen.h"
#include "util/check.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

int write_book(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto variant = rules::variant_from(options.variant);
  ORDO_CHECK(variant.has_value());
  match::Book book(book_options(options, *variant));
  const std::size_t count = (options.games != 0 ? options.games : kDefaultGames) / 2;
  MatchProgress progress(console.err, options.is_terminal, count);
  std::string text;
  for (std::size_t i = 0; i < count && !stop; ++i) {
    text += rules::to_fen(book.opening(i)) + '\n';
    progress.show(i + 1, fmt::format("{}/{} openings", i + 1, count));
  }
  progress.finish();
  if (stop) return kNo;
  const auto written = util::write_text_file(options.write_book, text, util::Replace::Existing);
  if (!written) return console.refuse(written.error());
  return kFine;
}

/// What came of a match, or why it could not be played.
struct Played {
  match::Tally tally;
  match::MatchEnd end;
};

[[nodiscard]] util::Result<Played, std::string> play(const Preparation& prepared, const MatchOptions& options,
                                                     Console& console, const std::atomic<bool>& stop) {
  const match::MatchPlan& plan = prepared.plan;
  match::Ledger ledger;
  std::optional<match::GameLog> log;
  if (!options.out.empty()) {
    auto opened = match::GameLog::open(options.out, plan.tags);
    if (!opened) return util::failure(fmt::format("{}: {}", util::printable(options.out), opened.error()));
    log = *std::move(opened);
    for (const match::Finished& game : log->games()) {
      ledger.add(game);
      prepared.book->remember(match::opening_of(game.number), game.start);
    }
    if (!log->games().empty()) console.err << fmt::format("going on after {} games\n", log->games().size());
  }
  MatchProgress progress(console.err, options.is_terminal, plan.games);
  const auto on_game = [&](const match::Finished&, const match::Tally& tally) {
    progress.show(tally.games, match::progress_line(plan, tally));
  };
  const match::MatchEnd end =
      match::run_match(plan, *prepared.book, ledger, log ? &*log : nullptr, stop, on_game);
  progress.finish();
  return Played{ledger.tally(), end};
}

/// The table for people, and the line of JSON where it is wanted.
void tell(const MatchOptions& options, Console& console, const std::string& table, const std::string& json) {
  (options.json ? console.err : console.out) << table;
  if (options.json) console.out << json << '\n';
}

[[nodiscard]] util::Result<Preparation, Problem> prepare_and_warn(const MatchOptions& options,
                                                                  Console& console) {
  auto prepared = prepare_match(options);
  if (prepared && !prepared->warning.empty()) {
    console.err << fmt::format("ordo: {}\n", util::printable(prepared->warning));
  }
  return prepared;
}

int refuse(const Problem& problem, Console& console) {
  console.err << fmt::format("ordo: {}\n", util::printable(problem.message));
  return problem.exit_code;
}

int play_one(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto prepared = prepare_and_warn(options, console);
  if (!prepared) return refuse(prepared.error(), console);
  const auto played = play(*prepared, options, console, stop);
  if (!played) return console.refuse(played.error());
  tell(options, console, match::summary_text(prepared->plan, played->tally, played->end),
       match::summary_json(prepared->plan, played->tally, played->end));
  return played->end == match::MatchEnd::Stopped ? kNo : kFine;
}

/// All matches of a pool, checked before the first of them begins.
[[nodiscard]] util::Result<std::vector<std::pair<MatchOptions, Preparation>>, Problem> prepare_pool(
    const MatchOptions& options, Console& console) {
  constexpr std::size_t kMaxPoolText = std::size_t{1} << 20;
  const auto text = util::read_text_file(options.pool, kMaxPoolText);
  if (!text) return util::failure(Problem{kNo, text.error()});
  const auto specs = match::pool_lines(*text);
  if (specs.empty()) return util::failure(Problem{kNo, options.pool + " names no opponent"});
  std::vector<std::pair<MatchOptions, Preparation>> matches;
  for (const auto& [line, spec] : specs) {
    MatchOptions against = options;
    against.second = spec;
    auto prepared = prepare_and_warn(against, console);
    if (!prepared) {
      const Problem& problem = prepared.error();
      return util::failure(
          Problem{problem.exit_code, fmt::format("{}, line {}: {}", options.pool, line, problem.message)});
    }
    if (!options.out.empty()) {
      against.out = (std::filesystem::path(options.out) / prepared->plan.tags.names[1]).string() + ".txt";
    }
    for (const auto& [other, earlier] : matches) {
      if (earlier.plan.tags.names[1] != prepared->plan.tags.names[1]) continue;
      return util::failure(Problem{kNo, fmt::format("{}, line {}: there is a '{}' already", options.pool,
                                                    line, prepared->plan.tags.names[1])});
    }
    matches.emplace_back(std::move(against), *std::move(prepared));
  }
  return matches;
}

int play_pool(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto matches = prepare_pool(options, console);
  if (!matches) return refuse(matches.error(), console);
  if (!options.out.empty()) std::filesystem::create_directories(options.out);
  match::PoolResult result;
  for (const auto& [against, prepared] : *matches) {
    result.plan = prepared.plan;
    const auto played = play(prepared, against, console, stop);
    if (!played) return console.refuse(played.error());
    result.opponents.push_back({prepared.plan.contestants[1].name, played->tally});
    result.end = played->end;
    if (played->end == match::MatchEnd::Stopped) break;
  }
  tell(options, console, match::pool_text(result), match::pool_json(result));
  return result.end == match::MatchEnd::Stopped ? kNo : kFine;
}

}  // namespace

int run_match_command(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  if (!options.write_book.empty()) return write_book(options, console, stop);
  return options.pool.empty() ? play_one(options, console, stop) : play_pool(options, console, stop);
}

namespace {

void describe_players(const Command& command, MatchOptions& options) {
  command.option("--a", options.first, "The first engine, as key=value words; see below").shown_as("SPEC");
  const Option second = command.option("--b", options.second, "The second engine").shown_as("SPEC");
  command.option("--pool", options.pool, "Instead of --b: all engines of this file, a SPEC on each line")
      .excludes(second)
      .shown_as("FILE");
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

void describe_games(const Command& command, MatchOptions& options) {
  constexpr std::size_t kMostGames = 10'000'000;
  constexpr int kMostConcurrency = 1024;
  constexpr int kHour = 3600;
  constexpr int kLongestGame = 4000;  // what a record may hold
  command.option("-g,--games", options.games, "How many, an even number; 100, or 40000 with --sprt")
      .within(std::size_t{2}, kMostGames)
      .checked([](const std::string& text) {
        return (text.back() - '0') % 2 == 0 ? "" : "an even number is needed";
      })
      .shown_as("N");
  command.option("-c,--concurrency", options.concurrency, "How many games at once, 1 if not given")
      .within(1, kMostConcurrency)
      .shown_as("N");
  command.option("--sprt", options.sprt, "Stop when it is clear whether A is E1 or only E0 Elo stronger")
      .shown_as("E0,E1[,ALPHA,BETA]");
  command
      .option("-o,--out", options.out,
              "Append the games to this file, and go on with those in it; with --pool a folder")
      .shown_as("FILE");
  command.flag("--json", options.json, "The summary as one line of JSON; the table goes to the error stream");
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
}

void describe_openings(const Command& command, MatchOptions& options) {
  constexpr int kMostPlies = 100;
  constexpr int kWidestBound = 30000;
  command.option("--seed", options.seed, "Of the random openings, 1 if not given").shown_as("N");
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
  command.option("--write-book", options.write_book, "Only write the N / 2 openings of N games to this file")
      .shown_as("FILE");
}

}  // namespace

void add_match(const Command& ordo) {
  ordo.add<MatchOptions>(
      "match", "Let engines play against each other",
      [](const Command& command, MatchOptions& options) {
        describe_players(command, options);
        describe_games(command, options);
        describe_openings(command, options);
        command.footer(
            "Each opening is played twice, with colours exchanged. A SPEC has any of these, in any order:\n"
            "  name=NAME           how it is called; A and B if not given\n"
            "  cmd=\"PROGRAM ARG\"   an engine that speaks UGI; 'ordo ugi' of this program if not given\n"
            "  tc= movetime= nodes= depth=   limits of its own, instead of the common ones\n"
            "  option.NAME=VALUE   an option of the engine; option.Hash is 16 for our own if not given\n\n"
            "Run again with the same settings and --out, an interrupted match goes on. docs/match.md "
            "explains the\n"
            "numbers. Exit code 0: the match was played; 1: it was interrupted, or something is wrong.\n\n"
            "Examples:\n"
            "  ordo match --a 'option.Feature Killers=false' --movetime 20 --games 400 --concurrency 2\n"
            "  ordo match --a 'name=new cmd=\"./new ugi\"' --b 'name=old cmd=\"./old ugi\"' --tc 5+0.05 \\\n"
            "      --sprt 0,5 --out new-old.txt\n"
            "  ordo match --variant ordox --a 'name=strong' --b 'name=weak option.Level=3' --nodes 20000\n"
            "  ordo match --a name=new --pool bench/players/pool.txt --movetime 100 --games 200 --out games\n"
            "  ordo match --write-book book.txt --games 1000 --seed 7");
      },
      [](MatchOptions options, Console& console) {
        options.self = path_of_this_program();
        options.is_terminal = stderr_is_terminal();
        const InterruptWatch watch;
        return run_match_command(options, console, watch.flag());
      });
}

}  // namespace ordo::apps
