// Any text as a turn, in positions of all kinds: what is accepted is legal and round-trips; what is legal is
// accepted.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "util/check.h"

using namespace ordo::rules;

namespace {

struct Start {
  Variant variant;
  std::string_view fen;
};

/// The initial setup, split groups, a choice, single file, few pieces.
constexpr std::array<Start, 10> kStarts = {{
    {Variant::Ordo, kInitialFen},
    {Variant::OrdoX, kInitialFen},
    {Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"},
    {Variant::Ordo, "10/10/5b4/5wbb2/5ww3/3bb1ww2/10/10 b"},
    {Variant::Ordo, "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w"},
    {Variant::Ordo, "10/b9/10/10/9b/10/4w5/10 b"},
    {Variant::OrdoX, "10/10/1b3b4/1b3b4/2bbb5/3w6/10/10 w"},
    {Variant::OrdoX, "10/1b8/1bbbb1b3/2b2b1b2/4w2w2/3ww2ww1/2ww1ww1w1/8w1 w"},
    {Variant::OrdoX, "10/10/10/4wb4/10/10/10/10 w"},
    {Variant::OrdoX, "10/3b1b4/2b1b1b3/4w5/10/10/10/10 w"},
}};

/// Whether the generator lists this very text for the first part of a turn.
bool is_listed(const Position& position, const PartText& text) {
  PartList parts;
  generate_parts(position, parts);
  return std::any_of(parts.begin(), parts.end(), [&](Part part) { return text_of(part) == text; });
}

void check_accepted(const Position& position, const Turn& turn) {
  ORDO_CHECK(is_legal(position, turn));
  ORDO_CHECK(is_listed(position, text_of(turn.first())));
  if (turn.has_two_parts()) ORDO_CHECK(is_listed(position.after(turn.first()), text_of(turn.second())));
  const auto again = read_turn(position, to_text(turn));
  ORDO_CHECK(again.ok() && *again == turn);
}

}  // namespace

/// The first byte picks a start, the second says how many half-turns are played from it, each picked by one
/// more byte; the rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const Start& start = kStarts[data[0] % kStarts.size()];
  Position position = *parse_fen(start.variant, start.fen);
  std::size_t used = 2;
  for (int plies = data[1] % 64; plies > 0 && used < size; --plies) {
    PartList parts;
    generate_parts(position, parts);
    if (parts.empty()) break;
    position = position.after(parts[data[used++] % parts.size()]);
  }

  const std::string_view text(reinterpret_cast<const char*>(data) + used, size - used);
  const auto written = parse_turn(text);
  const auto turn = read_turn(position, text);
  if (!written) {
    ORDO_CHECK(!turn.ok() && turn.error().reason == Reason::Syntax);
    ORDO_CHECK(written.error().column >= 1 && written.error().column <= text.size() + 1);
  } else if (turn) {
    check_accepted(position, *turn);
  } else {
    ORDO_CHECK(!turn.error().message.empty() && turn.error().reason != Reason::Syntax);
    const bool is_wrong_half = turn.error().reason == Reason::NeedsAdvance || written->second.has_value();
    ORDO_CHECK(is_wrong_half || !is_listed(position, written->first));
  }
  return 0;
}
