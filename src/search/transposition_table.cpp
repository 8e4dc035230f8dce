// Packing, finding and replacing entries.
#include "search/transposition_table.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ordo::search {
namespace {

[[nodiscard]] std::uint64_t pack(const Memory& memory, std::uint8_t generation) noexcept {
  return static_cast<std::uint64_t>(memory.move.bits()) |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(memory.score)) << 32 |
         static_cast<std::uint64_t>(static_cast<std::uint8_t>(memory.depth)) << 48 |
         static_cast<std::uint64_t>(memory.bound) << 56 | static_cast<std::uint64_t>(generation) << 58;
}
[[nodiscard]] int depth_of(std::uint64_t data) noexcept { return static_cast<int>(data >> 48 & 0xFF); }
[[nodiscard]] std::uint8_t generation_of(std::uint64_t data) noexcept {
  return static_cast<std::uint8_t>(data >> 58);
}

}  // namespace

void TranspositionTable::Free::operator()(Bucket* buckets) const noexcept { std::free(buckets); }

TranspositionTable::TranspositionTable(std::size_t megabytes) : size_((megabytes << 20) / sizeof(Bucket)) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const std::size_t bytes = ((megabytes << 20) + kHugePage - 1) & ~(kHugePage - 1);
  void* memory = std::aligned_alloc(kHugePage, bytes);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
  madvise(memory, bytes, MADV_HUGEPAGE);  // a miss of the address cache costs more than the search of a node
#endif
  buckets_.reset(new (memory) Bucket[size_]);
}

void TranspositionTable::clear() noexcept {
  for (std::size_t i = 0; i < size_; ++i) {
    for (Entry& entry : buckets_[i].entries) {
      entry.check.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
  }
  generation_ = 0;
}

void TranspositionTable::store(std::uint64_t key, const Memory& memory) noexcept {
  key ^= salt_;
  Entry* victim = nullptr;
  int least = std::numeric_limits<int>::max();
  std::uint64_t data = pack(memory, generation_);
  for (Entry& entry : bucket(key).entries) {
    const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
    if (old != 0 && (entry.check.load(std::memory_order_relaxed) ^ old) == key) {
      // A much shallower bound is worth less than what is there, but for its newer age.
      if (memory.bound != Bound::Exact && memory.depth + 3 < depth_of(old) &&
          generation_of(old) == generation_)
        return;
      if (!memory.move.exists()) data = (data & ~std::uint64_t{0xFFFFFFFF}) | (old & 0xFFFFFFFF);
      victim = &entry;
      break;
    }
    const int age = (generation_ - generation_of(old)) & kGenerations;
    const int worth = old == 0 ? -1000 : depth_of(old) - 8 * age;
    if (worth < least) {
      least = worth;
      victim = &entry;
    }
  }
  victim->check.store(key ^ data, std::memory_order_relaxed);
  victim->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::permille() const noexcept {
  const std::size_t sample = std::min<std::size_t>(size_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Entry& entry : buckets_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      used += data != 0 && generation_of(data) == generation_ ? 1U : 0U;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kWays));
}

}  // namespace ordo::search
