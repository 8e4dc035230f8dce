// Reads and writes the lines of a suite of proofs.
#include "support/proof_suite.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "rules/fen.h"
#include "rules/view.h"
#include "util/number.h"

namespace ordo::support {
namespace {

constexpr std::string_view kAtMost = "<=";

[[nodiscard]] std::array<std::uint64_t, 4> words_of(const rules::Position& position) {
  const auto view = rules::View::of(position);
  return {view.own.low(), view.own.high(), view.enemy.low(), view.enemy.high()};
}

}  // namespace

std::string to_line(const ProvenWin& win) {
  return std::string(rules::name(win.position.variant())) + " " +
         std::string(win.is_shortest ? "" : kAtMost) + std::to_string(win.turns) + " " +
         rules::to_fen(win.position);
}

util::Result<ProvenWin, std::string> proven_win_from(const std::string& line) {
  std::istringstream words(line);
  std::string game;
  std::string turns;
  std::string fen;
  if (!(words >> game >> turns) || !std::getline(words >> std::ws, fen))
    return util::failure("a game, turns and a position are wanted");
  const auto variant = rules::variant_from(game);
  if (!variant) return util::failure("no game is called " + game);
  const bool at_most = turns.starts_with(kAtMost);
  const auto number =
      util::number_from<int>(at_most ? turns.substr(kAtMost.size()) : turns, kFewestTurns, kMostTurns);
  if (!number) return util::failure("not a number of turns: " + turns);
  const auto position = rules::parse_fen(*variant, fen);
  if (!position) return util::failure("no position: " + fen);
  return ProvenWin{*position, *number, !at_most};
}

util::Result<std::vector<ProvenWin>, std::string> read_proof_suite(const std::string& file) {
  std::ifstream in(file);
  if (!in) return util::failure("cannot read " + file);
  std::vector<ProvenWin> wins;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto win = proven_win_from(line);
    if (!win) return util::failure(line + ": " + win.error());
    wins.push_back(*win);
  }
  return wins;
}

std::array<std::uint64_t, 4> canonical(const rules::Position& position) {
  return std::min(words_of(position), words_of(position.mirrored()));
}

}  // namespace ordo::support
