// Finds positions with proven wins in 3 to 12 turns for tests/data/proofs_*.txt, and proves them again.
//
// usage: proof_suite_generator make VARIANT COUNT LEAST MOST SEED NODES > FILE
//        proof_suite_generator endings VARIANT COUNT LEAST MOST SEED NODES > FILE
//        proof_suite_generator check FILE
//
// make: different minds play each other with different numbers of nodes; from the end of a game backward the
// solver is asked, with NODES for each question, whether the side to move had a forced win. What it proves in
// LEAST (3 or more) to 12 turns is kept once the naive generator has played the proof through, COUNT
// positions and no more than MOST of the same length.
//
// endings: the same with random positions of two to four pieces a side whose length the endgame tables know,
// since long wins are rare in games. What is kept is proved without the tables.
//
// check: proves every line of FILE, refutes shorter wins, and plays each proof through.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "eval/judgement.h"
#include "match/book.h"
#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "solve/solver.h"
#include "support/proof_replay.h"
#include "support/proof_suite.h"
#include "support/random_positions.h"
#include "support/table_positions.h"
#include "tablebase/table_files.h"
#include "util/check.h"
#include "util/number.h"
#include "util/random.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Variant;
using support::kFewestTurns;
using support::kMostTurns;
using support::ProvenWin;

constexpr std::size_t kMostReplies = 400'000;  // of a proof that is played through

[[nodiscard]] solve::Limits within(std::uint64_t nodes) {
  solve::Limits limits;
  limits.nodes = nodes;
  return limits;
}

/// Solver and naive generator: what both say.
class Judge {
 public:
  explicit Judge(std::uint64_t nodes) : nodes_(nodes) {}

  /// The forced win of the side to move, if one is found; with any number of turns.
  [[nodiscard]] std::optional<ProvenWin> find(const Position& position) {
    const auto answer = solver_.solve({position, position.to_move(), {}, true}, within(nodes_));
    if (answer.verdict != solve::Verdict::Win) return std::nullopt;
    // That two turns are too few is asked in any case.
    return ProvenWin{position, answer.turns(), answer.is_shortest || answer.turns() == kFewestTurns};
  }

  /// What of it cannot be confirmed; nothing if all can.
  [[nodiscard]] std::optional<std::string> doubt(const ProvenWin& win) {
    const rules::Color attacker = win.position.to_move();
    const int too_few = win.is_shortest ? win.turns - 1 : kFewestTurns - 1;
    const auto shorter = solver_.solve({win.position, attacker, too_few, false}, within(4 * nodes_));
    if (shorter.verdict != solve::Verdict::NoForcedWin) return "a shorter win is not refuted";
    const auto answer = solver_.solve({win.position, attacker, win.turns, false}, within(4 * nodes_));
    if (answer.verdict != solve::Verdict::Win) return "the win is not proved";
    const auto tree = solver_.proof(within(4 * nodes_), kMostReplies);
    if (!tree) return "the proof is too large";
    return support::flaw_of(*tree, attacker);
  }

 private:
  std::uint64_t nodes_;
  solve::Solver solver_{{.bytes = 4 * solve::kMegabyte}};
};

[[nodiscard]] thinking::EngineOptions small_engine() {
  thinking::EngineOptions options;
  options.hash_megabytes = 2;
  return options;
}

/// Somebody at the board, for one game.
class Player {
 public:
  Player(Variant variant, util::Random& random)
      : engine_(small_engine(), drawn(random)), limits_(drawn_limits(variant, random)) {}

  [[nodiscard]] rules::Turn turn(const rules::Game& game) {
    const auto best = engine_.think(game, limits_).best;
    ORDO_CHECK(best.has_value());
    return *best;
  }

