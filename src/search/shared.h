// What the threads of one search share.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "search/limits.h"
#include "search/options.h"
#include "search/table.h"
#include "util/mix.h"

namespace ordo::search {

using Instant = std::chrono::steady_clock::time_point;

/// Says which moves are being searched by some thread right now, so that the others begin with something
/// else. Wrong answers cost time only: there are no locks, and collisions are taken for hits.
class BusyMoves {
 public:
  [[nodiscard]] bool is_busy(std::uint64_t id) const noexcept {
    return cell(id).load(std::memory_order_relaxed) == id;
  }
  void begin(std::uint64_t id) noexcept { cell(id).store(id, std::memory_order_relaxed); }
  void end(std::uint64_t id) noexcept {
    if (is_busy(id)) cell(id).store(0, std::memory_order_relaxed);
  }

 private:
  [[nodiscard]] const std::atomic<std::uint64_t>& cell(std::uint64_t id) const noexcept {
    return cells_[id & (kCells - 1)];
  }
  [[nodiscard]] std::atomic<std::uint64_t>& cell(std::uint64_t id) noexcept {
    return cells_[id & (kCells - 1)];
  }

  static constexpr std::size_t kCells = 1 << 15;
  std::array<std::atomic<std::uint64_t>, kCells> cells_{};
};

/// Noisy judgement of a level: what it adds to the evaluation depends on the node and the seed alone.
struct Noise {
  int amplitude = 0;  ///< centipoints
  std::uint64_t seed = 0;

  [[nodiscard]] int of(std::uint64_t key) const noexcept {
    if (amplitude == 0) return 0;
    // The sum of four uniform numbers is close to a bell curve, with a standard deviation of about
    // `amplitude`.
    const std::uint64_t bits = util::mixed(key ^ seed, 0x9E3779B97F4A7C15U);
    const auto digit = [bits](int i) { return static_cast<int>(bits >> (16 * i) & 0xFFFF) - 0x8000; };
    return (digit(0) + digit(1) + digit(2) + digit(3)) / 256 * amplitude / 148;
  }
};

struct Shared {
  Table* table = nullptr;
  Features features;
  Noise noise;
  int threads = 1;
  std::optional<std::uint64_t> node_limit;
  std::optional<Instant> deadline;             ///< when to stop at once
  const std::atomic<bool>* outside = nullptr;  ///< becomes true when somebody wants the search to end
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};  ///< of all threads, a little behind
  BusyMoves busy;
};

}  // namespace ordo::search
