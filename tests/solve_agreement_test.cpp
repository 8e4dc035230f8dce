// What the solver says is what is known otherwise: by the endgame tables, by brute force, by the engine.
#include <array>
#include <memory>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "search/engine.h"
#include "solve/solver.h"
#include "support/convert.h"
#include "support/forced_wins.h"
#include "support/limits.h"
#include "support/random_positions.h"
#include "support/scale.h"
#include "support/table_positions.h"
#include "tablebase/table_files.h"

namespace ordo::solve {
namespace {

using rules::Position;
using rules::Variant;

constexpr std::array kBothGames = {Variant::Ordo, Variant::OrdoX};

[[nodiscard]] const tablebase::Tables& builtin() {
  static const auto kTables = [] {
    auto all = std::make_unique<tablebase::Tables>();
    tablebase::add_builtin(*all);
    return all;
  }();
  return *kTables;
}

[[nodiscard]] Limits at_most(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

[[nodiscard]] bool wins(const tablebase::Verdict& verdict, bool mover) {
  return verdict.value == (mover ? tablebase::Value::Win : tablebase::Value::Loss);
}

/// What came of the positions of one size.
struct Count {
  int won = 0;
  int refuted = 0;
  int unknown = 0;
};

/// Asks without tables whether the side to move, or the other one, wins positions of this size.
Count compare_with_tables(Variant variant, int own, int enemy, int positions, bool mover) {
  const tablebase::ConnectedSets movers(own);
  const tablebase::ConnectedSets waiting(enemy);
  support::Random random(static_cast<std::uint64_t>(own * 10 + enemy));
  Solver solver({.bytes = 2 * kMegabyte});
  Count count;
  for (int i = 0; i < positions; ++i) {
    const Position position = support::table_position(variant, movers, waiting, random);
    const auto known = builtin().verdict(position);
    if (!known) continue;
    const rules::Color attacker = mover ? position.to_move() : opponent(position.to_move());
    const Answer answer = solver.solve({position, attacker, {}, false}, at_most(30'000));
    if (answer.verdict == Verdict::Unknown) {
      ++count.unknown;
      continue;
    }
    EXPECT_EQ(answer.verdict == Verdict::Win, wins(*known, mover)) << rules::to_fen(position);
    if (answer.verdict == Verdict::Win) {
      EXPECT_GE(answer.plies, known->plies) << rules::to_fen(position);
      ++count.won;
    } else {
      ++count.refuted;
    }
  }
  return count;
}

TEST(Solve, AgreesWithTheTablesToThreeAgainstThree) {
  for (const Variant variant : kBothGames) {
    Count all;
    for (int own = 1; own <= 3; ++own) {
      for (int enemy = 1; enemy <= 3; ++enemy) {
        const int positions = support::scaled(own + enemy > 4 && variant == Variant::Ordo ? 100 : 250);
        for (const bool mover : {true, false}) {
          const Count count = compare_with_tables(variant, own, enemy, positions, mover);
          all.won += count.won;
          all.refuted += count.refuted;
          all.unknown += count.unknown;
        }
      }
    }
    if (support::full_scale()) {
      EXPECT_GT(all.won, support::scaled(1000));
      EXPECT_GT(all.refuted, support::scaled(1000));
    }
    // Draws with three pieces a side take more nodes than they get here; nothing in Ordo X does.
    EXPECT_LE(all.unknown * 20, variant == Variant::Ordo ? all.won + all.refuted : 0);
  }
}

TEST(Solve, IsRightInAMemoryThatIsFarTooSmall) {
  const tablebase::ConnectedSets two(2);
  const tablebase::ConnectedSets three(3);
  support::Random random(9);
  Solver solver({.bytes = 3000});
  int settled = 0;
  for (int i = 0; i < support::scaled(200); ++i) {
    const Position position = support::table_position(Variant::Ordo, two, three, random);
    const Answer answer = solver.solve({position, position.to_move(), {}, false}, at_most(2000));
    if (answer.verdict == Verdict::Unknown) continue;
    EXPECT_EQ(answer.verdict == Verdict::Win, wins(builtin().verdict(position).value(), true))
        << rules::to_fen(position);
    ++settled;
  }
  EXPECT_GT(settled, support::scaled(100));
}

TEST(Solve, FindsTheShortestWinOfTheTables) {
  for (const Variant variant : kBothGames) {
    const tablebase::ConnectedSets sets(3);
    support::Random random(5);
    Solver solver({.bytes = 4 * kMegabyte});
    int exact = 0;
    for (int i = 0; i < support::scaled(60); ++i) {
      const Position position = support::table_position(variant, sets, sets, random);
      const auto known = builtin().verdict(position);
      if (!known || known->value != tablebase::Value::Win) continue;
      const Answer answer = solver.solve({position, position.to_move(), {}, true}, at_most(100'000));
      if (!answer.is_shortest) continue;
      EXPECT_EQ(answer.plies, known->plies) << rules::to_fen(position);
      ++exact;
    }
    EXPECT_GT(exact, support::full_scale() ? support::scaled(25) : -1);
  }
}

TEST(Solve, KnowsHowManyTurnsAreTooFew) {
  Solver solver({.bytes = 4 * kMegabyte});
  const auto all = support::read_forced_wins();
  const std::size_t step = support::full_scale() ? 3 : 29;
  for (std::size_t i = 0; i < all.size(); i += step) {
    const Position& position = all[i].position;
    const int turns = all[i].turns;
    if (turns > 3) continue;
    const Answer enough = solver.solve({position, position.to_move(), turns, false}, at_most(1'000'000));
    EXPECT_EQ(enough.verdict, Verdict::Win) << all[i].line;
    EXPECT_EQ(enough.turns(), turns) << all[i].line;
    if (turns == 1) continue;
    const Answer few = solver.solve({position, position.to_move(), turns - 1, false}, at_most(1'000'000));
    EXPECT_EQ(few.verdict, Verdict::NoForcedWin) << all[i].line;
  }
}

TEST(Solve, ProvesAllForcedWinsOfTheFile) {
  Solver solver({.bytes = 16 * kMegabyte});
  const auto all = support::read_forced_wins();
  const std::size_t step = support::full_scale() ? 1 : 17;
  for (std::size_t i = 0; i < all.size(); i += step) {
    const Position& position = all[i].position;
    const Answer answer = solver.solve({position, position.to_move(), {}, false}, at_most(500'000));
    EXPECT_EQ(answer.verdict, Verdict::Win) << all[i].line;
    EXPECT_GE(answer.turns(), all[i].turns) << all[i].line;
    EXPECT_TRUE(answer.turn) << all[i].line;
  }
}

TEST(Solve, NeverRefutesAWinThatTheEngineProves) {
  for (const Variant variant : kBothGames) {
    support::RandomGames games(variant, 11);
    search::EngineOptions options;
    options.hash_megabytes = 4;
    search::Engine engine(options);
    Solver solver({.bytes = 8 * kMegabyte});
    int both = 0;
    for (int i = 0; i < support::scaled(400); ++i) {
      const auto position = rules::parse_fen(variant, rules::to_fen(support::to_rules(games.next())));
      if (!position || rules::Game(*position).outcome()) continue;
      engine.new_game();
      const auto found = engine.think(rules::Game(*position), support::within_nodes(3000));
      const thinking::Score score = found.lines.front().score;
      if (!score.is_win() && !score.is_loss()) continue;
      const Answer answer = solver.solve({*position, position->to_move(), {}, false}, at_most(3000));
      if (answer.verdict == Verdict::Unknown) continue;
      EXPECT_EQ(answer.verdict == Verdict::Win, score.is_win()) << rules::to_fen(*position);
      ++both;
    }
    EXPECT_GT(both, support::full_scale() ? support::scaled(20)
                                          : -1);  // few positions are all from the beginning of a game
  }
}

TEST(Solve, EndsBranchesWithTables) {
  const auto position = rules::parse_fen(Variant::Ordo, "9b/8b1/9b/8b1/10/10/w1w7/ww8 w");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 1 * kMegabyte, .tables = &builtin()});
  const Answer answer = solver.solve({*position, position->to_move(), {}, false}, at_most(100));
  EXPECT_EQ(answer.verdict, Verdict::Win);
  EXPECT_EQ(answer.plies, 47);
}

}  // namespace
}  // namespace ordo::solve