 private:
  /// The engine itself in one case of three.
  [[nodiscard]] static eval::Judgement drawn(util::Random& random) {
    const auto minds = selfplay::minds();
    if (random.below(3) == 0) return eval::Judgement::own();
    return minds[random.below(minds.size())].judgement();
  }
  [[nodiscard]] static thinking::Limits drawn_limits(Variant variant, util::Random& random) {
    constexpr std::array<std::uint64_t, 4> kNodes = {300, 1000, 4000, 15'000};
    thinking::Limits limits;
    limits.nodes = kNodes[random.below(kNodes.size())] * (variant == Variant::OrdoX ? 2 : 1);
    return limits;
  }

  search::Engine engine_;
  thinking::Limits limits_;
};

/// The positions of a game, the last of which is its end.
[[nodiscard]] std::vector<Position> play(const Position& opening, util::Random& random) {
  constexpr std::size_t kTooLong = 200;  // turns
  rules::Game game(opening);
  Player white(opening.variant(), random);
  Player black(opening.variant(), random);
  std::vector<Position> positions = {opening};
  while (!game.outcome() && positions.size() < kTooLong) {
    game.play((game.position().to_move() == rules::Color::White ? white : black).turn(game));
    positions.push_back(game.position());
  }
  if (!game.outcome() || !game.outcome()->winner) positions.clear();
  return positions;
}

/// What is wanted of a suite.
struct Wish {
  std::size_t positions = 0;
  int least = kFewestTurns;  ///< turns
  std::size_t most = 0;      ///< positions of the same length
  std::uint64_t seed = 1;
  std::uint64_t nodes = 0;  ///< for a question
};

class Maker {
 public:
  explicit Maker(const Wish& wish) : wish_(wish), judge_(wish.nodes) {}

  [[nodiscard]] bool is_done() const noexcept { return known_.size() >= wish_.positions; }
  [[nodiscard]] const std::array<std::size_t, kMostTurns + 1>& counts() const noexcept { return counts_; }

  /// Looks for wins from the end of a game backward, taken ones and missed ones, until a few have been found
  /// or the solver has been asked in vain too often.
  void search(const std::vector<Position>& game) {
    constexpr int kMostOfGame = 5;
    constexpr int kPatience = 3;
    int kept = 0;
    int missed = 0;
    const auto nearest = static_cast<std::size_t>(2 * first_wanted() - 1);
    for (std::size_t back = nearest; back <= game.size(); ++back) {
      if (kept == kMostOfGame || missed == kPatience || is_done()) return;
      const Position& position = game[game.size() - back];
      if (!is_hopeful(position)) continue;
      const auto win = judge_.find(position);
      if (!win) {
        ++missed;
      } else if (offer(*win)) {
        ++kept;
      }
    }
  }

  /// A position that is known to be won in so many turns.
  void look_at(const Position& position, int turns) {
    if (!is_wanted({position, turns, true})) return;
    if (const auto win = judge_.find(position)) (void)offer(*win);
  }

 private:
  /// Whether the engine thinks highly of the side to move, and does not see a win that is too short or of
  /// which there are enough: a question to the solver costs most.
  [[nodiscard]] bool is_hopeful(const Position& position) {
    constexpr int kHope = 400;  // centipoints
    thinking::Limits limits;
    limits.nodes = 10'000;
    scout_.new_game();
    const auto score = scout_.think(rules::Game(position), limits).lines.front().score;
    if (!score.is_win()) return score.value() >= kHope;
    return score.turns_to_win() >= first_wanted();
  }
  /// Whether it was taken.
  [[nodiscard]] bool offer(const ProvenWin& win) {
    if (!is_wanted(win) || judge_.doubt(win)) return false;
    keep(win);
    return true;
  }
  [[nodiscard]] bool is_full(int turns) const noexcept {
    return counts_[static_cast<std::size_t>(turns)] >= wish_.most;
  }
  [[nodiscard]] int first_wanted() const noexcept {
    int turns = wish_.least;
    while (turns < kMostTurns && is_full(turns)) ++turns;
    return turns;
  }
  [[nodiscard]] bool is_wanted(const ProvenWin& win) const {
    return win.turns >= wish_.least && win.turns <= kMostTurns && !is_full(win.turns) &&
           !known_.contains(support::canonical(win.position));
  }
  void keep(const ProvenWin& win) {
    known_.insert(support::canonical(win.position));
    ++counts_[static_cast<std::size_t>(win.turns)];
    fmt::print("{}\n", to_line(win));
    std::fflush(stdout);
  }

  Wish wish_;
  Judge judge_;
  search::Engine scout_{small_engine()};
  std::set<std::array<std::uint64_t, 4>> known_;
  std::array<std::size_t, kMostTurns + 1> counts_{};
};

/// Where games begin: every second one with an opening of a whole game, the others with few pieces, since
/// long wins are proved only where there are not many turns.
class Openings {
 public:
  Openings(Variant variant, std::uint64_t seed)
      : variant_(variant), book_(options(variant, seed)), random_(seed) {}

