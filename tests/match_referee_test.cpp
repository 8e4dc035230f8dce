// Single games with engines that play well, play badly, or misbehave in every way we could think of.
#include <array>
#include <atomic>
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/referee.h"
#include "rules/fen.h"

namespace ordo {
namespace {

using engines::Client;
using engines::Fault;
using match::Contestant;
using match::GameRules;
using match::PlayedGame;
using rules::Color;
using rules::Variant;
using std::chrono::milliseconds;
using testing::HasSubstr;

/// For starting up, which a busy machine takes its time with.
constexpr milliseconds kPatience{60'000};
/// With an engine that will never answer.
constexpr milliseconds kShortPatience{2000};

Contestant fake(const std::string& mode, int after = 0) {
  Contestant contestant;
  contestant.name = mode;
  contestant.command = {ORDO_FAKE_ENGINE, mode, std::to_string(after)};
  contestant.pace.move_time = std::chrono::hours(1);  // not to be needed
  return contestant;
}

rules::Position start_of(Variant variant = Variant::Ordo) { return rules::Position::initial(variant); }

/// Two engines against each other.
class Pairing {
 public:
  Pairing(Contestant white, Contestant black, Variant variant = Variant::Ordo,
          milliseconds patience = kPatience)
      : contestants_{std::move(white), std::move(black)}, variant_(variant), patience_(patience) {}

  PlayedGame play(const rules::Position& start, const GameRules& game_rules = {}) {
    return match::play_game(start, {white_, contestants_[0].pace}, {black_, contestants_[1].pace},
                            game_rules);
  }
  PlayedGame play() { return play(start_of(variant_)); }

 private:
  std::array<Contestant, 2> contestants_;
  Variant variant_;
  milliseconds patience_;
  std::atomic<bool> outside_{false};
  engines::StopSignal stop_{outside_};
  Client white_{contestants_[0], variant_, patience_, stop_};
  Client black_{contestants_[1], variant_, patience_, stop_};
};

TEST(Referee, PlaysAGameToItsEndByTheRules) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Pairing pairing(fake("good"), fake("good"), variant);
    const PlayedGame played = pairing.play();
    EXPECT_FALSE(played.foul.has_value());
    ASSERT_TRUE(played.game.outcome().has_value());
    EXPECT_EQ(played.winner(), played.game.outcome()->winner);
    const std::size_t plies = played.game.turns().size();
    EXPECT_EQ(played.effort[0].turns, (plies + 1) / 2);
    EXPECT_EQ(played.effort[1].turns, plies / 2);
    EXPECT_EQ(played.effort[0].depth, 3 * played.effort[0].told);
    EXPECT_EQ(played.effort[0].nodes, 100 * played.effort[0].told);
  }
}

TEST(Referee, StartsFromAnyPositionWithEitherSide) {
  const auto start = rules::parse_fen(Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b");
  ASSERT_TRUE(start.ok());
  Pairing pairing(fake("good"), fake("good"));
  EXPECT_TRUE(pairing.play(*start).game.outcome().has_value());
}

TEST(Referee, TooManyTurnsAreADraw) {
  Pairing pairing(fake("good"), fake("good"));
  GameRules short_game;
  short_game.max_plies = 5;
  const PlayedGame adjudicated = pairing.play(start_of(), short_game);
  EXPECT_EQ(adjudicated.game.turns().size(), 5U);
  EXPECT_FALSE(adjudicated.game.outcome().has_value());
  EXPECT_FALSE(adjudicated.foul.has_value());
  EXPECT_EQ(adjudicated.winner(), std::nullopt);
}

/// An engine that has this to say of the game, as the mode `says:` of the fake engine takes it.
Contestant saying(const std::string& words) { return fake("says:" + words); }

GameRules resigning_at(int score, int turns) {
  GameRules game_rules;
  game_rules.resignation = match::ResignRule{score, turns};
  game_rules.max_plies = 20;
  return game_rules;
}

TEST(Referee, LoserResignsWhenBothEnginesSayThatItLoses) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Pairing white_loses(saying("score cp -600"), saying("score cp 600"), variant);
    const PlayedGame lost = white_loses.play(start_of(variant), resigning_at(600, 3));
    ASSERT_TRUE(lost.game.outcome().has_value());
    EXPECT_EQ(*lost.game.outcome(), (rules::Outcome{Color::Black, rules::Ending::Resignation}));
    EXPECT_EQ(lost.winner(), Color::Black);
    EXPECT_FALSE(lost.foul.has_value());
    EXPECT_EQ(lost.game.turns().size(), 6U);
    Pairing white_wins(saying("score cp 601"), saying("score cp -2000"), variant);
    const PlayedGame won = white_wins.play(start_of(variant), resigning_at(600, 1));
    EXPECT_EQ(won.winner(), Color::White);
    EXPECT_EQ(won.game.turns().size(), 2U);
  }
}

