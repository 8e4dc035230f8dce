// What is expected of the values of a table: opinions and weights, learned from some of its tiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebase/mixer.h"

namespace ordo::tablebase {

/// Of one of the two questions: is it won, and if not, is it drawn.
struct ValueModel {
  static constexpr std::size_t kVoices = 10;
  /// In how many ways what each opinion goes by may be.
  static constexpr std::array<std::size_t, kVoices> kWays = {729,  2304, 896, 2744, 144,
                                                             2304, 3584, 576, 576,  432};
  static constexpr std::size_t kFirstWays = 16;
  static constexpr std::size_t kSecondWays = 112;
  static constexpr auto kStarts = [] {
    std::array<std::size_t, kVoices + 1> starts{};
    for (std::size_t i = 0; i < kVoices; ++i) starts[i + 1] = starts[i] + kWays[i];
    return starts;
  }();

  std::vector<Opinion> opinions = std::vector<Opinion>(kStarts[kVoices]);
  std::vector<Weights<kVoices>> first = std::vector<Weights<kVoices>>(kFirstWays, kAtFirst);
  std::vector<Weights<kVoices>> second = std::vector<Weights<kVoices>>(kSecondWays, kAtFirst);

 private:
  static constexpr Weights<kVoices> kAtFirst = {9000, 9000, 9000, 9000, 9000, 9000,
                                                9000, 9000, 9000, 9000, 0};
};

struct ValueModels {
  ValueModel wins;
  ValueModel draws;
};

/// Models as they stand in files, with what is too fine to matter left out; and back. Any bytes are some
/// model.
[[nodiscard]] std::vector<std::uint8_t> to_bytes(const ValueModels& models);
[[nodiscard]] ValueModels value_models(std::span<const std::uint8_t> bytes);

}  // namespace ordo::tablebase
