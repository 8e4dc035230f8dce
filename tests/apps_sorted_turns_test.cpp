// The sorted list of turns against the plain way to make it.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "apps/commands/sorted_turns.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::apps {
namespace {

std::string plainly_sorted(const rules::Position& position, char separator) {
  std::vector<std::string> turns;
  rules::for_each_turn(position, [&](const rules::Turn& turn) { turns.push_back(rules::to_text(turn)); });
  std::ranges::sort(turns);
  std::string text;
  for (const std::string& turn : turns) text += (text.empty() ? "" : std::string(1, separator)) + turn;
  return text;
}

TEST(SortedTurns, AreAllTurnsInByteOrder) {
  for (const auto variant : {naive::Variant::Ordo, naive::Variant::OrdoX}) {
    support::RandomGames games(variant, 20);
    for (int i = 0; i < support::scaled(400); ++i) {
      const rules::Position position = support::to_rules(games.next());
      std::string text = "kept ";
      append_sorted_turns(position, ' ', text);
      ASSERT_EQ(text, "kept " + plainly_sorted(position, ' ')) << rules::to_fen(position);
    }
  }
}

TEST(SortedTurns, NoneWhereTheGameIsOver) {
  std::string text;
  append_sorted_turns(*rules::parse_fen(rules::Variant::Ordo, "10/b8b/10/4b5/10/10/4w5/10 b"), ' ', text);
  EXPECT_EQ(text, "") << "three groups that no move can join";
}

}  // namespace
}  // namespace ordo::apps
