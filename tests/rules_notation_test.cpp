// Turns as text: the syntax, what a text means in a position, and the canonical text.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::rules {
namespace {

Square square(std::string_view text) { return Square::parse(text).value(); }

Position position(Variant variant, std::string_view fen) {
  const auto result = parse_fen(variant, fen);
  EXPECT_TRUE(result.ok()) << fen << ": " << result.error().message;
  return *result;
}

/// Canonical text of what was read, or the reason against it.
std::string read(const Position& position, std::string_view text) {
  const auto turn = read_turn(position, text);
  return turn ? to_text(*turn) : std::string(name(turn.error().reason)) + ": " + turn.error().message;
}

std::string syntax_error(std::string_view text) {
  const auto turn = parse_turn(text);
  return turn ? "accepted" : std::to_string(turn.error().column) + ": " + turn.error().message;
}

/// Every fifth position of random games in which somebody is to move.
std::vector<Position> sample(Variant variant, int size, std::uint64_t seed) {
  std::vector<Position> positions;
  support::RandomGames games(variant, seed);
  while (static_cast<int>(positions.size()) < size) {
    for (int i = 1; i < 5; ++i) static_cast<void>(games.next());
    const Position next = support::to_rules(games.next());
    if (has_turn(next)) positions.push_back(next);
  }
  return positions;
}

TEST(TurnSyntax, ReadsASingletonMove) {
  const auto turn = parse_turn("c2-c4");
  ASSERT_TRUE(turn.ok());
  const PartText expected{square("c2"), std::nullopt, square("c4"), false, std::nullopt};
  EXPECT_EQ(turn->first, expected);
  EXPECT_FALSE(turn->second.has_value());
}

TEST(TurnSyntax, ReadsACaptureWithItsChoice) {
  const auto turn = parse_turn("i2xf5=b6");
  ASSERT_TRUE(turn.ok());
  const PartText expected{square("i2"), std::nullopt, square("f5"), true, square("b6")};
  EXPECT_EQ(turn->first, expected);
}

TEST(TurnSyntax, ReadsAPreparationAndAnOrdoAdvance) {
  const auto turn = parse_turn("e3-d3,d3:d4-d5");
  ASSERT_TRUE(turn.ok());
  const PartText preparation{square("e3"), std::nullopt, square("d3"), false, std::nullopt};
  const PartText advance{square("d3"), square("d4"), square("d5"), false, std::nullopt};
  EXPECT_EQ(turn->first, preparation);
  EXPECT_EQ(turn->second, advance);
}

TEST(TurnSyntax, KeepsTheEndsInTheOrderInWhichTheyAreWritten) {
  const auto turn = parse_turn("h2:g2-h4");
  ASSERT_TRUE(turn.ok());
  EXPECT_EQ(turn->first.end, square("h2"));
  EXPECT_EQ(turn->first.other_end, square("g2"));
  EXPECT_EQ(turn->first.to, square("h4"));
}

TEST(TurnSyntax, AcceptsUpperCaseAndWhiteSpaceAroundPartsButNotWithin) {
  EXPECT_EQ(*parse_turn(" E3XD4=B6\n"), *parse_turn("e3xd4=b6"));
  EXPECT_EQ(*parse_turn("e3-d3, D3:D4-D5"), *parse_turn("e3-d3,d3:d4-d5"));
  EXPECT_EQ(*parse_turn("e3-d3 ,\n\td3:d4-d5"), *parse_turn("e3-d3,d3:d4-d5"));
  EXPECT_EQ(syntax_error("e3 -d3"), "3: expected '-', 'x' or ':' after the square, found ' -'");
}

TEST(TurnSyntax, SaysWhatIsMissingAndWhere) {
  EXPECT_EQ(syntax_error(""), "1: expected a square from a1 to j8, found the end");
  EXPECT_EQ(syntax_error("e"), "1: expected a square from a1 to j8, found 'e'");
  EXPECT_EQ(syntax_error("k1-k2"), "1: expected a square from a1 to j8, found 'k1'");
  EXPECT_EQ(syntax_error("a9-a8"), "1: expected a square from a1 to j8, found 'a9'");
  EXPECT_EQ(syntax_error("e3"), "3: expected '-', 'x' or ':' after the square, found the end");
  EXPECT_EQ(syntax_error("e3e4"), "3: expected '-', 'x' or ':' after the square, found 'e4'");
  EXPECT_EQ(syntax_error("e3:f3"), "6: expected '-' or 'x' after the square, found the end");
  EXPECT_EQ(syntax_error("e3:f3:g3-e4"), "6: expected '-' or 'x' after the square, found ':g'");
  EXPECT_EQ(syntax_error("e3-"), "4: expected a square from a1 to j8, found the end");
  EXPECT_EQ(syntax_error("e3-e4-e5"), "6: unexpected '-'");
  EXPECT_EQ(syntax_error("e3xe4="), "7: expected a square from a1 to j8, found the end");
  EXPECT_EQ(syntax_error("e3-d3,"), "7: expected a square from a1 to j8, found the end");
  EXPECT_EQ(syntax_error("e3-d3,,d3-d4"), "7: expected a square from a1 to j8, found ',d'");
  EXPECT_EQ(syntax_error("e3-d3,d3-d4,d4-d5"), "12: a turn has at most two parts");
  EXPECT_EQ(syntax_error("e3-e4!"), "6: unexpected '!'");
  EXPECT_EQ(syntax_error("e3-\xC3\xA4"), "4: expected a square from a1 to j8, found '\\xC3\\xA4'");
  EXPECT_EQ(syntax_error(std::string_view("e3\0", 3)),
            "3: expected '-', 'x' or ':' after the square, found '\\x00'");
}

TEST(Notation, ReadsAndWritesBackCanonicalText) {
  const Position ordo = Position::initial(Variant::Ordo);
  const Position ordo_x = Position::initial(Variant::OrdoX);
  EXPECT_EQ(read(ordo, "c2-c4"), "c2-c4");
  EXPECT_EQ(read(ordo, "g2:h2-g4"), "g2:h2-g4");
  EXPECT_EQ(read(ordo_x, "e3-d3,e2-e3"), "e3-d3,e2-e3");
}

TEST(Notation, EndsMayComeInEitherOrder) {
  const Position ordo = Position::initial(Variant::Ordo);
  EXPECT_EQ(read(ordo, "h2:g2-h4"), "g2:h2-g4");
  const Position ordo_x = position(Variant::OrdoX, "2bb6/2b1bbbb2/w2b6/w2w3w2/wwww3w2/4w1ww2/5w4/10 w");
  EXPECT_EQ(read(ordo_x, "a6:a4-b7"), "a4:a6-b5");
  EXPECT_EQ(read(ordo_x, "h3:g3-g4"), "g3:h3-f4");
  // With the lower end first the text would need a square outside the board.
  EXPECT_EQ(read(ordo_x, "a6:a4-a1"), "off-board: a6:a4-a1: the piece on a4 would leave the board");
}

TEST(Notation, CaseAndWhiteSpaceDoNotMatter) {
  const Position ordo = position(Variant::Ordo, "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w");
  EXPECT_EQ(read(ordo, "  D3XD6\t"), "d3xd6");
  EXPECT_EQ(read(Position::initial(Variant::OrdoX), "E3-D3, E2-E3"), "e3-d3,e2-e3");
}

TEST(Notation, AnySquareOfTheSubgroupThatStaysIsAccepted) {
  const Position ordo_x = position(Variant::OrdoX, "10/2b3b3/3bbb4/4w5/10/10/10/10 w");
  EXPECT_EQ(read(ordo_x, "e5xe6=c7"), "e5xe6=c7");
  EXPECT_EQ(read(ordo_x, "e5xe6=d6"), "e5xe6=c7");
  EXPECT_EQ(read(ordo_x, "e5xe6=f6"), "e5xe6=f6");
  EXPECT_EQ(read(ordo_x, "e5xe6=g7"), "e5xe6=f6");
}

TEST(Notation, ASubgroupIsNamedByItsLowestFileThenItsLowestRank) {
  // Black keeps b5-b6-c4 or g6-g5-f4: the lowest files are b and f, and on b the lower square is b5.
  const Position ordo_x = position(Variant::OrdoX, "10/10/1b4b3/1b4b3/2bbbb4/3w6/10/10 w");
  EXPECT_EQ(read(ordo_x, "d3xe4=c4"),
            "no-choice: d3xe4=c4: there is no choice between subgroups, write d3xe4");
  const Position even = position(Variant::OrdoX, "10/10/1b3b4/1b3b4/2bbb5/3w6/10/10 w");
  EXPECT_EQ(read(even, "d3xd4=c4"), "d3xd4=b5");
  EXPECT_EQ(read(even, "d3xd4=f6"), "d3xd4=e4");
}

TEST(Notation, ThePartsOfATurnCanBeReadOneByOne) {
  const Position start = Position::initial(Variant::OrdoX);
  const auto preparation = resolve_part(start, parse_turn("e3-d3")->first);
  ASSERT_TRUE(preparation.ok()) << preparation.error().message;
  const Position between = start.after(*preparation);
  EXPECT_EQ(between.phase(), Phase::Advance);
  const auto advance = resolve_part(between, parse_turn("e2-e3")->first);
  ASSERT_TRUE(advance.ok()) << advance.error().message;
  EXPECT_EQ(to_text(Turn(*preparation, *advance)), "e3-d3,e2-e3");
  EXPECT_EQ(read(between, "e2-e3"), "e2-e3");
}

TEST(Notation, ASidewaysCaptureOfTheLastPieceIsAWholeTurn) {
  const Position ordo_x = position(Variant::OrdoX, "10/10/10/4wb4/10/10/10/10 w");
  EXPECT_EQ(read(ordo_x, "e5xf5"), "e5xf5");
}

TEST(Notation, EveryReasonHasItsOwnName) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Reason::NoChoice); ++i) names.insert(name(static_cast<Reason>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Reason::NoChoice) + 1);
  EXPECT_EQ(name(Reason::Syntax), "syntax");
  EXPECT_EQ(name(Reason::WouldSplit), "would-split");
  EXPECT_EQ(name(Reason::NoChoice), "no-choice");
}

