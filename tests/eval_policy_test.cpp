// What the policy sees of parts: square by square, mirrored, and each trait once.
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "eval/policy.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::eval {
namespace {

using rules::Part;
using rules::Square;
using rules::Variant;
using rules::View;

/// Random positions whose side to move has quiet parts to choose from.
template <class Visit>
void for_random_views(Variant variant, int count, Visit&& visit) {
  support::RandomGames games(variant == Variant::Ordo ? naive::Variant::Ordo : naive::Variant::OrdoX, 12);
  for (int i = 0; i < count;) {
    const rules::Position position = support::to_rules(games.next());
    if (rules::outcome(position) || rules::is_split(position.own())) continue;
    visit(View::of(position));
    ++i;
  }
}

[[nodiscard]] std::vector<Part> quiet_parts(Variant variant, const View& view) {
  rules::PartList parts;
  rules::generate_parts(view.as_white(variant), parts);
  std::vector<Part> quiet;
  for (const Part part : parts)
    if (!part.captures()) quiet.push_back(part);
  return quiet;
}

[[nodiscard]] std::vector<std::size_t> numbers_of(const PolicyInputs& inputs, Part part) {
  std::vector<std::size_t> numbers;
  inputs.visit(part, [&](std::size_t number) { numbers.push_back(number); });
  return numbers;
}

TEST(Policy, SeesEachTraitOnceAndInTheSetOfItsPhase) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for_random_views(variant, support::scaled(400), [&](const View& view) {
      const PolicyInputs inputs(view);
      const bool few = view.own.count() + view.enemy.count() <= 24;
      const std::size_t set = (view.phase == rules::Phase::Advance ? 2U : 0U) + (few ? 1U : 0U);
      for (const Part part : quiet_parts(variant, view)) {
        const auto numbers = numbers_of(inputs, part);
        ASSERT_EQ(numbers.size(), part.is_singleton() ? 9U : 7U);
        ASSERT_EQ(std::set<std::size_t>(numbers.begin(), numbers.end()).size(), numbers.size());
        for (const std::size_t number : numbers) ASSERT_EQ(number / PolicyInputs::kCount, set);
      }
    });
  }
}

/// But for neighbours, which are told apart by side.
TEST(Policy, TakesMirrorImagesForOne) {
  for_random_views(Variant::OrdoX, support::scaled(400), [](const View& view) {
    const PolicyInputs inputs(view);
    const PolicyInputs mirrored({view.own.mirrored(), view.enemy.mirrored(), view.phase});
    for (const Part part : quiet_parts(Variant::OrdoX, view)) {
      const auto end = [&](Square square) {
        return Square(rules::kFiles - part.shape().width() - square.file(), square.rank());
      };
      const Part other = Part::of(part.shape(), end(part.from()), end(part.to()), false);
      std::vector<std::size_t> one = numbers_of(inputs, part);
      std::vector<std::size_t> two = numbers_of(mirrored, other);
      const auto is_neighbours = [](std::size_t number) {
        const std::size_t trait = number % PolicyInputs::kCount;
        return trait >= PolicyInputs::kLeft && trait < PolicyInputs::kJoined;
      };
      std::erase_if(one, is_neighbours);
      std::erase_if(two, is_neighbours);
      ASSERT_EQ(one, two);
    }
  });
}

/// Whether somebody who steps that way from a square comes upon one of `pieces` before anything else.
[[nodiscard]] bool meets(const View& view, Square square, int files, int ranks, rules::Bitboard pieces) {
  int file = square.file() + files;
  int rank = square.rank() + ranks;
  for (; file >= 0 && file < rules::kFiles && rank >= 0 && rank < rules::kRanks;
       file += files, rank += ranks) {
    const Square there(file, rank);
    if (pieces.has(there)) return true;
    if (view.own.has(there) || view.enemy.has(there)) return false;
  }
  return false;
}

TEST(Policy, KnowsWhereEnemiesAreInTouch) {
  for_random_views(Variant::OrdoX, support::scaled(400), [](const View& view) {
    const PolicyInputs inputs(view);
    for (const Part part : quiet_parts(Variant::OrdoX, view)) {
      if (!part.is_singleton()) continue;
      bool expected = false;
      for (const auto& [files, ranks] : {std::pair(0, 1), {1, 1}, {-1, 1}, {1, 0}, {-1, 0}})
        expected = expected || meets(view, part.from(), files, ranks, view.enemy);
      const std::size_t here = numbers_of(inputs, part).back() % PolicyInputs::kCount - PolicyInputs::kHere;
      ASSERT_EQ((here >> 4 & 1) != 0, expected);
    }
  });
}

TEST(Policy, AddsUpTheWeights) {
  std::vector<std::int16_t> weights(PolicyInputs::kAll);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<std::int16_t>(i % 101);
  for_random_views(Variant::Ordo, support::scaled(100), [&](const View& view) {
    const PolicyInputs inputs(view);
    for (const Part part : quiet_parts(Variant::Ordo, view)) {
      int expected = 0;
      for (const std::size_t number : numbers_of(inputs, part)) expected += weights[number];
      ASSERT_EQ(inputs.sum(part, weights), expected);
    }
  });
}

}  // namespace
}  // namespace ordo::eval
