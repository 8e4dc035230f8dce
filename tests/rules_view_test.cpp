// A position as its mover sees it: what is asked of it there agrees with the rules on the board.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "rules/captures.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/playable.h"
#include "rules/query.h"
#include "rules/turned.h"
#include "rules/view.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Color;
using rules::Part;
using rules::Phase;
using rules::Position;
using rules::Variant;
using rules::View;

std::vector<Part> parts_of(const Position& position) {
  rules::PartList parts;
  rules::generate_parts(position, parts);
  return {parts.begin(), parts.end()};
}

/// The part as the mover of `position` sees it.
Part seen(const Position& position, Part part) {
  return position.to_move() == Color::White ? part : rules::turned(part, position.enemy());
}

/// Calls visit(position) for positions in which somebody can move, of random games and put together, also in
/// the middle of a turn.
template <class Visit>
void for_each_position(Variant variant, std::uint64_t seed, Visit&& visit) {
  const int count = support::scaled(400);
  support::RandomGames games(variant, seed);
  support::Random random(seed);
  const support::Wish thin{
      .fewest = 2, .most = 9, .split_percent = variant == Variant::Ordo ? 20 : 0, .tied_percent = 30};
  for (int i = 0; i < count; ++i) {
    const Position position =
        support::to_rules(i % 2 == 0 ? games.next() : support::build_position(variant, thin, random));
    const std::vector<Part> parts = parts_of(position);
    if (parts.empty()) continue;
    visit(position, parts);
    const Position next = position.after(random.pick(parts));
    if (next.phase() == Phase::Advance && !rules::is_decided(next)) visit(next, parts_of(next));
  }
}

template <Variant V>
void expect_steps_of_the_board() {
  for_each_position(V, 1, [](const Position& position, const std::vector<Part>& parts) {
    for (const Part part : parts) {
      const Position next = position.after(part);
      const rules::Step step = rules::play<V>(View::of(position), seen(position, part));
      ASSERT_EQ(step.wins, rules::is_decided(next));
      if (step.wins) continue;
      ASSERT_EQ(step.same_side, next.to_move() == position.to_move());
      ASSERT_EQ(step.next.own, next.own());
      ASSERT_EQ(step.next.enemy, next.enemy());
      ASSERT_EQ(step.next.phase, next.phase());
      ASSERT_EQ(step.next.key(), View::of(next.colors_swapped()).key());
    }
  });
}

TEST(View, PartsLeadWhereTheyLeadOnTheBoard) {
  expect_steps_of_the_board<Variant::Ordo>();
  expect_steps_of_the_board<Variant::OrdoX>();
}

template <Variant V>
void expect_captures_of_the_generator() {
  for_each_position(V, 2, [](const Position& position, const std::vector<Part>& parts) {
    if (rules::is_split(position, position.to_move())) return;
    std::vector<Part> expected;
    for (const Part part : parts) {
      if (part.captures()) expected.push_back(seen(position, part));
    }
    std::vector<Part> found;
    rules::for_each_capture<V>(View::of(position), position.enemy(),
                               [&found](Part part) { found.push_back(part); });
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
  });
}

TEST(View, CapturesAreThoseOfTheGenerator) {
  expect_captures_of_the_generator<Variant::Ordo>();
  expect_captures_of_the_generator<Variant::OrdoX>();
}

void expect_playable_is_legal(Variant variant) {
  std::vector<Part> elsewhere;
  int playable = 0;
  for_each_position(variant, 3, [&](const Position& position, const std::vector<Part>& parts) {
    const View view = View::of(position);
    std::vector<Part> legal;
    for (const Part part : parts) legal.push_back(seen(position, part));
    for (const Part part : legal) ASSERT_TRUE(rules::fits(view, part));
    if (!rules::is_split(position, position.to_move())) {
      for (const Part part : elsewhere) {
        const bool is_legal = std::find(legal.begin(), legal.end(), part) != legal.end();
        const bool is_playable = rules::is_playable_quietly(view, part);
        ASSERT_EQ(is_playable, is_legal && !part.captures());
        playable += is_playable ? 1 : 0;
      }
    }
    elsewhere = std::move(legal);
  });
  EXPECT_GT(playable, 0);
  EXPECT_FALSE(rules::fits(View::of(Position::initial(variant)), Part()));
}

TEST(View, PartsOfOtherPositionsArePlayableWhereTheyAreLegal) {
  expect_playable_is_legal(Variant::Ordo);
  expect_playable_is_legal(Variant::OrdoX);
}

TEST(View, ATurnedPartIsLegalOnTheTurnedBoardAndTurnsBack) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for_each_position(variant, 4, [](const Position& position, const std::vector<Part>& parts) {
      const Position swapped = position.colors_swapped();
      const rules::Bitboard enemy = position.pieces(opponent(position.to_move()));
      std::vector<Part> turned;
      for (const Part part : parts) {
        turned.push_back(rules::turned(part, enemy.turned()));
        ASSERT_EQ(rules::turned(turned.back(), enemy), part);
      }
      std::vector<Part> expected = parts_of(swapped);
      std::sort(expected.begin(), expected.end());
      std::sort(turned.begin(), turned.end());
      ASSERT_EQ(turned, expected);
    });
  }
}

}  // namespace
}  // namespace ordo
