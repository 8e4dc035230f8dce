// What an engine says in the Universal Game Interface: the lines of reports and answers, written and read.
#include "protocol/ugi_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "util/number.h"
#include "util/text.h"

namespace ordo::protocol {
namespace {

using thinking::Score;

constexpr int kMostLines = 1000;
constexpr int kMostDepth = 10'000;

/// The first word, which is taken off the text.
[[nodiscard]] std::string_view take_word(std::string_view& text) {
  text = util::trimmed(text);
  const auto end = static_cast<std::size_t>(std::ranges::find_if(text, util::is_space) - text.begin());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

/// What follows `score`: "cp 35", "win 3", "win -2".
[[nodiscard]] std::optional<Score> take_score(std::string_view& text) {
  const std::string_view kind = take_word(text);
  const std::string_view number = take_word(text);
  if (kind == "cp") {
    const auto value = util::number_from<int>(number, 1 - Score::kProven, Score::kProven - 1);
    return value ? std::optional(Score(*value)) : std::nullopt;
  }
  constexpr int kMostTurns = Score::kMaxPlies / 2;
  const auto turns = util::number_from<int>(number, -kMostTurns, kMostTurns);
  if (kind != "win" || !turns || *turns == 0) return std::nullopt;
  return *turns > 0 ? Score::win_after(2 * *turns - 1) : Score::loss_after(-2 * *turns);
}

}  // namespace

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

std::optional<InfoLine> parse_info_line(std::string_view line) {
  if (take_word(line) != "info") return std::nullopt;
  InfoLine info;
  std::optional<int> depth;
  std::optional<Score> score;
  while (true) {
    const std::string_view word = take_word(line);
    if (word.empty() || word == "string") break;
    if (word == "pv") {
      for (auto turn = take_word(line); !turn.empty(); turn = take_word(line)) info.turns.emplace_back(turn);
      break;
    }
    if (word == "score") {
      score = take_score(line);
      if (!score) return std::nullopt;
    } else if (word == "depth") {
      depth = util::number_from<int>(take_word(line), 0, kMostDepth);
      if (!depth) return std::nullopt;
    } else if (word == "multipv") {
      const auto number = util::number_from<int>(take_word(line), 1, kMostLines);
      if (!number) return std::nullopt;
      info.number = *number;
    } else if (word == "nodes") {
      const auto nodes = util::number_from<std::uint64_t>(take_word(line));
      if (!nodes) return std::nullopt;
      info.nodes = *nodes;
    }
  }
  if (!depth || !score) return std::nullopt;
  info.depth = *depth;
  info.score = *score;
  return info;
}

std::string best_move_line(const std::optional<rules::Turn>& turn,
                           const std::optional<rules::Turn>& expected) {
  const std::string line = fmt::format("bestmove {}", turn ? rules::to_text(*turn) : "(none)");
  return expected ? fmt::format("{} ponder {}", line, rules::to_text(*expected)) : line;
}

}  // namespace ordo::protocol
