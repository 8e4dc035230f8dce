// The table of the numbers the search is tuned by.
#include "search/parameters.h"

#include <algorithm>
#include <string>
#include <vector>

#include "util/check.h"

namespace ordo::search {
namespace {

using P = Parameters;

// name, least and most; then the values and the steps, each in Ordo and in Ordo X.
constexpr auto kTable = std::to_array<ParameterRow>({
    {"ReverseFutilityMargin", &P::reverse_futility_margin, 0, 400, {28, 50}, {4, 8}},
    {"ReverseFutilityDepth", &P::reverse_futility_depth, 0, 20, {6, 6}, {1, 1}},
    {"FutilityMargin", &P::futility_margin, 0, 600, {120, 110}, {15, 20}},
    {"FutilityDepth", &P::futility_depth, 0, 20, {4, 4}, {1, 1}},
    {"HopelessMargin", &P::hopeless_margin, 0, 400, {25, 25}, {0, 5}},
    {"ForcedExtension", &P::forced_extension, 0, 1, {0, 1}, {1, 1}},
    {"SingularDepth", &P::singular_depth, 3, 100, {6, 100}, {1, 0}},
    {"SingularMargin", &P::singular_margin, 0, 50, {4, 4}, {1, 0}},
    {"LateMoves", &P::late_moves, 1, 60, {6, 5}, {1, 1}},
    {"LateAdvances", &P::late_advances, 1, 60, {3, 1}, {0, 1}},
    {"LateMoveDepth", &P::late_move_depth, 0, 20, {0, 6}, {1, 1}},
    {"Reduction", &P::reduction, 0, 400, {115, 133}, {10, 10}},
    {"ReductionHistory", &P::reduction_history, 0, 1024, {128, 136}, {16, 16}},
    {"ReductionDepth", &P::reduction_depth, 2, 20, {3, 3}, {1, 1}},
    {"ReductionFirst", &P::reduction_first, 1, 20, {2, 2}, {1, 1}},
    {"FreeCaptureDepth", &P::free_capture_depth, 0, 20, {1, 3}, {1, 1}},
    {"ForcedDepth", &P::forced_depth, 0, 20, {6, 6}, {1, 0}},
    {"HistorySquare", &P::history_square, 0, 128, {16, 19}, {3, 3}},
    {"HistoryLinear", &P::history_linear, 0, 512, {32, 32}, {8, 8}},
    {"HistoryMost", &P::history_most, 1, 8192, {1600, 1600}, {200, 200}},
    {"OrderCaptureRank", &P::order_capture_rank, 0, 1024, {64, 16}, {12, 12}},
    {"OrderCaptureCut", &P::order_capture_cut, 0, 4096, {256, 125}, {50, 50}},
    {"OrderCaptureHistory", &P::order_capture_history, 0, 256, {32, 20}, {6, 6}},
    {"OrderPolicy", &P::order_policy, 0, 2048, {0, 300}, {0, 40}},
    {"OrderGain", &P::order_gain, 0, 1024, {32, 46}, {8, 8}},
    {"AspirationDepth", &P::aspiration_depth, 1, 20, {4, 4}, {1, 1}},
    {"AspirationWidth", &P::aspiration_width, 1, 400, {30, 14}, {5, 7}},
    {"AspirationGrowth", &P::aspiration_growth, 2, 16, {4, 4}, {1, 1}},
    {"AspirationMost", &P::aspiration_most, 100, 10'000, {1000, 1000}, {150, 150}},
    {"ClockTurns", &P::clock_turns, 4, 100, {22, 12}, {2, 1}, true},
    {"ClockIncrement", &P::clock_increment, 0, 100, {75, 75}, {5, 5}, true},
    {"ClockSoft", &P::clock_soft, 10, 200, {60, 60}, {6, 6}, true},
    {"ClockSoftMost", &P::clock_soft_most, 5, 60, {25, 25}, {3, 3}, true},
    {"ClockOpen", &P::clock_open, 50, 300, {140, 140}, {10, 10}, true},
    {"ClockSettling", &P::clock_settling, 0, 40, {20, 20}, {4, 4}, true},
    {"ClockDrop", &P::clock_drop, 0, 200, {40, 40}, {10, 10}, true},
    {"ClockHard", &P::clock_hard, 50, 600, {250, 250}, {25, 25}, true},
    {"ClockHardMost", &P::clock_hard_most, 10, 80, {40, 40}, {4, 4}, true},
});
static_assert(kTable.size() * sizeof(int) == sizeof(Parameters), "each number has its row");

[[nodiscard]] constexpr std::size_t index(rules::Variant variant) noexcept {
  return static_cast<std::size_t>(variant);
}

[[nodiscard]] constexpr Parameters usual(rules::Variant variant) noexcept {
  Parameters parameters{};
  for (const ParameterRow& row : kTable) parameters.*row.member = row.usual[index(variant)];
  return parameters;
}

[[nodiscard]] std::string full_name(rules::Variant variant, const ParameterRow& row) {
  return std::string(rules::name(variant)) + '.' + std::string(row.name);
}

/// Those of Ordo, then those of Ordo X.
struct Listed {
  std::vector<thinking::Parameter> all;
  std::size_t of_ordo = 0;

  Listed() {
    add(rules::Variant::Ordo);
    of_ordo = all.size();
    add(rules::Variant::OrdoX);
  }
  void add(rules::Variant variant) {
    for (const ParameterRow& row : kTable) {
      const int step = row.step[index(variant)];
      if (step > 0)
        all.push_back(
            {full_name(variant, row), row.usual[index(variant)], row.least, row.most, step, row.needs_clock});
    }
  }
};

[[nodiscard]] const Listed& listed() {
  static const Listed kListed;
  return kListed;
}

}  // namespace

std::span<const ParameterRow> parameter_table() noexcept { return kTable; }

const Parameters& usual_parameters(rules::Variant variant) noexcept {
  static constexpr std::array<Parameters, 2> kUsual = {usual(rules::Variant::Ordo),
                                                       usual(rules::Variant::OrdoX)};
  return kUsual[index(variant)];
}

std::span<const thinking::Parameter> parameters() { return listed().all; }

std::span<const thinking::Parameter> parameters(rules::Variant variant) {
  const Listed& list = listed();
  const std::span all(list.all);
  return variant == rules::Variant::Ordo ? all.first(list.of_ordo) : all.subspan(list.of_ordo);
}

Parameters parameters_with(rules::Variant variant, const thinking::ParameterValues& values) {
  Parameters changed = usual_parameters(variant);
  for (const auto& entry : values) {  // clang 14 lets no lambda see the names of a structured binding
    const std::string& name = entry.first;
    const int value = entry.second;
    // Emscripten's library has no std::ranges::find_if.
    const auto all = parameters();
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    ORDO_CHECK(known != all.end() && value >= known->least && value <= known->most);
    const auto* const row = std::find_if(kTable.begin(), kTable.end(), [&](const ParameterRow& each) {
      return full_name(variant, each) == name;
    });
    if (row != kTable.end()) changed.*row->member = value;
  }
  return changed;
}

}  // namespace ordo::search
