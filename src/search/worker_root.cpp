// Where a worker starts, and when it has to end.
#include <algorithm>
#include <chrono>
#include <utility>

#include "rules/query.h"
#include "search/worker.h"

namespace ordo::search {
namespace {

/// Analyses of groups a worker remembers: two megabytes.
constexpr std::size_t kGroups = 1024;

}  // namespace

template <Variant V>
Worker<V>::Worker(Shared& shared)
    : shared_(shared), frames_(kMaxPly), groups_(V, kGroups, kConnection<V>), evaluator_(V) {
  parts_.reserve(rules::PartList::kCapacity * 8);
  for (int ply = 0; ply < kMaxPly; ++ply) frame_at(ply).ply = ply;
}

template <Variant V>
void Worker<V>::start(const Root& root) {
  before_ = root.before;
  tally_ = {};
  best_line_.clear();
  for (Frame& frame : frames_) frame.killers = {};
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
Part Worker<V>::best_part(const Node& node, int depth, std::uint64_t most_nodes,
                          std::optional<Score> expected) {
  const Frame kept = frames_.front();
  const std::vector<std::uint64_t> before = std::exchange(before_, {});
  const std::vector<Part> line = std::exchange(best_line_, {});
  const Tally tally = std::exchange(tally_, {.next_check = most_nodes, .most_nodes = most_nodes});
  place(node);
  const int alpha = expected ? expected->value() - 1 : -kInfinite;
  const int beta = expected ? expected->value() + 1 : kInfinite;
  (void)search_root(alpha, beta, depth, {});
  const Part part = best_line_.empty() || tally_.aborted ? Part() : best_line_.front();
  frames_.front() = kept;
  before_ = before;
  best_line_ = line;
  tally_ = tally;
  return part;
}

template <Variant V>
void Worker<V>::check_limits() noexcept {
  constexpr std::uint64_t kInterval = 512;
  if (tally_.nodes >= tally_.most_nodes) {
    tally_.aborted = true;
    return;
  }
  shared_.nodes.fetch_add(tally_.nodes - tally_.published, std::memory_order_relaxed);
  tally_.published = tally_.nodes;
  tally_.next_check = tally_.nodes + kInterval;
  if (shared_.node_limit) {
    const std::uint64_t all = shared_.nodes.load(std::memory_order_relaxed);
    if (all >= *shared_.node_limit) shared_.stop.store(true, std::memory_order_relaxed);
    if (shared_.threads == 1)
      tally_.next_check = std::min(tally_.next_check, std::max(tally_.nodes + 1, *shared_.node_limit));
  }
  if (shared_.outside->load(std::memory_order_relaxed)) shared_.stop.store(true, std::memory_order_relaxed);
  if (shared_.deadline && std::chrono::steady_clock::now() >= *shared_.deadline)
    shared_.stop.store(true, std::memory_order_relaxed);
  // The very first look finds a move in any case.
  if (tally_.nodes > 0 && !best_line_.empty() && shared_.stop.load(std::memory_order_relaxed))
    tally_.aborted = true;
}

template Worker<Variant::Ordo>::Worker(Shared&);
template void Worker<Variant::Ordo>::start(const Root&);
template void Worker<Variant::Ordo>::place(const Node&) noexcept;
template Part Worker<Variant::Ordo>::best_part(const Node&, int, std::uint64_t, std::optional<Score>);
template void Worker<Variant::Ordo>::check_limits() noexcept;
template Worker<Variant::OrdoX>::Worker(Shared&);
template void Worker<Variant::OrdoX>::start(const Root&);
template void Worker<Variant::OrdoX>::place(const Node&) noexcept;
template Part Worker<Variant::OrdoX>::best_part(const Node&, int, std::uint64_t, std::optional<Score>);
template void Worker<Variant::OrdoX>::check_limits() noexcept;

}  // namespace ordo::search
