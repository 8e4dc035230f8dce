// Samples as bytes, and files of them.
#include "selfplay/sample.h"

#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "rules/playable.h"

namespace ordo::selfplay {
namespace {

constexpr std::array<char, 8> kMagic = {'o', 'r', 'd', 'o', 's', 'm', 'p', '2'};
constexpr std::size_t kSideBytes = 10;
constexpr std::uint64_t kRank = 0x3FF;

[[nodiscard]] std::uint64_t rank_of(rules::Bitboard set, int rank) noexcept {
  return (rank < 4 ? set.low() : set.high()) >> (16 * (rank & 3)) & kRank;
}

void put_side(rules::Bitboard set, std::uint8_t* bytes) noexcept {
  for (std::size_t half = 0; half < 2; ++half) {
    std::uint64_t word = 0;
    for (int rank = 0; rank < 4; ++rank)
      word |= rank_of(set, static_cast<int>(half) * 4 + rank) << (10 * rank);
    for (std::size_t i = 0; i < 5; ++i) bytes[5 * half + i] = static_cast<std::uint8_t>(word >> (8 * i));
  }
}

[[nodiscard]] rules::Bitboard side_at(const std::uint8_t* bytes) noexcept {
  std::array<std::uint64_t, 2> words{};
  for (std::size_t half = 0; half < 2; ++half) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 5; ++i) word |= std::uint64_t{bytes[5 * half + i]} << (8 * i);
    for (int rank = 0; rank < 4; ++rank) words[half] |= (word >> (10 * rank) & kRank) << (16 * rank);
  }
  return rules::Bitboard::from_words(words[0], words[1]);
}

/// A part without a choice, or none; nothing if it is on no board.
[[nodiscard]] std::optional<rules::Part> part_at(const std::uint8_t* bytes) noexcept {
  const auto on_board = [](std::uint8_t bit) { return bit < 128 && bit % 16 < rules::kFiles; };
  const auto part = rules::Part::from_bits(0xFF000000U | static_cast<std::uint32_t>(bytes[2]) << 16 |
                                           static_cast<std::uint32_t>(bytes[1]) << 8 | bytes[0]);
  if (part.shape().code() >= rules::Shape::kCount || !on_board(bytes[0]) || !on_board(bytes[1]))
    return std::nullopt;
  if (part.exists() && (part.origin().none() || part.destination().none())) return std::nullopt;
  return part;
}

}  // namespace

PackedSample packed(const Sample& sample) noexcept {
  PackedSample bytes{};
  put_side(sample.own, bytes.data());
  put_side(sample.enemy, bytes.data() + kSideBytes);
  const auto score = static_cast<std::uint16_t>(sample.score);
  bytes[20] = static_cast<std::uint8_t>(score);
  bytes[21] = static_cast<std::uint8_t>(score >> 8);
  bytes[22] = static_cast<std::uint8_t>(sample.outlook);
  bytes[23] = sample.phase == rules::Phase::Advance ? 1 : 0;
  bytes[24] = static_cast<std::uint8_t>(sample.ply);
  bytes[25] = static_cast<std::uint8_t>(sample.ply >> 8);
  for (std::size_t i = 0; i < 4; ++i) bytes[26 + i] = static_cast<std::uint8_t>(sample.game >> (8 * i));
  bytes[30] = static_cast<std::uint8_t>(sample.course);
  for (std::size_t i = 0; i < 3; ++i)
    bytes[31 + i] = static_cast<std::uint8_t>(sample.best.bits() >> (8 * i));
  return bytes;
}

util::Result<Sample, std::string> unpacked(std::span<const std::uint8_t, kSampleBytes> bytes) {
  Sample sample;
  sample.own = side_at(bytes.data());
  sample.enemy = side_at(bytes.data() + kSideBytes);
  if (sample.own.none() || sample.enemy.none()) return util::failure("a side without pieces");
  if ((sample.own & sample.enemy).any()) return util::failure("two pieces on one square");
  if (sample.own.count() > rules::kPiecesPerSide || sample.enemy.count() > rules::kPiecesPerSide)
    return util::failure("a side with too many pieces");
  if ((sample.own & rules::kRank8).any() || (sample.enemy & rules::kRank1).any())
    return util::failure("a game that is over");
  if (bytes[22] > 2 || bytes[23] > 1 || bytes[30] > 2)
    return util::failure("an outcome, a phase or players that there are not");
  sample.score = static_cast<std::int16_t>(bytes[20] | bytes[21] << 8);
  sample.outlook = static_cast<Outlook>(bytes[22]);
  sample.phase = bytes[23] != 0 ? rules::Phase::Advance : rules::Phase::Whole;
  sample.ply = static_cast<std::uint16_t>(bytes[24] | bytes[25] << 8);
  for (std::size_t i = 0; i < 4; ++i) sample.game |= std::uint32_t{bytes[26 + i]} << (8 * i);
  sample.course = static_cast<Course>(bytes[30]);
  const auto best = part_at(bytes.data() + 31);
  if (!best || (best->exists() && !rules::fits({sample.own, sample.enemy, sample.phase}, *best)))
    return util::failure("a part that cannot be played");
  sample.best = *best;
  return sample;
}

util::Result<std::size_t, std::string> write_samples(const std::filesystem::path& file,
                                                     std::span<const Sample> samples) {
  std::filesystem::path beside = file;
  beside += ".new";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out.write(kMagic.data(), kMagic.size());
  for (const Sample& sample : samples) {
    const PackedSample bytes = packed(sample);
    out.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  out.close();
  if (!out) return util::failure(fmt::format("cannot write {}", beside.string()));
  std::error_code error;
  std::filesystem::rename(beside, file, error);
  if (error) return util::failure(fmt::format("cannot write {}: {}", file.string(), error.message()));
  return samples.size();
}

util::Result<std::size_t, std::string> read_samples(const std::filesystem::path& file,
                                                    std::vector<PackedSample>& samples) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, kMagic.size()> magic{};
  if (!in.read(magic.data(), magic.size()) || magic != kMagic)
    return util::failure(fmt::format("{} is no file of samples", file.string()));
  const std::size_t before = samples.size();
  PackedSample bytes;
  while (in.read(reinterpret_cast<char*>(bytes.data()), bytes.size())) {
    const auto sample = unpacked(bytes);
    if (!sample) return util::failure(fmt::format("{}: {}", file.string(), sample.error()));
    samples.push_back(bytes);
  }
  if (in.gcount() != 0) return util::failure(fmt::format("{} ends in the middle of a sample", file.string()));
  return samples.size() - before;
}

}  // namespace ordo::selfplay
