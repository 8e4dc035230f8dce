// Tables as they are solved: against known figures, and against the naive generator.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "support/convert.h"
#include "support/scale.h"
#include "support/table_positions.h"
#include "tablebase/split.h"
#include "tablebuild/pack.h"
#include "tablebuild/solve.h"
#include "tablebuild/verify.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Verdict;

[[nodiscard]] const Library& solved(Variant variant) {
  static const auto make = [](Variant game) {
    auto library = std::make_unique<Library>(game, 3);
    solve(*library, 2);
    return library;
  };
  static const std::array<std::unique_ptr<Library>, 2> kLibraries = {make(Variant::Ordo),
                                                                     make(Variant::OrdoX)};
  return *kLibraries[static_cast<std::size_t>(variant)];
}

struct Known {
  Variant variant;
  Size size;
  double won;
  double drawn;
  int longest;
};

TEST(TableSolve, FindsWhatIsKnownOfSmallEndings) {
  using enum Variant;
  const std::array<Known, 9> kKnown = {{{Ordo, {1, 1}, 100, 0, 1},
                                        {Ordo, {2, 1}, 39.4, 0, 5},
                                        {Ordo, {1, 2}, 99.3, 0, 3},
                                        {Ordo, {2, 2}, 67.4, 12.7, 17},
                                        {Ordo, {3, 2}, 35.8, 2.5, 21},
                                        {Ordo, {2, 3}, 88.3, 1.0, 23},
                                        {Ordo, {3, 3}, 59.8, 8.8, 29},
                                        {OrdoX, {2, 2}, 99.9, 0, 3},
                                        {OrdoX, {3, 3}, 77.1, 0, 9}}};
  for (const Known& known : kKnown) {
    const tablebase::Figures figures = tablebuild::figures(solved(known.variant), known.size);
    const auto percent = [&](std::uint64_t count) {
      return 100.0 * static_cast<double>(count) / static_cast<double>(figures.positions());
    };
    EXPECT_NEAR(percent(figures.won), known.won, 0.05) << known.size.own << "v" << known.size.enemy;
    EXPECT_NEAR(percent(figures.drawn), known.drawn, 0.05) << known.size.own << "v" << known.size.enemy;
    EXPECT_EQ(figures.longest, known.longest) << known.size.own << "v" << known.size.enemy;
  }
}

TEST(TableSolve, DrawsNothingInOrdoX) {
  for (int own = 1; own <= 3; ++own) {
    for (int enemy = 1; enemy <= 3; ++enemy) {
      EXPECT_EQ(figures(solved(Variant::OrdoX), {own, enemy}).drawn, 0U);
    }
  }
}

TEST(TableSolve, IsRightByTheSuccessorsOfEveryEntry) {
  const std::uint64_t every = support::full_scale() ? 1 : 50;
  for (const Size size : {Size{1, 2}, Size{2, 1}, Size{2, 2}, Size{3, 2}, Size{2, 3}, Size{3, 3}}) {
    EXPECT_EQ(flaw(solved(Variant::Ordo), size, judge_by_turns, every, 2), std::nullopt);
    EXPECT_EQ(flaw(solved(Variant::OrdoX), size, judge_by_turns, every * 40 + 1, 2), std::nullopt);
  }
}

/// What tables say of a naive position.
[[nodiscard]] Code code_of(const naive::Position& position) {
  const rules::View view = rules::View::of(support::to_rules(position));
  const auto probe = [&](Bitboard own, Bitboard enemy) { return solved(position.variant).probe(own, enemy); };
  const bool split = naive::is_split(position.board, position.to_move);
  return (split ? tablebase::code_of_split(view, probe) : probe(view.own, view.enemy)).value();
}

TEST(TableSolve, AgreesWithTheNaiveGeneratorOnThousandsOfPositions) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::Random random(7);
    for (int i = 0; i < support::scaled(variant == Variant::Ordo ? 3000 : 1000); ++i) {
      const Library& library = solved(variant);
      const naive::Position position = support::to_naive(support::table_position(
          variant, library.sets(random.between(1, 3)), library.sets(random.between(1, 3)), random));
      Code worst = tablebase::kWinsAtOnce;  // for the opponent
      for (const naive::Turn& turn : naive::turns(position)) {
        const naive::Position next = naive::after(position, turn);
        worst = std::min(worst, naive::outcome(next) ? tablebase::kLost : code_of(next));
      }
      ASSERT_EQ(code_of(position), tablebase::before(worst)) << naive::to_fen(position);
    }
  }
}

/// Whether the side to move can end the game as winner within so many plies, by trying everything.
[[nodiscard]] bool can_win(const naive::Position& position, int plies);
[[nodiscard]] bool must_lose(const naive::Position& position, int plies) {
  const auto turns = naive::turns(position);
  return plies > 0 && std::all_of(turns.begin(), turns.end(), [&](const naive::Turn& turn) {
           const naive::Position next = naive::after(position, turn);
           return !naive::outcome(next) && can_win(next, plies - 1);
         });
}
bool can_win(const naive::Position& position, int plies) {
  const auto turns = naive::turns(position);
  return plies > 0 && std::any_of(turns.begin(), turns.end(), [&](const naive::Turn& turn) {
           const naive::Position next = naive::after(position, turn);
           return naive::outcome(next) || must_lose(next, plies - 1);
         });
}

