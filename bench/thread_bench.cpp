// What more threads save on the way to the same depth, where one thread takes about a second or more.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "match/book.h"
#include "search/engine.h"

namespace ordo {
namespace {

using rules::Variant;

constexpr std::string_view kHelp =
    R"(usage: thread_bench GAME [POSITIONS [NODES [THREADS…]]]     ordo or ordox; 16 positions, 3000000 nodes, 2 threads

Takes positions of games of the engine with itself, and for each the first depth to which one thread searches NODES nodes.
Then it searches to that depth with one thread and with more, each from an empty table, and prints for each number of threads
the geometric means over the positions of:
  time    by the clock: true if there are as many idle cores
  share   of one thread in the processor's time of all: what the clock would say on idle cores
  nodes   how many times those of one thread
)";

struct Work {
  double nodes = 0;
  double wall = 0;
  double cpu = 0;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

thinking::EngineOptions with_threads(int threads) {
  thinking::EngineOptions options;
  options.hash_megabytes = 64;
  options.threads = threads;
  return options;
}

/// Some turns after an opening; openings, middle games and endings take turns.
rules::Game game_of(match::Book& book, search::Engine& engine, std::size_t number) {
  rules::Game game(book.opening(number));
  engine.new_game();
  thinking::Limits limits;
  limits.nodes = 2000;
  for (std::size_t turns = number % 5 * 4; turns > 0 && !game.outcome(); --turns)
    game.play(*engine.think(game, limits).best);
  return game;
}

/// The first depth that takes so many nodes; 0 if the game is decided before.
int depth_of(search::Engine& engine, const rules::Game& game, std::uint64_t nodes) {
  if (game.outcome()) return 0;
  int depth = 0;
  bool is_decided = false;
  thinking::Limits limits;
  limits.nodes = 6 * nodes;
  engine.new_game();
  (void)engine.think(game, limits, [&](const thinking::Report& report) {
    is_decided = is_decided || report.score.is_proven();
    if (depth == 0 && report.nodes >= nodes && !is_decided) depth = report.depth;
  });
  return depth;
}

Work search_to(search::Engine& engine, const rules::Game& game, int depth) {
  engine.new_game();
  thinking::Limits limits;
  limits.depth = depth;
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  Work work;
  work.nodes = static_cast<double>(engine.think(game, limits).nodes);
  work.cpu = cpu_seconds() - cpu;
  work.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return work;
}

/// Geometric means, so that no position outweighs the others: single trees vary by a factor of two and more.
struct Ratios {
  int threads = 2;
  int count = 0;
  double time = 0;
  double share = 0;
  double nodes = 0;

  void add(const Work& one, const Work& more) {
    ++count;
    time += std::log(more.wall / one.wall);
    share += std::log(more.cpu / threads / one.cpu);
    nodes += std::log(more.nodes / one.nodes);
  }
  void print(std::string_view game) const {
    const auto mean = [this](double sum) { return std::exp(sum / std::max(1, count)); };
    fmt::print(
        "{:6}  {} threads, {:3} positions: time {:3.0f} %, share {:3.0f} % ({:.2f} times as fast), nodes "
        "{:.2f}\n",
        game, threads, count, 100 * mean(time), 100 * mean(share), 1 / mean(share), mean(nodes));
    std::fflush(stdout);
  }
};

void compare(Variant variant, std::size_t positions, std::uint64_t nodes, std::vector<Ratios> ratios) {
  match::BookOptions opening;
  opening.variant = variant;
  opening.plies = match::default_plies(variant);
  opening.nodes = 2000;
  match::Book book(opening);
  search::Engine one(with_threads(1));
  for (std::size_t number = 0, found = 0; found < positions && number < 20 * positions; ++number) {
    const rules::Game game = game_of(book, one, number);
    const int depth = depth_of(one, game, nodes);
    if (depth == 0) continue;
    ++found;
    const Work alone = search_to(one, game, depth);
    for (Ratios& ratio : ratios) {
      search::Engine more(with_threads(ratio.threads));
      ratio.add(alone, search_to(more, game, depth));
    }
    fmt::print(stderr, "\r{} of {}", found, positions);
  }
  fmt::print(stderr, "\n");
  for (const Ratios& ratio : ratios) ratio.print(rules::title(variant));
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  using namespace ordo;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const auto number = [&](std::size_t index, int usual) {
    return index < words.size() ? std::max(1, std::atoi(words[index].data())) : usual;
  };
  if (words.empty() || (words[0] != "ordo" && words[0] != "ordox")) {
    const bool asked = !words.empty() && (words[0] == "--help" || words[0] == "-h");
    fmt::print(asked ? stdout : stderr, "{}", kHelp);
    return asked ? 0 : 2;
  }
  std::vector<Ratios> ratios;
  for (std::size_t i = 3; i < words.size(); ++i) ratios.emplace_back().threads = number(i, 2);
  if (ratios.empty()) ratios.emplace_back();
  compare(words[0] == "ordo" ? Variant::Ordo : Variant::OrdoX, static_cast<std::size_t>(number(1, 16)),
          static_cast<std::uint64_t>(number(2, 3'000'000)), std::move(ratios));
}