TEST(Referee, ProvenAndTableScoresAreSureEnoughForAnyResignation) {
  Pairing proven(saying("score win -7"), saying("score win 7"));
  EXPECT_EQ(proven.play(start_of(), resigning_at(20000, 2)).winner(), Color::Black);
  Pairing by_table(saying("score cp 24990"), saying("score cp -24991"));
  EXPECT_EQ(by_table.play(start_of(), resigning_at(20000, 2)).winner(), Color::White);
}

TEST(Referee, NobodyResignsWithoutAgreement) {
  const std::array<std::array<const char*, 2>, 7> quarrels = {{{"score cp 599", "score cp -600"},
                                                               {"score cp 600", "score cp -599"},
                                                               {"score cp 900", "score cp 900"},
                                                               {"score cp -900", "score cp -900"},
                                                               {"score win 3", "score win 3"},
                                                               {"score cp 900", "nodes 5"},
                                                               {"", "score cp -900"}}};
  for (const auto& [white, black] : quarrels) {
    Pairing pairing(saying(white), saying(black));
    const PlayedGame played = pairing.play(start_of(), resigning_at(600, 1));
    EXPECT_FALSE(played.game.outcome().has_value()) << white << " and " << black;
    EXPECT_EQ(played.game.turns().size(), 20U);
  }
}

TEST(Referee, AgreementMustLastWithoutAGap) {
  // One turn of doubt, or of silence, and both sides' turns are counted anew.
  for (const char* const gap : {"score cp 0", "nodes 1", "score cp 900"}) {
    const std::string words = "score cp -900|score cp -900|" + std::string(gap) + "|score cp -900";
    Pairing white_doubts(saying(words), saying("score cp 900"));
    EXPECT_EQ(white_doubts.play(start_of(), resigning_at(600, 3)).game.turns().size(), 5U + 6U) << gap;
    Pairing black_doubts(saying("score cp 900"), saying(words));
    EXPECT_EQ(black_doubts.play(start_of(), resigning_at(600, 3)).game.turns().size(), 6U + 6U) << gap;
  }
}

TEST(Referee, EachGameIsAgreedUponAnew) {
  Pairing pairing(saying("score cp -900"), saying("score cp 900"));
  GameRules game_rules = resigning_at(600, 3);
  game_rules.max_plies = 5;
  for (int game = 0; game < 2; ++game) EXPECT_EQ(pairing.play(start_of(), game_rules).winner(), std::nullopt);
}

TEST(Referee, NobodyResignsUnlessAskedTo) {
  Pairing pairing(saying("score win -1"), saying("score win 1"));
  GameRules game_rules;
  game_rules.max_plies = 20;
  EXPECT_FALSE(pairing.play(start_of(), game_rules).game.outcome().has_value());
}

struct Misdeed {
  const char* mode;
  Fault fault;
  const char* detail;
  bool is_slow = false;  ///< has little time, and uses it up at its first turn
};

class MisbehavingEngine : public testing::TestWithParam<Misdeed> {};