  [[nodiscard]] Position opening(std::uint64_t number) {
    return number % 4 == 0 ? book_.opening(number / 4) : small_position();
  }

 private:
  [[nodiscard]] static match::BookOptions options(Variant variant, std::uint64_t seed) {
    match::BookOptions options;
    options.variant = variant;
    options.seed = seed;
    options.plies = match::default_plies(variant);
    options.nodes = 1000;
    options.bound = 300;
    return options;
  }
  [[nodiscard]] Position small_position() {
    for (;;) {
      const int most = random_.between(4, 12);
      const naive::Position built =
          support::build_position(variant_, {.fewest = most - 2, .most = most}, random_);
      const auto position = rules::parse_fen(variant_, naive::to_fen(built));
      if (position && !rules::outcome(*position) && !rules::winning_turn(*position)) return *position;
    }
  }

  Variant variant_;
  match::Book book_;
  support::Random random_;
};

void report(std::uint64_t tried, const Maker& maker) {
  fmt::print(stderr, "{} tried, positions of 3 to 12 turns:", tried);
  for (int turns = kFewestTurns; turns <= kMostTurns; ++turns)
    fmt::print(stderr, " {}", maker.counts()[static_cast<std::size_t>(turns)]);
  fmt::print(stderr, "\n");
}

void make(Variant variant, const Wish& wish) {
  constexpr std::uint64_t kReport = 20;  // games
  Openings openings(variant, wish.seed);
  Maker maker(wish);
  for (std::uint64_t number = 0; !maker.is_done(); ++number) {
    util::Random random(wish.seed, number);
    maker.search(play(openings.opening(number), random));
    if ((number + 1) % kReport == 0 || maker.is_done()) report(number + 1, maker);
  }
}

void make_endings(Variant variant, const Wish& wish) {
  constexpr std::uint64_t kReport = 100'000;  // positions
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  const std::array<tablebase::ConnectedSets, 3> sets = {
      tablebase::ConnectedSets(2), tablebase::ConnectedSets(3), tablebase::ConnectedSets(4)};
  Maker maker(wish);
  support::Random random(wish.seed);
  for (std::uint64_t number = 0; !maker.is_done(); ++number) {
    const auto& movers = sets[static_cast<std::size_t>(random.below(3))];
    const auto& waiting = sets[static_cast<std::size_t>(random.below(3))];
    const Position position = support::table_position(variant, movers, waiting, random);
    const auto known = tables.verdict(position);
    if (known && known->value == tablebase::Value::Win) maker.look_at(position, (known->plies + 1) / 2);
    if ((number + 1) % kReport == 0 || maker.is_done()) report(number + 1, maker);
  }
}

int check(const std::string& file) {
  constexpr std::uint64_t kNodes = 5'000'000;
  const auto wins = support::read_proof_suite(file);
  if (!wins) {
    fmt::print(stderr, "{}\n", wins.error());
    return 1;
  }
  Judge judge(kNodes);
  int doubtful = 0;
  for (const ProvenWin& win : *wins) {
    const auto doubt = judge.doubt(win);
    if (!doubt) continue;
    ++doubtful;
    fmt::print("{}: {}\n", to_line(win), *doubt);
  }
  fmt::print("{} of {} lines hold\n", static_cast<int>(wins->size()) - doubtful, wins->size());
  return doubtful == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "check") return check(words[1]);
  const auto variant = rules::variant_from(words.size() > 1 ? words[1] : std::string());
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 2; i < words.size(); ++i)
    numbers.push_back(util::number_from<std::uint64_t>(words[i]).value_or(0));
  const bool all_there =
      numbers.size() == 5 && std::find(numbers.begin(), numbers.end(), 0U) == numbers.end();
  const bool of_games = !words.empty() && words[0] == "make";
  if (!variant || !(of_games || words[0] == "endings") || !all_there) {
    fmt::print(stderr,
               "usage: proof_suite_generator make|endings ordo|ordox COUNT LEAST MOST SEED NODES\n"
               "       proof_suite_generator check FILE\n");
    return 2;
  }
  const int least = std::clamp(static_cast<int>(numbers[1]), kFewestTurns, kMostTurns);
  (of_games ? make : make_endings)(*variant, {numbers[0], least, numbers[2], numbers[3], numbers[4]});
  return 0;
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) { return ordo::run({argv + 1, argv + argc}); }
