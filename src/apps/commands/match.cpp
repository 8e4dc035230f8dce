// `ordo match`: running the match, telling how it goes.
#include "apps/commands/match.h"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/commands/match_options.h"
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

int play_one(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto prepared = prepare_match(options);
  if (!prepared) return refuse(prepared.error(), console);
  warn(*prepared, console);
  const auto played = play(*prepared, options, console, stop);
  if (!played) return console.refuse(played.error());
  tell(options, console, match::summary_text(prepared->plan, played->tally, played->end),
       match::summary_json(prepared->plan, played->tally, played->end));
  return played->end == match::MatchEnd::Stopped ? kNo : kFine;
}

int play_pool(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto matches = prepare_pool(options);
  if (!matches) return refuse(matches.error(), console);
  for (const PreparedMatch& each : *matches) warn(each.prepared, console);
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
}

void describe_games(const Command& command, MatchOptions& options) {
  constexpr std::size_t kMostGames = 10'000'000;
  command.option("-g,--games", options.games, "How many, an even number; 100, or 40000 with --sprt")
      .within(std::size_t{2}, kMostGames)
      .checked(wrong_if_odd)
      .shown_as("N");
  command.option("--sprt", options.sprt, "Stop when it is clear whether A is E1 or only E0 Elo stronger")
      .shown_as("E0,E1[,ALPHA,BETA]");
  command
      .option("-o,--out", options.out,
              "Append the games to this file, and go on with those in it; with --pool a folder")
      .shown_as("FILE");
  command.flag("--json", options.json, "The summary as one line of JSON; the table goes to the error stream");
  command.option("--write-book", options.write_book, "Only write the N / 2 openings of N games to this file")
      .shown_as("FILE");
}

}  // namespace

void add_match(const Command& ordo) {
  ordo.add<MatchOptions>(
      "match", "Let engines play against each other",
      [](const Command& command, MatchOptions& options) {
        describe_players(command, options);
        describe_pace(command, options);
        describe_games(command, options);
        describe_conduct(command, options);
        describe_openings(command, options);
        command.footer(
            "Each opening is played twice, with colours exchanged. A SPEC has any of these, in any order:\n"
            "  name=NAME           how it is called; A and B if not given\n"
            "  cmd=\"PROGRAM ARG\"   an engine that speaks UGI; 'ordo ugi' of this program if not given\n"
            "  tc= movetime= nodes= depth=   limits of its own, instead of the common ones\n"
            "  ponder=true         it thinks in its opponent's time, too\n"
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
