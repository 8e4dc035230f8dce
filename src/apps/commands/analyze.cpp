// `ordo analyze`: what the engine thinks of positions, or of every position of a game.
#include "apps/commands/analyze.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "apps/commands/analysis_pool.h"
#include "apps/commands/analysis_text.h"
#include "apps/commands/annotated_file.h"
#include "apps/commands/interrupt.h"
#include "apps/terminal/board_text.h"
#include "apps/terminal/game_file.h"
#include "apps/terminal/terminal.h"
#include "protocol/analysis_json.h"
#include "protocol/ugi_command.h"
#include "study/review.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

using rules::Game;
using thinking::Answer;

constexpr thinking::Milliseconds kUsualTime{2000};

/// A line on the error stream that is written over again and again, and leaves nothing behind.
class Progress {
 public:
  Progress(bool is_on, Console& console, std::size_t total)
      : is_on_(is_on), console_(console), total_(total) {}

  void show(std::size_t done) const {
    if (!is_on_) return;
    const std::string of = total_ == 0 ? std::string() : fmt::format(" of {}", total_);
    console_.err << fmt::format("\r{}{} positions\033[K", done, of) << std::flush;
  }
  void clear() const {
    if (is_on_) console_.err << "\r\033[K" << std::flush;
  }

 private:
  bool is_on_;
  Console& console_;
  std::size_t total_;  ///< 0: not known
};

[[nodiscard]] AnalysisSettings settings_of(const AnalyzeOptions& options) {
  AnalysisSettings settings;
  settings.jobs = options.jobs;
  settings.engine.hash_megabytes = options.hash;
  settings.engine.threads = options.threads;
  settings.engine.lines = options.lines;
  settings.engine.table_path = options.tables;
  settings.limits.depth = options.depth;
  settings.limits.nodes = options.nodes;
  if (options.time) settings.limits.move_time = thinking::Milliseconds(*options.time);
  if (!options.depth && !options.nodes && !options.time) settings.limits.move_time = kUsualTime;
  return settings;
}

/// All answers, or the exit code of what prevented them.
[[nodiscard]] int analyze(const AnalyzeOptions& options, const AnalysisCalls& calls,
                          const std::atomic<bool>& stop, Console& console) {
  try {
    analyze_all(settings_of(options), calls, stop);
  } catch (const std::bad_alloc&) {
    return console.refuse(fmt::format("not enough memory for {} with {} MB each",
                                      counted(static_cast<std::size_t>(options.jobs), "engine"),
                                      options.hash));
  }
  if (!stop) return kFine;
  console.err << "ordo: interrupted\n";
  return kNo;
}

[[nodiscard]] std::string position_text(std::size_t number, const AnalysisTask& task, const Answer& answer,
                                        bool json) {
  if (!task) {
    return json ? protocol::error_json(number, task.error()) + "\n"
                : fmt::format("{:>3}  error: {}\n", number, task.error());
  }
  if (!json) return position_analysis(number, *task, answer);
  const protocol::AnalysisSubject subject{number, task->position(), {}, {}, {}};
  if (task->outcome()) return protocol::game_over_json(subject, *task->outcome()) + "\n";
  std::string text;
  for (const thinking::Report& report : answer.lines) text += protocol::analysis_json(subject, report) + "\n";
  return text;
}

/// Positions from anywhere; `total` is 0 if nobody knows how many.
[[nodiscard]] int analyze_positions(const AnalyzeOptions& options, std::size_t total,
                                    std::function<std::optional<AnalysisTask>()> next,
                                    const std::atomic<bool>& stop, Console& console) {
  const Progress progress(options.progress, console, total);
  std::size_t number = 0;
  const AnalysisCalls calls{.next = std::move(next),
                            .answered =
                                [&](const AnalysisTask& task, const Answer& answer) {
                                  progress.clear();
                                  console.out << position_text(++number, task, answer, options.json)
                                              << std::flush;
                                  return console.out.good();
                                },
                            .waiting = [&](std::size_t done) { progress.show(done); }};
  const int code = analyze(options, calls, stop, console);
  progress.clear();
  return code;
}

[[nodiscard]] int analyze_input(const AnalyzeOptions& options, Console& console) {
  // Lines are read on other threads, and standard input, as it comes, would flush standard output there.
  console.in.tie(nullptr);
  const rules::Variant variant = chosen_variant(options.position);
  const auto next = [&]() -> std::optional<AnalysisTask> {
    std::string line;
    if (!std::getline(console.in, line)) return std::nullopt;
    const auto position = rules::parse_fen(variant, line);
    if (!position) return AnalysisTask(util::failure(describe(position.error())));
    return AnalysisTask(Game(*position));
  };
  // Ctrl-C is left alone: who waits for a line from the terminal would not see the wish.
  const std::atomic<bool> never{false};
  return analyze_positions(options, 0, next, never, console);
}

