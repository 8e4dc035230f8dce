// Whether a refutation that rests on repetitions holds, whichever way its positions are reached.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "solve/prover.h"

namespace ordo::solve {

/// A search that takes a repetition for "no win" finds refutations that hold only on the way it came. This
/// looks for a set of positions that is closed: where the attacker is to move all that he can do stays in the
/// set, where the other side is to move one turn does, and nobody in it has lost to the attacker. Within such
/// a set the other side plays on for ever, so the attacker cannot force a win from any of it. How the marks
/// that lead the way came about does not matter.
template <Variant V>
class RefutationCheck {
 public:
  enum class Result : std::uint8_t {
    Holds,
    Broken,   ///< some node that was taken for refuted is proved; the table knows now
    Unknown,  ///< the work had to end
  };

  /// `most`: positions that the set may have.
  RefutationCheck(Prover<V>& prover, Tally& tally, std::size_t most)
      : prover_(prover), tally_(tally), most_(most) {}

  [[nodiscard]] Result check(const Node& root);
  [[nodiscard]] bool is_too_large() const noexcept { return seen_.size() > most_; }

 private:
  using Child = typename Prover<V>::Child;

  [[nodiscard]] Result look_at(const Node& node);
  [[nodiscard]] Result settle(const Node& node, Child& child);
  [[nodiscard]] Result all_stay(const Node& node);
  [[nodiscard]] Result one_stays(const Node& node);
  void add(const Node& node);

  Prover<V>& prover_;
  Tally& tally_;
  std::size_t most_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Node> open_;
  std::vector<Child> children_;  ///< of the node that is looked at
};

}  // namespace ordo::solve
