// The course of a game: turns, repetition, endings and taking back.
#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/repetition.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Color;
using rules::Ending;
using rules::Game;
using rules::Outcome;
using rules::Position;
using rules::Reason;
using rules::Turn;
using rules::Variant;

constexpr std::array<Variant, 2> kVariants = {Variant::Ordo, Variant::OrdoX};

Game game_from(Variant variant, std::string_view fen) {
  const auto position = rules::parse_fen(variant, fen);
  EXPECT_TRUE(position.ok()) << position.error().message;
  return Game(position.ok() ? *position : Position::initial(variant));
}

void play_all(Game& game, std::initializer_list<std::string_view> turns) {
  for (const std::string_view text : turns) {
    const auto turn = game.play(text);
    ASSERT_TRUE(turn.ok()) << turn.error().message;
  }
}

/// A lone piece each, which can go to and fro for ever.
constexpr std::string_view kShuffling = "10/10/7b2/10/10/2w7/10/10 w";

TEST(Game, StartsFromTheInitialSetup) {
  for (const Variant variant : kVariants) {
    const Game game(variant);
    EXPECT_EQ(game.variant(), variant);
    EXPECT_EQ(game.position(), Position::initial(variant));
    EXPECT_EQ(game.start(), Position::initial(variant));
    EXPECT_EQ(game.positions().size(), 1U);
    EXPECT_TRUE(game.turns().empty());
    EXPECT_EQ(game.outcome(), std::nullopt);
    EXPECT_EQ(game.repetitions(), 1);
  }
}

TEST(Game, KeepsEveryTurnAndPosition) {
  Game game(Variant::Ordo);
  play_all(game, {"c2-c4", "g7:h7-g5"});
  ASSERT_EQ(game.turns().size(), 2U);
  ASSERT_EQ(game.positions().size(), 3U);
  EXPECT_EQ(rules::to_text(game.turns()[0]), "c2-c4");
  EXPECT_EQ(rules::to_text(game.turns()[1]), "g7:h7-g5");
  EXPECT_EQ(game.positions()[1], game.start().after(game.turns()[0]));
  EXPECT_EQ(game.position(), game.positions()[1].after(game.turns()[1]));
}

TEST(Game, ARefusedTurnChangesNothing) {
  Game game(Variant::Ordo);
  play_all(game, {"c2-c4"});
  const Position before = game.position();
  for (const char* const text : {"c4-c5", "b7-b9", "", "a7-a2"}) {
    EXPECT_FALSE(game.play(text).ok()) << text;
    EXPECT_EQ(game.position(), before);
    EXPECT_EQ(game.turns().size(), 1U);
  }
}

TEST(Game, TheSamePositionForTheThirdTimeIsADraw) {
  Game game = game_from(Variant::Ordo, kShuffling);
  play_all(game, {"c3-d3", "h6-g6", "d3-c3", "g6-h6"});
  EXPECT_EQ(game.repetitions(), 2);
  EXPECT_EQ(game.outcome(), std::nullopt);
  play_all(game, {"c3-d3", "h6-g6", "d3-c3"});
  EXPECT_EQ(game.repetitions(), 2);
  EXPECT_EQ(game.outcome(), std::nullopt);
  play_all(game, {"g6-h6"});
  EXPECT_EQ(game.repetitions(), 3);
  EXPECT_EQ(game.outcome(), (Outcome{std::nullopt, Ending::Repetition}));
  const auto refused = game.play("c3-d3");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().reason, Reason::GameOver);
}

TEST(Game, RepetitionNeedsTheSameSideToMove) {
  // White needs one turn to step aside and Black two for the same squares: three times the same pieces, but
  // only twice with White to move.
  Game game = game_from(Variant::Ordo, kShuffling);
  play_all(game, {"c3-d3", "h6-g6", "d3-e3", "g6-h6", "e3-c3"});
  EXPECT_EQ(game.position().pieces(Color::White), game.start().pieces(Color::White));
  EXPECT_EQ(game.position().pieces(Color::Black), game.start().pieces(Color::Black));
  EXPECT_EQ(game.repetitions(), 1);
}

TEST(Game, RepetitionsNeedNotFollowEachOther) {
  Game game = game_from(Variant::Ordo, kShuffling);
  play_all(game, {"c3-d3", "h6-g6", "d3-c3", "g6-h6", "c3-b3", "h6-i6", "b3-c3"});
  EXPECT_EQ(game.outcome(), std::nullopt);
  play_all(game, {"i6-h6"});
  EXPECT_EQ(game.outcome(), (Outcome{std::nullopt, Ending::Repetition}));
}

TEST(Game, RepetitionIsSeenAlsoWhereTheLastPositionIsLeftOut) {
  Game game = game_from(Variant::Ordo, kShuffling);
  play_all(game, {"c3-d3", "h6-g6", "d3-c3", "g6-h6"});
  for (const std::size_t known : {4U, 3U, 2U, 1U}) {
    EXPECT_EQ(repetitions(game.positions().first(known), game.position()), 2) << known;
  }
  EXPECT_EQ(repetitions({}, game.position()), 1);
}

TEST(Game, TakingBackUndoesARepetition) {
  Game game = game_from(Variant::Ordo, kShuffling);
  play_all(game, {"c3-d3", "h6-g6", "d3-c3", "g6-h6", "c3-d3", "h6-g6", "d3-c3", "g6-h6"});
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.outcome(), std::nullopt);
  EXPECT_EQ(game.turns().size(), 7U);
  play_all(game, {"g6-f6"});
  EXPECT_EQ(game.outcome(), std::nullopt);
}

