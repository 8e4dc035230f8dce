// What a match has shown so far, for people and for programs.
#pragma once

#include <string>
#include <string_view>

#include "match/ledger.h"
#include "match/runner.h"
#include "util/json_writer.h"

namespace ordo::match {

[[nodiscard]] std::string_view end_text(MatchEnd end);
/// "+19.8 +/- 48.5"
[[nodiscard]] std::string elo_text(const Estimate& estimate);
/// "+60 =10 -53"
[[nodiscard]] std::string score_text(const Tally& tally);
void write_estimate(util::JsonWriter& json, const Estimate& estimate);

/// One line: `123/1000  A +60 =10 -53  Elo +19.8 +/- 48.5  LLR 0.53 (-2.94, 2.94)`. Without its end.
[[nodiscard]] std::string progress_line(const MatchPlan& plan, const Tally& tally);

/// A table of several lines.
[[nodiscard]] std::string summary_text(const MatchPlan& plan, const Tally& tally, MatchEnd end);

/// A JSON object in one line. What cannot be said (the Elo of a clean sweep) is null.
[[nodiscard]] std::string summary_json(const MatchPlan& plan, const Tally& tally, MatchEnd end);

}  // namespace ordo::match
