// Networks as files, and what they say of sums of rows.
#include "eval/network.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "util/crc32.h"

namespace ordo::eval {
namespace {

using Row = Network::Row;
constexpr std::size_t kHidden = Network::kHidden;

// The file: 8 bytes of magic, the CRC-32 of what follows, the game (0 or 1), rows, hidden units and heads as
// 32-bit numbers; then the rows, the bias, the heads (16 bits each), the biases of the heads (32 bits) and
// the policy (16 bits). All little-endian.
constexpr std::array<std::uint8_t, 8> kMagic = {'o', 'r', 'd', 'o', 'n', 'e', 't', '2'};
constexpr std::size_t kHead = kMagic.size() + 5 * sizeof(std::uint32_t);

class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& bytes) noexcept : bytes_(bytes) {}
  void put(std::uint32_t number, int count) {
    for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  }
  void put(const Row& row) {
    for (const std::int16_t value : row.values) put(static_cast<std::uint16_t>(value), 2);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

/// Of bytes that are known to be enough.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}
  [[nodiscard]] std::uint32_t get(int count) noexcept {
    std::uint32_t number = 0;
    for (int i = 0; i < count; ++i) number |= std::uint32_t{bytes_[at_++]} << (8 * i);
    return number;
  }
  void get(Row& row) noexcept {
    for (std::int16_t& value : row.values) value = static_cast<std::int16_t>(get(2));
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

/// What `most` of these rows can add up to, in one unit.
[[nodiscard]] int largest(std::span<const Row> rows, std::size_t unit, std::size_t most) {
  std::vector<int> sizes;
  sizes.reserve(rows.size());
  for (const Row& row : rows) sizes.push_back(std::abs(int{row.values[unit]}));
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  const auto count = static_cast<std::ptrdiff_t>(std::min(sizes.size(), most));
  return std::accumulate(sizes.begin(), sizes.begin() + count, 0);
}

/// The largest sum of one side's rows: all its pieces on the worst squares, and the worst of each window.
[[nodiscard]] int largest_of_side(std::span<const Row> rows, std::size_t unit) {
  int sum = largest(rows.first(SideRows::kSquares), unit, rules::kPiecesPerSide);
  for (int window = 0; window < SideRows::kWindows; ++window) {
    const auto first = static_cast<std::size_t>(SideRows::kFirstWindow + window * SideRows::kPatterns);
    sum += largest(rows.subspan(first, SideRows::kPatterns), unit, 1);
  }
  return sum;
}

/// The sum of v * (v * w) over sixteen, eight or one units at a time. v is at most 255 and w at most 127, so
/// that v * w has room in 16 bits.
[[nodiscard]] std::int32_t squared_dot(const Row& v, const Row& w) noexcept {
#ifdef __AVX2__
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t i = 0; i < kHidden; i += 16) {
    const __m256i a = _mm256_load_si256(reinterpret_cast<const __m256i*>(v.values.data() + i));
    const __m256i b = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.values.data() + i));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, _mm256_mullo_epi16(a, b)));
  }
  __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
  return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
#elif defined(__SSE2__)
  __m128i sum = _mm_setzero_si128();
  for (std::size_t i = 0; i < kHidden; i += 8) {
    const __m128i a = _mm_load_si128(reinterpret_cast<const __m128i*>(v.values.data() + i));
    const __m128i b = _mm_load_si128(reinterpret_cast<const __m128i*>(w.values.data() + i));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(a, _mm_mullo_epi16(a, b)));
  }
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
  return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1)));
#elif defined(__wasm_simd128__)
  v128_t sum = wasm_i32x4_splat(0);
  for (std::size_t i = 0; i < kHidden; i += 8) {
    const v128_t a = wasm_v128_load(v.values.data() + i);
    const v128_t b = wasm_v128_load(w.values.data() + i);
    sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, wasm_i16x8_mul(a, b)));
  }
  return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
         wasm_i32x4_extract_lane(sum, 3);
#else
  return squared_dot_plain(v, w);
