// The picker gives every legal part once, in stages, and nothing it was told to leave out.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "search/move_picker.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::search {
namespace {

using Parts = std::vector<Part>;

Frame frame_of(const Node& node) {
  Frame frame;
  frame.node = node;
  frame.split = rules::is_split(node.own);
  return frame;
}

Parts legal_parts(Variant variant, const Node& node) {
  rules::PartList list;
  rules::generate_parts(node.as_white(variant), list);
  return {list.begin(), list.end()};
}

template <Variant V>
Parts rest_of(MovePicker<V>& picker) {
  Parts parts;
  for (Part part = picker.next(); part.exists(); part = picker.next()) parts.push_back(part);
  return parts;
}

bool reaches_seventh_rank(Part part) { return (part.destination() & rules::kRank7).any(); }

std::set<std::uint32_t> as_set(const Parts& parts) {
  std::set<std::uint32_t> set;
  for (const Part part : parts) set.insert(part.bits());
  return set;
}

/// Nodes of random games, in Ordo X also between a preparation and its advance.
template <Variant V, class Check>
void for_each_node(int count, const Check& check) {
  support::RandomGames games(V, 7);
  support::Random random(8);
  for (int i = 0; i < support::scaled(count); ++i) {
    const rules::Position position = support::to_rules(games.next());
    const Node node = Node::of(position);
    const Parts parts = legal_parts(V, node);
    if (parts.empty()) continue;
    check(node, parts);
    const Part part = parts[static_cast<std::size_t>(random.below(static_cast<int>(parts.size())))];
    const rules::Step step = rules::play<V>(node, part);
    if (step.same_side && !step.wins) check(step.next, legal_parts(V, step.next));
  }
}

template <Variant V>
class OfGame {
 public:
  void gives_every_part_once() {
    for_each_node<V>(600, [this](const Node& node, const Parts& legal) {
      Frame frame = frame_of(node);
      // Some parts to remember and to be killers, legal or not.
      const Part remembered = number_++ % 3 == 0 ? Part() : legal[number_ % legal.size()];
      frame.killers = {legal.front(), last_.exists() ? last_ : legal.back()};
      last_ = legal[legal.size() / 2];
      MovePicker<V> picker(memory_, frame, remembered);
      const Parts given = rest_of(picker);
      EXPECT_EQ(given.size(), legal.size());
      EXPECT_EQ(as_set(given), as_set(legal));
      EXPECT_FALSE(picker.was_empty() || picker.has_left_out());
      EXPECT_TRUE(!remembered.exists() || given.front() == remembered);
      const auto quiet = std::find_if(given.begin() + (remembered.exists() ? 1 : 0), given.end(),
                                      [](Part part) { return !part.captures(); });
      EXPECT_TRUE(std::none_of(quiet, given.end(), [](Part part) { return part.captures(); }))
          << "captures come first";
    });
  }

  void gives_captures_alone() {
    for_each_node<V>(300, [this](const Node& node, const Parts& legal) {
      const Frame frame = frame_of(node);
      if (frame.split) return;
      const Bitboard wanted = bitboard(node.enemy.first());
      Parts expected = legal;
      std::erase_if(expected, [&](Part part) { return (part.destination() & wanted).none(); });
      MovePicker<V> picker(memory_, frame, wanted, false);
      EXPECT_EQ(as_set(rest_of(picker)), as_set(expected));
      EXPECT_EQ(picker.was_empty(), expected.empty());
    });
  }

  void leaves_out_what_it_is_told_to() {
    for_each_node<V>(300, [this](const Node& node, const Parts& legal) {
      const Frame frame = frame_of(node);
      if (frame.split) return;
      MovePicker<V> none(memory_, frame, Part());
      none.skip_quiet();
      for (const Part part : rest_of(none)) EXPECT_TRUE(part.captures());
      MovePicker<V> far(memory_, frame, Part());
      far.keep_to_seventh_rank();
      Parts expected = legal;
      std::erase_if(expected, [](Part part) { return !part.captures() && !reaches_seventh_rank(part); });
      EXPECT_EQ(as_set(rest_of(far)), as_set(expected));
      EXPECT_TRUE(far.has_left_out());
    });
  }

