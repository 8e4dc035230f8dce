// Analyses for people: the best lines of a position, and a game with the turns that threw something away.
#include "apps/commands/analysis_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "apps/terminal/game_view.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "study/accuracy.h"

namespace ordo::apps {
namespace {

using thinking::Score;

[[nodiscard]] std::string turns_text(const std::vector<rules::Turn>& turns, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, turns.size()); ++i) {
    text.append(i == 0 ? "" : " ").append(rules::to_text(turns[i]));
  }
  return text;
}

}  // namespace

std::string score_words(Score score) {
  if (score.is_proven())
    return fmt::format("{} in {}", score.is_win() ? "win" : "loss", score.turns_to_win());
  if (score.is_by_table()) return score > Score(0) ? "win by table" : "loss by table";
  return score.value() == 0 ? "0" : fmt::format("{:+}", score.value());
}

std::string position_analysis(std::size_t number, const rules::Game& game, const thinking::Answer& answer) {
  std::string text = fmt::format("{:>3}  {}\n", number, rules::to_fen(game.position()));
  if (game.outcome()) return text + fmt::format("     {}\n", rules::describe(*game.outcome()));
  if (answer.lines.empty()) return text;
  fmt::format_to(std::back_inserter(text), "     {}: {} to move, depth {}, {} nodes, {:.2f} s\n",
                 rules::title(game.variant()), rules::name(game.position().to_move()), answer.lines[0].depth,
                 answer.nodes, static_cast<double>(answer.time.count()) / 1000);
  for (const thinking::Report& report : answer.lines) {
    fmt::format_to(std::back_inserter(text), "{:>12}  {}\n", score_words(report.score),
                   turns_text(report.line, report.line.size()));
  }
  return text;
}

std::string game_analysis_heading() {
  return fmt::format("{:>4}  {:<11} {:<20} {:>11}  {:>6}     {}\n", "ply", "turn", "played", "score", "lost",
                     "best");
}

std::string game_analysis_rows(const AnalysedTurn& turn, const thinking::Answer& answer) {
  constexpr std::size_t kMostTurns = 4;
  const std::string number =
      fmt::format("{}. {}", turn_number(turn.game, turn.ply), rules::name(turn.game.position().to_move()));
  std::string text =
      fmt::format("{:>4}  {:<11} {:<20} ", turn.ply, number, turn.played ? rules::to_text(*turn.played) : "");
  if (turn.game.outcome()) return text + fmt::format(" {}\n", rules::describe(*turn.game.outcome()));
  const std::string lost = turn.lost ? fmt::format("{:.1f} %", 100 * *turn.lost) : "";
  for (const thinking::Report& report : answer.lines) {
    const bool is_first = &report == answer.lines.data();
    if (!is_first) fmt::format_to(std::back_inserter(text), "{:<39}", "");
    fmt::format_to(std::back_inserter(text), "{:>11}  {:>6} {:<2}  {}\n", score_words(report.score),
                   is_first ? lost : "", is_first ? study::mark(study::judge(turn.lost.value_or(0))) : "",
                   turns_text(report.line, kMostTurns));
  }
  return answer.lines.empty() ? text + '\n' : text;
}

void LossSummary::add(rules::Color player, double lost) {
  Sum& sum = sums_[static_cast<std::size_t>(player)];
  sum.lost += lost;
  ++sum.turns;
}

std::string LossSummary::text() const {
  std::string text;
  for (const rules::Color player : {rules::Color::White, rules::Color::Black}) {
    const Sum& sum = sums_[static_cast<std::size_t>(player)];
    if (sum.turns == 0) continue;
    const double percent = 100 * sum.lost / static_cast<double>(sum.turns);
    if (text.empty()) {
      text = fmt::format("{} lost {:.1f} % of the expected result a turn", rules::name(player), percent);
    } else {
      text += fmt::format(", {} {:.1f} %", rules::name(player), percent);
    }
  }
  return text.empty() ? text : text + ".";
}

std::string accuracy_text(const study::Review& review) {
  const auto& [white, black] = review.players;
  if (!white.accuracy || !black.accuracy) return {};
  return fmt::format("Accuracy: White {:.1f} %, Black {:.1f} %.\n", *white.accuracy, *black.accuracy);
}

}  // namespace ordo::apps
