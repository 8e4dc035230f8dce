// Any text as a position: what is accepted is written back as it was read, and can be asked for its turns.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "util/check.h"

using namespace ordo::rules;

/// The first byte picks the game: even for Ordo, odd for Ordo X.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Variant variant = data[0] % 2 == 0 ? Variant::Ordo : Variant::OrdoX;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto setup = parse_setup(variant, text);
  const auto position = parse_fen(variant, text);
  ORDO_CHECK(position.ok() == (setup.ok() && !find_flaw(*setup)));
  if (setup) ORDO_CHECK(*parse_setup(variant, to_fen(*setup)) == *setup);
  if (!position) {
    ORDO_CHECK(!position.error().message.empty());
    ORDO_CHECK(position.error().column <= text.size() + 1);
    return 0;
  }
  const std::string written = to_fen(*position);
  ORDO_CHECK(text.find(written.substr(0, written.find(' '))) != std::string_view::npos);
  ORDO_CHECK(written.ends_with(" a") == (position->phase() == Phase::Advance));
  const auto again = parse_fen(variant, written);
  ORDO_CHECK(again.ok() && *again == *position);
  ORDO_CHECK(!outcome_by_pieces(*position));
  ORDO_CHECK((count_turns(*position) > 0) == has_turn(*position));
  ORDO_CHECK(has_turn(*position) == !outcome(*position));
  PartList parts;
  generate_parts(*position, parts);
  ORDO_CHECK(parts.size() <= PartList::kCapacity && parts.empty() != has_turn(*position));
  return 0;
}
