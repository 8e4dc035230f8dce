// What is remembered of the nodes that a proof has come by, in a bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "solve/numbers.h"

namespace ordo::solve {

/// For one thread. Four entries compete for a place; the one that cost least work gives way.
class ProofTable {
 public:
  /// Throws std::bad_alloc.
  explicit ProofTable(std::size_t bytes);

  void clear() noexcept;
  /// Refutations that rest on a path are as good as not there from here on.
  void forget_provisional() noexcept {
    if (++epoch_ == 0) clear();
  }

  /// The key will be asked for soon.
  void fetch(std::uint64_t key) const noexcept {
    const Entry* const first = &entries_[place(key)];
    __builtin_prefetch(first);
    __builtin_prefetch(first + kWays - 1);
  }
  [[nodiscard]] std::optional<Numbers> find(std::uint64_t key) const noexcept;
  /// `work`: how many nodes it took to find out.
  void store(std::uint64_t key, const Numbers& numbers, std::uint64_t work) noexcept;

 private:
  static constexpr std::size_t kWays = 4;

  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t proof = 0;
    std::uint32_t refutation = 0;
    std::uint32_t work = 0;  ///< 0: nothing is here
    std::uint16_t plies = 0;
    std::uint16_t epoch = 0;  ///< of a provisional refutation; 0: it is none

    [[nodiscard]] bool is_settled() const noexcept { return proof == 0 || refutation == 0; }
  };

  [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64) * kWays;
  }

  std::size_t buckets_;
  std::vector<Entry> entries_;
  std::uint16_t epoch_ = 1;
};

}  // namespace ordo::solve
