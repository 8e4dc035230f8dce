// Walks the set of positions that a refutation consists of.
#include "solve/refutation_check.h"

#include <algorithm>

namespace ordo::solve {

template <Variant V>
typename RefutationCheck<V>::Result RefutationCheck<V>::check(const Node& root) {
  add(root);
  while (!open_.empty()) {
    const Node node = open_.back();
    open_.pop_back();
    if (!tally_.count() || is_too_large()) return Result::Unknown;
    const Result result = look_at(node);
    if (result != Result::Holds) return result;
  }
  return Result::Holds;
}

template <Variant V>
void RefutationCheck<V>::add(const Node& node) {
  if (!seen_.insert(node.key()).second) return;
  open_.push_back(node);
  open_.back().reversible = 0;  // of the way here nothing counts
}

template <Variant V>
typename RefutationCheck<V>::Result RefutationCheck<V>::look_at(const Node& node) {
  children_.clear();
  prover_.list(node, children_);
  const Result result = node.attacking ? all_stay(node) : one_stays(node);
  if (result == Result::Broken) {
    const Child* first = children_.data();
    const Numbers numbers = Prover<V>::sum_up(node, first, first + children_.size());
    prover_.remember(node, numbers, 1);
  }
  return result;
}

/// Holds: the child is refuted.
template <Variant V>
typename RefutationCheck<V>::Result RefutationCheck<V>::settle(const Node& node, Child& child) {
  if (!child.numbers.is_settled()) {
    Node next = Prover<V>::play(node, child.part);
    next.reversible = 0;
    child.numbers = prover_.prove(next);
  }
  if (!child.numbers.is_settled()) return Result::Unknown;
  return child.numbers.is_refuted() ? Result::Holds : Result::Broken;
}

template <Variant V>
typename RefutationCheck<V>::Result RefutationCheck<V>::all_stay(const Node& node) {
  for (Child& child : children_) {
    const Result result = settle(node, child);
    if (result != Result::Holds) return result;
    if (child.numbers.provisional) add(Prover<V>::play(node, child.part));
  }
  return Result::Holds;
}

template <Variant V>
typename RefutationCheck<V>::Result RefutationCheck<V>::one_stays(const Node& node) {
  const auto stays = [this](const Child& child) {
    return child.numbers.is_refuted() && (!child.numbers.provisional || seen_.contains(child.key));
  };
  if (std::any_of(children_.begin(), children_.end(), stays)) return Result::Holds;
  // Those that are taken for refuted first: they need no search.
  std::stable_partition(children_.begin(), children_.end(),
                        [](const Child& child) { return child.numbers.is_refuted(); });
  for (Child& child : children_) {
    const Result result = settle(node, child);
    if (result == Result::Unknown) return result;
    if (result == Result::Broken) continue;
    if (child.numbers.provisional) add(Prover<V>::play(node, child.part));
    return Result::Holds;
  }
  return Result::Broken;
}

template class RefutationCheck<Variant::Ordo>;
template class RefutationCheck<Variant::OrdoX>;

}  // namespace ordo::solve
