// What the threads of one search share.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "eval/judgement.h"
#include "search/parameters.h"
#include "search/transposition_table.h"
#include "search/vocabulary.h"
#include "tablebase/tables.h"
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
  /// So many nodes lie between two looks at the limits, at most.
  static constexpr std::uint64_t kCheckInterval = 512;

  eval::Judgement judgement;  ///< without networks: by weights
  TranspositionTable* table = nullptr;
  const tablebase::Tables* endgames = nullptr;  ///< null: none
  int worth_unpacking = 0;  ///< the least depth at which tiles of them are unpacked; others are asked always
  Features features;
  Parameters parameters{};  ///< of the game that is played
  Noise noise;
  int threads = 1;
  std::optional<std::uint64_t> node_limit;
  Instant started;                              ///< time counts from here on or,
  const thinking::PonderHit* ponder = nullptr;  ///< if not null, from the moment of the hit
  std::optional<Milliseconds> time_limit;       ///< after so much to stop at once
  std::atomic<bool> hit_is_enough{false};       ///< so much was pondered that the hit ends the search
  const std::atomic<bool>* outside = nullptr;   ///< becomes true when somebody wants the search to end
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> claimed{0};  ///< nodes, by all threads; no more have been searched
  BusyMoves busy;

  /// How many nodes a thread may search before it asks again; none: all that are allowed are taken. They are
  /// claimed before they are searched, so that the threads together never exceed the limit; and in small
  /// pieces, so that each gets some.
  [[nodiscard]] std::uint64_t claim() noexcept {
    const std::uint64_t limit = node_limit.value_or(~std::uint64_t{0});
    const std::uint64_t piece =
        std::clamp(limit / (4 * static_cast<std::uint64_t>(threads)), std::uint64_t{1}, kCheckInterval);
    const std::uint64_t before = claimed.fetch_add(piece, std::memory_order_relaxed);
    return before < limit ? std::min(piece, limit - before) : 0;
  }

  /// In the opponent's time, of which none counts. Ends while a search goes on, and does not begin again.
  [[nodiscard]] bool is_pondering() const noexcept { return ponder != nullptr && !ponder->moment(); }

  /// Whether so much of the time that counts has gone by.
  [[nodiscard]] bool has_spent(Instant::duration time) const noexcept {
    const std::optional<Instant> begin = ponder != nullptr ? ponder->moment() : started;
    return begin && std::chrono::steady_clock::now() >= *begin + time;
  }

  /// Whether somebody wants the search to end or its time is up.
  [[nodiscard]] bool is_over() const noexcept {
    if (stop.load(std::memory_order_relaxed) || outside->load(std::memory_order_relaxed)) return true;
    const bool is_enough = hit_is_enough.load(std::memory_order_relaxed);
    return time_limit && has_spent(is_enough ? Milliseconds{0} : *time_limit);
  }
};

}  // namespace ordo::search
