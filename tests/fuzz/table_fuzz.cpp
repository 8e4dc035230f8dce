// Any bytes as a file of endgame tables: nothing is read outside of it, and questions are answered or not.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rules/fen.h"
#include "tablebase/tables.h"
#include "util/check.h"

using namespace ordo;
using namespace ordo::tablebase;

namespace {

/// Makes the checksums right where there is something to check, so that what they protect is reached as well.
void make_plausible(std::vector<std::uint8_t>& bytes) {
  if (bytes.size() < format::kModelAt) return;
  format::put(bytes, format::kSizeAt, 8, bytes.size());
  const auto model = static_cast<std::uint32_t>(format::word(bytes, format::kModelBytesAt, 4));
  const auto tiles = static_cast<std::uint32_t>(format::word(bytes, format::kTilesAt, 4));
  const std::uint64_t head = format::head_size(model, tiles);
  if (head > bytes.size()) return;
  std::uint64_t at = head;
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::size_t entry = format::kModelAt + model + format::kTileEntry * i;
    const std::uint64_t size = format::word(bytes, entry, 4);
    if (size > bytes.size() - at) return;
    format::put(bytes, entry + 4, 4,
                format::crc32(
                    std::span(bytes).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size))));
    at += size;
  }
  format::put(bytes, format::kCheckAt, 4, 0);
  format::put(bytes, format::kCheckAt, 4,
              format::crc32(std::span(bytes).first(static_cast<std::size_t>(head))));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Tables of many pieces have sets that take long to list.
  if (size > format::kNameAt + 3 && (data[format::kNameAt + 2] > 3 || data[format::kNameAt + 3] > 3))
    return 0;
  std::vector<std::uint8_t> bytes(data, data + size);
  const bool plausible = size % 2 == 0;
  if (plausible) make_plausible(bytes);
  Tables tables;
  tables.add(std::make_shared<MemorySource>(bytes), "fuzz");
  for (const char* fen : {"10/10/3b6/10/10/4w5/10/10 w", "10/10/3b6/2b7/10/4w5/10/10 w",
                          "10/10/3b6/2b7/10/4w5/4w5/10 w", "10/10/1b1b6/2b7/10/4w5/4ww4/10 b"}) {
    for (const auto variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
      const auto position = rules::parse_fen(variant, fen);
      if (!position) continue;
      const auto verdict = tables.verdict(*position);
      ORDO_CHECK(!verdict || (verdict->plies >= 0 && verdict->plies <= kMostPlies + 2));
    }
  }
  return 0;
}
