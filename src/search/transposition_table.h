// The transposition table: what earlier parts of the search found out about a node, shared by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "search/node.h"
#include "util/mix.h"

namespace ordo::search {

enum class Bound : std::uint8_t { Exact, AtLeast, AtMost };

/// What is remembered of a node.
struct Memory {
  Part move;      ///< the best found, or none
  int score = 0;  ///< for the side to move; proven results count from the node
  int depth = 0;
  Bound bound = Bound::Exact;
};

/// Lock-free. An entry is two words, the key exclusive-or the data and the data; a torn entry does not match
/// its key. Four entries share a cache line and compete by depth and age.
class TranspositionTable {
 public:
  /// Throws std::bad_alloc.
  explicit TranspositionTable(std::size_t megabytes);

  void clear() noexcept;
  /// Older searches' entries give way first, and those of searches with another salt are not found.
  void start_search(std::uint64_t salt) noexcept {
    generation_ = (generation_ + 1) & kGenerations;
    salt_ = salt;
  }

  [[nodiscard]] std::optional<Memory> find(std::uint64_t key) const noexcept {
    key ^= salt_;
    for (const Entry& entry : bucket(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return unpack(data);
    }
    return std::nullopt;
  }
  void store(std::uint64_t key, const Memory& memory) noexcept;
  /// Fetches what find() will look at, and does not wait for it.
  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key ^ salt_)); }
  /// For WebAssembly, which cannot do that: a load whose value nobody uses. The processor goes on meanwhile,
  /// but not for as long as it takes, so this is only for who is going to call find().
  void load_early([[maybe_unused]] std::uint64_t key) const noexcept {
#ifdef __wasm__
    asm volatile("" : : "r"(bucket(key ^ salt_).entries[0].data.load(std::memory_order_relaxed)));
#endif
  }

  /// Entries of the present search among a thousand.
  [[nodiscard]] int permille() const noexcept;

 private:
  // From bit 0 the move, from 32 the score, from 48 the depth, from 56 the bound, from 58 the generation.
  [[nodiscard]] static Memory unpack(std::uint64_t data) noexcept {
    return {Part::from_bits(static_cast<std::uint32_t>(data)), static_cast<std::int16_t>(data >> 32),
            static_cast<int>(data >> 48 & 0xFF), static_cast<Bound>(data >> 56 & 3)};
  }
  static constexpr std::size_t kWays = 4;
  static constexpr std::uint8_t kGenerations = 63;

  struct Entry {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    std::array<Entry, kWays> entries;
  };

  struct Free {
    void operator()(Bucket* buckets) const noexcept;
  };

  [[nodiscard]] Bucket& bucket(std::uint64_t key) const noexcept {
    return buckets_[static_cast<std::size_t>(util::high_product(key, size_))];
  }

  std::size_t size_;
  std::unique_ptr<Bucket[], Free> buckets_;  // NOLINT(*-avoid-c-arrays)
  std::uint64_t salt_ = 0;
  std::uint8_t generation_ = 0;
};

}  // namespace ordo::search
