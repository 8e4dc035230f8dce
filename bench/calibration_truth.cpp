// Makes the positions of tests/data/calibration.txt that the engine of before lost while it believed to be
// winning, and finds out what positions are worth: different minds play each out against themselves.
//
// usage: calibration_truth lost GAMES PLAYER
//        calibration_truth play NODES GAMES < LINES
//
// lost: prints positions of Ordo from a file that `ordo match --out` has written: ten turns of PLAYER's own
// before the end of each game he lost, if the mind "fashion" promises him at least 60 % there.
//
// play: takes lines as in the file, and prints them with what the side to move scores in GAMES games, which
// the four minds share.
#include <array>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "records/record.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "thinking/expectation.h"
#include "util/number.h"
#include "util/random.h"

namespace {

using namespace ordo;

[[nodiscard]] search::Engine engine_of(const char* mind) {
  thinking::EngineOptions options;
  options.hash_megabytes = 4;
  options.table_path = "builtin";
  return search::Engine(options,
                        mind == nullptr ? eval::Judgement::own() : selfplay::mind_called(mind)->judgement());
}

/// Where he still believed to be winning.
[[nodiscard]] std::optional<rules::Position> lost_from(const records::Record& record,
                                                       const std::string& player, search::Engine& fashion) {
  constexpr int kTurns = 10;
  constexpr double kBelief = 0.6;
  const bool white = records::tag_value(record, "White") == player;
  const auto loss = white ? rules::GameResult::BlackWins : rules::GameResult::WhiteWins;
  const auto color = white ? rules::Color::White : rules::Color::Black;
  if (record.result != loss) return std::nullopt;
  const rules::Game game = records::game_of(record);
  const auto positions = game.positions();
  int turns = 0;
  for (std::size_t i = positions.size() - 1; i-- > 0;) {
    if (positions[i].to_move() != color || ++turns < kTurns) continue;
    thinking::Limits limits;
    limits.nodes = 30'000;
    const auto answer = fashion.think(rules::Game(positions[i]), limits);
    const double promise = thinking::expected_result(answer.lines.front().score);
    return promise >= kBelief ? std::optional(positions[i]) : std::nullopt;
  }
  return std::nullopt;
}

int print_lost(const char* path, const std::string& player) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    fmt::print(stderr, "calibration_truth: cannot read {}\n", path);
    return 2;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto games = records::parse_records(text);
  if (!games) {
    fmt::print(stderr, "calibration_truth: {}\n", records::to_text(games.error()));
    return 2;
  }
  search::Engine fashion = engine_of("fashion");
  for (const records::Record& record : *games) {
    if (const auto position = lost_from(record, player, fashion))
      fmt::print("lost\t{}\n", rules::to_fen(*position));
  }
  return 0;
}

/// Half points of the side to move.
[[nodiscard]] int played_out(const rules::Position& position, search::Engine& engine, std::uint64_t nodes,
                             util::Random& random) {
  constexpr std::size_t kTooLong = 300;  // turns; then it is a draw
  engine.new_game();
  rules::Game game(position);
  while (!game.outcome() && game.turns().size() < kTooLong) {
    thinking::Limits limits;
    limits.nodes = nodes * (75 + random.below(51)) / 100;  // else all games would be the same
    game.play(*engine.think(game, limits).best);
  }
  if (!game.outcome() || !game.outcome()->winner) return 1;
  return *game.outcome()->winner == position.to_move() ? 2 : 0;
}

constexpr std::array<const char*, 4> kMinds = {nullptr, "fashion", "mix50", "hand"};

/// A line of the file, and what became of it.
struct Judged {
  std::string kind;
  rules::Position position;
  std::array<int, kMinds.size()> halves{};  ///< half points, by each mind
};

[[nodiscard]] std::optional<Judged> parsed(const std::string& line) {
  const auto tab = line.find('\t');
  if (tab == std::string::npos) return std::nullopt;
  const auto position =
      rules::parse_fen(rules::Variant::Ordo, line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1));
  if (!position) return std::nullopt;
  return Judged{line.substr(0, tab), *position, {}};
}

void find_truth(Judged& judged, std::uint64_t nodes, int games_each) {
  for (std::size_t mind = 0; mind < kMinds.size(); ++mind) {
    search::Engine engine = engine_of(kMinds[mind]);
    util::Random random(mind, judged.position.hash());
    for (int game = 0; game < games_each; ++game)
      judged.halves[mind] += played_out(judged.position, engine, nodes, random);
  }
}

void print(const std::vector<Judged>& all, int games_each) {
  std::array<int, kMinds.size()> sums{};
  for (const Judged& judged : all) {
    int halves = 0;
    for (std::size_t mind = 0; mind < kMinds.size(); ++mind) {
      halves += judged.halves[mind];
      sums[mind] += judged.halves[mind];
    }
    fmt::print("{}\t{}\t{}/{}\n", judged.kind, rules::to_fen(judged.position), halves / 2.0,
               games_each * static_cast<int>(kMinds.size()));
  }
  const double most = 2.0 * games_each * static_cast<double>(all.size()) / 100;
  for (std::size_t mind = 0; mind < kMinds.size(); ++mind)
    fmt::print(stderr, "{}: {:.0f} %\n", kMinds[mind] == nullptr ? "the engine" : kMinds[mind],
               sums[mind] / most);
}

int print_truth(std::uint64_t nodes, int games) {
  std::vector<Judged> all;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    auto judged = parsed(line);
    if (!judged) {
      fmt::print(stderr, "calibration_truth: no position: {}\n", line);
      return 2;
    }
    all.push_back(*std::move(judged));
  }
  const int games_each = games / static_cast<int>(kMinds.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) find_truth(all[i], nodes, games_each);
  };
  {
    const std::jthread second(work);
    work();
  }
  print(all, games_each);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 3 && words[0] == "lost") return print_lost(arguments[2], words[2]);
  const auto nodes =
      words.size() == 3 ? util::number_from<std::uint64_t>(words[1], 1, 1'000'000'000) : std::nullopt;
  const auto games = words.size() == 3 ? util::number_from<int>(words[2], 4, 100'000) : std::nullopt;
  if (words.empty() || words[0] != "play" || !nodes || !games || *games % 4 != 0) {
    fmt::print(stderr,
               "usage: calibration_truth lost GAMES PLAYER | play NODES GAMES < LINES   (GAMES a multiple of "
               "four)\n");
    return 2;
  }
  return print_truth(*nodes, *games);
}
