// `ordo tune`: running it, telling how it goes, drawing how it went.
#include "apps/commands/tune.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/commands/match_options.h"
#include "apps/commands/match_progress.h"
#include "apps/commands/this_program.h"
#include "apps/commands/tune_preparation.h"
#include "apps/terminal/terminal.h"
#include "tune/plot.h"
#include "tune/tuning.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

[[nodiscard]] std::string title_of(const tune::Telling& telling, const tune::Identity& identity) {
  return fmt::format("{}: {} parameters, {} games of each engine an iteration", telling.game,
                     identity.parameters.size(), 2 * identity.pairs);
}

/// What happens beside the tuning itself: it is kept, drawn and told.
class Company {
 public:
  Company(const TuneOptions& options, const TunePreparation& prepared, const tune::Spsa& spsa,
          Console& console)
      : options_(options),
        identity_(prepared.identity),
        spsa_(spsa),
        console_(console),
        telling_{.game = std::string(rules::title(prepared.games.variant)),
                 .wanted = options.iterations,
                 .is_stopped = false,
                 .has_pool = !prepared.games.opponents.empty()},
        progress_(console.err, options.match.is_terminal, options.iterations) {}

  /// Finds what there is already. Returns why the file cannot be used.
  [[nodiscard]] std::optional<std::string> begin() {
    if (options_.out.empty()) return std::nullopt;
    auto opened = tune::StateFile::open(options_.out, identity_);
    if (!opened) return fmt::format("{}: {}", util::printable(options_.out), opened.error());
    file_ = *std::move(opened);
    iterations_ = file_->take_iterations();
    telling_.wanted = std::max(telling_.wanted, iterations_.size());
    if (!iterations_.empty())
      console_.err << fmt::format("going on after {} iterations\n", iterations_.size());
    return std::nullopt;
  }
  [[nodiscard]] std::vector<tune::Iteration>& iterations() noexcept { return iterations_; }

  /// Redraws the line between iterations, on a terminal only: elsewhere it would say the same again.
  void played(std::size_t games, std::size_t all) {
    if (!options_.match.is_terminal) return;
    const std::string before = iterations_.empty() ? fmt::format("0/{}", options_.iterations)
                                                   : tune::progress_line(iterations_, telling_);
    progress_.show(iterations_.size(), fmt::format("{}  game {}/{}", before, games, all));
  }

  /// Another iteration.
  void learned() {
    if (file_) file_->append(iterations_.size(), iterations_.back());
    progress_.show(iterations_.size(), tune::progress_line(iterations_, telling_));
    if (!drawing_problem_) draw();
  }

  [[nodiscard]] int end(bool is_complete) {
    progress_.finish();
    telling_.is_stopped = !is_complete;
    draw();
    console_.out << tune::summary_text(spsa_, iterations_, telling_);
    if (drawing_problem_) return console_.refuse(*drawing_problem_);
    return is_complete ? kFine : kNo;
  }

 private:
  void draw() {
    if (options_.plot.empty()) return;
    const std::string svg =
        tune::plot_svg(spsa_, iterations_, title_of(telling_, identity_), telling_.has_pool);
    const auto written = util::write_text_file(options_.plot, svg, util::Replace::Existing);
    drawing_problem_ = written ? std::nullopt : std::optional(written.error());
  }

  const TuneOptions& options_;
  const tune::Identity& identity_;
  const tune::Spsa& spsa_;
  Console& console_;
  tune::Telling telling_;
  MatchProgress progress_;
  std::optional<tune::StateFile> file_;
  std::vector<tune::Iteration> iterations_;
  std::optional<std::string> drawing_problem_;  ///< no reason to lose the games
};

}  // namespace

