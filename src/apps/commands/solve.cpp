// `ordo solve`: positions in, a line for each out, and the proofs of those that are won.
#include "apps/commands/solve.h"

#include <chrono>
#include <fstream>
#include <new>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/terminal/terminal.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "solve/solver.h"
#include "tablebase/table_files.h"
#include "util/json_writer.h"

namespace ordo::apps {
namespace {

using Solved = solve::Answer;

constexpr double kUsualSeconds = 10;             // seconds
constexpr std::size_t kMostReplies = 1'000'000;  // of a tree that is written

[[nodiscard]] std::string why_unknown(const Solved& answer) {
  if (answer.too_large) return "the refutation is too large to be checked in this memory";
  switch (answer.ended) {
    case solve::Ended::OutOfNodes:
      return "out of nodes";
    case solve::Ended::OutOfTime:
      return "out of time";
    case solve::Ended::Stopped:
      return "interrupted";
    case solve::Ended::Not:
      break;
  }
  return "not settled";
}

[[nodiscard]] std::string solved_text(const Solved& answer, const SolveOptions& options) {
  switch (answer.verdict) {
    case solve::Verdict::Win:
      return fmt::format("win in {}{}", answer.is_shortest ? "" : "at most ", answer.turns()) +
             (answer.turn ? ": " + rules::to_text(*answer.turn) : "");
    case solve::Verdict::NoForcedWin:
      return options.turns ? fmt::format("no forced win in {}", *options.turns) : "no forced win";
    case solve::Verdict::Unknown:
      break;
  }
  return "unknown: " + why_unknown(answer);
}

[[nodiscard]] std::string solved_json(const rules::Position& position, const Solved& answer,
                                      const SolveOptions& options) {
  return util::json_object([&](util::JsonWriter& json) {
    json.member("fen", rules::to_fen(position));
    switch (answer.verdict) {
      case solve::Verdict::Win:
        json.member("result", "win");
        json.member("turns", answer.turns());
        json.member("plies", answer.plies);
        json.member("shortest", answer.is_shortest);
        if (answer.turn) json.member("turn", rules::to_text(*answer.turn));
        break;
      case solve::Verdict::NoForcedWin:
        json.member("result", "no forced win");
        if (options.turns) json.member("within", *options.turns);
        break;
      case solve::Verdict::Unknown:
        json.member("result", "unknown");
        json.member("reason", why_unknown(answer));
        break;
    }
    json.member("nodes", answer.nodes);
    json.member("ms", answer.time.count());
  });
}

/// Answers positions one after the other, with one memory and one set of tables.
class SolveSession {
 public:
  SolveSession(const SolveOptions& options, const tablebase::Tables& tables, const std::atomic<bool>& stop,
               Console& console)
      : options_(options),
        stop_(stop),
        console_(console),
        solver_(
            {.bytes = options.memory * solve::kMegabyte, .tables = tables.is_empty() ? nullptr : &tables}) {}

  /// False: the file for trees cannot be written.
  [[nodiscard]] bool open_tree() {
    if (options_.tree.empty() || options_.tree == "-") return true;
    file_.open(options_.tree);
    return file_.is_open();
  }

  void answer(const rules::Position& position) {
    if (rules::outcome(position)) return error("the game is over");
    const rules::Color winner = options_.winner.empty()      ? position.to_move()
                                : options_.winner == "white" ? rules::Color::White
                                                             : rules::Color::Black;
    const Solved answer = solver_.solve({position, winner, options_.turns, options_.shortest}, limits());
    clear_progress();
    if (options_.json) {
      console_.out << solved_json(position, answer, options_) << '\n' << std::flush;
    } else {
      console_.out << fmt::format("{} ({} nodes, {:.3f} s)\n", solved_text(answer, options_), answer.nodes,
                                  static_cast<double>(answer.time.count()) / 1000)
                   << std::flush;
    }
    if (answer.verdict == solve::Verdict::Win && !options_.tree.empty()) write_tree();
  }

  void error(const std::string& message) {
    if (options_.json) {
      console_.out << util::json_object([&](util::JsonWriter& json) { json.member("error", message); });
    } else {
      console_.out << "error: " << message;
    }
    console_.out << '\n' << std::flush;
  }

  [[nodiscard]] bool tree_is_fine() { return !file_.is_open() || static_cast<bool>(file_.flush()); }

 private:
  [[nodiscard]] solve::Limits limits() {
    solve::Limits limits;
    limits.nodes = options_.nodes;
    limits.stop = &stop_;
    const bool usual = !options_.nodes && !options_.time;
    if (options_.time || usual) {
      const std::chrono::duration<double> time(options_.time.value_or(kUsualSeconds));
      limits.deadline = std::chrono::steady_clock::now() +
                        std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
    }
    if (options_.progress) limits.on_progress = [this](std::uint64_t nodes) { show_progress(nodes); };
    return limits;
  }

