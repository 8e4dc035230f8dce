// Listing the parts of a stage, and what speaks for each.
#include "search/move_picker.h"

#include "rules/captures.h"
#include "rules/playable.h"

namespace ordo::search {
namespace {

/// Analyses of groups a thread remembers: two megabytes.
constexpr std::size_t kGroups = 1024;

// Parts of these kinds come first, in this order.
constexpr int kWins = 1 << 28;
constexpr int kCapture = 1 << 24;

/// Whether some quiet part might end there: a quick look that misses none. A piece of an ordo goes nowhere it
/// could not go alone, but for the connection.
[[nodiscard]] bool may_reach_seventh_rank(const Node& node) noexcept {
  using enum rules::Direction;
  if ((node.own & rules::kRank7).any()) return true;
  const Bitboard free = rules::kBoard - node.own - node.enemy;
  const Bitboard reached =
      rules::slide<N>(node.own, free) | rules::slide<NE>(node.own, free) | rules::slide<NW>(node.own, free);
  return (reached & rules::kRank7).any();
}

}  // namespace

PickerMemory::PickerMemory(Variant variant, rules::Connection connection, const Features& of_the_search,
                           const Parameters& weights)
    : features(of_the_search), parameters(weights), groups(variant, kGroups, connection) {
  parts.reserve(rules::PartList::kCapacity * 8);
}

template <Variant V>
int MovePicker<V>::order_of_capture(Part part) const noexcept {
  const Parameters& weights = memory_.parameters;
  if ((part.destination() & rules::kRank8).any()) return kWins;
  const bool cuts = rules::may_be_cut_point(node_.enemy, part.to());
  const int known = memory_.features.history ? memory_.captures.value(side_, part) : 0;
  return kCapture + (rules::kRanks - part.to().rank()) * weights.order_capture_rank +
         (cuts ? weights.order_capture_cut : 0) + part.from().rank() +
         known * weights.order_capture_history / 256;
}

/// `promise`: how good it looks, on the scale of the history.
template <Variant V>
int MovePicker<V>::order_of_quiet(Part part, int promise) const noexcept {
  if ((part.destination() & rules::kRank8).any()) return kWins;
  return promise + (memory_.features.history ? memory_.quiet.value(side_, part) : 0);
}

template <Variant V>
void MovePicker<V>::list_captures() {
  const auto list = [this](Part part) { add(part, order_of_capture(part)); };
  if (split_) {
    reconnection_.emplace(node_.own, node_.enemy);
    reconnection_->for_each_capture(list);
  } else {
    rules::for_each_capture<V>(node_, wanted_, list);
  }
}

template <Variant V>
void MovePicker<V>::list_quiet() {
  const Parameters& weights = memory_.parameters;
  const auto gain = [&weights](Part part) {
    return (part.to().rank() - part.from().rank()) * part.length() * weights.order_gain;
  };
  if (split_)
    return reconnection_->for_each_quiet([&](Part part) { add(part, order_of_quiet(part, gain(part))); });
  if (only_to_seventh_rank_) {
    has_left_out_ = true;
    if (!may_reach_seventh_rank(node_)) return;
  }
  rules::generate_parts<V>(node_, memory_.groups, memory_.generated);
  const auto list = [&](auto&& promise) {
    for (const Part part : memory_.generated) {
      if (!part.captures() && part != killers_[0] && part != killers_[1])
        add(part, order_of_quiet(part, promise(part)));
    }
  };
  if (memory_.policy.empty() || weights.order_policy == 0) return list(gain);
  const eval::PolicyInputs inputs(node_);
  list([&](Part part) {
    const bool counts = !only_to_seventh_rank_ || (part.destination() & rules::kRank7).any();
    return counts ? inputs.sum(part, memory_.policy) * weights.order_policy / 16 : 0;
  });
}

/// Those that can be played here; the others come with the quiet parts, if at all.
template <Variant V>
Part MovePicker<V>::next_killer() {
  while (with_quiet_ && killer_ < killers_.size()) {
    Part& killer = killers_[killer_++];
    if (killer == remembered_ || !rules::is_playable_quietly(node_, killer)) {
      killer = Part();
      continue;
    }
    memory_.parts.emplace_back(killer, 0);
    ++at_;
    if (!leaves_out(killer)) return killer;
  }
  return {};
}

template class MovePicker<Variant::Ordo>;
template class MovePicker<Variant::OrdoX>;

}  // namespace ordo::search
