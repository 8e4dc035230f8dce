// `ordo match`: reading its options, running the match, telling how it goes.
#include "apps/commands/match.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/commands/match_progress.h"
#include "apps/commands/this_program.h"
#include "apps/terminal/terminal.h"
#include "match/book.h"
#include "match/runner.h"
#include "match/summary.h"
#include "rules/fen.h"
#include "util/check.h"
#include "util/number.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

/// What is wrong, and the exit code for it.
struct Problem {
  int exit_code;
  std::string message;
};

template <class T>
using Expected = util::Result<T, Problem>;

[[nodiscard]] util::Failure<Problem> misuse(std::string message) { return {{kUsage, std::move(message)}}; }
[[nodiscard]] util::Failure<Problem> bad_data(std::string message) { return {{kNo, std::move(message)}}; }

constexpr std::size_t kDefaultGames = 100;
constexpr std::size_t kDefaultSprtGames = 40000;  // far beyond where a test of a few Elo ends
constexpr std::size_t kMostGames = 10'000'000;
constexpr thinking::Milliseconds kDefaultMoveTime{100};
constexpr std::size_t kMaxBookText = std::size_t{256} << 20;

[[nodiscard]] Expected<match::Pace> common_pace(const MatchOptions& options) {
  match::Pace pace;
  const std::array<std::pair<std::string_view, const std::string*>, 4> given = {
      {{"tc", &options.clock},
       {"movetime", &options.move_time},
       {"nodes", &options.nodes},
       {"depth", &options.depth}}};
  for (const auto& [key, value] : given) {
    if (value->empty()) continue;
    const auto known = match::set_pace(pace, key, *value);
    if (!known) return misuse("--" + known.error());
  }
  if (!pace.is_set()) pace.move_time = kDefaultMoveTime;
  return pace;
}

[[nodiscard]] Expected<std::array<match::Contestant, 2>> contestants(const MatchOptions& options) {
  const auto pace = common_pace(options);
  if (!pace) return util::failure(pace.error());
  std::array<match::Contestant, 2> both;
  const std::array<const std::string*, 2> texts = {&options.first, &options.second};
  const std::array<std::string_view, 2> seats = {"A", "B"};
  for (std::size_t i = 0; i < 2; ++i) {
    auto contestant = match::parse_contestant(*texts[i]);
    if (!contestant) return misuse(fmt::format("--{}: {}", i == 0 ? "a" : "b", contestant.error()));
    both[i] = *std::move(contestant);
    if (both[i].name.empty()) both[i].name = seats[i];
    if (!both[i].pace.is_set()) both[i].pace = *pace;
  }
  if (both[0].name == both[1].name) return misuse("--a and --b have the same name");
  return both;
}