TEST_P(MisbehavingEngine, LosesAndOnlyItself) {
  const Misdeed& misdeed = GetParam();
  const std::size_t good_turns = misdeed.is_slow ? 0 : 2;
  Contestant bad = fake(misdeed.mode, static_cast<int>(good_turns));
  if (misdeed.is_slow) bad.pace.move_time = milliseconds(50);
  Pairing pairing(fake("good"), bad, Variant::Ordo, misdeed.is_slow ? kShortPatience : kPatience);
  // The turn after the good ones of each new process goes wrong: also after a restart, and with no harm to
  // the other engine.
  for (int game = 0; game < 2; ++game) {
    const PlayedGame played = pairing.play();
    ASSERT_TRUE(played.foul.has_value());
    EXPECT_EQ(played.foul->by, Color::Black);
    EXPECT_EQ(name(played.foul->trouble.fault), name(misdeed.fault));
    EXPECT_THAT(played.foul->trouble.detail, HasSubstr(misdeed.detail));
    EXPECT_EQ(played.winner(), Color::White);
    EXPECT_EQ(played.game.turns().size(), 2 * good_turns + 1);
    EXPECT_EQ(played.effort[0].turns, good_turns + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Referee, MisbehavingEngine,
                         testing::Values(Misdeed{"crash", Fault::Crash, "exit code 3: 'out of luck'"},
                                         Misdeed{"abort", Fault::Crash, "signal 9"},
                                         Misdeed{"hang", Fault::Hang, "no answer", true},
                                         Misdeed{"flood", Fault::Hang, "no answer", true},
                                         Misdeed{"late", Fault::Time, "50.0 ms left", true},
                                         Misdeed{"illegal", Fault::Illegal, "'a5-a6': "},
                                         Misdeed{"stuck", Fault::Illegal, "a2-a4"},
                                         Misdeed{"garbage", Fault::Malformed, "'\\x01\\xFFrubbish': "},
                                         Misdeed{"empty", Fault::Malformed, "without a turn"},
                                         Misdeed{"endless", Fault::Malformed,
                                                 "a line of more than 65536 bytes"}),
                         [](const auto& chosen) { return std::string(chosen.param.mode); });

TEST(Referee, LateAnswerIsALossOnTimeInTheGameToo) {
  Contestant late = fake("late");
  late.pace.move_time = milliseconds(50);
  Pairing pairing(late, fake("good"));
  const PlayedGame played = pairing.play();
  ASSERT_TRUE(played.game.outcome().has_value());
  EXPECT_EQ(*played.game.outcome(), (rules::Outcome{Color::Black, rules::Ending::Time}));
}

TEST(Referee, MarginForgivesABusyMachine) {
  Contestant late = fake("late");
  late.pace.move_time = milliseconds(50);
  Pairing pairing(late, fake("good"));
  GameRules lenient;
  lenient.margin = std::chrono::minutes(10);
  lenient.max_plies = 2;
  EXPECT_FALSE(pairing.play(start_of(), lenient).foul.has_value());
}

TEST(Referee, ClockRunsDownAndIncrementsAreAdded) {
  Contestant slow = fake("slow");  // 30 ms a turn
  slow.pace = {};
  slow.pace.clock = thinking::Clock{milliseconds(100), milliseconds(0)};
  GameRules strict;
  strict.margin = milliseconds(0);
  Pairing out_of_time(slow, fake("good"));
  const PlayedGame lost = out_of_time.play(start_of(), strict);
  ASSERT_TRUE(lost.foul.has_value());
  EXPECT_EQ(lost.foul->trouble.fault, Fault::Time);
  EXPECT_LE(lost.game.turns().size(), 6U);
  slow.pace.clock = thinking::Clock{milliseconds(60'000), milliseconds(60'000)};
  strict.max_plies = 12;
  Pairing in_time(slow, fake("good"));
  EXPECT_FALSE(in_time.play(start_of(), strict).foul.has_value());
}

TEST(Referee, AnswerNobodyAskedForIsNeverPlayed) {
  Pairing pairing(fake("twice", 1), fake("slow"));
  const PlayedGame played = pairing.play();
  ASSERT_TRUE(played.foul.has_value());
  EXPECT_EQ(played.foul->by, Color::White);
  EXPECT_EQ(played.foul->trouble.fault, Fault::Malformed);
}

Contestant pondering(const std::string& mode) {
  Contestant contestant = fake(mode);
  contestant.ponders = true;
  return contestant;
}

/// Of the fake engine's answers, those to what it had pondered about tell a depth of 9, and the others of 3.
TEST(Referee, WhoPondersIsToldOfTheHitAndAnswersWithWhatItHasThought) {
  Pairing pairing(pondering("good"), fake("good"));
  const PlayedGame played = pairing.play();
  EXPECT_FALSE(played.foul.has_value());
  ASSERT_TRUE(played.game.outcome().has_value());
  EXPECT_EQ(played.effort[0].depth, 3 + 9 * (played.effort[0].turns - 1));
  EXPECT_EQ(played.effort[1].depth, 3 * played.effort[1].turns);
}

TEST(Referee, WhoPondersAboutAnotherTurnIsStoppedAndAskedAnew) {
  GameRules short_game;
  short_game.max_plies = 10;
  Pairing pairing(pondering("mistaken"), fake("good"));
  Pairing without(fake("mistaken"), fake("good"));
  const PlayedGame played = pairing.play(start_of(), short_game);
  EXPECT_FALSE(played.foul.has_value());
  EXPECT_EQ(played.effort[0].turns, 5U);
  EXPECT_EQ(played.effort[0].depth, 3 * played.effort[0].turns);
  EXPECT_EQ(played.game.position(), without.play(start_of(), short_game).game.position());
}

TEST(Referee, WhoStillPondersWhenAGameEndsPlaysTheNext) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    GameRules short_game;
    short_game.max_plies = 3;
    Pairing pairing(pondering("good"), pondering("mistaken"), variant);
    for (int game = 0; game < 3; ++game) {
      EXPECT_FALSE(pairing.play(start_of(variant), short_game).foul.has_value());
    }
    EXPECT_TRUE(pairing.play().game.outcome().has_value());
  }
}

TEST(Referee, WhoDoesNotStopPonderingHangs) {
  Contestant restless = pondering("restless");
  restless.pace.move_time = milliseconds(50);
  Pairing pairing(restless, fake("good"), Variant::Ordo, kShortPatience);
  const PlayedGame played = pairing.play();
  ASSERT_TRUE(played.foul.has_value());
  EXPECT_EQ(played.foul->by, Color::White);
  EXPECT_EQ(played.foul->trouble.fault, Fault::Hang);
  EXPECT_EQ(played.game.turns().size(), 2U);
}

TEST(Referee, ChatterBetweenGamesIsIgnored) {
  Pairing pairing(fake("chatty"), fake("good"));
  for (int game = 0; game < 2; ++game) EXPECT_FALSE(pairing.play().foul.has_value());
}

}  // namespace
}  // namespace ordo
