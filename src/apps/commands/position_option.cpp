// The options --variant, --fen and --load: which position or game a subcommand is about.
#include "apps/commands/position_option.h"

#include <fmt/format.h>

#include "util/check.h"

namespace ordo::apps {

void add_position_option(const Command& command, PositionOption& option, const std::string& about_fen) {
  command.option("-v,--variant", option.variant, "The game: ordo (the default) or ordox")
      .one_of({"ordo", "ordox"})
      .shown_as("GAME");
  command.option("-f,--fen", option.fen, about_fen).shown_as("FEN");
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
  if (!position) return util::failure("illegal position: " + describe(position.error()));
  return *position;
}

Option add_load_option(const Command& command, std::string& load, const std::string& purpose) {
  return command.option("-l,--load", load, purpose).shown_as("FILE").excludes("--fen").excludes("--variant");
}

util::Result<LoadedGame, std::string> chosen_game(const PositionOption& option, const std::string& load) {
  if (!load.empty()) return load_game(load, 1);
  const auto position = chosen_position(option);
  if (!position) return util::failure(position.error());
  return LoadedGame{.stored = {rules::Game(*position), {}, {}}};
}

std::string describe(const rules::FenError& error) {
  return error.column == 0 ? error.message : fmt::format("column {}: {}", error.column, error.message);
}

}  // namespace ordo::apps