TEST(NotationLaws, EveryLegalTurnIsReadBackFromItsText) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const Position& on : sample(variant, support::scaled(variant == Variant::Ordo ? 400 : 30), 11)) {
      for_each_turn(on, [&](const Turn& turn) {
        const auto again = read_turn(on, to_text(turn));
        ASSERT_TRUE(again.ok()) << to_fen(on) << ": " << again.error().message;
        ASSERT_EQ(*again, turn) << to_fen(on) << ": " << to_text(turn);
      });
    }
  }
}

TEST(NotationLaws, AChoiceIsWrittenWhereThereIsOneAndNamesTheSubgroupCanonically) {
  support::Random random(3);
  int choices = 0;
  for (int i = 0; i < support::scaled(2000); ++i) {
    const Position on = support::to_rules(
        support::build_position(Variant::OrdoX, {.fewest = 3, .most = 9, .tied_percent = 80}, random));
    PartList parts;
    generate_parts(on, parts);
    for (const Part part : parts) {
      const Bitboard enemy = on.pieces(opponent(on.to_move()));
      const Bitboard names = part.captures() ? largest_subgroups(enemy, part.to()) : Bitboard{};
      ASSERT_EQ(part.keep().has_value(), names.several()) << to_fen(on) << ": " << to_text(part);
      if (!part.keep()) continue;
      ++choices;
      group_of(enemy - bitboard(part.to()), *part.keep()).for_each([&](Square other) {
        ASSERT_FALSE(Square::file_first(other, *part.keep())) << to_fen(on) << ": " << to_text(part);
      });
    }
  }
  EXPECT_GT(choices, 0);
}

