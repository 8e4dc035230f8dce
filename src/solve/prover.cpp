// Depth-first proof-number search over parts.
#include "solve/prover.h"

#include <algorithm>
#include <span>

#include "rules/query.h"
#include "rules/reconnect.h"

namespace ordo::solve {
namespace {

/// Analyses of groups that are remembered: two megabytes.
constexpr std::size_t kGroups = 1024;
/// No path is longer; what would be counts as refuted, provisionally.
constexpr std::size_t kLongestPath = 1024;

/// A split side that no move makes whole again has lost.
[[nodiscard]] bool cannot_reconnect(const View& view) noexcept {
  if (!rules::is_split(view.own)) return false;
  bool can = false;
  rules::Reconnection(view.own, view.enemy).for_each([&can](Part) { can = true; });
  return !can;
}

}  // namespace

template <Variant V>
Prover<V>::Prover(ProofTable& memory, const tablebase::Tables* tables, Tally& tally)
    : memory_(memory), tables_(tables), tally_(tally), groups_(V, kGroups) {}

template <Variant V>
Numbers Prover<V>::prove(const Node& node) {
  const Numbers known = look(node, true);
  return known.is_settled() ? known : prove_again(node);
}

template <Variant V>
Numbers Prover<V>::prove_again(const Node& node) {
  path_.clear();
  children_.clear();
  return search(node, {kInfinite, kInfinite});
}

template <Variant V>
Numbers Prover<V>::look(const Node& node, bool captured) {
  const View& view = node.view;
  if (V == Variant::Ordo && captured && cannot_reconnect(view))
    return node.attacking ? Numbers::refuted() : Numbers::won(0);
  if (rules::can_enter_home_row<V>(view.own, view.enemy)) {
    if (!node.attacking) return Numbers::refuted();
    if (node.plies >= 1) return Numbers::won(1);
  }
  if (node.plies <= 0) return Numbers::refuted();
  if (tables_ != nullptr) {
    if (const auto known = ask_tables(node)) return *known;
  }
  const std::uint64_t key = node.key();
  const auto found = memory_.find(key);
  if (!node.is_limited()) return found.value_or(Numbers());
  if (found && found->is_proved() && found->plies <= node.plies) return *found;
  if (found && found->is_refuted() && !found->provisional) return *found;
  return memory_.find(Node::limited_key(key, node.plies)).value_or(Numbers());
}

template <Variant V>
std::optional<Numbers> Prover<V>::ask_tables(const Node& node) const {
  using tablebase::Value;
  const auto value = tables_->value<V>(node.view);
  if (!value) return std::nullopt;
  if (*value != (node.attacking ? Value::Win : Value::Loss)) return Numbers::refuted();
  const auto verdict = tables_->verdict(node.view.as_white(V));
  const int plies = verdict ? verdict->plies : tablebase::kMostPlies;
  if (plies <= node.plies) return Numbers::won(plies);
  return verdict ? std::optional(Numbers::refuted()) : std::nullopt;
}

template <Variant V>
void Prover<V>::remember(const Node& node, const Numbers& numbers, std::uint64_t work) noexcept {
  const std::uint64_t key = node.key();
  const bool holds_without_limit = !node.is_limited() || numbers.is_proved();
  memory_.store(holds_without_limit ? key : Node::limited_key(key, node.plies), numbers, work);
}

template <Variant V>
void Prover<V>::list(const Node& node, std::vector<Child>& children) {
  rules::generate_parts<V>(node.view, groups_, parts_);
  // Two passes: what is remembered is on its way while the other children are made.
  reached_.clear();
  for (const Part part : parts_) {
    const rules::Step step = rules::play<V>(node.view, part);
    reached_.push_back({step, step.wins ? 0 : next_node<V>(node, part, step).key()});
    memory_.fetch(reached_.back().key);
  }
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    const auto& [step, key] = reached_[i];
    const Part part = parts_[i];
    Child child{key, part, {}, step.same_side};
    if (step.wins) {
      child.numbers = node.attacking ? Numbers::won(0) : Numbers::refuted();
    } else {
      child.numbers = look(next_node<V>(node, part, step), part.captures());
    }
    children.push_back(child);
    const Numbers& numbers = child.numbers;
    if (node.attacking ? numbers.is_proved() : numbers.is_refuted() && !numbers.provisional) return;
  }
}

/// A position that is on the path already is no step towards a win.
template <Variant V>
bool Prover<V>::repeats(const Node& child, std::uint64_t key) const noexcept {
  for (int back = 4; back <= child.reversible; back += 2) {
    if (path_[path_.size() - static_cast<std::size_t>(back)] == key) return true;
  }
  return false;
}

