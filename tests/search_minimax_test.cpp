// With everything clever switched off the search is minimax, and gives its scores.
#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "support/convert.h"
#include "support/limits.h"
#include "support/minimax.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::search {
namespace {

using rules::Position;
using rules::Variant;

EngineOptions plain_options() {
  EngineOptions options;
  options.hash_megabytes = 1;
  for (const thinking::FeatureName& feature : thinking::kFeatureNames)
    options.features.*feature.member = false;
  return options;
}

/// A position in which somebody has to move.
Position random_position(Variant variant, const support::Wish& wish, support::Random& random) {
  for (;;) {
    const Position position = support::to_rules(support::build_position(variant, wish, random));
    const auto parsed = rules::parse_fen(variant, rules::to_fen(position));
    if (parsed && rules::has_turn(*parsed)) return *parsed;
  }
}

/// The scores of engine and minimax on so many random positions. Where the engine stops early because the
/// result is proven, at the depth it reached.
void compare(const EngineOptions& options, Variant variant, const support::Wish& wish, int depth, int count) {
  support::Random random(static_cast<std::uint64_t>(depth));
  Engine engine(options);
  for (int i = 0; i < support::scaled(count); ++i) {
    const Position position = random_position(variant, wish, random);
    engine.new_game();
    const Answer answer = engine.think(rules::Game(position), support::to_depth(depth));
    ASSERT_EQ(answer.lines.size(), 1U);
    const Report& report = answer.lines.front();
    ASSERT_TRUE(report.depth == depth || report.score.is_proven()) << rules::to_fen(position);
    ASSERT_EQ(report.score.value(), support::minimax(position, report.depth).value())
        << rules::name(variant) << " " << rules::to_fen(position) << " depth " << report.depth;
  }
}

TEST(SearchMinimax, OrdoWithFewPieces) {
  for (int depth = 1; depth <= 3; ++depth) {
    compare(plain_options(), Variant::Ordo, {.fewest = 2, .most = 6}, depth, 150);
  }
  compare(plain_options(), Variant::Ordo, {.fewest = 2, .most = 4}, 4, 40);
}

TEST(SearchMinimax, OrdoWithASplitSide) {
  for (int depth = 1; depth <= 4; ++depth) {
    compare(plain_options(), Variant::Ordo, {.fewest = 3, .most = 6, .split_percent = 100}, depth, 60);
  }
}

TEST(SearchMinimax, OrdoWithSoFewPiecesThatTheyCircle) {
  for (int depth = 5; depth <= 6; ++depth) {
    compare(plain_options(), Variant::Ordo, {.fewest = 1, .most = 2}, depth, depth == 5 ? 30 : 10);
  }
}

TEST(SearchMinimax, OrdoXWithFewPieces) {
  for (int depth = 1; depth <= 3; ++depth) {
    compare(plain_options(), Variant::OrdoX, {.fewest = 2, .most = 6, .tied_percent = 20}, depth, 150);
  }
  compare(plain_options(), Variant::OrdoX, {.fewest = 2, .most = 4}, 4, 40);
  compare(plain_options(), Variant::OrdoX, {.fewest = 1, .most = 3}, 5, 20);
}

// What only changes the order, or remembers, must not change the score.
TEST(SearchMinimax, OrderingChangesNoScore) {
  EngineOptions options = plain_options();
  options.features.killers = true;
  options.features.history = true;
  options.features.aspiration = true;
  compare(options, Variant::Ordo, {.fewest = 2, .most = 6}, 3, 60);
  compare(options, Variant::OrdoX, {.fewest = 2, .most = 6}, 3, 60);
}

}  // namespace
}  // namespace ordo::search
