// Endgame tables asked and summed up, and what all subcommands of `ordo tablebase` declare.
#include "apps/commands/tablebase.h"

#include <algorithm>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "tablebase/table_files.h"
#include "tablebuild/race_stats.h"
#include "tablebuild/zugzwang.h"
#include "util/json_writer.h"

namespace ordo::apps {
namespace {

using tablebase::Tables;
using tablebase::Verdict;

void complain(const Tables& tables, Console& console) {
  for (const std::string& complaint : tables.complaints()) console.err << "ordo: " << complaint << '\n';
}

[[nodiscard]] std::string unknown(const rules::Position& position, const Tables& tables) {
  const int own = position.own().count();
  const int enemy = position.enemy().count();
  if (position.phase() != rules::Phase::Whole)
    return "unknown: the tables hold whole turns, and this one is begun";
  if (!tables.has(position.variant(), own, enemy))
    return fmt::format("unknown: no table of {} with {} against {}", rules::title(position.variant()), own,
                       enemy);
  return "unknown: no table knows what it leads to";
}

[[nodiscard]] std::string answer(const rules::Position& position, const Tables& tables, bool turns) {
  if (rules::outcome(position)) return "error: the game is over";
  const auto verdict = tables.verdict(position);
  std::string text = verdict ? verdict_text(*verdict) : unknown(position, tables);
  if (!turns) return text;
  for (const tablebase::TurnVerdict& turn : tables.turns(position)) {
    text += fmt::format("\n  {} {}", rules::to_text(turn.turn),
                        turn.verdict ? verdict_text(*turn.verdict) : "unknown");
  }
  return text;
}

int answer_lines(const TableProbeOptions& options, const Tables& tables, Console& console) {
  std::string line;
  while (console.out && std::getline(console.in, line)) {
    const auto position = rules::parse_fen(chosen_variant(options.position), line);
    console.out << (position ? answer(*position, tables, options.turns)
                             : "error: " + describe(position.error()))
                << '\n'
                << std::flush;
  }
  return kFine;
}

[[nodiscard]] rules::Position example_of(const tablebase::PackedTable& table, rules::Variant variant) {
  const tablebase::Cell cell = table.figures().example;
  const rules::View view{table.movers()[cell.column],
                         table.waiting()[table.waiting().of_row(cell.row)].turned(), rules::Phase::Whole};
  return view.as_white(variant);
}

/// Calls visit(own, enemy, table) for each table with at most so many pieces a side, small ones first.
template <class Visit>
void for_each_table(const Tables& tables, rules::Variant variant, int most, Visit&& visit) {
  most = std::min(most, tables.largest(variant));
  for (int sum = 2; sum <= 2 * most; ++sum) {
    for (int own = std::min(sum - 1, most); own >= std::max(1, sum - most); --own) {
      if (const auto* table = tables.find(variant, own, sum - own)) visit(own, sum - own, *table);
    }
  }
}

}  // namespace

std::string verdict_text(const Verdict& verdict) {
  switch (verdict.value) {
    case tablebase::Value::Win:
      return fmt::format("win {}", verdict.plies);
    case tablebase::Value::Loss:
      return fmt::format("loss {}", verdict.plies);
    case tablebase::Value::Draw:
      break;
  }
  return "draw";
}

int run_table_probe(const TableProbeOptions& options, Console& console) {
  Tables tables;
  tablebase::add_files(tables, options.tables);
  complain(tables, console);
  if (options.position.fen == "-") return answer_lines(options, tables, console);
  const auto position = chosen_position(options.position);
  if (!position) return console.refuse(position.error());
  console.out << answer(*position, tables, options.turns) << '\n';
  return kFine;
}

namespace {

void print_zugzwangs(const Tables& tables, rules::Variant variant, int most, Console& console) {
  console.out << fmt::format("{:>6} {:>15} {:>15}  {}\n", "table", "rather not move", "whoever moves",
                             "an example");
  for_each_table(tables, variant, most, [&](int own, int enemy, const tablebase::PackedTable&) {
    const auto found = tablebuild::count_zugzwangs(tables, variant, own, enemy);
    if (!found) return;
    console.out << fmt::format("{:>6} {:>15} {:>15}  {}\n", fmt::format("{}v{}", own, enemy),
                               found->one_sided, found->mutual,
                               found->example ? rules::to_fen(*found->example) : "");
  });
}

void print_races(const Tables& tables, int most, Console& console) {
  console.out << fmt::format("{:>6} {:>12} {:>12} {:>7} {:>7} {:>7}\n", "table", "turns longer", "positions",
                             "won %", "drawn %", "lost %");
  for_each_table(tables, rules::Variant::Ordo, most, [&](int own, int enemy, const tablebase::PackedTable&) {
    const auto races = tablebuild::results_by_race(tables, own, enemy);
    if (!races) return;
    for (const auto& [longer, results] : *races) {
      const auto percent = [all = results.positions()](std::uint64_t count) {
        return 100.0 * static_cast<double>(count) / static_cast<double>(all);
      };
      console.out << fmt::format("{:>6} {:>12} {:>12} {:>7.1f} {:>7.1f} {:>7.1f}\n",
                                 fmt::format("{}v{}", own, enemy), longer, results.positions(),
                                 percent(results.won), percent(results.drawn), percent(results.lost));
    }
  });
}

void print_json(int own, int enemy, const tablebase::Figures& figures, const std::string& example,
                Console& console) {
  console.out << util::json_object([&](util::JsonWriter& json) {
    json.member("own", own);
    json.member("enemy", enemy);
    json.member("positions", figures.positions());
    json.member("won", figures.won);
    json.member("drawn", figures.drawn);
    json.member("lost", figures.lost);
    json.member("longest", figures.longest);
    json.member("example", example);
  }) << '\n';
}

}  // namespace

int run_table_stats(const TableStatsOptions& options, Console& console) {
  Tables tables;
  tablebase::add_files(tables, options.tables);
  complain(tables, console);
  const rules::Variant variant = *rules::variant_from(options.variant);
  if (options.zugzwangs) {
    print_zugzwangs(tables, variant, options.most, console);
    return kFine;
  }
  if (options.races) {
    if (variant != rules::Variant::Ordo)
      return console.refuse("--races: in Ordo X a turn goes too far to race");
    print_races(tables, options.most, console);
    return kFine;
  }
  if (!options.json)
    console.out << fmt::format("{:>6} {:>15} {:>7} {:>7} {:>7} {:>8}  {}\n", "table", "positions", "won %",
                               "drawn %", "lost %", "longest", "an example of the longest win");
  for_each_table(tables, variant, options.most, [&](int own, int enemy, const tablebase::PackedTable& table) {
    const tablebase::Figures& figures = table.figures();
    const std::string example = figures.longest > 0 ? rules::to_fen(example_of(table, variant)) : "";
    if (options.json) return print_json(own, enemy, figures, example, console);
    const auto percent = [&](std::uint64_t count) {
      return 100.0 * static_cast<double>(count) / static_cast<double>(figures.positions());
    };
    console.out << fmt::format("{:>6} {:>15} {:>7.2f} {:>7.2f} {:>7.2f} {:>8}  {}\n",
                               fmt::format("{}v{}", own, enemy), figures.positions(), percent(figures.won),
                               percent(figures.drawn), percent(figures.lost), figures.longest, example);
  });
  return kFine;
}

namespace {

void add_variant(const Command& command, std::string& variant) {
  command.option("--variant", variant, "The game").one_of({"ordo", "ordox"}).shown_as("ordo|ordox");
}
void add_tables(const Command& command, std::string& tables) {
  command
      .option("--tables", tables,
              "A folder of tables, used beside those that are built in; 'none': without any")
      .shown_as("FOLDER");
}
void add_threads(const Command& command, int& threads) {
  command.option("-t,--threads", threads, "How many threads work, 1 if not given")
      .within(1, 256)
      .shown_as("T");
}

void add_build(const Command& group) {
  group.add<TableBuildOptions>(
      "build", "Make the tables up to so many pieces a side",
      [](const Command& command, TableBuildOptions& options) {
        add_variant(command, options.variant);
        command.option("--upto", options.most, "The most pieces a side has, 1 to 7")
            .required()
            .within(1, tablebase::ConnectedSets::kMostPieces)
            .shown_as("K (needed)");
        command.option("--only", options.only, "Keep the files of this size and its counterpart alone")
            .shown_as("AvB");
        add_threads(command, options.threads);
        command.option("--out", options.out, "The folder they go to, 'tables' if not given").shown_as("DIR");
        command.footer(
            "What is in the folder already is kept; a build that was interrupted goes on where it was.\n\n"
            "Example:\n"
            "  ordo tablebase build --variant ordo --upto 5 --threads 2 --out tables");
      },
      run_table_build);
}

void add_probe(const Command& group) {
  group.add<TableProbeOptions>(
      "probe", "Ask the tables about a position, or about many",
      [](const Command& command, TableProbeOptions& options) {
        add_position_option(command, options.position, "The position; - reads many");
        command.flag("--turns", options.turns, "Every legal turn as well, best first");
        add_tables(command, options.tables);
        command.footer(
            "Answers 'win N', 'loss N' (N turns of both sides to the end, with best play), 'draw', "
            "'unknown: …' or\n'error: …'; with --turns the turns follow, indented, with what each is worth "
            "to who "
            "plays it.\n\n"
            "Examples:\n"
            "  ordo tablebase probe --fen '10/10/10/2bb6/10/4w5/4w5/10 w' --turns\n"
            "  ordo tablebase probe --variant ordox --fen - < positions.txt");
      },
      run_table_probe);
}

void add_verify(const Command& group) {
  group.add<TableVerifyOptions>(
      "verify", "Prove the tables: every entry of every file",
      [](const Command& command, TableVerifyOptions& options) {
        add_variant(command, options.variant);
        add_tables(command, options.tables);
        add_threads(command, options.threads);
        command.flag("--by-turns", options.by_turns,
                     "Also look at positions one by one, by the turns that the rules list");
        command.flag(
            "--naive", options.naive,
            "Also look at positions one by one, by the naive generator, which shares nothing with them");
        command
            .option("--sample", options.sample,
                    "How many positions of each table are looked at one by one, spread over it; 1000 if not "
                    "given, 0: all")
            .shown_as("N");
        command.footer(
            "Holds every entry of every file against the best of its successors; nothing is solved again. "
            "Prints a "
            "line for\neach table. At the first that is wrong it ends with exit code 1, since larger ones "
            "rest on "
            "it.\n\n"
            "Examples:\n"
            "  ordo tablebase verify --variant ordox\n"
            "  ordo tablebase verify --tables tables --naive --sample 100000");
      },
      run_table_verify);
}

void add_stats(const Command& group) {
  group.add<TableStatsOptions>(
      "stats", "What the tables say, in figures",
      [](const Command& command, TableStatsOptions& options) {
        add_variant(command, options.variant);
        add_tables(command, options.tables);
        command
            .option("--upto", options.most,
                    "Only tables with at most so many pieces a side; all if not given")
            .within(1, tablebase::ConnectedSets::kMostPieces)
            .shown_as("K");
        command.flag("--json", options.json, "One object a line and table");
        command.flag("--zugzwangs", options.zugzwangs,
                     "Instead: in how many positions the mover would rather not move");
        command.flag(
            "--races", options.races,
            "Instead, Ordo: results by how many turns longer than the other side the mover would need to "
            "the home row if nobody were in the way");
        command.footer(
            "Over all placements, mirror images counted apart; the side to move comes first, and wins are "
            "counted in\nturns of both sides.\n\n"
            "Example:\n"
            "  ordo tablebase stats --variant ordo\n"
            "  ordo tablebase stats --races --upto 3");
      },
      run_table_stats);
}

}  // namespace

void add_tablebase(const Command& ordo) {
  const Command group = ordo.group("tablebase", "Endgame tables: perfect play with few pieces");
  add_build(group);
  add_probe(group);
  add_verify(group);
  add_stats(group);
}

}  // namespace ordo::apps
