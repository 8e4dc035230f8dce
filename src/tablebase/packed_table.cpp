// Unpacking tiles.
#include "tablebase/packed_table.h"

#include <new>
#include <utility>

#include "tablebase/value_coder.h"
#include "util/check.h"

namespace ordo::tablebase {
namespace {

/// Takes so much of the budget; false if it is spent.
[[nodiscard]] bool take(Budget& budget, std::size_t bytes) noexcept {
  const auto wanted = static_cast<std::int64_t>(bytes);
  if (budget.fetch_sub(wanted, std::memory_order_relaxed) >= wanted) return true;
  budget.fetch_add(wanted, std::memory_order_relaxed);
  return false;
}

/// Puts a tile in its place, unless another thread was faster.
[[nodiscard]] const std::uint8_t* keep(std::atomic<std::uint8_t*>& slot, std::unique_ptr<std::uint8_t[]> tile,
                                       Budget& budget, std::size_t bytes) noexcept {
  std::uint8_t* there = nullptr;
  if (slot.compare_exchange_strong(there, tile.get(), std::memory_order_acq_rel)) return tile.release();
  budget.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  return there;
}

}  // namespace

PackedTable::PackedTable(TableFile values, const LazyTraits& movers, const LazyTraits& waiting,
                         Budget& budget, OnDamage on_damage)
    : values_(std::move(values)),
      movers_(movers),
      waiting_(waiting),
      tiling_(waiting.sets().rows(), movers.sets().size()),
      budget_(budget),
      on_damage_(std::move(on_damage)),
      value_tiles_(new std::atomic<std::uint8_t*>[tiling_.count()]()),
      distance_tiles_(new std::atomic<std::uint8_t*>[tiling_.count()]()) {
  ORDO_CHECK(values_.tiles() == tiling_.count());
}

PackedTable::~PackedTable() {
  for (std::uint32_t i = 0; i < tiling_.count(); ++i) {
    delete[] value_tiles_[i].load();
    delete[] distance_tiles_[i].load();
  }
}

std::optional<std::vector<std::uint8_t>> PackedTable::bytes(const TableFile& file,
                                                            std::uint32_t index) const {
  if (damaged_.load(std::memory_order_relaxed)) return std::nullopt;
  auto bytes = file.tile(index);
  if (!bytes && !damaged_.exchange(true) && on_damage_) on_damage_(file.name());
  return bytes;
}

bool PackedTable::unpack_values(std::uint32_t index, TileCells& values) const {
  const auto packed = bytes(values_, index);
  if (!packed) return false;
  std::call_once(once_, [this] { models_ = value_models(values_.model()); });
  Decoder decoder(*packed);
  ValueModels models = *models_;
  code_values(values_.name().variant, decoder, models, tiling_[index], {movers(), *movers_},
              {waiting(), *waiting_}, values);
  return true;
}

bool PackedTable::unpack_distances(std::uint32_t index, const TileCells& values, TileCells& distances) const {
  if (!distances_) return false;
  const auto packed = bytes(*distances_, index);
  if (!packed) return false;
  Decoder decoder(*packed);
  DistanceModel model;
  for (std::size_t i = 0; i < kDistanceChances; ++i)
    model.emplace_back(static_cast<std::uint32_t>(format::word(distances_->model(), 2 * i, 2)));
  code_distances(decoder, model, tiling_[index], movers(), waiting(), values, distances);
  return true;
}

const std::uint8_t* PackedTable::load_values(std::uint32_t index) const noexcept {
  if (damaged_.load(std::memory_order_relaxed) || !take(budget_, kPackedBytes)) return nullptr;
  try {
    auto tile = std::make_unique<std::uint8_t[]>(kPackedBytes);  // NOLINT(*-avoid-c-arrays)
    const auto cells = std::make_unique<TileCells>();
    if (unpack_values(index, *cells)) {
      for (std::size_t i = 0; i < kTileCells; ++i)
        tile[i / 4] = static_cast<std::uint8_t>(tile[i / 4] | (*cells)[i] << (i % 4 * 2));
      return keep(value_tiles_[index], std::move(tile), budget_, kPackedBytes);
    }
  } catch (const std::bad_alloc&) {  // then there is no answer
  }
  budget_.fetch_add(kPackedBytes, std::memory_order_relaxed);
  return nullptr;
}

const std::uint8_t* PackedTable::load_distances(std::uint32_t index) const {
  if (!distances_ || damaged_.load(std::memory_order_relaxed) || !take(budget_, kTileCells)) return nullptr;
  const std::uint8_t* packed = value_tiles_[index].load(std::memory_order_acquire);
  if (packed == nullptr) packed = load_values(index);
  const auto values = std::make_unique<TileCells>();
  const auto cells = std::make_unique<TileCells>();
  if (packed != nullptr) {
    for (std::size_t i = 0; i < kTileCells; ++i) (*values)[i] = packed[i / 4] >> (i % 4 * 2) & 3;
  }
  if (packed != nullptr && unpack_distances(index, *values, *cells)) {
    auto tile = std::make_unique<std::uint8_t[]>(kTileCells);  // NOLINT(*-avoid-c-arrays)
    std::copy(cells->begin(), cells->end(), tile.get());
    return keep(distance_tiles_[index], std::move(tile), budget_, kTileCells);
  }
  budget_.fetch_add(kTileCells, std::memory_order_relaxed);
  return nullptr;
}

std::optional<int> PackedTable::plies_of_loss(Cell cell, const Hurry& hurry) const {
  const std::uint32_t index = tiling_.index(cell);
  const std::uint8_t* tile = distance_tiles_[index].load(std::memory_order_acquire);
  if (tile == nullptr && ((hurry && hurry()) || (tile = load_distances(index)) == nullptr))
    return std::nullopt;
  const int plies = 2 * tile[tiling_.place(cell)];
  if (plies < 2 || plies > kMostPlies) return std::nullopt;
  return plies;
}

}  // namespace ordo::tablebase
