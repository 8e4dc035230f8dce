// The engine with endgame tables: it plays what they say, and believes nothing else.
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "search/engine.h"
#include "search/line.h"
#include "search/table_root.h"
#include "support/scale.h"
#include "support/table_positions.h"
#include "tablebase/table_files.h"

namespace ordo::search {
namespace {

using rules::Variant;
using tablebase::Value;

[[nodiscard]] const tablebase::Tables& tables() {
  static const auto kTables = [] {
    auto all = std::make_unique<tablebase::Tables>();
    tablebase::add_builtin(*all);
    return all;
  }();
  return *kTables;
}

[[nodiscard]] EngineOptions with_tables() {
  EngineOptions options;
  options.hash_megabytes = 1;
  options.table_path = tablebase::kBuiltin;
  return options;
}

[[nodiscard]] Limits nodes(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

[[nodiscard]] Score score_of(const tablebase::Verdict& verdict) {
  return verdict.value == Value::Win    ? Score::win_after(verdict.plies)
         : verdict.value == Value::Loss ? Score::loss_after(verdict.plies)
                                        : Score(0);
}

TEST(Endgames, ArePlayedToTheEndInAsManyTurnsAsTheTablesSay) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::Random random(21);
    Engine engine(with_tables());
    const tablebase::ConnectedSets sets(3);
    for (int i = 0; i < support::scaled(30); ++i) {
      rules::Game game(support::table_position(variant, sets, sets, random));
      const auto verdict = tables().verdict(game.position());
      ASSERT_TRUE(verdict);
      if (verdict->value == Value::Draw) continue;
      int plies = 0;
      while (!game.outcome()) {
        const Answer answer = engine.think(game, nodes(1000));
        ASSERT_TRUE(answer.lines.front().from_table);
        ASSERT_EQ(answer.lines.front().score, score_of(*tables().verdict(game.position())));
        game.play(*answer.best);
        ++plies;
      }
      EXPECT_EQ(plies, verdict->plies) << rules::to_fen(game.positions().front());
    }
  }
}

/// What a turn leads to, for who plays it.
[[nodiscard]] Value value_of(const rules::Position& position, const rules::Turn& turn) {
  const rules::Position next = position.after(turn);
  if (rules::outcome(next)) return Value::Win;
  const Value value = tables().verdict(next)->value;
  return value == Value::Win ? Value::Loss : value == Value::Loss ? Value::Win : Value::Draw;
}

/// What is advised to who has time for so many tiles keeps what the position is worth. True if a turn is.
[[nodiscard]] bool keeps_its_worth(const tablebase::Tables& cold, const rules::Position& position,
                                   int patience) {
  int asked = 0;
  const Advice advice = ask_tables(cold, rules::Game(position), 1, [&] { return asked++ >= patience; });
  const Value worth = tables().verdict(position)->value;
  if (advice.answer) {
    EXPECT_EQ(value_of(position, *advice.answer->best), worth) << rules::to_fen(position);
  }
  if (!advice.excluded.empty()) {
    int left = 0;
    rules::for_each_turn(position, [&](const rules::Turn& turn) {
      const auto& excluded = advice.excluded;
      if (std::find(excluded.begin(), excluded.end(), seen_by_mover(position, turn)) != excluded.end())
        return;
      EXPECT_EQ(value_of(position, turn), worth) << rules::to_fen(position);
      ++left;
    });
    EXPECT_GT(left, 0) << rules::to_fen(position);
  }
  return advice.answer.has_value();
}

TEST(Endgames, AreNotGivenAwayHoweverFewTilesThereIsTimeFor) {
  const tablebase::ConnectedSets sets(4);
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const int patience : {0, 1, 2, 4, 8, 1000}) {
      support::Random random(5);
      tablebase::Tables cold;
      tablebase::add_builtin(cold);
      int answers = 0;
      const int count = support::scaled(16);
      for (int i = 0; i < count; ++i) {
        const rules::Position position = support::table_position(variant, sets, sets, random);
        answers += keeps_its_worth(cold, position, patience) ? 1 : 0;
      }
      EXPECT_GE(answers, patience < 8 ? 0 : patience == 8 ? count / 2 : count);  // quiet turns need two tiles
    }
  }
}