#endif
}

}  // namespace

std::int32_t squared_dot_plain(const Row& v, const Row& w) noexcept {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kHidden; ++i) sum += v.values[i] * v.values[i] * w.values[i];
  return sum;
}

int Network::value(const Row& mover, const Row& waiter, const Row& contact, int pieces) const noexcept {
  constexpr std::int16_t kTop = kOne;
  Row active;
  for (std::size_t i = 0; i < kHidden; ++i) {
    const auto sum =
        static_cast<std::int16_t>(mover.values[i] + waiter.values[i] + contact.values[i] + bias.values[i]);
    active.values[i] = std::clamp<std::int16_t>(sum, 0, kTop);
  }
  const std::size_t head = head_of(pieces);
  const std::int64_t sum = std::int64_t{squared_dot(active, heads[head])} + head_bias[head];
  return static_cast<int>(sum * kCentipoints / (std::int64_t{kOne} * kOne * kHeadOne));
}

util::Result<Network, std::string> Network::read(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHead || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
    return util::failure("this is no network");
  Reader head(bytes.subspan(kMagic.size(), kHead - kMagic.size()));
  const std::uint32_t crc = head.get(4);
  const std::uint32_t game = head.get(4);
  const bool fits = head.get(4) == kInputRows && head.get(4) == kHidden && head.get(4) == kHeads;
  if (!fits || game > 1 || bytes.size() != kFileBytes)
    return util::failure("this is a network of another shape");
  if (util::crc32(bytes.subspan(kMagic.size() + 4)) != crc) return util::failure("the network is damaged");
  Network network;
  network.variant = static_cast<rules::Variant>(game);
  Reader reader(bytes.subspan(kHead));
  for (Row& row : network.rows) reader.get(row);
  reader.get(network.bias);
  for (Row& row : network.heads) reader.get(row);
  for (std::int32_t& bias : network.head_bias) bias = static_cast<std::int32_t>(reader.get(4));
  for (std::int16_t& weight : network.policy) weight = static_cast<std::int16_t>(reader.get(2));
  if (network.largest_sum() > INT16_MAX) return util::failure("the rows of the network are too large");
  return network;
}

std::vector<std::uint8_t> Network::bytes() const {
  std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
  Writer writer(bytes);
  writer.put(0, 4);
  for (const std::size_t size : {static_cast<std::size_t>(variant), std::size_t{kInputRows}, kHidden, kHeads})
    writer.put(static_cast<std::uint32_t>(size), 4);
  for (const Row& row : rows) writer.put(row);
  writer.put(bias);
  for (const Row& row : heads) writer.put(row);
  for (const std::int32_t one : head_bias) writer.put(static_cast<std::uint32_t>(one), 4);
  for (const std::int16_t weight : policy) writer.put(static_cast<std::uint16_t>(weight), 2);
  const std::uint32_t crc = util::crc32(std::span(bytes).subspan(kMagic.size() + 4));
  for (std::size_t i = 0; i < 4; ++i) bytes[kMagic.size() + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  return bytes;
}

int Network::largest_sum() const {
  constexpr std::size_t kPieces = rules::kPiecesPerSide;
  const std::span<const Row> all(rows);
  int most = 0;
  for (std::size_t unit = 0; unit < kHidden; ++unit) {
    int sum = std::abs(int{bias.values[unit]}) + std::abs(int{rows[kAdvanceRow].values[unit]});
    for (const std::size_t side : {kMoverRows, kWaiterRows})
      sum += largest_of_side(all.subspan(side, SideRows::kCount), unit);
    for (const std::size_t first : {kMoverAttacks, kWaiterAttacks, kMoverPassed, kWaiterPassed})
      sum += largest(all.subspan(first, SideRows::kSquares), unit, kPieces);
    for (const std::size_t first : {kMoverReaches, kWaiterReaches})
      sum += largest(all.subspan(first, SideRows::kSquares), unit, SideRows::kSquares);
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace ordo::eval
