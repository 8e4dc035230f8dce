// From what a prover remembers to a proof tree.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solve/proof_tree.h"
#include "solve/prover.h"

namespace ordo::solve {

/// Each step is a claim that the win comes within so many plies, and leads to claims of fewer: so it ends,
/// and never comes back to where it was. A claim that is no longer in the memory is proved again.
template <Variant V>
class ProofBuilder {
 public:
  /// `most`: replies that the tree may have.
  ProofBuilder(Prover<V>& prover, const tablebase::Tables* tables, const Tally& tally, std::size_t most)
      : prover_(prover), tables_(tables), tally_(tally), most_(most) {}

  /// Of a position that is proved to be won within so many plies. Nothing if the tree is too large or the
  /// tally ended.
  [[nodiscard]] std::optional<ProofTree> build(const rules::Position& start, rules::Color attacker,
                                               int plies);
  /// Only the turn to begin with, the attacker being on move.
  [[nodiscard]] std::optional<rules::Turn> first_turn(const rules::Position& start, int plies);
  [[nodiscard]] bool is_too_large() const noexcept { return replies_ > most_; }

 private:
  /// A turn of the attacker, and how many plies the opponent has left after it; none: the game is over.
  struct Attack {
    rules::Turn turn;
    rules::Position after;
    std::optional<int> plies;
  };
  struct Found {
    rules::Part part;
    std::optional<int> plies;  ///< of the position after it; none: the game is over
  };

  [[nodiscard]] std::optional<Found> find_part(const rules::Position& position, int plies);
  template <class Claim>
  [[nodiscard]] std::optional<Found> best_part(const rules::Position& position, int plies, Claim&& claim);
  [[nodiscard]] std::optional<Attack> attack(const rules::Position& position, int plies);
  [[nodiscard]] std::optional<int> stand(const rules::Position& position, int plies);
  [[nodiscard]] bool answer_all(int number, int plies);

  Prover<V>& prover_;
  const tablebase::Tables* tables_;
  const Tally& tally_;
  std::size_t most_;
  std::size_t replies_ = 0;
  std::vector<ProofTree::Stand> stands_;
  std::unordered_map<std::uint64_t, int> numbers_;  ///< of stands, by their positions
};

}  // namespace ordo::solve
