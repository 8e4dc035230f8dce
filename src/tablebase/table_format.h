// The format of table files: what stands where, in words of 1 to 8 bytes, the lowest byte first.
//
//    0  8  "ORDOTABL"
//    8  4  version, 3
//   12  4  the CRC-32 of the head, with zeros here: everything before the tiles
//   16  8  the bytes of all of it
//   24  1  the game: 0 Ordo, 1 Ordo X
//   25  1  0 values, 1 distances
//   26  1  pieces of the side to move
//   27  1  pieces of the other
//   28  4  the number of tiles
//   32  8  won positions, over all placements: a position and its mirror image are two
//   40  8  drawn
//   48  8  lost
//   56  4  the plies of the longest win
//   60  4  the row of the first one that long
//   64  4  its column
//   68  4  distances: word 12 of the values they belong to, since they are packed with the help of those
//   72  4  the bytes of the model
//   76     the model: of values as value_model.h packs it, of distances a word of 2 bytes a chance
//          for each tile 4 bytes, how many it has, and 4, their CRC-32
//          the tiles
//
// A file may hold several tables, one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rules/variant.h"
#include "tablebase/tile.h"
#include "util/crc32.h"

namespace ordo::tablebase {

enum class Kind : std::uint8_t { Values, Distances };

/// Which table something is of.
struct TableName {
  rules::Variant variant = rules::Variant::Ordo;
  Kind kind = Kind::Values;
  int own = 0;
  int enemy = 0;

  friend bool operator==(const TableName&, const TableName&) noexcept = default;
};

/// What a table says all in all. Mirror images are counted apart.
struct Figures {
  std::uint64_t won = 0;
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  int longest = 0;     ///< plies of the longest win; 0: there is none
  Cell example{0, 0};  ///< the first that takes as long

  [[nodiscard]] std::uint64_t positions() const noexcept { return won + drawn + lost; }
  friend bool operator==(const Figures&, const Figures&) noexcept = default;
};

namespace format {

inline constexpr std::string_view kMagic = "ORDOTABL";
inline constexpr std::uint32_t kVersion = 3;
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kCheckAt = 12;
inline constexpr std::size_t kSizeAt = 16;
inline constexpr std::size_t kNameAt = 24;
inline constexpr std::size_t kTilesAt = 28;
inline constexpr std::size_t kFiguresAt = 32;
inline constexpr std::size_t kBelongsAt = 68;
inline constexpr std::size_t kModelBytesAt = 72;
inline constexpr std::size_t kModelAt = 76;
inline constexpr std::size_t kTileEntry = 8;

[[nodiscard]] constexpr std::uint64_t head_size(std::uint32_t model_bytes, std::uint32_t tiles) noexcept {
  return kModelAt + std::uint64_t{model_bytes} + std::uint64_t{kTileEntry} * tiles;
}

[[nodiscard]] inline std::uint64_t word(std::span<const std::uint8_t> bytes, std::size_t at,
                                        std::size_t size) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = size; i-- > 0;) word = word << 8 | bytes[at + i];
  return word;
}
inline void put(std::span<std::uint8_t> bytes, std::size_t at, std::size_t size,
                std::uint64_t word) noexcept {
  for (std::size_t i = 0; i < size; ++i, word >>= 8) bytes[at + i] = static_cast<std::uint8_t>(word);
}

using util::crc32;

}  // namespace format
}  // namespace ordo::tablebase
