// The figures of the rule sheets: what they show is what the rules say.
#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/data.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Reason;
using rules::Turn;
using support::Figure;

std::set<std::string> all_turns(const Position& position) {
  std::set<std::string> texts;
  rules::for_each_turn(position, [&](const Turn& turn) { texts.insert(rules::to_text(turn)); });
  return texts;
}

/// Calls check(figure, position) for each figure of which `has` is true; there must be some.
void for_each_figure(const std::function<bool(const Figure&)>& has,
                     const std::function<void(const Figure&, const Position&)>& check) {
  int figures = 0;
  for (const Figure& figure : support::read_figures()) {
    if (!has(figure)) continue;
    SCOPED_TRACE(figure.id + " (" + std::string(rules::name(figure.variant)) + "): " + figure.shows);
    ++figures;
    const auto position = rules::parse_fen(figure.variant, figure.fen);
    ASSERT_TRUE(position.ok()) << position.error().message;
    EXPECT_EQ(rules::to_fen(*position), figure.fen);
    check(figure, *position);
  }
  EXPECT_GT(figures, 0) << "no figure has what this test is about";
}

TEST(Figures, AllTurnsAreCounted) {
  for_each_figure([](const Figure& figure) { return figure.turns > 0; },
                  [](const Figure& figure, const Position& position) {
                    EXPECT_EQ(rules::count_turns(position), figure.turns);
                    EXPECT_EQ(all_turns(position).size(), figure.turns);
                    const auto naive = naive::from_fen(figure.variant, figure.fen);
                    EXPECT_EQ(naive::count_turns(naive.value()), figure.turns);
                  });
}

TEST(Figures, EveryFigureHasItsCount) {
  for (const Figure& figure : support::read_figures()) EXPECT_GT(figure.turns, 0U) << figure.id;
}

TEST(Figures, TheTurnsShownAreLegal) {
  for_each_figure([](const Figure& figure) { return !figure.legal.empty(); },
                  [](const Figure& figure, const Position& position) {
                    const auto turns = all_turns(position);
                    for (const std::string& text : figure.legal) {
                      EXPECT_TRUE(turns.contains(text)) << text;
                      const auto turn = rules::read_turn(position, text);
                      ASSERT_TRUE(turn.ok()) << turn.error().message;
                      EXPECT_TRUE(rules::is_legal(position, *turn));
                      EXPECT_EQ(rules::to_text(*turn), text);
                    }
                  });
}

TEST(Figures, AMarkedPieceHasExactlyTheMovesShown) {
  for_each_figure([](const Figure& figure) { return !figure.piece.empty(); },
                  [](const Figure& figure, const Position& position) {
                    std::set<std::string> moves;
                    for (const std::string& text : all_turns(position)) {
                      if (text.starts_with(figure.piece) && text[2] != ':') moves.insert(text);
                    }
                    EXPECT_EQ(moves, std::set<std::string>(figure.legal.begin(), figure.legal.end()));
                  });
}

TEST(Figures, WhereAllTurnsAreShownThereAreNoOthers) {
  for_each_figure([](const Figure& figure) { return !figure.legal_all.empty(); },
                  [](const Figure& figure, const Position& position) {
                    EXPECT_EQ(all_turns(position),
                              std::set<std::string>(figure.legal_all.begin(), figure.legal_all.end()));
                  });
}

TEST(Figures, WhatIsShownAsIllegalIsRefusedForTheRightReason) {
  for_each_figure([](const Figure& figure) { return !figure.illegal.empty(); },
                  [](const Figure& figure, const Position& position) {
                    const Reason reason = figure.id == "singleton" ? Reason::WouldSplit : Reason::Direction;
                    for (const std::string& text : figure.illegal) {
                      EXPECT_FALSE(all_turns(position).contains(text)) << text;
                      const auto turn = rules::read_turn(position, text);
                      ASSERT_FALSE(turn.ok()) << text;
                      EXPECT_EQ(turn.error().reason, reason) << turn.error().message;
                      EXPECT_NE(turn.error().message.find(text), std::string::npos) << turn.error().message;
                    }
                  });
}

TEST(Figures, TheWinningTurnsReachTheHomeRow) {
  for_each_figure([](const Figure& figure) { return !figure.winning.empty(); },
                  [](const Figure& figure, const Position& position) {
                    for (const std::string& text : figure.winning) {
                      const auto turn = rules::read_turn(position, text);
                      ASSERT_TRUE(turn.ok()) << turn.error().message;
                      const auto outcome = rules::outcome(position.after(*turn));
                      ASSERT_TRUE(outcome.has_value()) << text;
                      EXPECT_EQ(outcome->winner, position.to_move());
                      EXPECT_EQ(outcome->ending, rules::Ending::HomeRow);
                      EXPECT_TRUE(rules::winning_squares(position).has(turn->first().to()));
                    }
                    EXPECT_TRUE(rules::winning_turn(position).has_value());
                  });
}

TEST(Figures, PreparationsAreLegalPartsThatNeedAnAdvance) {
  for_each_figure([](const Figure& figure) { return !figure.preparation.empty(); },
                  [](const Figure& figure, const Position& position) {
                    const auto turns = all_turns(position);
                    for (const std::string& text : figure.preparation) {
                      const auto parsed = rules::parse_turn(text);
                      ASSERT_TRUE(parsed.ok()) << text;
                      const auto part = rules::resolve_part(position, parsed->first);
                      ASSERT_TRUE(part.ok()) << part.error().message;
                      EXPECT_TRUE(rules::is_legal(position, *part)) << text;
                      const auto alone = rules::read_turn(position, text);
                      ASSERT_FALSE(alone.ok()) << text;
                      EXPECT_EQ(alone.error().reason, Reason::NeedsAdvance) << alone.error().message;
                      const auto begun = turns.lower_bound(text + ',');
                      ASSERT_NE(begun, turns.end());
                      EXPECT_TRUE(begun->starts_with(text + ',')) << *begun;
                    }
                  });
}

TEST(Figures, PreparationsThatWouldSplitTheGroupAreRefused) {
  for_each_figure([](const Figure& figure) { return !figure.illegal_preparation.empty(); },
                  [](const Figure& figure, const Position& position) {
                    const auto turns = all_turns(position);
                    for (const std::string& text : figure.illegal_preparation) {
                      const auto parsed = rules::parse_turn(text);
                      ASSERT_TRUE(parsed.ok()) << text;
                      const auto part = rules::resolve_part(position, parsed->first);
                      ASSERT_FALSE(part.ok()) << text;
                      EXPECT_EQ(part.error().reason, Reason::WouldSplit) << part.error().message;
                      EXPECT_TRUE(std::none_of(turns.begin(), turns.end(), [&](const std::string& turn) {
                        return turn.starts_with(text);
                      })) << text;
                    }
                  });
}

TEST(Figures, TheTurnsShownLeadToThePositionsShown) {
  for_each_figure([](const Figure& figure) { return !figure.after.empty(); },
                  [](const Figure& figure, const Position& position) {
                    for (const auto& [text, fen] : figure.after) {
                      const auto turn = rules::read_turn(position, text);
                      ASSERT_TRUE(turn.ok()) << turn.error().message;
                      EXPECT_EQ(rules::to_fen(position.after(*turn)), fen);
                    }
                  });
}

}  // namespace
}  // namespace ordo
