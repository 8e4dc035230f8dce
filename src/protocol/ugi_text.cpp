// What an engine says in the Universal Game Interface: the lines of reports and answers.
#include "protocol/ugi_text.h"

#include <string_view>

#include <fmt/format.h>

#include "rules/notation.h"

namespace ordo::protocol {
namespace {

[[nodiscard]] std::string_view bound_text(search::Bound bound) {
  if (bound == search::Bound::AtLeast) return " lowerbound";
  return bound == search::Bound::AtMost ? " upperbound" : "";
}

}  // namespace

std::string score_text(search::Score score) {
  if (score.is_win()) return fmt::format("win {}", score.turns_to_win());
  if (score.is_loss()) return fmt::format("win -{}", score.turns_to_win());
  return fmt::format("cp {}", score.value());
}

std::string info_line(const search::Report& report) {
  std::string line = fmt::format(
      "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {} hashfull {} time {}", report.depth,
      report.deepest, report.number, score_text(report.score), bound_text(report.bound), report.nodes,
      report.nodes_per_second(), report.hash_permille, report.time.count());
  if (!report.line.empty()) line += " pv";
  for (const rules::Turn& turn : report.line) line.append(" ").append(rules::to_text(turn));
  return line;
}

std::string best_move_line(const std::optional<rules::Turn>& turn) {
  return fmt::format("bestmove {}", turn ? rules::to_text(*turn) : "(none)");
}

}  // namespace ordo::protocol
