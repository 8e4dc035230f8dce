// Where a worker starts, and when it has to end.
#include <algorithm>
#include <utility>

#include "rules/query.h"
#include "search/worker.h"

namespace ordo::search {
namespace {

/// More are not spent on one part of a line that is completed.
constexpr std::uint64_t kMostNodesOfAPart = 20'000;

}  // namespace

template <Variant V>
Worker<V>::Worker(Shared& shared)
    : shared_(shared),
      frames_(kMaxPly),
      moves_(V, kConnection<V>, shared.features, shared.parameters),
      evaluator_(shared.judgement.of(V)) {
  for (int ply = 0; ply < kMaxPly; ++ply) frame_at(ply).ply = ply;
}

template <Variant V>
void Worker<V>::start(const Root& root) {
  before_ = root.before;
  tally_ = {};
  published_ = 0;
  table_hits_ = 0;
  best_line_.clear();
  for (Frame& frame : frames_) frame.killers = {};
  const eval::Network* const network = shared_.judgement.network(V);
  evaluator_.judge_by(network);
  moves_.policy = network != nullptr ? eval::PolicyWeights(network->policy) : eval::PolicyWeights();
  place(root.node);
}

template <Variant V>
void Worker<V>::place(const Node& node) noexcept {
  Frame& frame = frames_.front();
  frame.node = node;
  frame.key = node.key();
  frame.reversible = static_cast<int>(before_.size());
  frame.split = V == Variant::Ordo && rules::is_split(node.own);
  frame.captured = true;
}

template <Variant V>
Part Worker<V>::best_part(const Node& node, int depth, std::optional<Score> expected) {
  if (tally_.aborted) return {};
  const Frame kept = frames_.front();
  const int deepest = tally_.deepest;
  std::vector<std::uint64_t> before = std::exchange(before_, {});
  std::vector<Part> line = std::exchange(best_line_, {});
  tally_.give_up = tally_.nodes + kMostNodesOfAPart;
  tally_.next_check = std::min(tally_.claimed, tally_.give_up);
  place(node);
  const int alpha = expected ? expected->value() - 1 : -kInfinite;
  const int beta = expected ? expected->value() + 1 : kInfinite;
  (void)search_root(alpha, beta, depth, {});
  const Part part = best_line_.empty() || tally_.aborted ? Part() : best_line_.front();
  frames_.front() = kept;
  before_ = std::move(before);
  best_line_ = std::move(line);
  tally_.deepest = deepest;
  tally_.give_up = Tally().give_up;
  tally_.next_check = tally_.claimed;
  if (std::exchange(tally_.gave_up, false)) tally_.aborted = false;
  return part;
}

template <Variant V>
bool Worker<V>::is_excluded_turn(const Frame& frame, Part part) const noexcept {
  return std::any_of(excluded_.begin(), excluded_.end(), [&](const std::array<Part, 2>& turn) {
    if (frame.ply == 0) return turn[0] == part && !turn[1].exists();
    return frame.node.phase == Phase::Advance && turn[0] == frames_.front().move && turn[1] == part;
  });
}

template <Variant V>
void Worker<V>::raise_line(Frame& frame, Part part, bool child_has_line) noexcept {
  frame.line[0] = part;
  frame.line_length = 1;
  if (child_has_line) {
    const Frame& next = frame_at(frame.ply + 1);
    std::copy_n(next.line.begin(), next.line_length, frame.line.begin() + 1);
    frame.line_length += next.line_length;
  }
}

template <Variant V>
void Worker<V>::check_limits() noexcept {
  published_.store(tally_.nodes, std::memory_order_relaxed);
  if (tally_.nodes >= tally_.give_up) {
    tally_.gave_up = tally_.aborted = true;
    return;
  }
  // The first nodes are searched whatever the clock says: they find a turn that is more than legal.
  if (tally_.nodes > 0 && shared_.is_over()) {
    tally_.aborted = true;
    return;
  }
  const std::uint64_t more = shared_.claim();
  tally_.aborted = more == 0;
  tally_.claimed = tally_.nodes + more;
  tally_.next_check = std::min(tally_.claimed, tally_.give_up);
}

template Worker<Variant::Ordo>::Worker(Shared&);
template void Worker<Variant::Ordo>::start(const Root&);
template void Worker<Variant::Ordo>::place(const Node&) noexcept;
template Part Worker<Variant::Ordo>::best_part(const Node&, int, std::optional<Score>);
template bool Worker<Variant::Ordo>::is_excluded_turn(const Frame&, Part) const noexcept;
template void Worker<Variant::Ordo>::raise_line(Frame&, Part, bool) noexcept;
template void Worker<Variant::Ordo>::check_limits() noexcept;
template Worker<Variant::OrdoX>::Worker(Shared&);
template void Worker<Variant::OrdoX>::start(const Root&);
template void Worker<Variant::OrdoX>::place(const Node&) noexcept;
template Part Worker<Variant::OrdoX>::best_part(const Node&, int, std::optional<Score>);
template bool Worker<Variant::OrdoX>::is_excluded_turn(const Frame&, Part) const noexcept;
template void Worker<Variant::OrdoX>::raise_line(Frame&, Part, bool) noexcept;
template void Worker<Variant::OrdoX>::check_limits() noexcept;

}  // namespace ordo::search
