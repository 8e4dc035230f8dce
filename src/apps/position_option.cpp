// The options --variant and --fen: which position a subcommand is about.
#include "apps/position_option.h"

#include <fmt/format.h>

#include "util/check.h"

namespace ordo::apps {

void add_position_option(CLI::App& command, PositionOption& option, const std::string& about_fen) {
  command.add_option("-v,--variant", option.variant, "The game: ordo (the default) or ordox")
      ->check(CLI::IsMember({"ordo", "ordox"}))
      ->option_text("GAME");
  command.add_option("-f,--fen", option.fen, about_fen)->option_text("FEN");
}

rules::Variant chosen_variant(const PositionOption& option) {
  const std::optional<rules::Variant> variant = rules::variant_from(option.variant);
  ORDO_CHECK(variant.has_value());
  return *variant;
}

util::Result<rules::Position, std::string> chosen_position(const PositionOption& option) {
  const rules::Variant variant = chosen_variant(option);
  if (option.fen.empty()) return rules::Position::initial(variant);
  auto position = rules::parse_fen(variant, option.fen);
  if (!position) return util::failure(describe(position.error()));
  return *position;
}

std::string describe(const rules::FenError& error) {
  return error.column == 0 ? error.message : fmt::format("column {}: {}", error.column, error.message);
}

}  // namespace ordo::apps
