// When the solver is asked, and what becomes of its proof.
#include "search/forced_wins.h"

#include <algorithm>
#include <limits>

namespace ordo::search {
namespace {

constexpr std::size_t kBytes = 4 * solve::kMegabyte;
// A node of the solver takes as long as five of the search.
constexpr std::uint64_t kLeast = 25'000;
constexpr std::uint64_t kShare = 40;

/// How many turns follow after a reply of the loser's, at most.
[[nodiscard]] int plies_after(const solve::ProofTree& tree, const solve::ProofTree::Reply& reply) {
  if (reply.next == solve::ProofTree::kOver) return 0;
  return tree.stands[static_cast<std::size_t>(reply.next)].plies;
}

}  // namespace

ForcedWins::ForcedWins() : solver_({.bytes = kBytes}) {}

std::optional<ProvedWin> ForcedWins::look(const rules::Position& position, const Shared& shared) {
  const std::uint64_t seen = shared.claimed.load(std::memory_order_relaxed);
  if (seen < next_) return std::nullopt;
  next_ = std::max(2 * seen, 2 * kShare * kLeast);
  solve::Limits limits;
  limits.nodes = std::max(seen / kShare, kLeast);
  limits.stop = shared.outside;
  const solve::Answer answer = solver_.solve({position, position.to_move(), {}, false}, limits);
  if (answer.verdict == solve::Verdict::NoForcedWin) next_ = std::numeric_limits<std::uint64_t>::max();
  if (answer.verdict != solve::Verdict::Win || !answer.turn) return std::nullopt;
  return ProvedWin{answer.plies, line_of(answer, limits)};
}

std::vector<rules::Turn> ForcedWins::line_of(const solve::Answer& answer, const solve::Limits& limits) {
  constexpr std::size_t kMostReplies = 20'000;
  std::vector<rules::Turn> line = {*answer.turn};
  const auto tree = solver_.proof(limits, kMostReplies);
  if (!tree || !tree->first) return line;
  line.front() = *tree->first;
  for (int next = tree->next; next != solve::ProofTree::kOver;) {
    const auto& replies = tree->stands[static_cast<std::size_t>(next)].replies;
    const solve::ProofTree::Reply* longest = nullptr;
    for (const solve::ProofTree::Reply& reply : replies) {
      if (longest == nullptr || plies_after(*tree, reply) > plies_after(*tree, *longest)) longest = &reply;
    }
    if (longest == nullptr) break;
    line.push_back(longest->defence);
    line.push_back(longest->attack);
    next = longest->next;
  }
  return line;
}

}  // namespace ordo::search