int run_tune_command(const TuneOptions& options, Console& console, const std::atomic<bool>& stop) {
  const auto prepared = prepare_tuning(options);
  if (!prepared) return refuse(prepared.error(), console);
  if (!prepared->warning.empty())
    console.err << fmt::format("ordo: {}\n", util::printable(prepared->warning));
  const tune::Spsa spsa(prepared->identity.parameters, options.gains, options.match.seed);
  Company company(options, *prepared, spsa, console);
  if (const auto problem = company.begin()) return console.refuse(*problem);
  tune::Games games(prepared->games, *prepared->openings, stop,
                    [&](std::size_t played, std::size_t all) { company.played(played, all); });
  const bool is_complete = tune::run_tuning(
      spsa, options.iterations, company.iterations(),
      [&](std::size_t number, const tune::Trial& trial) { return games.play(number, trial); },
      [&](const std::vector<tune::Iteration>&) { company.learned(); });
  return company.end(is_complete);
}

namespace {

void describe_tuning(const Command& command, TuneOptions& options) {
  constexpr std::size_t kMost = 1'000'000;
  constexpr double kLargest = 1e6;
  command.option("-p,--parameters", options.parameters, "Which, with commas; all if not given")
      .shown_as("NAME[,NAME]");
  command
      .option("--pool", options.match.pool,
              "The opponents: an engine on each line, as in 'ordo match --pool'")
      .shown_as("FILE");
  command.option("--engine", options.engine, "What is tuned, as --a of 'ordo match'; this program's engine")
      .shown_as("SPEC");
  command.option("-n,--iterations", options.iterations, "How many, 200 if not given")
      .within(std::size_t{1}, kMost)
      .shown_as("N");
  command.option("-g,--games", options.games, "Games of either engine in an iteration, 32 if not given")
      .within(std::size_t{2}, kMost)
      .checked(wrong_if_odd)
      .shown_as("N");
  command.option("--gain-a", options.gains.a, "How fast it learns, 40 if not given")
      .within(0.0, kLargest)
      .shown_as("A");
  command.option("--gain-c", options.gains.c, "How many steps it tries up and down at first, 2 if not given")
      .within(0.01, kLargest)
      .shown_as("C");
  command.option("--stability", options.gains.stability, "How slowly it slows down, 50 if not given")
      .within(0.0, kLargest)
      .shown_as("N");
  command.option("-o,--out", options.out, "Append each iteration to this file, and go on with those in it")
      .shown_as("FILE");
  command.option("--plot", options.plot, "Draw the parameters and the score to this SVG").shown_as("FILE");
}

}  // namespace

void add_tune(const Command& ordo) {
  ordo.add<TuneOptions>(
      "tune", "Find better numbers for the search by playing",
      [](const Command& command, TuneOptions& options) {
        describe_tuning(command, options);
        describe_pace(command, options.match);
        describe_conduct(command, options.match);
        describe_openings(command, options.match);
        command.footer(
            "Each iteration moves all numbers a little up or down at random, lets the engine with these and "
            "the one\n"
            "with the opposite play the same openings against the same opponents (without --pool against "
            "each other),\n"
            "and goes towards the one that did better (SPSA). 'ordo ugi --experiments' lists the numbers: "
            "--parameters\n"
            "takes NAME of 'Tune GAME.NAME'. Clock… have an effect only with --tc.\n\n"
            "Run again with the same settings and --out, it goes on; more --iterations are no other "
            "setting.\n"
            "docs/tune.md tells what to expect of it. Exit code 0: it is complete; 1: it was interrupted, or "
            "something\n"
            "is wrong.\n\n"
            "Examples:\n"
            "  ordo tune --parameters Reduction,FutilityMargin --nodes 2000 --pool bench/players/pool.txt "
            "\\\n"
            "      --games 36 --concurrency 2 --out reduction.jsonl --plot reduction.svg\n"
            "  ordo tune --variant ordox --nodes 1000 --iterations 1000 --out ordox.jsonl\n"
            "  ordo tune --parameters ClockTurns,ClockSoft --tc 5+0.05 --out clock.jsonl");
      },
      [](TuneOptions options, Console& console) {
        options.match.self = path_of_this_program();
        options.match.is_terminal = stderr_is_terminal();
        const InterruptWatch watch;
        return run_tune_command(options, console, watch.flag());
      });
}

}  // namespace ordo::apps
