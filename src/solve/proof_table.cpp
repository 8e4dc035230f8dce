// Finding and replacing what is remembered of nodes.
#include "solve/proof_table.h"

#include <algorithm>
#include <limits>

namespace ordo::solve {

ProofTable::ProofTable(std::size_t bytes)
    : buckets_(std::max<std::size_t>(1, bytes / (kWays * sizeof(Entry)))), entries_(buckets_ * kWays) {}

void ProofTable::clear() noexcept {
  std::fill(entries_.begin(), entries_.end(), Entry());
  epoch_ = 1;
}

std::optional<Numbers> ProofTable::find(std::uint64_t key) const noexcept {
  const std::size_t first = place(key);
  for (std::size_t i = first; i < first + kWays; ++i) {
    const Entry& entry = entries_[i];
    if (entry.key != key || entry.work == 0) continue;
    if (entry.epoch != 0 && entry.epoch != epoch_) return std::nullopt;
    return Numbers{entry.proof, entry.refutation, entry.plies, entry.epoch != 0};
  }
  return std::nullopt;
}

void ProofTable::store(std::uint64_t key, const Numbers& numbers, std::uint64_t work) noexcept {
  constexpr std::uint64_t kSettledIsWorth = 8;  // times the work of what is not: it need not be done again
  const auto worth = [](const Entry& entry) {
    return entry.work * (entry.is_settled() ? kSettledIsWorth : 1);
  };
  const std::size_t first = place(key);
  std::size_t victim = first;
  for (std::size_t i = first; i < first + kWays; ++i) {
    if (entries_[i].key == key) {
      victim = i;
      break;
    }
    if (worth(entries_[i]) < worth(entries_[victim])) victim = i;
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  entries_[victim] = {key,
                      numbers.proof,
                      numbers.refutation,
                      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(work, 1, kMost)),
                      numbers.plies,
                      numbers.provisional ? epoch_ : std::uint16_t{0}};
}

}  // namespace ordo::solve