[[nodiscard]] Expected<match::Sprt> sprt_from(const std::string& text) {
  std::array<double, 4> numbers = {0, 0, match::Sprt{}.alpha, match::Sprt{}.beta};
  std::size_t count = 0;
  bool is_good = true;
  for (std::string_view rest = text; is_good && count < numbers.size();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto number = util::number_from<double>(rest.substr(0, comma));
    numbers[count++] = number.value_or(0);
    is_good = number && (comma == rest.size() || count < numbers.size());
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  is_good = is_good && (count == 2 || count == 4);
  const auto [elo0, elo1, alpha, beta] = numbers;
  const auto is_risk = [](double risk) { return risk > 0 && risk < 0.5; };
  if (!is_good || !(elo0 < elo1) || !is_risk(alpha) || !is_risk(beta)) {
    return misuse(
        fmt::format("--sprt {}: elo0,elo1 or elo0,elo1,alpha,beta is needed, elo0 below elo1, the others "
                    "between 0 and 0.5",
                    text));
  }
  return match::Sprt{elo0, elo1, alpha, beta};
}

[[nodiscard]] match::BookOptions book_options(const MatchOptions& options, rules::Variant variant) {
  match::BookOptions book;
  book.variant = variant;
  book.seed = options.seed;
  book.plies = options.book_plies < 0 ? match::default_plies(variant) : options.book_plies;
  book.nodes = options.book_nodes;
  book.bound = options.book_bound;
  return book;
}

/// A number that changes with the text (FNV-1a): to notice another book, not to keep anybody out.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

/// Everything that changes what is played, in a line.
[[nodiscard]] std::string settings_line(const match::MatchPlan& plan,
                                        const std::array<match::Contestant, 2>& both, std::string_view book) {
  return util::printable(fmt::format("{}; {}; {}; margin={} max-plies={}; {}", rules::name(plan.variant),
                                     match::to_text(both[0]), match::to_text(both[1]),
                                     plan.game_rules.margin.count(), plan.game_rules.max_plies, book));
}

/// What a match needs, all of it checked.
struct Preparation {
  match::MatchPlan plan;
  std::unique_ptr<match::Book> book;
  std::string warning;  ///< empty: there is none
};

[[nodiscard]] Expected<Preparation> prepare(const MatchOptions& options) {
  const auto variant = rules::variant_from(options.variant);
  ORDO_CHECK(variant.has_value());
  auto both = contestants(options);
  if (!both) return util::failure(both.error());
  Preparation prepared;
  match::MatchPlan& plan = prepared.plan;
  plan.variant = *variant;
  plan.concurrency = options.concurrency;
  plan.game_rules = {std::chrono::milliseconds(options.margin), static_cast<std::size_t>(options.max_plies)};
  plan.patience = std::chrono::seconds(options.patience);
  if (!options.sprt.empty()) {
    const auto sprt = sprt_from(options.sprt);
    if (!sprt) return util::failure(sprt.error());
    plan.sprt = *sprt;
  }
  plan.games = options.games != 0 ? options.games : plan.sprt ? kDefaultSprtGames : kDefaultGames;
  const match::BookOptions found = book_options(options, *variant);
  std::string book_name =
      fmt::format("seed={} plies={} nodes={} bound={}", found.seed, found.plies, found.nodes, found.bound);
  if (options.book.empty()) {
    prepared.book = std::make_unique<match::Book>(found);
  } else {
    const auto text = util::read_text_file(options.book, kMaxBookText);
    if (!text) return bad_data(text.error());
    auto openings = match::parse_book(*variant, *text);
    if (!openings) return bad_data(fmt::format("{}: {}", util::printable(options.book), openings.error()));
    if (openings->size() < plan.games / 2) {
      prepared.warning = fmt::format("{} has {} openings for {} pairs of games: they are used again",
                                     options.book, openings->size(), plan.games / 2);
    }
    prepared.book = std::make_unique<match::Book>(*std::move(openings));
    book_name = fmt::format("book={:016x}", fingerprint(*text));
  }
  plan.tags = {{(*both)[0].name, (*both)[1].name}, settings_line(plan, *both, book_name)};
  plan.contestants = *both;
  for (match::Contestant& contestant : plan.contestants)
    engines::fill_in_own_engine(contestant, options.self);
  return prepared;
}

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

int play(Preparation prepared, const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  match::MatchPlan& plan = prepared.plan;
  match::Ledger ledger;
  std::optional<match::GameLog> log;
  if (!options.out.empty()) {
    auto opened = match::GameLog::open(options.out, plan.tags);
    if (!opened) return console.refuse(fmt::format("{}: {}", util::printable(options.out), opened.error()));
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
  const std::string table = match::summary_text(plan, ledger.tally(), end);
  if (options.json) {
    console.err << table;
    console.out << match::summary_json(plan, ledger.tally(), end) << '\n';
  } else {
    console.out << table;
  }
  return end == match::MatchEnd::Stopped ? kNo : kFine;
}

}  // namespace

int run_match_command(const MatchOptions& options, Console& console, const std::atomic<bool>& stop) {
  if (!options.write_book.empty()) return write_book(options, console, stop);
  auto prepared = prepare(options);
  if (!prepared) {
    console.err << fmt::format("ordo: {}\n", util::printable(prepared.error().message));
    return prepared.error().exit_code;
  }
  if (!prepared->warning.empty())
    console.err << fmt::format("ordo: {}\n", util::printable(prepared->warning));
  return play(*std::move(prepared), options, console, stop);
}

namespace {

void describe_players(const Command& command, MatchOptions& options) {
  command.option("--a", options.first, "The first engine, as key=value words; see below").shown_as("SPEC");
  command.option("--b", options.second, "The second engine").shown_as("SPEC");
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
  command.option("-o,--out", options.out, "Append the games to this file, and go on with those in it")
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
