// How well somebody played: the formulas that lichess has published, on our own curve from score to chance.
//
// Sources: lichess.org/page/accuracy and lila's AccuracyPercent.scala and Advice.scala. What they call a
// winning chance from -1 to 1 is here the expected result from 0 to 1: half of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/variant.h"

namespace ordo::study {

/// What a turn lost of the expected result, in a word.
enum class Judgement : std::uint8_t { Fine, Inaccuracy, Mistake, Blunder };

[[nodiscard]] Judgement judge(double lost) noexcept;

/// "fine", "inaccuracy", "mistake", "blunder".
[[nodiscard]] std::string_view name(Judgement judgement) noexcept;
/// As records annotate turns: "", "?!", "?", "??"; and its number among the glyphs, 0 for none.
[[nodiscard]] std::string_view mark(Judgement judgement) noexcept;
[[nodiscard]] std::uint8_t glyph(Judgement judgement) noexcept;

/// Of a turn that lost so much of the expected result, from 0 to 1: 0 to 100.
[[nodiscard]] double turn_accuracy(double lost) noexcept;

/// Of White and Black over a game. `chances` are White's expected results before each turn and after the
/// last, `lost` what each turn lost. A player without a turn, and a game of fewer than two turns, has none.
[[nodiscard]] std::array<std::optional<double>, 2> game_accuracy(std::span<const double> chances,
                                                                 std::span<const double> lost,
                                                                 rules::Color first);

}  // namespace ordo::study