[[nodiscard]] int analyze_fens(const AnalyzeOptions& options, const std::vector<std::string>& fens,
                               Console& console) {
  std::vector<Game> games;
  for (const std::string& fen : fens) {
    const auto position = chosen_position({options.position.variant, fen});
    if (!position) return console.refuse(position.error());
    games.emplace_back(*position);
  }
  std::size_t given = 0;
  const auto next = [&]() -> std::optional<AnalysisTask> {
    if (given == games.size()) return std::nullopt;
    return AnalysisTask(games[given++]);
  };
  const InterruptWatch interrupt;
  return analyze_positions(options, games.size(), next, interrupt.flag(), console);
}

/// Which positions of a game are shown; one more may be looked at, for what the last turn lost.
struct Plies {
  std::size_t first;
  std::size_t last;
};

/// Takes the answers for a game in order, and prints each turn as soon as it is known what it lost.
class GameReport {
 public:
  GameReport(const Game& whole, Plies shown, bool json, Console& console)
      : whole_(whole), shown_(shown), json_(json), console_(console), ply_(shown.first) {}

  void add(const Game& game, const Answer& answer) {
    if (waiting_) {
      const rules::Turn& played = whole_.turns()[ply_];
      print(*waiting_, played, study::lost_by(played, waiting_->answer, game, answer));
      ++ply_;
    }
    waiting_ = Step{game, answer};
    answers_.push_back(answer);
  }
  /// No more answers: of the last turn it may not be known what it lost.
  void finish() {
    if (waiting_ && ply_ <= shown_.last) {
      const bool is_played = ply_ < whole_.turns().size();
      print(*waiting_, is_played ? std::optional(whole_.turns()[ply_]) : std::nullopt, std::nullopt);
    }
    if (json_) return;
    const std::string summary = losses_.text();
    if (!summary.empty()) console_.out << summary << '\n';
    if (shown_.first == 0) console_.out << accuracy_text(study::review(whole_, answers_));
  }
  /// From the first position shown on.
  [[nodiscard]] const std::vector<Answer>& answers() const noexcept { return answers_; }

 private:
  struct Step {
    Game game;
    Answer answer;
  };

  void print(const Step& step, std::optional<rules::Turn> played, std::optional<double> lost) {
    if (lost) losses_.add(step.game.position().to_move(), *lost);
    if (!json_) {
      console_.out << game_analysis_rows({step.game, ply_, played, lost}, step.answer) << std::flush;
      return;
    }
    const protocol::AnalysisSubject subject{ply_ - shown_.first + 1, step.game.position(), ply_, played,
                                            lost};
    if (step.game.outcome()) console_.out << protocol::game_over_json(subject, *step.game.outcome()) << '\n';
    for (const thinking::Report& line : step.answer.lines) {
      console_.out << protocol::analysis_json(subject, line) << '\n';
    }
    console_.out.flush();
  }

  const Game& whole_;
  Plies shown_;
  bool json_;
  Console& console_;
  std::size_t ply_;  ///< of the step that waits for its successor
  std::optional<Step> waiting_;
  LossSummary losses_;
  std::vector<Answer> answers_;
};

[[nodiscard]] std::string title_of(const std::string& path, const StoredGame& stored) {
  const auto name = [&](rules::Color color) {
    const std::string& known = stored.names[static_cast<std::size_t>(color)];
    return known.empty() ? std::string(rules::name(color)) : known;
  };
  return fmt::format("{}: {}, {} - {}, {}, {}\n", util::printable(path), rules::title(stored.game.variant()),
                     util::printable(name(rules::Color::White)), util::printable(name(rules::Color::Black)),
                     counted(stored.game.turns().size(), "turn"),
                     rules::name(rules::result_of(stored.game.outcome())));
}

[[nodiscard]] int analyze_game(const AnalyzeOptions& options, Console& console) {
  const auto loaded = load_game(options.load, options.game);
  if (!loaded) return console.refuse(loaded.error());
  const Game& whole = loaded->stored.game;
  const std::size_t turns = whole.turns().size();
  if (options.ply && *options.ply > turns) {
    return console.refuse(
        fmt::format("the game has {}, so there is no ply {}", counted(turns, "turn"), *options.ply));
  }
  const Plies shown{options.ply.value_or(0), options.ply.value_or(turns)};
  const std::size_t last = std::min(shown.last + 1, turns);

  // Each position with the history it has in the game, but without an end by resignation, agreement or time.
  Game game(whole.start());
  for (std::size_t i = 0; i < shown.first; ++i) game.play(whole.turns()[i]);
  std::size_t next_ply = shown.first;
  const auto next = [&]() -> std::optional<AnalysisTask> {
    if (next_ply > last) return std::nullopt;
    if (next_ply > shown.first) game.play(whole.turns()[next_ply - 1]);
    ++next_ply;
    return AnalysisTask(game);
  };

  if (!options.json)
    console.out << title_of(options.load, loaded->stored) << game_analysis_heading() << std::flush;
  const Progress progress(options.progress, console, last - shown.first + 1);
  GameReport report(whole, shown, options.json, console);
  const AnalysisCalls calls{.next = next,
                            .answered =
                                [&](const AnalysisTask& task, const Answer& answer) {
                                  progress.clear();
                                  report.add(*task, answer);
                                  return console.out.good();
                                },
                            .waiting = [&](std::size_t done) { progress.show(done); }};
  const InterruptWatch interrupt;
  const int code = analyze(options, calls, interrupt.flag(), console);
  progress.clear();
  report.finish();
  if (options.annotate.empty() || code != kFine) return code;
  const auto trouble = write_annotated(options.load, options.game, report.answers(), options.annotate);
  return trouble ? console.refuse(*trouble) : code;
}

}  // namespace

