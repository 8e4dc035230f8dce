// Many games at once over real WebSockets: what a server holds, how fast it is and how late.
//
// usage: load ordo|relay PORT PID GAMES SECONDS   prints one line of JSON; bench/load/compare runs it for
// both
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/load/long_games.h"
#include "bench/load/players.h"
#include "bench/load/setup.h"

namespace ordo::load {
namespace {

/// Kilobytes of memory the process has in use now.
long resident(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

double percentile(std::vector<float>& values, double share) {
  if (values.empty()) return 0;
  const auto nth =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, nth);
  return *nth;
}

void raise_open_files() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int run(bool is_relay, std::uint16_t port, const std::string& pid, std::size_t games, int seconds) {
  constexpr std::size_t kScripts = 64;
  constexpr std::size_t kPlies = 600;
  raise_open_files();
  std::vector<std::vector<std::string>> scripts;
  for (std::size_t i = 0; i < kScripts; ++i)
    scripts.push_back(long_game(rules::Variant::Ordo, i + 1, kPlies));

  std::vector<Pairing> pairings(games);
  if (is_relay) {
    for (std::size_t i = 0; i < games; ++i) pairings[i].id = fmt::format("game{:08}", i);
  } else {
    fmt::print(stderr, "making {} games\n", games);
    pairings = make_games(port, games);
  }
  const long before = resident(pid);
  Players players(port, is_relay, std::move(pairings), std::move(scripts));
  fmt::print(stderr, "connecting {} clients\n", 2 * games);
  players.connect();
  const long after = resident(pid);

  fmt::print(stderr, "as fast as they can\n");
  const auto time = std::chrono::seconds(seconds);
  const Tally fast = players.play_fast(std::chrono::seconds(2), time);
  const double rate = static_cast<double>(fast.received) / seconds;
  const auto each = [games](long kilobytes) {
    return static_cast<double>(kilobytes) / static_cast<double>(2 * games);
  };
  fmt::print(stderr, "at half that rate\n");
  Tally paced = players.play_paced(rate / 2, std::chrono::seconds(1), time);
  fmt::print(
      R"({{"target":"{}","connections":{},"kb_per_connection":{:.1f},"kb_per_connection_played":{:.1f},"moves_per_second":{:.0f},"acknowledged_per_second":{:.0f},)"
      R"("paced_moves_per_second":{:.0f},"p50_ms":{:.2f},"p99_ms":{:.2f},"errors":{}}})"
      "\n",
      is_relay ? "relay" : "ordo", 2 * games, each(after - before), each(resident(pid) - before), rate,
      static_cast<double>(fast.acknowledged) / seconds, static_cast<double>(paced.received) / seconds,
      percentile(paced.latencies, 0.5), percentile(paced.latencies, 0.99), fast.errors + paced.errors);
  return fast.errors + paced.errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace ordo::load

int main(int argc, char** argv) {
  if (argc != 6) {
    fmt::print(stderr, "usage: load ordo|relay PORT PID GAMES SECONDS\n");
    return 2;
  }
  try {
    return ordo::load::run(std::string_view(argv[1]) == "relay",
                           static_cast<std::uint16_t>(std::atoi(argv[2])), argv[3],
                           static_cast<std::size_t>(std::atol(argv[4])), std::atoi(argv[5]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "load: {}\n", error.what());
    return 1;
  }
}
