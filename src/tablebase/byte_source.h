// Where the bytes of tables come from: a file in memory, a mapped one, or ranges that are fetched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ordo::tablebase {

/// Read by several threads at once.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
  /// Fills `out` with the bytes from `offset` on; false if they cannot be had.
  [[nodiscard]] virtual bool read_at(std::uint64_t offset, std::span<std::uint8_t> out) const = 0;
};

/// Bytes in memory.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::uint8_t> bytes) : own_(std::move(bytes)), bytes_(own_) {}
  /// The bytes must outlive it.
  explicit MemorySource(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  [[nodiscard]] bool read_at(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset) return false;
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    return true;
  }

 private:
  std::vector<std::uint8_t> own_;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace ordo::tablebase
