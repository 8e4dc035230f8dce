// Analyses as JSON lines: one object a line, for programs.
#include "protocol/analysis_json.h"

#include <concepts>
#include <iterator>

#include <fmt/format.h>

#include "protocol/expectation.h"
#include "rules/fen.h"
#include "rules/notation.h"

namespace ordo::protocol {
namespace {

/// One object in the making.
class JsonLine {
 public:
  void add(std::string_view name, std::string_view value) { add_raw(name, json_string(value)); }
  void add(std::string_view name, std::integral auto value) { add_raw(name, fmt::format("{}", value)); }
  void add(std::string_view name, double value) { add_raw(name, fmt::format("{:.4f}", value)); }
  /// A value that is JSON already.
  void add_raw(std::string_view name, std::string_view json) {
    fmt::format_to(std::back_inserter(text_), "{}\"{}\":{}", text_.empty() ? "{" : ",", name, json);
  }
  [[nodiscard]] std::string text() const { return text_ + "}"; }

 private:
  std::string text_;
};

[[nodiscard]] JsonLine opening(const AnalysisSubject& subject) {
  JsonLine line;
  line.add("position", subject.number);
  line.add("variant", rules::name(subject.position.variant()));
  line.add("fen", rules::to_fen(subject.position));
  if (subject.ply) line.add("ply", *subject.ply);
  if (subject.played) line.add("played", rules::to_text(*subject.played));
  if (subject.lost) line.add("lost", *subject.lost);
  return line;
}

[[nodiscard]] std::string score_json(search::Score score) {
  if (!score.is_proven()) return fmt::format(R"({{"cp":{}}})", score.value());
  return fmt::format(R"({{"win":{}}})", score.is_win() ? score.turns_to_win() : -score.turns_to_win());
}

[[nodiscard]] std::string_view bound_word(search::Bound bound) {
  if (bound == search::Bound::Exact) return "exact";
  return bound == search::Bound::AtLeast ? "lower" : "upper";
}

}  // namespace

std::string analysis_json(const AnalysisSubject& subject, const search::Report& report) {
  JsonLine line = opening(subject);
  line.add("line", report.number);
  line.add("depth", report.depth);
  line.add("seldepth", report.deepest);
  line.add_raw("score", score_json(report.score));
  line.add("expected", expected_result(report.score));
  line.add("bound", bound_word(report.bound));
  line.add("nodes", report.nodes);
  line.add("nps", report.nodes_per_second());
  line.add("hashfull", report.hash_permille);
  line.add("time", report.time.count());
  std::string turns;
  for (const rules::Turn& turn : report.line) {
    turns += fmt::format("{}{}", turns.empty() ? "" : ",", json_string(rules::to_text(turn)));
  }
  line.add_raw("turns", fmt::format("[{}]", turns));
  return line.text();
}

std::string game_over_json(const AnalysisSubject& subject, const rules::Outcome& outcome) {
  JsonLine line = opening(subject);
  line.add("result", rules::score(outcome));
  line.add("ending", rules::name(outcome.ending));
  return line.text();
}

std::string error_json(std::size_t number, std::string_view message) {
  JsonLine line;
  line.add("position", number);
  line.add("error", message);
  return line.text();
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json.append(1, '\\').append(1, c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      json += c;
    }
  }
  return json + '"';
}

}  // namespace ordo::protocol
