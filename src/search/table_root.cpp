// Turns by their distances.
#include "search/table_root.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "eval/evaluate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "search/line.h"

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

/// The turns of a position by values alone, which are found sooner than distances: what all turns that
/// capture nothing lead to stands in one or two tiles.
class Values {
 public:
  Values(const tablebase::Tables& tables, const rules::Game& game, const tablebase::Hurry& hurry)
      : tables_(tables), position_(game.position()), history_(game), hurry_(hurry) {
    rules::for_each_turn(position_, [this](const rules::Turn& turn) {
      options_.push_back({turn, position_.after(turn), std::nullopt});
      return true;
    });
    std::stable_partition(options_.begin(), options_.end(), [&](const Option& option) {
      return option.next.own().count() == position_.enemy().count();
    });
    for (Option& option : options_) option.value = value_after(option.next);
  }

  /// The best there is, if that is known.
  [[nodiscard]] std::optional<Value> best() const {
    bool all_known = true;
    Value best = Value::Loss;
    for (const Option& option : options_) {
      all_known = all_known && option.value;
      if (option.value) best = std::max(best, *option.value);
    }
    if (all_known || best == Value::Win) return best;
    const std::optional<Value> here = tables_.value(position_, hurry_);
    return here == best ? here : std::nullopt;
  }
  /// Of those that are won: the one that wins soonest, as far as is known.
  [[nodiscard]] std::optional<Choice> soonest_win() const {
    std::optional<Choice> best;
    for (const Option& option : options_) {
      if (option.value != Value::Win) continue;
      const auto after = tables_.verdict(option.next, hurry_);
      if (!after) continue;
      const Score score = score_of(tablebase::verdict_of(tablebase::before(code_of(*after))));
      if (!best || score > best->score) best = Choice{option.turn, score, 0};
    }
    return best;
  }
  [[nodiscard]] Choice most_promising_draw() const {
    std::optional<Choice> best;
    for (const Option& option : options_) {
      if (option.value != Value::Draw) continue;
      const int estimate = -eval::evaluate(option.next);
      if (!best || estimate > best->estimate) best = Choice{option.turn, Score(0), estimate};
    }
    return *best;
  }
  /// All that are not known to be worth so much.
  [[nodiscard]] std::vector<std::array<rules::Part, 2>> others_than(Value value) const {
    std::vector<std::array<rules::Part, 2>> others;
    for (const Option& option : options_) {
      if (option.value != value) others.push_back(seen_by_mover(position_, option.turn));
    }
    return others;
  }
  [[nodiscard]] std::size_t size() const noexcept { return options_.size(); }

 private:
  struct Option {
    rules::Turn turn;
    rules::Position next;
    std::optional<Value> value;  ///< to who plays it
  };

  [[nodiscard]] std::optional<Value> value_after(const rules::Position& next) {
    const auto [entry, is_new] = seen_.try_emplace(next.hash());  // many turns of Ordo X lead to the same
    if (is_new) {
      if (const auto after = tables_.value(next, hurry_)) {
        const bool won = *after == Value::Loss && !history_.draws(next);
        entry->second = won ? Value::Win : *after == Value::Win ? Value::Loss : Value::Draw;
      }
    }
    return entry->second;
  }

  const tablebase::Tables& tables_;
  const rules::Position& position_;
  History history_;
  const tablebase::Hurry& hurry_;
  std::vector<Option> options_;
  std::unordered_map<std::uint64_t, std::optional<Value>> seen_;
};

[[nodiscard]] Answer answer_of(const tablebase::Tables& tables, const rules::Position& position,
                               std::span<const Choice> choices, std::size_t looked_up,
                               const tablebase::Hurry& hurry) {
  Answer answer;
  for (const Choice& choice : choices) {
    Report report = report_of(choice.turn, choice.score, looked_up);
    report.number = static_cast<int>(answer.lines.size()) + 1;
    if (choice.score.is_proven()) play_on(tables, position.after(choice.turn), hurry, report.line);
    report.deepest = static_cast<int>(report.line.size());
    answer.lines.push_back(std::move(report));
  }
  answer.best = answer.lines.front().line.front();
  answer.nodes = looked_up;
  return answer;
}

}  // namespace

Advice ask_tables(const tablebase::Tables& tables, const rules::Game& game, std::size_t lines,
                  const tablebase::Hurry& hurry) {
  const rules::Position& position = game.position();
  if (!tables.has(position.variant(), position.own().count(), position.enemy().count()) ||
      position.phase() != rules::Phase::Whole)
    return {};
  if (lines == 1) {  // unpacking what all other turns are worth takes longer than seeing this
    if (const auto turn = rules::winning_turn(position))
      return {Answer{*turn, {report_of(*turn, Score::win_after(1), 1)}, 1}, {}};
    const Values values(tables, game, hurry);
    const std::optional<Value> best = values.best();
    if (!best) return {};
    if (*best == Value::Win) {
      const auto choice = values.soonest_win();
      if (!choice) return {std::nullopt, values.others_than(Value::Win)};
      return {answer_of(tables, position, std::span(&*choice, 1), values.size(), hurry), {}};
    }
    if (*best == Value::Draw) {
      const Choice choice = values.most_promising_draw();
      return {answer_of(tables, position, std::span(&choice, 1), values.size(), hurry), {}};
    }
  }
  const auto list = choices(tables, game, hurry);
  if (!list) return {};
  const std::span shown = std::span(*list).first(std::min(lines, list->size()));
  return {answer_of(tables, position, shown, list->size(), hurry), {}};
}

}  // namespace ordo::search
