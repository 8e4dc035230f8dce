// Drawings of the board, as they are meant to look.
#include <string>

#include <gtest/gtest.h>

#include "apps/terminal/board_text.h"
#include "apps/terminal/game_view.h"
#include "rules/fen.h"
#include "rules/game.h"

namespace ordo::apps {
namespace {

using rules::Game;
using rules::Variant;

Game game_from(Variant variant, std::string_view fen) { return Game(*rules::parse_fen(variant, fen)); }

std::string drawn(const Game& game, const BoardStyle& style) { return draw(view_of(game, {}), style); }

constexpr BoardStyle kPlain{};
constexpr BoardStyle kAscii{.utf8 = false};

TEST(BoardText, InitialSetup) {
  EXPECT_EQ(drawn(Game(Variant::Ordo), kPlain),
            "     a  b  c  d  e  f  g  h  i  j\n"
            "   ┌──────────────────────────────┐\n"
            " 8 │ ·  ·  ●  ●  ·  ·  ●  ●  ·  · │ 8   Ordo, turn 1\n"
            " 7 │ ●  ●  ●  ●  ●  ●  ●  ●  ●  ● │ 7\n"
            " 6 │ ●  ●  ·  ·  ●  ●  ·  ·  ●  ● │ 6\n"
            " 5 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 5   ● Black: 20 pieces in one group\n"
            " 4 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │ 4   ○ White: 20 pieces in one group\n"
            " 3 │ ○  ○  ·  ·  ○  ○  ·  ·  ○  ○ │ 3\n"
            " 2 │ ○  ○  ○  ○  ○  ○  ○  ○  ○  ○ │ 2\n"
            " 1 │ ·  ·  ○  ○  ·  ·  ○  ○  ·  · │ 1   White to move, 56 turns\n"
            "   └──────────────────────────────┘\n"
            "     a  b  c  d  e  f  g  h  i  j\n");
}

TEST(BoardText, SeenFromBlackInAscii) {
  Game game(Variant::OrdoX);
  ASSERT_TRUE(game.play("g2:h2-g4").ok());
  BoardStyle style = kAscii;
  style.flipped = true;
  EXPECT_EQ(draw(view_of(game, {"Ada", "Grace"}), style),
            "     j  i  h  g  f  e  d  c  b  a\n"
            "   +------------------------------+\n"
            " 1 | .  .  O  O  .  .  O  O  .  . | 1   Ordo X, turn 1\n"
            " 2 | O  O [    ] O  O  O  O  O  O | 2   White played g2:h2-g4\n"
            " 3 | O  O  .  .  O  O  .  .  O  O | 3\n"
            " 4 | .  . [O  O] .  .  .  .  .  . | 4   O White (Ada): 20 pieces in one group\n"
            " 5 | .  .  .  .  .  .  .  .  .  . | 5   @ Black (Grace): 20 pieces in one group\n"
            " 6 | @  @  .  .  @  @  .  .  @  @ | 6\n"
            " 7 | @  @  @  @  @  @  @  @  @  @ | 7\n"
            " 8 | .  .  @  @  .  .  @  @  .  . | 8   Black to move, 2028 turns\n"
            "   +------------------------------+\n"
            "     j  i  h  g  f  e  d  c  b  a\n");
}

TEST(BoardText, StagedPreparationHasRoundBrackets) {
  const Game game(Variant::OrdoX);
  const rules::Part preparation = rules::Part::singleton({4, 2}, {3, 2}, false);
  const std::string text = draw(view_of(game, {}, preparation), kPlain);
  EXPECT_NE(text.find(" 3 │ ○  ○  · (○)( ) ○  ·  ·  ○  ○ │ 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("White prepared e3-d3"), std::string::npos) << text;
  EXPECT_NE(text.find("White to advance, 62 ways"), std::string::npos) << text;
}

TEST(BoardText, SplitGroupAndWhatIsApart) {
  const std::string text = drawn(game_from(Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"), kPlain);
  EXPECT_NE(text.find("● Black: 5 pieces in 2 groups\n"), std::string::npos) << text;
  EXPECT_NE(text.find("apart: g5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Black must reconnect, 3 turns\n"), std::string::npos) << text;
}

TEST(BoardText, RemovedSubgroupIsCrossedOut) {
  Game game = game_from(Variant::OrdoX, "10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w");
  ASSERT_TRUE(game.play("i2xf5").ok());
  const std::string text = drawn(game, kPlain);
  EXPECT_NE(text.find(" 6 │ ·  ●  ●  ●  ●  ·  ×  ·  ·  · │ 6\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" 5 │ ·  ·  ●  ·  · [○] ·  ×  ·  · │ 5 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 2 │ ·  ·  ·  ○  ○  ·  ·  ○ [ ] · │ 2\n"), std::string::npos) << text;
}

TEST(BoardText, EndOfTheGameInWords) {
  Game game = game_from(Variant::Ordo, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w");
  ASSERT_TRUE(game.play("d5-d8").ok());
  const std::string text = drawn(game, kPlain);
  EXPECT_NE(text.find("White wins: reached the home row."), std::string::npos) << text;
  EXPECT_EQ(text.find("to move"), std::string::npos) << text;
}

TEST(BoardText, LinesAreOfEqualWidthUpToTheNotes) {
  for (const bool utf8 : {true, false}) {
    std::string text = drawn(Game(Variant::Ordo), {.utf8 = utf8});
    for (std::size_t start = 0; start < text.size(); start = text.find('\n', start) + 1) {
      std::size_t width = 0;
      for (std::size_t i = start; text[i] != '\n'; ++i) width += (text[i] & 0xC0) != 0x80 ? 1U : 0U;
      EXPECT_GE(width, 33U);
      EXPECT_NE(text[start + 1], '\t');
    }
  }
}

TEST(BoardText, ColoursAddNothingButColours) {
  Game game(Variant::Ordo);
  ASSERT_TRUE(game.play("c2-c4").ok());
  for (const Palette palette : {Palette::Indexed, Palette::Full}) {
    const std::string text = drawn(game, {.palette = palette});
    EXPECT_NE(text.find(palette == Palette::Full ? "\033[48;2;" : "\033[48;5;"), std::string::npos);
    std::string bare;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\033') {
        bare += text[i];
        continue;
      }
      while (text[i] != 'm') ++i;
    }
    EXPECT_NE(bare.find(" 4  ·  · [○] ·  ·  ·  ·  ·  ·  ·  4 "), std::string::npos) << bare;
    EXPECT_NE(bare.find("White played c2-c4"), std::string::npos) << bare;
    EXPECT_EQ(text[text.size() - 2], 'm') << "the last colour is switched off";
  }
  EXPECT_EQ(drawn(game, kPlain).find('\033'), std::string::npos);
}

TEST(BoardText, NamesCannotCommandTheTerminal) {
  const std::string text = draw(view_of(Game(Variant::Ordo), {"\033[2J", "a\nb"}), kPlain);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text.find("Black (a?b)"), std::string::npos) << text;
}

TEST(BoardText, MarksOfATurnOfTwoParts) {
  Game game(Variant::OrdoX);
  ASSERT_TRUE(game.play("e3-d3,d3-e4").ok());
  const BoardMarks marks = marks_of(game.start(), game.turns()[0]);
  EXPECT_EQ(squares_text(marks.left), "d3 e3");
  EXPECT_EQ(squares_text(marks.reached), "e4");
  EXPECT_TRUE(marks.removed.none());
  EXPECT_FALSE(marks.staged);
}

}  // namespace
}  // namespace ordo::apps
