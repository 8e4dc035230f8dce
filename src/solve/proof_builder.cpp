// Follows the shortest proofs that are known, and covers every answer.
#include "solve/proof_builder.h"

#include <algorithm>

#include "rules/outcome.h"

namespace ordo::solve {
namespace {

[[nodiscard]] std::vector<rules::Turn> all_turns(const rules::Position& position) {
  std::vector<rules::Turn> turns;
  rules::for_each_turn(position, [&turns](const rules::Turn& turn) { turns.push_back(turn); });
  return turns;
}

}  // namespace

template <Variant V>
std::optional<ProofTree> ProofBuilder<V>::build(const rules::Position& start, rules::Color attacker,
                                                int plies) {
  ProofTree tree{start, {}, ProofTree::kOver, {}};
  rules::Position after = start;
  std::optional<int> left = plies;
  if (start.to_move() == attacker) {
    const auto first = attack(start, plies);
    if (!first) return std::nullopt;
    tree.first = first->turn;
    after = first->after;
    left = first->plies;
  }
  if (left) {
    const auto number = stand(after, *left);
    if (!number) return std::nullopt;
    tree.next = *number;
  }
  tree.stands = std::move(stands_);
  return tree;
}

template <Variant V>
std::optional<rules::Turn> ProofBuilder<V>::first_turn(const rules::Position& start, int plies) {
  const auto first = attack(start, plies);
  if (!first) return std::nullopt;
  return first->turn;
}

/// The part with the least plies by `claim(node, part)`, which has none for what is not known to win.
template <Variant V>
template <class Claim>
std::optional<typename ProofBuilder<V>::Found> ProofBuilder<V>::best_part(const rules::Position& position,
                                                                          int plies, Claim&& claim) {
  rules::PartList parts;
  rules::generate_parts(position, parts);
  std::optional<Found> best;
  for (const Part part : parts) {
    const rules::Position next = position.after(part);
    if (rules::is_decided(next)) return Found{part, std::nullopt};
    const bool same_side = next.to_move() == position.to_move();
    const Node node{View::of(next), same_side, same_side ? plies : plies - 1, 0};
    const std::optional<int> claimed = claim(node, part);
    if (claimed && (!best || *claimed < *best->plies)) best = Found{part, claimed};
  }
  return best;
}

template <Variant V>
std::optional<typename ProofBuilder<V>::Found> ProofBuilder<V>::find_part(const rules::Position& position,
                                                                          int plies) {
  const auto known = [this](const Node& node, Part part) -> std::optional<int> {
    const Numbers numbers = prover_.look(node, part.captures());
    return numbers.is_proved() ? std::optional<int>(numbers.plies) : std::nullopt;
  };
  if (auto found = best_part(position, plies, known)) return found;
  if (!prover_.prove_again({View::of(position), true, plies, 0}).is_proved()) return std::nullopt;
  const auto proved = [this](const Node& node, Part) -> std::optional<int> {
    const auto& child = prover_.proving_child();
    return node.key() == child.key ? std::optional<int>(child.numbers.plies) : std::nullopt;
  };
  return best_part(position, plies, proved);
}

template <Variant V>
std::optional<typename ProofBuilder<V>::Attack> ProofBuilder<V>::attack(const rules::Position& position,
                                                                        int plies) {
  const auto first = find_part(position, plies);
  if (!first) return std::nullopt;
  const rules::Position next = position.after(first->part);
  if (!first->plies || next.to_move() != position.to_move())
    return Attack{rules::Turn(first->part), next, first->plies};
  const auto second = find_part(next, *first->plies);
  if (!second) return std::nullopt;
  return Attack{rules::Turn(first->part, second->part), next.after(second->part), second->plies};
}

template <Variant V>
std::optional<int> ProofBuilder<V>::stand(const rules::Position& position, int plies) {
  const std::uint64_t hash = position.hash();
  if (const auto known = numbers_.find(hash); known != numbers_.end()) {
    if (stands_[static_cast<std::size_t>(known->second)].plies <= plies) return known->second;
  }
  const int number = static_cast<int>(stands_.size());
  numbers_[hash] = number;
  stands_.push_back({position, plies, false, {}});
  if (tables_ != nullptr && tables_->value<V>(View::of(position)) == tablebase::Value::Loss) {
    stands_.back().from_table = true;
    return number;
  }
  if (!answer_all(number, plies)) return std::nullopt;
  return number;
}

template <Variant V>
bool ProofBuilder<V>::answer_all(int number, int plies) {
  const auto at = static_cast<std::size_t>(number);
  int longest = 0;
  for (const rules::Turn& defence : all_turns(stands_[at].position)) {
    if (++replies_ > most_ || !tally_.goes_on()) return false;
    const auto reply = attack(stands_[at].position.after(defence), plies - 1);
    if (!reply) return false;
    int next = ProofTree::kOver;
    if (reply->plies) {
      const auto after = stand(reply->after, *reply->plies);
      if (!after) return false;
      next = *after;
    }
    const int more = next == ProofTree::kOver ? 0 : stands_[static_cast<std::size_t>(next)].plies;
    longest = std::max(longest, 2 + more);
    stands_[at].replies.push_back({defence, reply->turn, next});
  }
  stands_[at].plies = longest;
  return true;
}

template class ProofBuilder<Variant::Ordo>;
template class ProofBuilder<Variant::OrdoX>;

}  // namespace ordo::solve
