// Turns by their distances.
#include "search/table_root.h"

#include <algorithm>
#include <vector>

#include "eval/evaluate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"

namespace ordo::search {
namespace {

using tablebase::TurnVerdict;
using tablebase::Value;
using tablebase::Verdict;

[[nodiscard]] Score score_of(const Verdict& verdict) noexcept {
  switch (verdict.value) {
    case Value::Win:
      return Score::win_after(verdict.plies);
    case Value::Loss:
      return Score::loss_after(verdict.plies);
    case Value::Draw:
      break;
  }
  return Score(0);
}

/// Whether the game so far makes a difference to the tables, which know nothing of it.
class History {
 public:
  explicit History(const rules::Game& game) {
    const auto positions = game.positions();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto same = [&](const rules::Position& other) { return other == positions[i]; };
      if (std::any_of(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(i), same))
        twice_.push_back(positions[i]);
    }
  }
  [[nodiscard]] bool draws(const rules::Position& next) const {
    if (twice_.empty()) return false;
    if (stood_twice(next)) return true;
    bool found = false;
    rules::for_each_turn(next, [&](const rules::Turn& turn) {
      found = stood_twice(next.after(turn));
      return !found;
    });
    return found;
  }

 private:
  [[nodiscard]] bool stood_twice(const rules::Position& position) const {
    return std::find(twice_.begin(), twice_.end(), position) != twice_.end();
  }

  std::vector<rules::Position> twice_;
};

struct Choice {
  rules::Turn turn;
  Score score;
  int estimate;  ///< of a draw: what the evaluation hopes for
};

/// Nothing if some turn is not known.
[[nodiscard]] std::optional<std::vector<Choice>> choices(const tablebase::Tables& tables,
                                                         const rules::Game& game,
                                                         const tablebase::Hurry& hurry) {
  const History history(game);
  std::vector<Choice> list;
  for (const TurnVerdict& known : tables.turns(game.position(), hurry)) {
    if (!known.verdict) return std::nullopt;
    const rules::Position next = game.position().after(known.turn);
    Choice choice{known.turn, score_of(*known.verdict), 0};
    if (known.verdict->value == Value::Win && known.verdict->plies > 1 && history.draws(next))
      choice.score = Score(0);
    if (choice.score == Score(0)) choice.estimate = -eval::evaluate(next);
    list.push_back(choice);
  }
  if (list.empty()) return std::nullopt;
  std::stable_sort(list.begin(), list.end(), [](const Choice& a, const Choice& b) {
    return a.score != b.score ? a.score > b.score : a.estimate > b.estimate;
  });
  return list;
}

/// Goes on by the tables to the end of the game, or as far as there is time for.
void play_on(const tablebase::Tables& tables, rules::Position position, const tablebase::Hurry& hurry,
             std::vector<rules::Turn>& line) {
  constexpr std::uint64_t kMostTurns = 2000;  // more are not worth it for the sake of a line
  for (std::uint64_t seen = 0; !rules::outcome(position);) {
    seen += rules::count_turns(position);
    if (seen > kMostTurns) return;
    const auto turns = tables.turns(position, hurry);
    if (turns.empty() || !turns.front().verdict || turns.front().verdict->value == Value::Draw) return;
    line.push_back(turns.front().turn);
    position = position.after(turns.front().turn);
  }
}

[[nodiscard]] Report report_of(const rules::Turn& turn, Score score, std::uint64_t looked_up) {
  Report report;
  report.depth = report.deepest = 1;
  report.score = score;
  report.from_table = true;
  report.nodes = report.table_hits = looked_up;
  report.line = {turn};
  return report;
}

}  // namespace

std::optional<Answer> answer_from_tables(const tablebase::Tables& tables, const rules::Game& game,
                                         std::size_t lines, const tablebase::Hurry& hurry) {
  const rules::Position& position = game.position();
  if (!tables.has(position.variant(), position.own().count(), position.enemy().count()) ||
      position.phase() != rules::Phase::Whole)
    return std::nullopt;
  if (lines == 1) {  // unpacking what all other turns are worth takes longer than seeing this
    if (const auto turn = rules::winning_turn(position))
      return Answer{*turn, {report_of(*turn, Score::win_after(1), 1)}, 1};
  }
  const auto list = choices(tables, game, hurry);
  if (!list) return std::nullopt;
  Answer answer;
  for (std::size_t i = 0; i < std::min(lines, list->size()); ++i) {
    const Choice& choice = (*list)[i];
    Report report = report_of(choice.turn, choice.score, list->size());
    report.number = static_cast<int>(i) + 1;
    if (choice.score.is_proven()) play_on(tables, position.after(choice.turn), hurry, report.line);
    report.deepest = static_cast<int>(report.line.size());
    answer.lines.push_back(std::move(report));
  }
  answer.best = answer.lines.front().line.front();
  answer.nodes = list->size();
  return answer;
}

}  // namespace ordo::search