/// All texts of parts that begin with an own piece, ends in both orders, and some that do not.
template <class Visit>
void for_each_text(const Position& on, Visit&& visit) {
  const auto with_every_target = [&](Square end, std::optional<Square> other_end) {
    for (int to = 0; to < kSquares; ++to) {
      for (const bool captures : {false, true}) {
        visit(PartText{end, other_end, Square::from_index(to), captures, std::nullopt});
      }
    }
  };
  for (int end = 0; end < kSquares; ++end) with_every_target(Square::from_index(end), std::nullopt);
  const Bitboard own = on.pieces(on.to_move());
  own.for_each([&](Square end) {
    own.for_each([&](Square other_end) { with_every_target(end, other_end); });
    with_every_target(end, Square(kFiles - 1 - end.file(), end.rank()));
  });
}

TEST(NotationLaws, ATextIsAcceptedExactlyIfTheGeneratorListsThePart) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const Position& on : sample(variant, support::scaled(6), 12)) {
      PartList listed;
      generate_parts(on, listed);
      std::set<Part> read;
      for_each_text(on, [&](const PartText& text) {
        auto part = resolve_part(on, text);
        if (!part && part.error().reason == Reason::NeedsChoice) {
          PartText chosen = text;
          const Bitboard enemy = on.pieces(opponent(on.to_move()));
          largest_subgroups(enemy, text.to).for_each([&](Square name) {
            chosen.keep = name;
            const auto choice = resolve_part(on, chosen);
            ASSERT_TRUE(choice.ok()) << to_fen(on) << ": " << choice.error().message;
            read.insert(*choice);
          });
        } else if (part) {
          read.insert(*part);
        } else {
          ASSERT_FALSE(part.error().message.empty());
        }
      });
      EXPECT_EQ(read, std::set<Part>(listed.begin(), listed.end())) << to_fen(on);
    }
  }
}

TEST(NotationLaws, WhoeverHasOneGroupAndIsNotBeatenCanAdvance) {
  // Why there is no reason "no advance could follow". Let m be the rightmost own piece of a rank. If the
  // square before it is not its own, m can step there, at least if this holds: either it has no own piece
  // behind it, or its left neighbour is own and joins those. If the square is own, m can step diagonally,
  // unless both squares are own (or outside) as well; but then the same holds for the rightmost piece of the
  // next rank, up to the last.
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::Random random(5);
    for (int i = 0; i < support::scaled(20000); ++i) {
      const Position on = support::to_rules(
          support::build_position(variant, {.fewest = 1, .most = 20, .of_lines = random.chance(50)}, random));
      PartList parts;
      generate_parts(on, parts);
      ASSERT_TRUE(std::any_of(parts.begin(), parts.end(), [](Part part) { return !part.is_sideways(); }))
          << to_fen(on);
    }
  }
}

}  // namespace
}  // namespace ordo::rules
