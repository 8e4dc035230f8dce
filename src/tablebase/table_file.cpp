// Reading heads and tiles: nothing is believed before its checksum is.
#include "tablebase/table_file.h"

#include <span>
#include <string_view>
#include <utility>

#include "tablebase/connected_sets.h"

namespace ordo::tablebase {

util::Result<TableFile, std::string> TableFile::open(std::shared_ptr<const ByteSource> source,
                                                     std::uint64_t offset) {
  TableFile file;
  file.source_ = std::move(source);
  if (auto complaint = file.read_head(offset)) return util::failure(*std::move(complaint));
  return file;
}

std::optional<std::string> TableFile::read_head(std::uint64_t offset) {
  using namespace format;
  std::vector<std::uint8_t> head(kModelAt);
  const std::uint64_t rest = source_->size() - std::min(offset, source_->size());
  if (rest < head.size() || !source_->read_at(offset, head)) return "is too short for a table";
  if (!std::equal(kMagic.begin(), kMagic.end(), head.begin())) return "is not a table";
  const std::uint64_t version = word(head, kVersionAt, 4);
  if (version != kVersion)
    return "has version " + std::to_string(version) + ", and this program reads " + std::to_string(kVersion);
  const auto tiles = static_cast<std::uint32_t>(word(head, kTilesAt, 4));
  const auto model_bytes = static_cast<std::uint32_t>(word(head, kModelBytesAt, 4));
  size_ = word(head, kSizeAt, 8);
  const std::uint64_t head_bytes = head_size(model_bytes, tiles);
  if (size_ > rest || head_bytes > size_) return "is truncated";
  head.resize(static_cast<std::size_t>(head_bytes));
  if (!source_->read_at(offset, head)) return "cannot be read";
  const std::uint64_t check = word(head, kCheckAt, 4);
  put(head, kCheckAt, 4, 0);
  if (crc32(head) != check) return "is damaged";
  check_ = static_cast<std::uint32_t>(check);
  belongs_to_ = static_cast<std::uint32_t>(word(head, kBelongsAt, 4));
  if (head[kNameAt] > 1 || head[kNameAt + 1] > 1) return "is of no game that is known";
  const Kind kind = head[kNameAt + 1] == 0 ? Kind::Values : Kind::Distances;
  if (kind == Kind::Distances && model_bytes != 2 * kDistanceChances) return "is damaged";
  name_ = {head[kNameAt] == 0 ? rules::Variant::Ordo : rules::Variant::OrdoX, kind, head[kNameAt + 2],
           head[kNameAt + 3]};
  const auto may_be = [](int pieces) { return pieces >= 1 && pieces <= ConnectedSets::kMostPieces; };
  if (!may_be(name_.own) || !may_be(name_.enemy)) return "is of more pieces than this program knows";
  const auto number = [&](std::size_t at, std::size_t size) { return word(head, kFiguresAt + at, size); };
  figures_ = {number(0, 8),
              number(8, 8),
              number(16, 8),
              static_cast<int>(number(24, 4)),
              {static_cast<std::uint32_t>(number(28, 4)), static_cast<std::uint32_t>(number(32, 4))}};
  const auto model = std::span(head).subspan(kModelAt, model_bytes);
  model_.assign(model.begin(), model.end());
  std::uint64_t at = offset + head_bytes;
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::size_t entry = kModelAt + model_bytes + kTileEntry * i;
    tiles_.push_back({at, static_cast<std::uint32_t>(word(head, entry, 4)),
                      static_cast<std::uint32_t>(word(head, entry + 4, 4))});
    at += tiles_.back().size;
  }
  if (at != offset + size_) return "is damaged";
  return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> TableFile::tile(std::uint32_t index) const {
  std::vector<std::uint8_t> bytes(tiles_[index].size);
  if (!source_->read_at(tiles_[index].offset, bytes) || format::crc32(bytes) != tiles_[index].check)
    return std::nullopt;
  return bytes;
}

}  // namespace ordo::tablebase
