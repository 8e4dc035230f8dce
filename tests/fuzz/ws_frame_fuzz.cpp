// Any bytes as frames of a client: what is read does not depend on the pieces they come in, and keeps to the
// limits.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/net/ws_frame.h"
#include "util/check.h"
#include "util/utf8.h"

using namespace ordo::server;

namespace {

constexpr std::size_t kMost = 300;

/// What is read from the bytes in pieces of this size, as one text.
std::string read(std::string bytes, std::size_t piece_size) {
  std::string all;
  WsReader reader(kMost);
  std::span<char> rest(bytes);
  while (!rest.empty()) {
    std::span<char> piece = rest.first(std::min(rest.size(), piece_size));
    rest = rest.subspan(piece.size());
    for (;;) {
      const auto next = reader.next(piece);
      if (!next) return all + "failed " + std::to_string(next.error());
      if (!*next) break;
      const WsMessage& message = **next;
      ORDO_CHECK(message.payload.size() <= kMost && message.kind != WsOpcode::Continuation);
      ORDO_CHECK(message.kind != WsOpcode::Text || ordo::util::is_utf8(message.payload));
      ORDO_CHECK(message.kind != WsOpcode::Close || message.payload.size() != 1);
      all += std::to_string(static_cast<int>(message.kind)) + ' ' + std::string(message.payload) + '\n';
    }
    ORDO_CHECK(piece.empty());
  }
  return all;
}

}  // namespace

/// The first byte is the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || data[0] == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  ORDO_CHECK(read(bytes, data[0]) == read(bytes, bytes.size()));
  return 0;
}
