// Analyses as JSON lines: one object a line, for programs.
#include "protocol/analysis_json.h"

#include "rules/fen.h"
#include "rules/notation.h"
#include "thinking/expectation.h"
#include "util/json_writer.h"

namespace ordo::protocol {
namespace {

constexpr int kFractionDigits = 4;

void write_subject(util::JsonWriter& json, const AnalysisSubject& subject) {
  json.member("position", subject.number);
  json.member("variant", rules::name(subject.position.variant()));
  json.member("fen", rules::to_fen(subject.position));
  if (subject.ply) json.member("ply", *subject.ply);
  if (subject.played) json.member("played", rules::to_text(*subject.played));
  if (subject.lost) json.fixed_member("lost", *subject.lost, kFractionDigits);
}

void write_score(util::JsonWriter& json, thinking::Score score) {
  json.open('{');
  if (score.is_proven()) {
    json.member("win", score.is_win() ? score.turns_to_win() : -score.turns_to_win());
  } else {
    json.member("cp", score.value());
  }
  json.close('}');
}

}  // namespace

std::string analysis_json(const AnalysisSubject& subject, const thinking::Report& report) {
  return util::json_object([&](util::JsonWriter& json) {
    write_subject(json, subject);
    json.member("line", report.number);
    json.member("depth", report.depth);
    json.member("seldepth", report.deepest);
    json.name("score");
    write_score(json, report.score);
    json.fixed_member("expected", thinking::expected_result(report.score), kFractionDigits);
    json.member("bound", "exact");  // what is reported always is
    json.member("nodes", report.nodes);
    json.member("nps", report.nodes_per_second());
    json.member("hashfull", report.hash_permille);
    json.member("tbhits", report.table_hits);
    json.member("table", report.from_table);
    json.member("time", report.time.count());
    json.name("turns");
    json.open('[');
    for (const rules::Turn& turn : report.line) json.value(rules::to_text(turn));
    json.close(']');
  });
}

std::string game_over_json(const AnalysisSubject& subject, const rules::Outcome& outcome) {
  return util::json_object([&](util::JsonWriter& json) {
    write_subject(json, subject);
    json.member("result", rules::name(rules::result_of(outcome)));
    json.member("ending", rules::name(outcome.ending));
  });
}

std::string error_json(std::size_t number, std::string_view message) {
  return util::json_object([&](util::JsonWriter& json) {
    json.member("position", number);
    json.member("error", message);
  });
}

}  // namespace ordo::protocol