TEST(TableSolve, AgreesWithPlainSearchToTheEndWhereThatIsNear) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::Random random(11);
    const int plies = variant == Variant::Ordo ? 4 : 2;
    for (int i = 0; i < support::scaled(variant == Variant::Ordo ? 400 : 100); ++i) {
      const Library& library = solved(variant);
      const int most = variant == Variant::Ordo ? 2 : 3;
      const naive::Position position = support::to_naive(support::table_position(
          variant, library.sets(random.between(1, most)), library.sets(random.between(1, most)), random));
      const Verdict verdict = tablebase::verdict_of(code_of(position));
      const bool wins = verdict.value == tablebase::Value::Win && verdict.plies <= plies;
      const bool loses = verdict.value == tablebase::Value::Loss && verdict.plies <= plies;
      ASSERT_EQ(can_win(position, plies), wins) << naive::to_fen(position);
      ASSERT_EQ(must_lose(position, plies), loses) << naive::to_fen(position);
      if (wins && verdict.plies > 1) {
        ASSERT_FALSE(can_win(position, verdict.plies - 2)) << naive::to_fen(position);
      }
    }
  }
}

/// A game solved by the naive generator alone, from the positions with at most two pieces a side that
/// nobody has won: each with all it leads to, then from the ends of games backwards.
class NaiveSolution {
 public:
  explicit NaiveSolution(Variant variant) : variant_(variant) {
    const std::array<tablebase::ConnectedSets, 2> sets = {tablebase::ConnectedSets(1),
                                                          tablebase::ConnectedSets(2)};
    for (const auto& movers : sets) {
      for (const auto& waiting : sets) add_all(movers, waiting);
    }
    for (std::size_t i = 0; i < views_.size(); ++i) list_successors(views_[i]);
  }

  /// Sweeps over all positions until nothing changes: as plain as it can be.
  void solve() {
    codes_.assign(views_.size(), tablebase::kDrawn);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < views_.size(); ++i) {
        Code worst = wins_at_once_[i] ? tablebase::kLost : tablebase::kWinsAtOnce;
        for (const std::size_t next : successors_[i]) worst = std::min(worst, codes_[next]);
        const Code code = tablebase::before(worst);
        changed = changed || code != codes_[i];
        codes_[i] = code;
      }
    }
  }
  [[nodiscard]] std::size_t size() const { return views_.size(); }
  [[nodiscard]] const rules::View& view(std::size_t i) const { return views_[i]; }
  [[nodiscard]] Code code(std::size_t i) const { return codes_[i]; }

 private:
  using Key = std::array<std::uint64_t, 4>;
  [[nodiscard]] static Key key(const rules::View& view) {
    return {view.own.low(), view.own.high(), view.enemy.low(), view.enemy.high()};
  }
  void add_all(const tablebase::ConnectedSets& movers, const tablebase::ConnectedSets& waiting) {
    for (std::uint32_t own = 0; own < movers.size(); ++own) {
      for (std::uint32_t enemy = 0; enemy < waiting.size(); ++enemy) {
        const rules::View view{movers[own], waiting[enemy].turned(), rules::Phase::Whole};
        if ((view.own & view.enemy).any()) continue;
        numbers_.emplace(key(view), views_.size());
        views_.push_back(view);
      }
    }
  }
  void list_successors(const rules::View& view) {
    const naive::Position position = support::to_naive(view.as_white(variant_));
    bool wins = false;
    std::vector<std::size_t> next;
    for (const naive::Turn& turn : naive::turns(position)) {
      const naive::Position after = naive::after(position, turn);
      wins = wins || naive::outcome(after).has_value();
      if (wins) break;
      next.push_back(numbers_.at(key(rules::View::of(support::to_rules(after)))));
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    wins_at_once_.push_back(wins);
    successors_.push_back(std::move(next));
  }

  Variant variant_;
  std::vector<rules::View> views_;
  std::map<Key, std::size_t> numbers_;
  std::vector<bool> wins_at_once_;
  std::vector<std::vector<std::size_t>> successors_;
  std::vector<Code> codes_;
};

TEST(TableSolve, AgreesEverywhereWithTheNaiveGeneratorToTheEndOfTwoAgainstTwo) {
  if (!support::full_scale()) GTEST_SKIP() << "in the release build only";
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    NaiveSolution naive(variant);
    naive.solve();
    std::uint64_t positions = 0;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{2, 2}})
      positions += figures(solved(variant), size).positions();
    EXPECT_EQ(naive.size(), positions);
    for (std::size_t i = 0; i < naive.size(); ++i) {
      const auto code = solved(variant).probe(naive.view(i).own, naive.view(i).enemy);
      ASSERT_EQ(code, naive.code(i)) << rules::to_fen(naive.view(i).as_white(variant));
    }
  }
}

TEST(TableSolve, FindsAtOnceWhatMovesWithoutAnEnemyBecome) {
  // The solver moves sets on an empty board and lets enemies block; the rules list parts against an enemy.
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    support::Random random(3);
    const Library& library = solved(variant);
    for (int i = 0; i < support::scaled(2000); ++i) {
      const rules::Position position =
          support::table_position(variant, library.sets(3), library.sets(3), random);
      std::vector<Part> expected;
      rules::PartList parts;
      rules::generate_parts(position, parts);
      std::copy_if(parts.begin(), parts.end(), std::back_inserter(expected),
                   [](Part part) { return !part.captures(); });
      std::vector<Part> found;
      const auto add = [&](auto& moves) {
        for (const Move& move : moves.of(library.sets(3).number(position.own()))) {
          if ((move.path & position.enemy()).none()) found.push_back(move.part);
        }
      };
      if (variant == Variant::Ordo) {
        Moves<Variant::Ordo> moves(library.sets(3));
        add(moves);
      } else {
        Moves<Variant::OrdoX> moves(library.sets(3));
        add(moves);
      }
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << rules::to_fen(position);
    }
  }
}

}  // namespace
}  // namespace ordo::tablebuild