TEST(Endgames, AWinAtOnceIsSeenBeforeAnythingIsUnpacked) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const auto position = rules::parse_fen(variant, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w");
    ASSERT_TRUE(position.ok());
    Engine engine(with_tables());
    const Answer answer = engine.think(rules::Game(*position), nodes(100'000));
    EXPECT_EQ(answer.nodes, 1U);
    EXPECT_EQ(answer.lines.front().score, Score::win_after(1));
    EXPECT_TRUE(answer.lines.front().from_table);
    EXPECT_TRUE(rules::outcome(position->after(*answer.best)));
  }
}

TEST(Endgames, AreSeenByASearchThatReachesThem) {
  // Five against four: a capture leads to what the tables know.
  const auto position = rules::parse_fen(Variant::Ordo, "10/10/3bb5/3bbw4/5w4/5ww3/6w3/10 w");
  ASSERT_TRUE(position.ok());
  Engine engine(with_tables());
  const Limits limits = nodes(support::full_scale() ? 20000 : 300);
  const Answer answer = engine.think(rules::Game(*position), limits);
  EXPECT_GT(answer.lines.front().table_hits, 0U);
  Engine without;
  EXPECT_EQ(without.think(rules::Game(*position), limits).lines.front().table_hits, 0U);
}

TEST(Endgames, AreNotForLevels) {
  const auto position = rules::parse_fen(Variant::Ordo, "10/10/10/2bb6/10/4w5/4w5/10 w");
  EngineOptions options = with_tables();
  options.level = 5;
  Engine engine(options);
  const Answer answer = engine.think(rules::Game(*position), nodes(1000));
  EXPECT_FALSE(answer.lines.front().from_table);
  EXPECT_EQ(answer.lines.front().table_hits, 0U);
}

TEST(Endgames, GiveAsManyLinesAsAreAskedForBestFirst) {
  EngineOptions options = with_tables();
  options.lines = 4;
  Engine engine(options);
  const auto position = rules::parse_fen(Variant::OrdoX, "10/10/10/2bb6/2b7/4w5/4ww4/10 w");
  const Answer answer = engine.think(rules::Game(*position), nodes(1000));
  ASSERT_EQ(answer.lines.size(), 4U);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_GE(answer.lines[i - 1].score, answer.lines[i].score);
}

TEST(Endgames, ThatCannotBeReadAreSaidOnceAndMissed) {
  EngineOptions options = with_tables();
  options.table_path = "/nowhere/at/all";
  Engine engine(options);
  const auto complaints = engine.complaints();
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_NE(complaints[0].find("/nowhere/at/all"), std::string::npos);
  EXPECT_TRUE(engine.complaints().empty());
  // What is built in is still there.
  const auto position = rules::parse_fen(Variant::Ordo, "10/10/10/2bb6/10/4w5/4w5/10 w");
  EXPECT_TRUE(engine.think(rules::Game(*position), nodes(1000)).lines.front().from_table);
}

/// The sideways turns of a position that can be taken back.
[[nodiscard]] std::vector<rules::Turn> to_and_fro(const rules::Position& position) {
  std::vector<rules::Turn> turns;
  rules::for_each_turn(position, [&](const rules::Turn& turn) {
    if (turn.first().is_sideways() && !turn.first().captures()) turns.push_back(turn);
  });
  return turns;
}

[[nodiscard]] rules::Turn back(const rules::Turn& turn) {
  const rules::Part part = turn.first();
  return rules::Turn(rules::Part::of(part.shape(), part.to(), part.from(), false));
}

/// A game that comes to `start` for the second time, with White to move, after `turn` has led from it to what
/// then stood twice: played once more it draws. Nothing if Black has no time to waste.
[[nodiscard]] std::optional<rules::Game> game_to_and_fro(const rules::Position& start,
                                                         const rules::Turn& turn) {
  const rules::Position after = start.after(turn);
  for (const rules::Turn& answer : to_and_fro(after)) {
    rules::Game game(after);
    bool played = true;
    for (const rules::Turn& next :
         {answer, back(turn), back(answer), turn, answer, back(turn), back(answer)}) {
      played = played && !game.outcome() && rules::is_legal(game.position(), next);
      if (played) game.play(next);
    }
    if (played && !game.outcome() && game.position() == start) return game;
  }
  return std::nullopt;
}

TEST(Endgames, AreNotThrownAwayByAPositionForTheThirdTime) {
  support::Random random(2);
  const tablebase::ConnectedSets sets(2);
  Engine engine(with_tables());
  int avoided = 0;
  for (int i = 0; i < 3000; ++i) {
    const rules::Position start = support::table_position(Variant::Ordo, sets, sets, random);
    const auto turns = tables().turns(start);
    if (turns.size() < 2 || turns[0].verdict->value != Value::Win || turns[1].verdict->value != Value::Win)
      continue;
    const rules::Turn best = turns[0].turn;
    if (!best.first().is_sideways() || best.first().captures()) continue;
    const auto game = game_to_and_fro(start, best);
    if (!game) continue;
    ++avoided;
    const Answer answer = engine.think(*game, nodes(1000));
    EXPECT_NE(answer.best, best) << rules::to_fen(start);
    EXPECT_GE(answer.lines.front().score, Score(0));
  }
  EXPECT_GT(avoided, 0);
}

}  // namespace
}  // namespace ordo::search
