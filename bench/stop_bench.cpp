// How long an engine that thinks without limits takes to answer a stop that comes at a random moment, beside
// the time of the nodes it may still search. The test Stop.* counts those nodes, on any machine.
//
// usage: stop_bench [STOPS]
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "rules/fen.h"
#include "search/engine.h"
#include "search/shared.h"
#include "support/random_positions.h"
#include "util/check.h"

namespace ordo {
namespace {

using rules::Variant;

/// Of all threads of this process, in milliseconds: what other programs take from the machine does not count.
/// Thread by thread, since the clock of the process is behind by what the others have done since their last
/// tick.
double cpu_milliseconds() {
  double sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    const auto thread = static_cast<unsigned>(std::stoul(entry.path().filename()));
    const auto clock = static_cast<clockid_t>(~thread << 3 | 6U);  // as pthread_getcpuclockid() makes it
    timespec now{};
    if (clock_gettime(clock, &now) != 0) continue;  // it has ended
    sum += 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }
  return sum;
}

/// By turns the initial position, and one in which the end is soon proven and lines are completed.
rules::Game game_of(Variant variant, int number) {
  if (number % 2 == 0) return rules::Game(variant);
  const auto position =
      rules::parse_fen(variant, variant == Variant::Ordo ? "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"
                                                         : "10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w");
  ORDO_CHECK(position.ok());
  return rules::Game(*position);
}

/// What is computed from the stop to the answer.
double stopped_after(search::Engine& engine, const rules::Game& game, std::chrono::microseconds moment) {
  std::atomic<bool> stop{false};
  double stopped = 0;
  std::thread stopper([&] {
    std::this_thread::sleep_for(moment);
    stop = true;
    stopped = cpu_milliseconds();
  });
  (void)engine.think(game, {}, stop, {});
  const double answered = cpu_milliseconds();
  stopper.join();
  return std::max(0.0, answered - stopped);
}

void measure(Variant variant, int lines, int threads, int stops) {
  constexpr int kLatest = 250'000;  // microseconds
  support::Random random(1);
  thinking::EngineOptions options;
  options.lines = lines;
  options.threads = threads;
  search::Engine engine(options);
  const double before = cpu_milliseconds();
  thinking::Limits limits;
  limits.nodes = 200'000;
  const auto nodes = static_cast<double>(engine.think(rules::Game(variant), limits).nodes);
  const double piece = (cpu_milliseconds() - before) / nodes * search::Shared::kCheckInterval * threads;
  std::vector<double> times;
  for (int i = 0; i < stops; ++i) {
    times.push_back(
        stopped_after(engine, game_of(variant, i), std::chrono::microseconds(random.below(kLatest))));
  }
  std::sort(times.begin(), times.end());
  fmt::print(
      "{:6}  {} lines, {} threads: median {:.2f} ms of CPU, 99 of 100 within {:.2f}, worst {:.2f}; the nodes "
      "it "
      "may finish take {:.2f}\n",
      rules::title(variant), lines, threads, times[times.size() / 2], times[times.size() * 99 / 100],
      times.back(), piece);
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  using ordo::rules::Variant;
  // CTest only sees that it runs.
  const bool brief = argc > 1 && std::string_view(argv[1]) == "--benchmark_min_time=0";
  const int stops = brief ? 4 : argc > 1 ? std::max(1, std::atoi(argv[1])) : 500;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    ordo::measure(variant, 4, 1, stops);
    ordo::measure(variant, 4, 3, stops);
  }
}
