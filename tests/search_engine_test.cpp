// What anybody who asks the engine may rely on, whatever its strength.
#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/engine.h"
#include "support/convert.h"
#include "support/limits.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::search {
namespace {

using rules::Game;
using rules::Position;
using rules::Variant;
using support::on_the_clock;
using support::to_depth;
using support::within_nodes;
using support::within_time;

constexpr std::array kVariants = {Variant::Ordo, Variant::OrdoX};

EngineOptions small(int lines = 1) {
  EngineOptions options;
  options.hash_megabytes = 1;
  options.lines = lines;
  return options;
}

EngineOptions at_level(int level, std::uint64_t seed) {
  EngineOptions options = small();
  options.level = level;
  options.seed = seed;
  return options;
}

Position position_of(Variant variant, std::string_view fen) {
  const auto position = rules::parse_fen(variant, fen);
  EXPECT_TRUE(position) << fen;
  return *position;
}

/// Positions of random games in which somebody has to move.
std::vector<Position> random_positions(Variant variant, int count) {
  support::RandomGames games(variant, 3);
  std::vector<Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    const Position position = support::to_rules(games.next());
    if (rules::has_turn(position)) positions.push_back(position);
  }
  return positions;
}

/// All turns of the line may be played one after the other, and none after the end of the game.
void expect_legal(const Game& start, const std::vector<rules::Turn>& line) {
  Game game = start;
  ASSERT_FALSE(line.empty());
  for (const rules::Turn& turn : line) {
    ASSERT_FALSE(game.outcome());
    ASSERT_TRUE(rules::is_legal(game.position(), turn)) << rules::to_text(turn);
    game.play(turn);
  }
}

TEST(Engine, AlwaysHasALegalTurnHoweverLittleTimeItHas) {
  const std::vector<Limits> limits = {within_nodes(0), within_nodes(1), within_nodes(100),
                                      to_depth(1),     to_depth(0),     within_time(Milliseconds{0}),
                                      on_the_clock({})};
  for (const Variant variant : kVariants) {
    Engine engine(small());
    for (const Position& position : random_positions(variant, support::scaled(40))) {
      for (const Limits& limit : limits) {
        const Answer answer = engine.think(Game(position), limit);
        ASSERT_TRUE(answer.best) << rules::to_fen(position);
        ASSERT_TRUE(rules::is_legal(position, *answer.best)) << rules::to_fen(position);
        ASSERT_EQ(answer.lines.size(), 1U);
        EXPECT_EQ(answer.lines.front().line.front(), *answer.best);
      }
    }
  }
}

TEST(Engine, AlwaysHasALegalTurnThoughStoppedBeforeItBegins) {
  const std::atomic<bool> stop{true};
  for (const Variant variant : kVariants) {
    Engine engine(small());
    for (const Position& position : random_positions(variant, 20)) {
      const Answer answer = engine.think(Game(position), {}, stop, {});
      ASSERT_TRUE(answer.best && rules::is_legal(position, *answer.best)) << rules::to_fen(position);
    }
  }
}

