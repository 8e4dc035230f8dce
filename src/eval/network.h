// A small network that judges positions: rows for what is on the board are added up, squared where they lie
// between 0 and 1, and summed with the weights of a head for so many pieces. With it comes what it learned of
// parts. All in integers, so that every machine says the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eval/inputs.h"
#include "eval/policy.h"
#include "rules/variant.h"
#include "util/result.h"

namespace ordo::eval {

class Network {
 public:
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kHeads = 8;
  static constexpr int kOne = 255;          ///< 1 in the first layer
  static constexpr int kHeadOne = 64;       ///< 1 in the heads
  static constexpr int kCentipoints = 302;  ///< what an output of 1 stands for

  /// Of a file: see network.cpp.
  static constexpr std::size_t kFileBytes =
      28 + (kInputRows + 1 + kHeads) * kHidden * 2 + kHeads * sizeof(std::int32_t) + PolicyInputs::kAll * 2;

  /// Not zero by itself: the evaluation makes several for each position.
  struct alignas(64) Row {
    std::array<std::int16_t, kHidden> values;
  };

  /// Which head judges a board with so many pieces.
  [[nodiscard]] static constexpr std::size_t head_of(int pieces) noexcept {
    constexpr int kPerHead = 5;  // 2 to 40 pieces
    return static_cast<std::size_t>((pieces - 1) / kPerHead);
  }

  /// From a file's bytes, or why they are no network of this kind.
  [[nodiscard]] static util::Result<Network, std::string> read(std::span<const std::uint8_t> bytes);
  [[nodiscard]] std::vector<std::uint8_t> bytes() const;

  /// How large sums of rows can become, whatever is on the board: at most 32,767, or read() refuses.
  [[nodiscard]] int largest_sum() const;

  rules::Variant variant = rules::Variant::Ordo;  ///< the game it judges
  std::vector<Row> rows = std::vector<Row>(kInputRows);
  Row bias{};
  std::array<Row, kHeads> heads{};
  std::array<std::int32_t, kHeads> head_bias{};  ///< in units of kOne * kOne * kHeadOne
  std::vector<std::int16_t> policy = std::vector<std::int16_t>(PolicyInputs::kAll);  ///< PolicyWeights

  /// What the mover is to expect, in centipoints: from the sums of the rows of its own pieces, of the other
  /// side's, and of what is between them.
  [[nodiscard]] int value(const Row& mover, const Row& waiter, const Row& contact, int pieces) const noexcept;
};

/// Adds a row to sums: the same numbers with every instruction set.
inline void add_row(Network::Row& sums, const Network::Row& row) noexcept {
  for (std::size_t i = 0; i < Network::kHidden; ++i)
    sums.values[i] = static_cast<std::int16_t>(sums.values[i] + row.values[i]);
}

/// The sum of v * v * w without any vector instructions: what those must agree with.
[[nodiscard]] std::int32_t squared_dot_plain(const Network::Row& v, const Network::Row& w) noexcept;

}  // namespace ordo::eval
