// One table of a file: its head is read and checked at once, its tiles when they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tablebase/byte_source.h"
#include "tablebase/table_format.h"
#include "util/result.h"

namespace ordo::tablebase {

class TableFile {
 public:
  /// The table that begins at this offset, or what is wrong with it.
  [[nodiscard]] static util::Result<TableFile, std::string> open(std::shared_ptr<const ByteSource> source,
                                                                 std::uint64_t offset);

  [[nodiscard]] const TableName& name() const noexcept { return name_; }
  /// The checksum of its head, and of the head of the values that it belongs to if it holds distances.
  [[nodiscard]] std::uint32_t check() const noexcept { return check_; }
  [[nodiscard]] std::uint32_t belongs_to() const noexcept { return belongs_to_; }
  /// All bytes of it: where the next one begins.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint32_t tiles() const noexcept { return static_cast<std::uint32_t>(tiles_.size()); }
  [[nodiscard]] const Figures& figures() const noexcept { return figures_; }
  /// The packed model of its tiles.
  [[nodiscard]] std::span<const std::uint8_t> model() const noexcept { return model_; }

  /// The packed bytes of a tile; nothing if they cannot be read or are not what was written.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> tile(std::uint32_t index) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint32_t size;
    std::uint32_t check;
  };

  TableFile() = default;
  [[nodiscard]] std::optional<std::string> read_head(std::uint64_t offset);

  std::shared_ptr<const ByteSource> source_;
  TableName name_;
  Figures figures_;
  std::uint64_t size_ = 0;
  std::uint32_t check_ = 0;
  std::uint32_t belongs_to_ = 0;
  std::vector<std::uint8_t> model_;
  std::vector<Entry> tiles_;
};

}  // namespace ordo::tablebase
