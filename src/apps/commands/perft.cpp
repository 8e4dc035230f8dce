// `ordo perft`: counts the turns of the game tree.
#include "apps/commands/perft.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "apps/terminal/terminal.h"
#include "rules/notation.h"
#include "rules/perft.h"

namespace ordo::apps {
namespace {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void report_speed(const PerftOptions& options, Console& console, std::uint64_t count,
                  const Stopwatch& watch) {
  if (!options.timed) return;
  const double seconds = watch.seconds();
  const double speed = seconds > 0 ? static_cast<double>(count) / seconds / 1e6 : 0;
  console.err << fmt::format("  {:.3f} s, {:.1f} million turns/s\n", seconds, speed) << std::flush;
}

void divide(const rules::Position& position, const PerftOptions& options, Console& console) {
  const Stopwatch watch;
  std::vector<std::string> lines;
  std::uint64_t total = 0;
  for (const rules::PerftEntry& entry : rules::perft_divide(position, options.depth, options.threads)) {
    lines.push_back(fmt::format("{} {}\n", rules::to_text(entry.turn), entry.count));
    total += entry.count;
  }
  // No turn is the beginning of another one, and a space sorts before all that turns are made of.
  std::ranges::sort(lines);
  for (const std::string& line : lines) console.out << line;
  console.out << "total " << total << '\n' << std::flush;
  report_speed(options, console, total, watch);
}

}  // namespace

int run_perft(const PerftOptions& options, Console& console) {
  const auto position = chosen_position(options.position);
  if (!position) return console.refuse(position.error());
  if (options.divide) {
    divide(*position, options, console);
    return kFine;
  }
  for (int depth = 1; depth <= options.depth && console.out; ++depth) {
    const Stopwatch watch;
    const std::uint64_t count = rules::perft(*position, depth, options.threads);
    console.out << depth << ' ' << count << '\n' << std::flush;
    report_speed(options, console, count, watch);
  }
  return kFine;
}

void add_perft(const Command& ordo) {
  constexpr int kDeepest = 20;
  constexpr int kMostThreads = 1024;
  ordo.add<PerftOptions>(
      "perft", "Count the sequences of legal turns, depth by depth",
      [](const Command& command, PerftOptions& options) {
        add_position_option(command, options.position, "The position; the initial setup if not given");
        command.option("-d,--depth", options.depth, "How many turns deep, 1 to 20")
            .required()
            .within(1, kDeepest)
            .shown_as("N (needed)");
        command.flag("--divide", options.divide, "Only depth N: the count below each turn, then the total");
        command.option("-t,--threads", options.threads, "How many threads count, 1 if not given")
            .within(1, kMostThreads)
            .shown_as("T");
        command.footer(
            "Prints 'depth count' for each depth; time and speed as well where the error stream is a "
            "terminal.\n\n"
            "Examples:\n"
            "  ordo perft --depth 4\n"
            "  ordo perft --variant ordox --depth 2 --divide --threads 4");
      },
      [](PerftOptions options, Console& console) {
        options.timed = stderr_is_terminal();
        return run_perft(options, console);
      });
}

}  // namespace ordo::apps
