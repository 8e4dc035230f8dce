// Setups: what makes one a position, every reason why one is not, and that whatever is a position can be
// asked.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "rules/setup.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Bitboard;
using rules::Color;
using rules::Flaw;
using rules::Part;
using rules::Phase;
using rules::Position;
using rules::Square;
using rules::Variant;

/// What the text describes, whether or not it makes sense.
rules::Setup setup_of(std::string_view fen, Variant variant = Variant::Ordo) {
  auto setup = rules::parse_setup(variant, fen);
  EXPECT_TRUE(setup.ok()) << fen;
  return setup.ok() ? *setup : rules::Setup{};
}

/// "name: sentence" of what Position::of finds.
std::string flaw_in(const rules::Setup& setup) {
  const auto position = Position::of(setup);
  if (position) return "none";
  return std::string(rules::name(position.error().flaw)) + ": " + position.error().message;
}

TEST(Setup, OfTheStartIsWithoutFlaw) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const Position start = Position::initial(variant);
    ASSERT_EQ(flaw_in(start.setup()), "none");
    EXPECT_EQ(*Position::of(start.setup()), start);
  }
}

TEST(Setup, NobodyStandsOutsideTheBoard) {
  rules::Setup setup = Position::initial(Variant::Ordo).setup();
  setup.black |= Bitboard::from_words(std::uint64_t{1} << 10, 0);
  EXPECT_EQ(flaw_in(setup), "outside-the-board: Black has pieces outside the board");
}

TEST(Setup, NoSquareIsShared) {
  rules::Setup setup = Position::initial(Variant::Ordo).setup();
  setup.black |= bitboard(Square(2, 0));
  EXPECT_EQ(flaw_in(setup), "shared-square: both sides stand on c1");
}

TEST(Setup, HasReasonsOfItsOwnForEveryOtherFlaw) {
  EXPECT_EQ(flaw_in(setup_of("10/4b5/10/10/10/10/10/10 w")),
            "no-pieces: White has no pieces: the game is over");
  EXPECT_EQ(flaw_in(setup_of("10/4b5/10/10/10/w9/wwwwwwwwww/wwwwwwwwww w")),
            "too-many-pieces: White has 21 pieces; at most 20");
  EXPECT_EQ(flaw_in(setup_of("8w1/4b5/10/10/10/10/4w5/10 b")),
            "home-row-reached: White's piece on i8 already stands on Black's home row: the game is over");
  EXPECT_EQ(flaw_in(setup_of("10/4b1b3/10/10/10/10/4w5/10 w")),
            "waiting-side-split: Black waits and is split into 2 groups");
  EXPECT_EQ(flaw_in(setup_of("10/4b1b3/10/10/10/10/4w5/10 b", Variant::OrdoX)),
            "split-in-ordox: Black is split into 2 groups, which cannot be in Ordo X");
  EXPECT_EQ(flaw_in(setup_of("10/4b5/10/10/10/10/4w5/10 w a")),
            "unfinished-ordo-turn: a turn of Ordo has no advance that could be left to play");
}

TEST(Setup, OfWhateverPlayLeadsToIsWithoutFlawUntilTheGameIsOver) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::RandomGames games(variant, 21);
    int unfinished = 0;
    for (int i = 0; i < support::scaled(400); ++i) {
      const Position position = support::to_rules(games.next());
      ASSERT_EQ(!rules::find_flaw(position.setup()), !rules::is_decided(position));
      rules::PartList parts;
      rules::generate_parts(position, parts);
      for (const Part part : parts) {
        const Position next = position.after(part);
        ASSERT_EQ(!rules::find_flaw(next.setup()), !rules::is_decided(next));
        unfinished += next.phase() == Phase::Advance ? 1 : 0;
      }
    }
    EXPECT_EQ(unfinished > 0, variant == Variant::OrdoX);
  }
}

/// The number of parts, if the setup is a position. The list is not the last thing in its memory, so that
/// what is written behind it is noticed also without a sanitizer.
std::optional<std::size_t> parts_in(const rules::Setup& setup) {
  const auto position = Position::of(setup);
  if (!position) return std::nullopt;
  struct {
    rules::PartList parts;
    std::uint64_t guard = 0x5EED;
  } list;
  rules::generate_parts(*position, list.parts);
  EXPECT_EQ(list.guard, 0x5EEDU);
  EXPECT_LE(list.parts.size(), rules::PartList::kCapacity);
  return list.parts.size();
}

/// Moves one piece at random wherever that gives more parts, or at least no fewer.
std::size_t most_parts(rules::Setup setup, int steps, support::Random& random) {
  std::size_t most = parts_in(setup).value_or(0);
  for (int i = 0; i < steps; ++i) {
    rules::Setup next = setup;
    Bitboard& pieces = random.chance(70) ? next.white : next.black;
    const std::vector<int> cells = support::to_cells(pieces);
    pieces -= bitboard(Square::from_index(random.pick(cells)));
    pieces |= bitboard(Square::from_index(random.below(rules::kSquares)));
    const auto parts = parts_in(next);
    if (!parts || *parts < most) continue;
    most = *parts;
    setup = next;
  }
  return most;
}

TEST(Setup, NoneHasMorePartsThanAListHasRoomFor) {
  // Long lines before an empty board; a comb whose every tooth is a cut point; a side that is split; both
  // full.
  constexpr std::array<std::string_view, 5> kWide = {
      "10/9b/10/10/10/10/wwwwwwwwww/wwwwwwwwww w", "10/9b/w8w/w8w/w8w/w8w/w8w/wwwwwwwwww w",
      "b9/b9/b1b1b1b1b1/bbbbbbbbb1/10/1w1w1w1w1w/wwwwwwwwww/5w1w1w w",
      "10/9b/1w1w1w1w1w/10/w1w1w1w1w1/10/1w1w1w1w1w/w1w1w1w1w1 w",
      "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w"};
  support::Random random(5);
  std::size_t most = 0;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const std::string_view fen : kWide) {
      const rules::Setup setup = setup_of(fen, variant);
      if (rules::find_flaw(setup)) continue;
      most = std::max(most, most_parts(setup, support::scaled(4000), random));
    }
  }
  EXPECT_GT(most, 100U);
}

TEST(Setup, RandomPiecesAreRefusedOrCanBeAskedAnything) {
  support::Random random(6);
  int accepted = 0;
  for (int i = 0; i < support::scaled(20000); ++i) {
    rules::Setup setup;
    setup.variant = random.chance(50) ? Variant::Ordo : Variant::OrdoX;
    setup.to_move = random.chance(50) ? Color::White : Color::Black;
    setup.phase = random.chance(20) ? Phase::Advance : Phase::Whole;
    const int most = random.between(1, 4);
    for (int piece = random.between(0, most); piece > 0; --piece) {
      setup.white |= bitboard(Square::from_index(random.below(rules::kSquares)));
      setup.black |= bitboard(Square::from_index(random.below(rules::kSquares)));
    }
    const auto position = Position::of(setup);
    ASSERT_EQ(position.ok(), !rules::find_flaw(setup));
    if (!position) continue;
    ++accepted;
    ASSERT_EQ(rules::has_turn(*position), rules::count_turns(*position) > 0);
    if (rules::winning_squares(*position).any()) {
      ASSERT_TRUE(rules::winning_turn(*position).has_value());
    }
    const auto read = rules::parse_fen(setup.variant, rules::to_fen(*position));
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(*read, *position);
  }
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace ordo