template <Variant V>
void Prover<V>::mark_repetitions(const Node& node, std::size_t first) noexcept {
  const bool too_long = path_.size() >= kLongestPath;
  if (!too_long && (V == Variant::OrdoX || node.is_limited() || node.reversible < 3)) return;
  for (Child& child : std::span(children_).subspan(first)) {
    if (child.numbers.is_settled()) continue;
    if (too_long || (V == Variant::Ordo && repeats(play(node, child.part), child.key)))
      child.numbers = Numbers::refuted(true);
  }
}

/// The attacker needs one child proved, the other side one refuted. The number that needs all children is not
/// their sum, since many ways lead to the same node, which would be counted again and again: the largest, and
/// one for each other that is open.
template <Variant V>
Numbers Prover<V>::sum_up(const Node& node, const Child* first, const Child* last) noexcept {
  std::uint32_t least = kInfinite;  // of the number that one child is enough for
  std::uint32_t largest = 0;        // of the other
  std::uint32_t open = 0;
  int best_plies = kUnlimited;
  int worst_plies = 0;
  bool some_provisional = false;
  bool all_provisional = true;
  for (const Child* child = first; child != last; ++child) {
    const Numbers& numbers = child->numbers;
    least = std::min(least, node.attacking ? numbers.proof : numbers.refutation);
    largest = std::max(largest, node.attacking ? numbers.refutation : numbers.proof);
    if (!numbers.is_settled()) ++open;
    if (numbers.is_refuted()) {
      some_provisional = some_provisional || numbers.provisional;
      all_provisional = all_provisional && numbers.provisional;
    } else if (numbers.is_proved()) {
      const int plies = numbers.plies + (child->same_side ? 0 : 1);
      best_plies = std::min(best_plies, plies);
      worst_plies = std::max(worst_plies, plies);
    }
  }
  if (node.attacking && least == 0) return Numbers::won(best_plies);
  if (node.attacking && open == 0) return Numbers::refuted(some_provisional);
  if (!node.attacking && least == 0) return Numbers::refuted(all_provisional);
  if (!node.attacking && open == 0) return Numbers::won(worst_plies);
  const std::uint32_t all = std::min(largest + open - 1, kInfinite - 1);
  return node.attacking ? Numbers{least, all, 0, false} : Numbers{all, least, 0, false};
}

template <Variant V>
typename Prover<V>::Choice Prover<V>::choose(const Node& node, std::size_t first,
                                             const Goal& goal) const noexcept {
  const auto one = [&](const Child& child) {
    return node.attacking ? child.numbers.proof : child.numbers.refutation;
  };
  const auto other = [&](const Child& child) {
    return node.attacking ? child.numbers.refutation : child.numbers.proof;
  };
  std::size_t best = first;
  std::uint32_t second = kInfinite;
  std::uint32_t open = 0;
  for (std::size_t i = first; i < children_.size(); ++i) {
    const Child& child = children_[i];
    if (child.numbers.is_settled()) continue;
    ++open;
    if (open == 1) {
      best = i;
      continue;
    }
    const Child& champion = children_[best];
    const bool better =
        one(child) < one(champion) || (one(child) == one(champion) && other(child) < other(champion));
    second = std::min(second, one(better ? champion : child));
    if (better) best = i;
  }
  // A little farther than the second best, or the search would go to and fro between the two.
  const std::uint32_t far = std::min(second + second / 4 + 1, kInfinite);
  const std::uint32_t one_goal = std::min(node.attacking ? goal.proof : goal.refutation, far);
  const std::uint32_t other_goal = node.attacking ? goal.refutation : goal.proof;
  const std::uint32_t rest = other_goal >= kInfinite ? kInfinite : other_goal - (open - 1);
  return {best, node.attacking ? Goal{one_goal, rest} : Goal{rest, one_goal}};
}

template <Variant V>
Numbers Prover<V>::search(const Node& node, const Goal& goal) {
  if (!tally_.count()) return {};
  const std::uint64_t before = tally_.nodes() - 1;
  const std::size_t first = children_.size();
  list(node, children_);
  path_.push_back(node.key());
  mark_repetitions(node, first);
  Numbers numbers;
  for (;;) {
    numbers = sum_up(node, children_.data() + first, children_.data() + children_.size());
    if (numbers.proof >= goal.proof || numbers.refutation >= goal.refutation) break;
    const Choice choice = choose(node, first, goal);
    const Node next = play(node, children_[choice.child].part);
    Numbers known = look(next, false);
    if (!known.is_settled()) known = search(next, choice.goal);
    if (!tally_.goes_on()) break;
    children_[choice.child].numbers = known;
  }
  path_.pop_back();
  if (path_.empty() && node.attacking && numbers.is_proved()) {
    proving_ = *std::find_if(children_.begin(), children_.end(),
                             [](const Child& child) { return child.numbers.is_proved(); });
  }
  children_.resize(first);
  if (tally_.goes_on() || numbers.is_settled()) remember(node, numbers, tally_.nodes() - before);
  return numbers;
}

template class Prover<Variant::Ordo>;
template class Prover<Variant::OrdoX>;

}  // namespace ordo::solve