struct LastTurn {
  Variant variant;
  std::string_view fen;
  std::string_view text;
  Outcome outcome;
};

constexpr std::array<LastTurn, 6> kLastTurns = {{
    {Variant::Ordo, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w", "d5-d8", {Color::White, Ending::HomeRow}},
    {Variant::OrdoX, "3b6/3bb5/3w6/10/10/10/10/10 w", "d6-b6,b6-b8", {Color::White, Ending::HomeRow}},
    {Variant::Ordo, "10/10/10/3b6/10/5w4/10/10 b", "d5xf3", {Color::Black, Ending::LastPiece}},
    {Variant::OrdoX, "10/10/10/4w1b3/10/10/10/10 w", "e5xg5", {Color::White, Ending::LastPiece}},
    {Variant::OrdoX, "10/10/10/3b6/10/5w4/10/10 b", "d5xf3", {Color::Black, Ending::LastPiece}},
    {Variant::Ordo, "9b/7bb1/5bb3/10/7w2/10/10/10 w", "h4xh7", {Color::White, Ending::CannotReconnect}},
}};

TEST(Game, ATurnThatDecidesEndsTheGame) {
  for (const LastTurn& last : kLastTurns) {
    SCOPED_TRACE(last.fen);
    Game game = game_from(last.variant, last.fen);
    play_all(game, {last.text});
    EXPECT_EQ(game.outcome(), last.outcome);
    EXPECT_FALSE(game.resign(Color::White));
    EXPECT_FALSE(game.lose_on_time(Color::Black));
    EXPECT_FALSE(game.agree_draw());
    EXPECT_EQ(game.outcome(), last.outcome);
    const auto refused = game.play("a1-a2");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().reason, Reason::GameOver) << refused.error().message;
  }
}

TEST(Game, TakingBackTheTurnThatDecidedLetsTheGameGoOn) {
  for (const LastTurn& last : kLastTurns) {
    SCOPED_TRACE(last.fen);
    Game game = game_from(last.variant, last.fen);
    play_all(game, {last.text});
    EXPECT_TRUE(game.take_back());
    EXPECT_EQ(game.outcome(), std::nullopt);
    EXPECT_EQ(rules::to_fen(game.position()), last.fen);
    EXPECT_FALSE(game.take_back());
    play_all(game, {last.text});
    EXPECT_EQ(game.outcome(), last.outcome);
  }
}

TEST(Game, PlayersEndItByResignationTimeOrAgreement) {
  struct Case {
    bool (*end)(Game&);
    Outcome outcome;
  };
  const std::array<Case, 5> cases = {{
      {[](Game& game) { return game.resign(Color::White); }, {Color::Black, Ending::Resignation}},
      {[](Game& game) { return game.resign(Color::Black); }, {Color::White, Ending::Resignation}},
      {[](Game& game) { return game.lose_on_time(Color::White); }, {Color::Black, Ending::Time}},
      {[](Game& game) { return game.lose_on_time(Color::Black); }, {Color::White, Ending::Time}},
      {[](Game& game) { return game.agree_draw(); }, {std::nullopt, Ending::Agreement}},
  }};
  for (const Variant variant : kVariants) {
    for (const Case& c : cases) {
      Game game(variant);
      play_all(game, {"c2-c4"});
      EXPECT_TRUE(c.end(game));
      EXPECT_EQ(game.outcome(), c.outcome);
      EXPECT_FALSE(c.end(game)) << "it has ended already";
      EXPECT_FALSE(game.play("c7-c5").ok());
      EXPECT_TRUE(game.take_back());
      EXPECT_EQ(game.outcome(), std::nullopt);
      EXPECT_EQ(game.turns().size(), 1U) << "only the ending is taken back";
      play_all(game, {"c7-c5"});
    }
  }
}

TEST(Game, NothingIsTakenBackAtTheStart) {
  Game game(Variant::Ordo);
  EXPECT_FALSE(game.take_back());
  EXPECT_TRUE(game.agree_draw());
  EXPECT_TRUE(game.take_back());
  EXPECT_FALSE(game.take_back());
}

TEST(Game, AStartWithoutALegalTurnIsOver) {
  Game game = game_from(Variant::Ordo, "9b/7wb1/5bb3/10/10/10/10/10 b");
  EXPECT_EQ(game.outcome(), (Outcome{Color::White, Ending::CannotReconnect}));
  EXPECT_FALSE(game.take_back());
  EXPECT_TRUE(game.outcome().has_value());
}

TEST(Game, TakingBackAWholeGameShowsEveryPositionAgain) {
  for (const Variant variant : kVariants) {
    support::Random random(31);
    for (int games = support::scaled(30); games > 0; --games) {
      Game game(variant);
      std::vector<Position> seen{game.position()};
      while (!game.outcome() && seen.size() < 150) {
        std::vector<Turn> turns;
        rules::for_each_turn(game.position(), [&](const Turn& turn) { turns.push_back(turn); });
        game.play(random.pick(turns));
        seen.push_back(game.position());
      }
      for (; seen.size() > 1; seen.pop_back()) {
        EXPECT_EQ(game.position(), seen.back());
        EXPECT_EQ(game.positions().size(), seen.size());
        ASSERT_TRUE(game.take_back());
        EXPECT_EQ(game.outcome(), std::nullopt);
      }
      EXPECT_EQ(game.position(), Position::initial(variant));
      EXPECT_FALSE(game.take_back());
    }
  }
}

}  // namespace
}  // namespace ordo