TEST(Engine, FinishesATurnWhosePreparationIsMade) {
  Engine engine(small());
  int seen = 0;
  for (const Position& position : random_positions(Variant::OrdoX, support::scaled(100))) {
    rules::PartList parts;
    rules::generate_parts(position, parts);
    const Position next = position.after(parts[parts.size() / 2]);
    if (next.phase() != rules::Phase::Advance) continue;
    const Game game(next);
    const Answer answer = engine.think(game, within_nodes(500));
    ASSERT_FALSE(answer.lines.empty());
    for (const Report& report : answer.lines) expect_legal(game, report.line);
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(Engine, HasNoTurnInAGameThatIsOver) {
  Engine engine(small());
  Game won(position_of(Variant::Ordo, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w"));
  ASSERT_TRUE(won.play("d5-d8"));
  ASSERT_TRUE(won.outcome());
  Game resigned(Variant::OrdoX);
  resigned.resign(rules::Color::White);
  const Game lost(position_of(Variant::Ordo, "10/b8b/10/4b5/10/10/4w5/10 b"));
  for (const Game& game : {won, resigned, lost}) {
    const Answer answer = engine.think(game, to_depth(3));
    EXPECT_FALSE(answer.best);
    EXPECT_TRUE(answer.lines.empty());
  }
}

TEST(Engine, ReportsLegalLinesOfGrowingDepth) {
  for (const Variant variant : kVariants) {
    Engine engine(small());
    for (const Position& position : random_positions(variant, support::scaled(20))) {
      const Game game(position);
      int depth = 0;
      std::uint64_t nodes = 0;
      const Answer answer = engine.think(game, within_nodes(20'000), [&](const Report& report) {
        EXPECT_EQ(report.number, 1);
        EXPECT_GE(report.depth, depth);
        EXPECT_GE(report.nodes, nodes);
        depth = report.depth;
        nodes = report.nodes;
        expect_legal(game, report.line);
      });
      expect_legal(game, answer.lines.front().line);
      EXPECT_GE(answer.nodes, nodes);
    }
  }
}

TEST(Engine, CountsNoMoreNodesThanAllowed) {
  for (const Variant variant : kVariants) {
    Engine engine(small());
    for (const std::uint64_t nodes : {500U, 5'000U, 50'000U}) {
      engine.new_game();
      EXPECT_LE(engine.think(Game(variant), within_nodes(nodes)).nodes, nodes);
    }
  }
}

TEST(Engine, SearchesToTheDepthAskedFor) {
  for (const Variant variant : kVariants) {
    Engine engine(small());
    for (int depth = 1; depth <= 4; ++depth) {
      EXPECT_EQ(engine.think(Game(variant), to_depth(depth)).lines.front().depth, depth);
    }
  }
}

TEST(Engine, AnswersWithinItsTime) {
  Engine engine(small());
  const Answer answer = engine.think(Game(Variant::OrdoX), within_time(Milliseconds{100}));
  EXPECT_LT(answer.time.count(), 2'000) << "generous, for machines with other things to do";
}

/// As many as there are turns, if these are few; each begins with another turn, and the best comes first.
void expect_distinct_lines(const Position& position, const std::vector<Report>& lines) {
  ASSERT_EQ(lines.size(), std::min<std::uint64_t>(4, rules::count_turns(position)));
  std::set<rules::Turn> firsts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].number, static_cast<int>(i) + 1);
    expect_legal(Game(position), lines[i].line);
    firsts.insert(lines[i].line.front());
    EXPECT_LE(lines[i].score, lines[i > 0 ? i - 1 : 0].score);
  }
  EXPECT_EQ(firsts.size(), lines.size());
}

TEST(Engine, SeveralLinesAreDistinctAndTheBestComesFirst) {
  for (const Variant variant : kVariants) {
    Engine engine(small(4));
    for (const Position& position : random_positions(variant, support::scaled(10))) {
      SCOPED_TRACE(rules::to_fen(position));
      for (int depth = 1; depth <= 3; ++depth) {
        const Answer answer = engine.think(Game(position), to_depth(depth));
        expect_distinct_lines(position, answer.lines);
        EXPECT_EQ(answer.lines.front().line.front(), *answer.best);
      }
    }
  }
}

TEST(Engine, AsksForMoreLinesThanThereAreTurns) {
  // Black is split and has three ways to reconnect.
  const Game game(position_of(Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"));
  Engine engine(small(10));
  EXPECT_EQ(engine.think(game, to_depth(4)).lines.size(), 3U);
}

TEST(Engine, OneThreadCountsTheSameNodesEachTime) {
  for (const Variant variant : kVariants) {
    Engine engine(small());
    const Answer first = engine.think(Game(variant), to_depth(5));
    engine.new_game();
    const Answer second = engine.think(Game(variant), to_depth(5));
    const Answer elsewhere = Engine(small()).think(Game(variant), to_depth(5));
    EXPECT_EQ(first.nodes, second.nodes) << "new_game() forgets everything";
    EXPECT_EQ(first.nodes, elsewhere.nodes);
    EXPECT_EQ(*first.best, *second.best);
    EXPECT_EQ(first.lines.front().score, second.lines.front().score);
  }
}

TEST(Engine, ChangedOptionsTakeEffect) {
  Engine engine(small());
  EngineOptions options = engine.options();
  EXPECT_EQ(options.hash_megabytes, 1U);
  options.lines = 3;
  options.hash_megabytes = 2;
  engine.configure(options);
  EXPECT_EQ(engine.options().lines, 3);
  EXPECT_EQ(engine.think(Game(Variant::Ordo), to_depth(2)).lines.size(), 3U);
  options.lines = 1;
  engine.configure(options);
  engine.new_game();
  const Answer with_all = engine.think(Game(Variant::Ordo), to_depth(4));
  EXPECT_EQ(with_all.lines.size(), 1U);
  for (const thinking::FeatureName& feature : thinking::kFeatureNames)
    options.features.*feature.member = false;
  engine.configure(options);
  engine.new_game();
  EXPECT_GT(engine.think(Game(Variant::Ordo), to_depth(4)).nodes, with_all.nodes) << "plain search is slower";
}

/// White, to move, wins by force; instead both sides go to and fro, and Black could bring the first position
/// back for the third time.
constexpr std::string_view kCircling = "10/10/ww8/1ww7/bb8/1b8/10/10 w";
constexpr std::array<std::string_view, 4> kCircle = {"b6-c6", "b4-c4", "c6-b6", "c4-b4"};

TEST(Engine, TheWorseSideHeadsForTheThirdRepetition) {
  Game game(position_of(Variant::Ordo, kCircling));
  for (std::size_t i = 0; i < 7; ++i) ASSERT_TRUE(game.play(kCircle[i % 4]));
  Engine engine(small());
  const Answer answer = engine.think(game, to_depth(8));
  EXPECT_EQ(rules::to_text(*answer.best), kCircle[3]);
  EXPECT_EQ(answer.lines.front().score, Score(0));
  engine.new_game();
  EXPECT_TRUE(engine.think(Game(game.position()), to_depth(8)).lines.front().score.is_loss())
      << "without its history the position is lost";
}

TEST(Engine, TheBetterSideAvoidsRepetition) {
  Game game(position_of(Variant::Ordo, kCircling));
  for (const std::string_view turn : kCircle) ASSERT_TRUE(game.play(turn));
  Engine engine(small());
  const Answer answer = engine.think(game, to_depth(8));
  EXPECT_EQ(answer.lines.front().score.turns_to_win(), 2);
  game.play(*answer.best);
  EXPECT_EQ(game.repetitions(), 1);
}

TEST(Engine, EveryLevelPlaysLegalTurns) {
  for (int level = 1; level <= kMaxLevel; ++level) {
    for (const Variant variant : kVariants) {
      Engine engine(at_level(level, 5));
      Game game(variant);
      for (int turns = 0; turns < 6 && !game.outcome(); ++turns) {
        const Answer answer = engine.think(game, within_time(Milliseconds{30}));
        ASSERT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best)) << level;
        game.play(*answer.best);
      }
    }
  }
}

TEST(Engine, ALevelWithASeedPlaysTheSameGameAgain) {
  const auto play = [] {
    Engine engine(at_level(2, 9));
    Game game(Variant::Ordo);
    while (game.turns().size() < 10) game.play(*engine.think(game, {}).best);
    return std::vector(game.turns().begin(), game.turns().end());
  };
  EXPECT_EQ(play(), play());
}

}  // namespace
}  // namespace ordo::search
