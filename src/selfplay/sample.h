// A position out of a game, with what came of it: what evaluations are trained on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "rules/bitboard.h"
#include "rules/setup.h"
#include "rules/turn.h"
#include "util/result.h"

namespace ordo::selfplay {

/// How a game ended, seen by the side to move.
enum class Outlook : std::uint8_t { Lost, Drawn, Won };

/// What came after a position.
enum class Course : std::uint8_t {
  Unequal,  ///< one side, or both, was played by somebody else: what became of it tells who played
  Fair,     ///< the engine, or an equal, played both sides from here on: what became of it tells its worth
  Aside,    ///< nothing: it was not played, only searched. Its outlook says nothing
};

struct Sample {
  rules::Bitboard own;  ///< both sides as the mover sees them
  rules::Bitboard enemy;
  rules::Phase phase = rules::Phase::Whole;
  Outlook outlook = Outlook::Drawn;
  /// What a search by the engine's own judgement said of it, in centipoints; kNoScore if none did.
  std::int16_t score = 0;
  std::uint16_t ply = 0;
  std::uint32_t game = 0;  ///< samples of one game must not lie on both sides of a test of what was learned
  Course course = Course::Unequal;
  rules::Part best;  ///< what that search would play; none if there was none

  static constexpr std::int16_t kNoScore = INT16_MIN;
};

/// As it lies in files: ten bits a rank, little-endian.
inline constexpr std::size_t kSampleBytes = 34;
using PackedSample = std::array<std::uint8_t, kSampleBytes>;

[[nodiscard]] PackedSample packed(const Sample& sample) noexcept;
/// Nothing is believed: bytes that are no sample are refused.
[[nodiscard]] util::Result<Sample, std::string> unpacked(std::span<const std::uint8_t, kSampleBytes> bytes);

/// Whole or not at all, also when the machine goes down.
[[nodiscard]] util::Result<std::size_t, std::string> write_samples(const std::filesystem::path& file,
                                                                   std::span<const Sample> samples);
/// Appends those of a file.
[[nodiscard]] util::Result<std::size_t, std::string> read_samples(const std::filesystem::path& file,
                                                                  std::vector<PackedSample>& samples);

}  // namespace ordo::selfplay
