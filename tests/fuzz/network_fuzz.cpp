// Any bytes as a network or as a sample: refused, or the same when written again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/network.h"
#include "selfplay/sample.h"
#include "util/check.h"
#include "util/crc32.h"

using namespace ordo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == selfplay::kSampleBytes) {
    selfplay::PackedSample bytes;
    std::copy_n(data, size, bytes.begin());
    if (const auto sample = selfplay::unpacked(bytes)) {
      const auto again = selfplay::unpacked(selfplay::packed(*sample));
      ORDO_CHECK(again.ok() && again->own == sample->own && again->enemy == sample->enemy);
    }
    return 0;
  }
  // As large as a network, its first bytes and its checksum right: what is left is the numbers themselves.
  std::vector<std::uint8_t> bytes = eval::Network().bytes();
  constexpr std::size_t kHead = 28;
  for (std::size_t i = kHead; i < bytes.size() && size > 0; ++i) bytes[i] = data[i % size];
  const std::uint32_t crc = util::crc32(std::span(bytes).subspan(12));
  for (std::size_t i = 0; i < 4; ++i) bytes[8 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  if (const auto network = eval::Network::read(bytes)) ORDO_CHECK(network->bytes() == bytes);
  ORDO_CHECK(!eval::Network::read({data, size}).ok() || size == eval::Network::kFileBytes);
  return 0;
}
