// UTF-8, character by character.
#include "util/utf8.h"

namespace ordo::util {
namespace {

constexpr unsigned char kLeastNext = 0x80;
constexpr unsigned char kMostNext = 0xBF;

/// What has to follow a first byte. The bounds of the second one leave out what is too long for what it says,
/// surrogates, and what lies beyond the last character (table 3-7 of the Unicode standard).
struct Lead {
  std::size_t bytes;  ///< of the whole character
  unsigned char least;
  unsigned char most;
};

[[nodiscard]] std::optional<Lead> lead(unsigned char byte) noexcept {
  if (byte < 0x80) return Lead{1, kLeastNext, kMostNext};
  if (byte < 0xC2 || byte > 0xF4) return std::nullopt;
  if (byte < 0xE0) return Lead{2, kLeastNext, kMostNext};
  if (byte == 0xE0) return Lead{3, 0xA0, kMostNext};
  if (byte == 0xED) return Lead{3, kLeastNext, 0x9F};
  if (byte < 0xF0) return Lead{3, kLeastNext, kMostNext};
  if (byte == 0xF0) return Lead{4, 0x90, kMostNext};
  if (byte == 0xF4) return Lead{4, kLeastNext, 0x8F};
  return Lead{4, kLeastNext, kMostNext};
}

}  // namespace

std::optional<Character> first_character(std::string_view text) noexcept {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return Character{first, 1};
  const auto found = lead(first);
  Utf8Reader reader;
  if (!found || text.size() < found->bytes || !reader.take(text.substr(0, found->bytes))) return std::nullopt;
  std::uint32_t code = first & (0xFFU >> (found->bytes + 1));
  for (std::size_t i = 1; i < found->bytes; ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  return Character{code, found->bytes};
}

bool is_utf8(std::string_view text) noexcept {
  Utf8Reader reader;
  return reader.take(text) && reader.is_whole();
}

bool Utf8Reader::take(std::string_view piece) noexcept {
  // Most texts are ASCII, which is seen many bytes at a time.
  unsigned char all = 0;
  for (const char c : piece) all |= static_cast<unsigned char>(c);
  if (all < 0x80) return left_ == 0 || piece.empty();
  for (const char c : piece) {
    const auto byte = static_cast<unsigned char>(c);
    if (left_ > 0) {
      if (byte < least_ || byte > most_) return false;
      --left_;
      least_ = kLeastNext;
      most_ = kMostNext;
      continue;
    }
    const auto found = lead(byte);
    if (!found) return false;
    left_ = static_cast<std::uint8_t>(found->bytes - 1);
    least_ = found->least;
    most_ = found->most;
  }
  return true;
}

}  // namespace ordo::util
