// The table of one size as it is used: packed tiles, unpacked when they are first asked for.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "tablebase/set_traits.h"
#include "tablebase/table_file.h"
#include "tablebase/value_model.h"

namespace ordo::tablebase {

/// How many bytes unpacked tiles may still take; for all tables together.
using Budget = std::atomic<std::int64_t>;
/// Told once, whatever thread finds out, that a table is of no use any more.
using OnDamage = std::function<void(const TableName&)>;

/// Asked before a tile is unpacked, which takes milliseconds: true if there is no time for that. Nothing:
/// there is.
using Hurry = std::function<bool()>;

/// For several threads at once. Once a tile turns out to be damaged nothing is answered any more.
class PackedTable {
 public:
  /// All must outlive it. The sets are those of the file's name; it has the tiles they make.
  PackedTable(TableFile values, const LazyTraits& movers, const LazyTraits& waiting, Budget& budget,
              OnDamage on_damage);
  PackedTable(const PackedTable&) = delete;
  PackedTable& operator=(const PackedTable&) = delete;
  ~PackedTable();

  /// False if they belong to other values.
  [[nodiscard]] bool add_distances(TableFile distances) {
    if (distances.belongs_to() != values_.check()) return false;
    distances_.emplace(std::move(distances));
    return true;
  }
  [[nodiscard]] bool has_distances() const noexcept { return distances_.has_value(); }
  [[nodiscard]] const ConnectedSets& movers() const noexcept { return movers_.sets(); }
  [[nodiscard]] const ConnectedSets& waiting() const noexcept { return waiting_.sets(); }
  [[nodiscard]] const Figures& figures() const noexcept { return values_.figures(); }
  [[nodiscard]] const Tiling& tiling() const noexcept { return tiling_; }

  /// Nothing if the tile is damaged, or was never unpacked and there is no room or no time for it. Means
  /// nothing where sets overlap or the mover can enter the home row.
  [[nodiscard]] std::optional<Value> value(Cell cell, const Hurry& hurry) const noexcept {
    const std::uint32_t index = tiling_.index(cell);
    const std::uint8_t* tile = value_tiles_[index].load(std::memory_order_acquire);
    if (tile == nullptr && ((hurry && hurry()) || (tile = load_values(index)) == nullptr))
      return std::nullopt;
    const std::size_t place = tiling_.place(cell);
    return static_cast<Value>(tile[place / 4] >> (place % 4 * 2) & 3);
  }
  /// Plies to the end of a position whose value is a loss; nothing where value() has nothing, or there are no
  /// distances.
  [[nodiscard]] std::optional<int> plies_of_loss(Cell cell, const Hurry& hurry) const;

  /// Both kinds of a tile, for who goes through all of it.
  [[nodiscard]] bool unpack_values(std::uint32_t index, TileCells& values) const;
  [[nodiscard]] bool unpack_distances(std::uint32_t index, const TileCells& values,
                                      TileCells& distances) const;

 private:
  static constexpr std::size_t kPackedBytes = kTileCells / 4;
  using Slots = std::unique_ptr<std::atomic<std::uint8_t*>[]>;  // NOLINT(*-avoid-c-arrays)

  [[nodiscard]] const std::uint8_t* load_values(std::uint32_t index) const noexcept;
  [[nodiscard]] const std::uint8_t* load_distances(std::uint32_t index) const;
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes(const TableFile& file,
                                                               std::uint32_t index) const;

  TableFile values_;
  std::optional<TableFile> distances_;
  const LazyTraits& movers_;
  const LazyTraits& waiting_;
  Tiling tiling_;
  Budget& budget_;
  OnDamage on_damage_;
  mutable std::atomic<bool> damaged_{false};
  mutable std::once_flag once_;
  mutable std::optional<ValueModels> models_;
  Slots value_tiles_;     ///< four values a byte
  Slots distance_tiles_;  ///< a distance a byte
};

}  // namespace ordo::tablebase
