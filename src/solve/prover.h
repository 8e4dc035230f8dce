// Depth-first proof-number search: proves or refutes that one side can force a win.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/group.h"
#include "rules/movegen.h"
#include "solve/limits.h"
#include "solve/node.h"
#include "solve/numbers.h"
#include "solve/proof_table.h"
#include "tablebase/tables.h"

namespace ordo::solve {

/// Walks parts: an Ordo X preparation and its advance are nodes of the same side. What it says is proved is
/// so, whatever it has come by: a repetition is never a win. What is refuted may rest on a repetition, and is
/// then called provisional: see RefutationCheck. With a limit of plies nothing can repeat.
template <Variant V>
class Prover {
 public:
  struct Child {
    std::uint64_t key = 0;
    Part part;
    Numbers numbers;
    bool same_side = false;
  };

  /// `tables`: null for none.
  Prover(ProofTable& memory, const tablebase::Tables* tables, Tally& tally);

  /// Until the node is settled or the tally ends. Nothing is known of how it was reached.
  [[nodiscard]] Numbers prove(const Node& node);
  /// The same with what is remembered of the node itself left aside.
  [[nodiscard]] Numbers prove_again(const Node& node);
  /// The child that proved the last node that was proved for the attacker on move by a search of its own.
  [[nodiscard]] const Child& proving_child() const noexcept { return proving_; }
  /// What is known of a node without searching. `captured`: the last part took a piece.
  [[nodiscard]] Numbers look(const Node& node, bool captured);
  /// Adds the children of a node, with what is known of each apart from how the node was reached.
  void list(const Node& node, std::vector<Child>& children);
  [[nodiscard]] static Node play(const Node& node, Part part) noexcept {
    return next_node<V>(node, part, rules::play<V>(node.view, part));
  }
  /// What the children say of their parent.
  [[nodiscard]] static Numbers sum_up(const Node& node, const Child* first, const Child* last) noexcept;
  void remember(const Node& node, const Numbers& numbers, std::uint64_t work) noexcept;

 private:
  /// What is asked of a search: it ends when one of the numbers is reached.
  struct Goal {
    std::uint32_t proof;
    std::uint32_t refutation;
  };

  /// What a part of the node that is listed leads to.
  struct Reached {
    rules::Step step;
    std::uint64_t key;
  };

  [[nodiscard]] Numbers search(const Node& node, const Goal& goal);
  [[nodiscard]] std::optional<Numbers> ask_tables(const Node& node) const;
  [[nodiscard]] bool repeats(const Node& child, std::uint64_t key) const noexcept;
  void mark_repetitions(const Node& node, std::size_t first) noexcept;

  /// The child to go on with, and how far.
  struct Choice {
    std::size_t child;
    Goal goal;
  };
  [[nodiscard]] Choice choose(const Node& node, std::size_t first, const Goal& goal) const noexcept;

  ProofTable& memory_;
  const tablebase::Tables* tables_;
  Tally& tally_;
  rules::GroupCache groups_;
  rules::PartList parts_;
  std::vector<Reached> reached_;  ///< by parts_
  std::vector<Child> children_;   ///< of all nodes of the path, one list after the other
  Child proving_;
  std::vector<std::uint64_t> path_;  ///< the keys of the nodes that are being searched
};

}  // namespace ordo::solve