  /// A line on the error stream that is written over again and again, and leaves nothing behind.
  void show_progress(std::uint64_t nodes) {
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(500)) return;
    shown_ = now;
    console_.err << fmt::format("\r{} nodes\033[K", nodes) << std::flush;
  }
  void clear_progress() const {
    if (options_.progress) console_.err << "\r\033[K" << std::flush;
  }

  void write_tree() {
    const auto tree = solver_.proof(limits(), kMostReplies);
    clear_progress();
    if (tree) return solve::write(*tree, file_.is_open() ? file_ : console_.out);
    console_.err << "ordo: the proof is not written: it has more than " << kMostReplies
                 << " answers, or does not fit into the limits a second time\n";
  }

  const SolveOptions& options_;
  const std::atomic<bool>& stop_;
  Console& console_;
  solve::Solver solver_;
  std::ofstream file_;
  std::chrono::steady_clock::time_point shown_{};
};

/// Ctrl-C is left alone: who waits for a line from the terminal would not see the wish.
void answer_input(const SolveOptions& options, SolveSession& session, Console& console) {
  std::string line;
  while (console.out && std::getline(console.in, line)) {
    const auto position = rules::parse_fen(chosen_variant(options.position), line);
    position ? session.answer(*position) : session.error(describe(position.error()));
  }
}

[[nodiscard]] int solve_all(const SolveOptions& options, const tablebase::Tables& tables, Console& console) {
  const bool reads = options.position.fen == "-";
  std::optional<InterruptWatch> interrupt;
  if (!reads) interrupt.emplace();
  const std::atomic<bool> never{false};
  SolveSession session(options, tables, reads ? never : interrupt->flag(), console);
  if (!session.open_tree()) return console.refuse("cannot write to " + options.tree);
  if (reads) {
    answer_input(options, session, console);
  } else {
    const auto position = chosen_position(options.position);
    if (!position) return console.refuse(position.error());
    session.answer(*position);
  }
  return session.tree_is_fine() ? kFine : console.refuse("cannot write to " + options.tree);
}

}  // namespace

int run_solve(const SolveOptions& options, Console& console) {
  tablebase::Tables tables;
  tablebase::add_files(tables, options.tables);
  for (const std::string& complaint : tables.complaints()) console.err << "ordo: " << complaint << '\n';
  try {
    return solve_all(options, tables, console);
  } catch (const std::bad_alloc&) {
    return console.refuse(fmt::format("not enough memory: {} MB", options.memory));
  }
}

namespace {

void describe_solve(const Command& command, SolveOptions& options) {
  constexpr double kMostSeconds = 1e6;
  constexpr std::uint64_t kMostMegabytes = 1 << 20;
  constexpr int kMostTurns = 1000;
  add_position_option(command, options.position,
                      "The position, the initial setup if not given; - reads many, one a line");
  command.option("--winner", options.winner, "Who is to win; the side to move if not given")
      .one_of({"white", "black"})
      .shown_as("white|black");
  command.option("-t,--time", options.time, "For each position; 10 if no limit is given")
      .within(0.001, kMostSeconds)
      .shown_as("SECONDS");
  command.option("-n,--nodes", options.nodes, "How many nodes for each position")
      .within(std::int64_t{1}, INT64_MAX)  // signed: "-1" must not become a large number
      .shown_as("N");
  command.option("--turns", options.turns, "Only wins with at most N turns of the winner")
      .within(1, kMostTurns)
      .shown_as("N");
  command.flag("--shortest", options.shortest, "Go on until no win is shorter");
  command.option("--memory", options.memory, "For what is remembered, 64 if not given")
      .within(std::uint64_t{1}, kMostMegabytes)
      .shown_as("MB");
  command.option("--tables", options.tables, "A folder of endgame tables; 'none': not even those built in")
      .shown_as("FOLDER");
  command.option("--tree", options.tree, "Write the proof of each win to this file; - to standard output")
      .shown_as("FILE");
  command.flag("--json", options.json, "One JSON object a line");
  command.footer(
      "Answers 'win in at most N: TURN' (turns of the winner, and what to begin with), 'win in N: TURN'\n"
      "with --shortest, 'no forced win', 'unknown: …' or 'error: …', each with nodes and time. What is\n"
      "answered is proved, for a game that begins with the position; docs/solve.md tells how. Ctrl-C ends\n"
      "with what has been reached.\n\n"
      "Examples:\n"
      "  ordo solve --tables none --tree - --fen '10/10/10/8bb/9w/8w1/10/10 b'\n"
      "  ordo solve --variant ordox --shortest --time 60 --fen '10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w'\n"
      "  ordo solve --nodes 100000 --json --fen - < positions.txt");
}

}  // namespace

void add_solve(const Command& ordo) {
  ordo.add<SolveOptions>("solve", "Prove or refute that a side can force a win", describe_solve,
                         [](SolveOptions options, Console& console) {
                           options.progress = stderr_is_terminal();
                           return run_solve(options, console);
                         });
}

}  // namespace ordo::apps
