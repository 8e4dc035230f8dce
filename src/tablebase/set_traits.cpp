// Races on an empty board, and sets that are alike.
#include "tablebase/set_traits.h"

#include <algorithm>

#include "rules/moved.h"
#include "rules/movegen.h"
#include "rules/view.h"

namespace ordo::tablebase {
namespace {

constexpr std::uint8_t kLongestRace = 15;

/// The sets that a turn of Ordo leads to on an empty board; kNone stands for the home row.
void list_next(const ConnectedSets& sets, std::uint32_t number, rules::GroupCache& groups,
               rules::PartList& parts, std::vector<std::uint32_t>& next) {
  const rules::View view{sets[number], {}, rules::Phase::Whole};
  rules::generate_parts<rules::Variant::Ordo>(view, groups, parts);
  next.clear();
  for (const rules::Part part : parts)
    next.push_back(sets.number(rules::moved<rules::Variant::Ordo>({view.own, view.enemy}, part).own));
}

/// Backwards from the sets that arrive with their next turn.
[[nodiscard]] std::vector<std::uint8_t> races(const ConnectedSets& sets) {
  std::vector<std::uint32_t> first(sets.size() + 1, 0);
  std::vector<std::uint32_t> edges;  // from set to set; then the other way round
  std::vector<std::uint8_t> race(sets.size(), kLongestRace);
  std::vector<std::uint32_t> queue;
  rules::GroupCache groups(rules::Variant::Ordo, 1);
  rules::PartList parts;
  std::vector<std::uint32_t> next;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps;
  for (std::uint32_t number = 0; number < sets.size(); ++number) {
    list_next(sets, number, groups, parts, next);
    if (std::find(next.begin(), next.end(), ConnectedSets::kNone) != next.end()) {
      race[number] = 1;
      queue.push_back(number);
      continue;
    }
    for (const std::uint32_t to : next) {
      steps.emplace_back(to, number);
      ++first[to + 1];
    }
  }
  for (std::uint32_t i = 0; i < sets.size(); ++i) first[i + 1] += first[i];
  edges.resize(steps.size());
  std::vector<std::uint32_t> end(first.begin(), first.end() - 1);
  for (const auto& [to, from] : steps) edges[end[to]++] = from;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto longer = static_cast<std::uint8_t>(race[queue[i]] + 1);
    for (std::uint32_t edge = first[queue[i]]; edge < first[queue[i] + 1]; ++edge) {
      if (race[edges[edge]] <= longer || longer >= kLongestRace) continue;
      race[edges[edge]] = longer;
      queue.push_back(edges[edge]);
    }
  }
  return race;
}

[[nodiscard]] std::array<std::uint32_t, SetTraits::kAlike> alike(const ConnectedSets& sets,
                                                                 std::uint32_t number) {
  const Bitboard set = sets[number];
  const auto& near = sets.neighbours(number);
  std::vector<std::uint32_t> found;
  set.for_each([&](rules::Square from) {
    const Bitboard piece = rules::bitboard(from);
    (rules::dilated(piece) - set).for_each([&](rules::Square to) {
      const std::uint32_t other = sets.number((set - piece) | rules::bitboard(to));
      if (other < number && other != near.beside && other != near.below) found.push_back(other);
    });
  });
  std::sort(found.begin(), found.end(), std::greater<>());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  found.resize(SetTraits::kAlike, ConnectedSets::kNone);
  return {found[0], found[1], found[2]};
}

}  // namespace

std::vector<SetTraits> set_traits(rules::Variant variant, const ConnectedSets& sets) {
  std::vector<std::uint8_t> race(sets.size(), 1);
  if (variant == rules::Variant::Ordo) race = races(sets);
  std::vector<SetTraits> traits;
  traits.reserve(sets.size());
  for (std::uint32_t number = 0; number < sets.size(); ++number) {
    SetTraits of{alike(sets, number), race[number], rules::kRanks, rules::kFiles, 0};
    sets[number].for_each([&of](rules::Square square) {
      of.front = std::min(of.front, static_cast<std::uint8_t>(rules::kRanks - 1 - square.rank()));
      of.left = std::min(of.left, static_cast<std::uint8_t>(square.file()));
      of.right = std::max(of.right, static_cast<std::uint8_t>(square.file()));
    });
    traits.push_back(of);
  }
  return traits;
}

}  // namespace ordo::tablebase
