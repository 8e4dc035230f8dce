// One stand after the other: its answers, and what is played against each.
#include "support/proof_replay.h"

#include <algorithm>
#include <vector>

#include "naive/naive.h"
#include "rules/notation.h"
#include "support/convert.h"

namespace ordo::support {
namespace {

using rules::Color;
using solve::ProofTree;

using Flaw = std::optional<std::string>;

[[nodiscard]] bool is_won_by(Color winner, const naive::Position& position) {
  const auto outcome = naive::outcome(position);
  return outcome && outcome->winner == winner;
}

/// Both sorted.
struct Answers {
  std::vector<std::string> covered;
  std::vector<std::string> legal;
};

[[nodiscard]] Answers answers(const ProofTree::Stand& stand, const naive::Position& position) {
  Answers result;
  for (const ProofTree::Reply& reply : stand.replies) result.covered.push_back(to_text(reply.defence));
  for (const naive::Turn& turn : naive::turns(position)) result.legal.push_back(naive::to_text(turn));
  std::sort(result.covered.begin(), result.covered.end());
  std::sort(result.legal.begin(), result.legal.end());
  return result;
}

class Replay {
 public:
  Replay(const ProofTree& tree, Color attacker) : tree_(tree), attacker_(attacker) {}

  [[nodiscard]] Flaw flaw() const {
    naive::Position position = to_naive(tree_.start);
    if (tree_.first) {
      const auto after = naive::played(position, to_text(*tree_.first));
      if (!after) return "the first turn is illegal";
      position = *after;
    }
    if (Flaw flaw = flaw_of_next(position, tree_.next, tree_.plies() - (tree_.first ? 1 : 0))) return flaw;
    for (const ProofTree::Stand& stand : tree_.stands) {
      if (Flaw flaw = flaw_of_stand(stand)) return flaw;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Flaw flaw_of_stand(const ProofTree::Stand& stand) const {
    const naive::Position position = to_naive(stand.position);
    const std::string fen = naive::to_fen(position);
    if (stand.from_table) return "a table is believed in " + fen;
    if (position.to_move == attacker_) return "the attacker is to move in " + fen;
    const auto [covered, legal] = answers(stand, position);
    if (covered != legal) return "other answers than the legal ones in " + fen;
    if (legal.empty() && !is_won_by(attacker_, position)) return "no win in " + fen;
    for (const ProofTree::Reply& reply : stand.replies) {
      const auto defended = naive::played(position, to_text(reply.defence));
      const auto after = defended ? naive::played(*defended, to_text(reply.attack)) : std::nullopt;
      if (!after) return to_text(reply.defence) + " " + to_text(reply.attack) + " cannot be played in " + fen;
      if (Flaw flaw = flaw_of_next(*after, reply.next, stand.plies - 2)) return flaw;
    }
    return std::nullopt;
  }

  /// Of what a proof says about a position that is reached: an end, or a stand with no more than so many
  /// plies.
  [[nodiscard]] Flaw flaw_of_next(const naive::Position& position, int next, int plies) const {
    const bool over = next == ProofTree::kOver;
    if (over && !is_won_by(attacker_, position)) return "no end in " + naive::to_fen(position);
    const ProofTree::Stand* const stand = over ? nullptr : &tree_.stands[static_cast<std::size_t>(next)];
    if (!over && to_naive(stand->position) != position)
      return "another position than " + naive::to_fen(position);
    if ((over ? 0 : stand->plies) > plies) return "too many plies in " + naive::to_fen(position);
    return std::nullopt;
  }

  const ProofTree& tree_;
  Color attacker_;
};

}  // namespace

Flaw flaw_of(const ProofTree& tree, Color attacker) { return Replay(tree, attacker).flaw(); }

}  // namespace ordo::support