int run_analyze(const AnalyzeOptions& options, Console& console) {
  if (!options.load.empty()) return analyze_game(options, console);
  std::vector<std::string> fens = options.fens;
  if (!options.position.fen.empty()) fens.insert(fens.begin(), options.position.fen);
  if (fens.size() == 1 && fens[0] == "-") return analyze_input(options, console);
  if (std::ranges::find(fens, "-") != fens.end()) {
    console.err << "ordo: '-' reads all positions from standard input, and stands alone\n";
    return kUsage;
  }
  if (fens.empty()) fens.emplace_back();  // the initial setup
  return analyze_fens(options, fens, console);
}

namespace {

void describe_input(const Command& command, AnalyzeOptions& options) {
  command.option("FENS", options.fens, "The positions; - reads them from standard input, one a line")
      .shown_as("FEN...");
  add_position_option(command, options.position, "One position; the initial setup if none is given");
  const Option load =
      add_load_option(command, options.load, "Every position of the game in this file").excludes("FENS");
  command.option("--game", options.game, "Which game of the file, 1 if not given")
      .needs(load)
      .positive()
      .shown_as("N");
  command.option("--ply", options.ply, "Only the position after N turns, 0 for the first")
      .needs(load)
      .not_negative()
      .shown_as("N");
  command
      .option("--annotate", options.annotate,
              "Write the games with scores, glyphs, words and better lines into this file")
      .needs(load)
      .excludes("--ply")
      .shown_as("FILE");
}

void describe_limits(const Command& command, AnalyzeOptions& options) {
  using thinking::EngineOptions;
  command.option("-d,--depth", options.depth, "How deep, 1 to 100; an Ordo X turn may count two")
      .within(1, thinking::kMaxDepth)
      .shown_as("N");
  command.option("-n,--nodes", options.nodes, "How many nodes for each position")
      .within(std::int64_t{1}, INT64_MAX)  // signed: "-1" must not become a large number
      .shown_as("N");
  command.option("-t,--time", options.time, "How long for each position; 2000 if no limit is given")
      .within(std::int64_t{1}, std::int64_t{protocol::kMaxUgiTime.count()})
      .shown_as("MS");
  command.option("--lines", options.lines, "How many of the best lines, 1 if not given")
      .within(1, EngineOptions::kMaxLines)
      .shown_as("N");
  command.option("--threads", options.threads, "How many threads for each position, 1 if not given")
      .within(1, EngineOptions::kMaxThreads)
      .shown_as("N");
  command.option("--hash", options.hash, "Memory for each position at work, 64 if not given")
      .within(std::size_t{1}, EngineOptions::kMaxHash)
      .shown_as("MB");
  command.option("-j,--jobs", options.jobs, "How many positions at once, 1 if not given")
      .within(1, EngineOptions::kMaxThreads)
      .shown_as("N");
  command.option("--tables", options.tables, "A folder of endgame tables; 'none': not even those built in")
      .shown_as("FOLDER");
  command.flag("--json", options.json, "One JSON object for each line, as docs/protocol.md describes");
}

}  // namespace

void add_analyze(const Command& ordo) {
  ordo.add<AnalyzeOptions>(
      "analyze", "Let the engine look at positions or at a whole game",
      [](const Command& command, AnalyzeOptions& options) {
        describe_input(command, options);
        describe_limits(command, options);
        command.footer(
            "Scores are seen by the side to move: +100 promises 64 % of the result. 'lost' is how much of\n"
            "it a turn threw away: ?! from 5 %, ? from 10 %, ?? from 15 %. Accuracy is by the formulas of\n"
            "lichess. Ctrl-C ends with what has been reached.\n\n"
            "Examples:\n"
            "  ordo analyze --lines 3 '10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b'\n"
            "  ordo analyze --load game.txt --time 500 --jobs 4\n"
            "  ordo analyze --load game.txt --nodes 200000 --annotate annotated.txt\n"
            "  ordo analyze --json --depth 8 - < positions.txt");
      },
      [](AnalyzeOptions options, Console& console) {
        options.progress = stderr_is_terminal();
        return run_analyze(options, console);
      });
}

}  // namespace ordo::apps