  /// Weights drawn at random, so that no other order could be meant.
  void follows_the_policy() {
    std::vector<std::int16_t> weights(eval::PolicyInputs::kAll);
    support::Random random(9);
    for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(random.below(1001) - 500);
    memory_.policy = weights;
    for_each_node<V>(300, [&](const Node& node, const Parts&) {
      const Frame frame = frame_of(node);
      if (frame.split || rules::can_enter_home_row<V>(node.own, node.enemy)) return;
      MovePicker<V> picker(memory_, frame, Part());
      Parts given = rest_of(picker);
      std::erase_if(given, [](Part part) { return part.captures(); });
      const eval::PolicyInputs inputs(node);
      const auto is_better = [&](Part a, Part b) { return inputs.sum(a, weights) > inputs.sum(b, weights); };
      EXPECT_TRUE(std::is_sorted(given.begin(), given.end(), is_better));
    });
    memory_.policy = {};
  }

  void begins_with_the_capture_that_has_refuted_others() {
    for_each_node<V>(300, [this](const Node& node, const Parts&) {
      const Frame frame = frame_of(node);
      if (frame.split || rules::can_enter_home_row<V>(node.own, node.enemy)) return;
      memory_.captures = History();
      const auto captures = [&] {
        MovePicker<V> picker(memory_, frame, node.enemy, false);
        return rest_of(picker);
      };
      const Parts before = captures();
      if (before.empty()) return;
      for (int i = 0; i < 30; ++i) memory_.captures.reward(frame.side, before.back(), 1600);
      // Which subgroup is to stay makes no difference to the history.
      EXPECT_EQ(captures().front().from(), before.back().from());
      EXPECT_EQ(captures().front().to(), before.back().to());
      EXPECT_EQ(as_set(captures()), as_set(before));
    });
  }

 private:
  Features features_;
  PickerMemory memory_{V, kConnection<V>, features_, usual_parameters(V)};
  std::size_t number_ = 0;
  Part last_;
};

TEST(MovePicker, GivesEveryLegalPartOnceInStages) {
  OfGame<Variant::Ordo>().gives_every_part_once();
  OfGame<Variant::OrdoX>().gives_every_part_once();
}

TEST(MovePicker, GivesCapturesOfTheWantedPiecesAlone) {
  OfGame<Variant::Ordo>().gives_captures_alone();
  OfGame<Variant::OrdoX>().gives_captures_alone();
}

TEST(MovePicker, FollowsThePolicyInOrdoX) { OfGame<Variant::OrdoX>().follows_the_policy(); }

TEST(MovePicker, BeginsWithTheCaptureThatHasRefutedOthers) {
  OfGame<Variant::Ordo>().begins_with_the_capture_that_has_refuted_others();
  OfGame<Variant::OrdoX>().begins_with_the_capture_that_has_refuted_others();
}

TEST(MovePicker, LeavesOutQuietPartsWhenTold) {
  OfGame<Variant::Ordo>().leaves_out_what_it_is_told_to();
  OfGame<Variant::OrdoX>().leaves_out_what_it_is_told_to();
}

TEST(MovePicker, OfASplitSideWithoutAWayBackGivesNothing) {
  // Three pieces, too far from each other.
  const auto position = rules::parse_fen(Variant::Ordo, "10/b8b/10/4b5/10/10/4w5/10 b");
  ASSERT_TRUE(position.ok());
  const Frame frame = frame_of(Node::of(*position));
  const Features features;
  PickerMemory memory(Variant::Ordo, kConnection<Variant::Ordo>, features, usual_parameters(Variant::Ordo));
  MovePicker<Variant::Ordo> picker(memory, frame, Part());
  EXPECT_FALSE(picker.next().exists());
  EXPECT_TRUE(picker.was_empty());
}

}  // namespace
}  // namespace ordo::search
