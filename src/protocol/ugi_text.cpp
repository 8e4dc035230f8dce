// What an engine says in the Universal Game Interface: the lines of reports and answers.
#include "protocol/ugi_text.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace ordo::protocol {

std::string score_text(thinking::Score score) {
  if (score.is_win()) return fmt::format("win {}", score.turns_to_win());
  if (score.is_loss()) return fmt::format("win -{}", score.turns_to_win());
  return fmt::format("cp {}", score.value());
}

std::string info_line(const thinking::Report& report) {
  std::string line = fmt::format(
      "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} tbhits {} time {}",
      report.depth, report.deepest, report.number, score_text(report.score), report.nodes,
      report.nodes_per_second(), report.hash_permille, report.table_hits, report.time.count());
  if (!report.line.empty()) line += " pv";
  for (const rules::Turn& turn : report.line) line.append(" ").append(rules::to_text(turn));
  return line;
}

std::string best_move_line(const std::optional<rules::Turn>& turn) {
  return fmt::format("bestmove {}", turn ? rules::to_text(*turn) : "(none)");
}

}  // namespace ordo::protocol
