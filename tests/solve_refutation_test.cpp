// Refutations that rest on repetitions: those that do not hold are found out.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "solve/refutation_check.h"
#include "solve/solver.h"

namespace ordo::solve {
namespace {

using OrdoProver = Prover<Variant::Ordo>;
using OrdoCheck = RefutationCheck<Variant::Ordo>;

/// All a check needs, about one position.
class Refutation : public testing::Test {
 protected:
  void set_up(const char* fen) {
    const auto position = rules::parse_fen(Variant::Ordo, fen);
    ASSERT_TRUE(position);
    root_ = Node{View::of(*position), true, kUnlimited, 0};
  }

  ProofTable memory_{kMegabyte};
  Tally tally_{Limits{}};
  OrdoProver prover_{memory_, nullptr, tally_};
  Node root_;
};

TEST_F(Refutation, OfADrawHolds) {
  set_up("10/10/10/2bb6/10/4w5/4w5/10 w");
  const Numbers numbers = prover_.prove(root_);
  EXPECT_EQ(numbers, Numbers::refuted(true));
  EXPECT_EQ(OrdoCheck(prover_, tally_, 100'000).check(root_), OrdoCheck::Result::Holds);
}

TEST_F(Refutation, ThatIsTooLargeIsNotBelieved) {
  set_up("10/10/10/2bb6/10/4w5/4w5/10 w");
  ASSERT_TRUE(prover_.prove(root_).is_refuted());
  OrdoCheck check(prover_, tally_, 10);
  EXPECT_EQ(check.check(root_), OrdoCheck::Result::Unknown);
  EXPECT_TRUE(check.is_too_large());
}

TEST_F(Refutation, OfAWonPositionIsFoundOut) {
  set_up("bb8/10/10/w9/w9/10/10/10 w");
  memory_.store(root_.key(), Numbers::refuted(true), 1);
  EXPECT_EQ(OrdoCheck(prover_, tally_, 100'000).check(root_), OrdoCheck::Result::Broken);
  memory_.forget_provisional();
  EXPECT_TRUE(prover_.prove(root_).is_proved());
}

TEST_F(Refutation, OfAllTurnsOfAWonPositionIsFoundOut) {
  set_up("bb8/10/10/w9/w9/10/10/10 w");
  std::vector<OrdoProver::Child> children;
  prover_.list(root_, children);
  for (const OrdoProver::Child& child : children) memory_.store(child.key, Numbers::refuted(true), 1);
  ASSERT_EQ(prover_.prove(root_), Numbers::refuted(true));
  int broken = 0;
  for (; !prover_.prove(root_).is_proved(); ++broken) {
    ASSERT_EQ(OrdoCheck(prover_, tally_, 100'000).check(root_), OrdoCheck::Result::Broken);
    memory_.forget_provisional();
  }
  EXPECT_GE(broken, 1);
}

TEST_F(Refutation, IsNoLongerLookedForWhenTheWorkHasToEnd) {
  set_up("10/10/10/2bb6/10/4w5/4w5/10 w");
  ASSERT_TRUE(prover_.prove(root_).is_refuted());
  Limits limits;
  limits.nodes = 5;
  Tally few{limits};
  EXPECT_EQ(OrdoCheck(prover_, few, 100'000).check(root_), OrdoCheck::Result::Unknown);
  EXPECT_EQ(few.nodes(), 5U);
}

}  // namespace
}  // namespace ordo::solve
