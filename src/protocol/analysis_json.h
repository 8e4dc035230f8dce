// Analyses as JSON lines: one object a line, for programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "rules/outcome.h"
#include "rules/position.h"
#include "rules/turn.h"
#include "thinking/report.h"

namespace ordo::protocol {

/// What is told of a position apart from what the search found. docs/protocol.md lists the fields.
struct AnalysisSubject {
  std::size_t number = 1;  ///< of the positions in the order they were asked for, from 1
  rules::Position position;
  std::optional<std::size_t> ply;     ///< of a record: how many turns were played before
  std::optional<rules::Turn> played;  ///< of a record: the turn that was played here
  std::optional<double> lost;         ///< of a record: what that turn lost of the expected result
};

/// One of the best lines of a position.
[[nodiscard]] std::string analysis_json(const AnalysisSubject& subject, const thinking::Report& report);

/// A position in which the game is over.
[[nodiscard]] std::string game_over_json(const AnalysisSubject& subject, const rules::Outcome& outcome);

/// What was asked for and is no position.
[[nodiscard]] std::string error_json(std::size_t number, std::string_view message);

}  // namespace ordo::protocol
