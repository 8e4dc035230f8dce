// A game looked back upon: what each turn lost, how well both played, where it went wrong and why.
#include "study/review.h"

#include <algorithm>

#include "rules/notation.h"
#include "study/comment.h"
#include "thinking/expectation.h"
#include "util/check.h"
#include "util/json_writer.h"

namespace ordo::study {
namespace {

using rules::Color;
using rules::Game;
using thinking::Answer;
using thinking::Score;

constexpr std::size_t kMostWorst = 3;
constexpr int kFractionDigits = 4;

/// The score of a finished game for the player who made the last turn.
[[nodiscard]] Score score_for_last(const Game& game) {
  const rules::Outcome& outcome = *game.outcome();
  if (!outcome.winner) return Score(0);
  const Color last = rules::opponent(game.position().to_move());
  return *outcome.winner == last ? Score::win_after(1) : Score::loss_after(2);
}

/// What a turn kept, as its player sees it.
[[nodiscard]] std::optional<Score> kept_by(const rules::Turn& played, const Answer& before,
                                           const Game& game_after, const Answer& after) {
  if (before.lines.empty()) return std::nullopt;
  // Scores of one search are comparable; those of two only roughly.
  for (const thinking::Report& line : before.lines) {
    if (!line.line.empty() && line.line.front() == played) return line.score;
  }
  if (before.best == played) return before.lines[0].score;
  if (game_after.outcome()) return score_for_last(game_after);
  if (after.lines.empty()) return std::nullopt;
  return -after.lines[0].score;
}

/// White's expected result in a position of the game.
[[nodiscard]] std::optional<double> chance(const Game& game, const Answer& answer) {
  if (game.outcome()) {
    if (!game.outcome()->winner) return 0.5;
    return *game.outcome()->winner == Color::White ? 1 : 0;
  }
  if (answer.lines.empty()) return std::nullopt;
  const double expected = thinking::expected_result(answer.lines[0].score);
  return game.position().to_move() == Color::White ? expected : 1 - expected;
}

[[nodiscard]] ReviewedTurn reviewed(const Game& before, const Game& after, const rules::Turn& played,
                                    const Answer& found, const Answer& next) {
  ReviewedTurn turn;
  turn.lost = lost_by(played, found, after, next);
  if (!turn.lost) return turn;
  turn.judgement = judge(*turn.lost);
  turn.accuracy = turn_accuracy(*turn.lost);
  if (!found.lines[0].line.empty()) turn.best = found.lines[0].line.front();
  if (turn.judgement == Judgement::Fine || !turn.best || turn.best == played) return turn;
  const Score kept = kept_by(played, found, after, next).value_or(Score(0));
  std::optional<rules::Turn> reply;
  if (!next.lines.empty() && !next.lines[0].line.empty()) reply = next.lines[0].line.front();
  turn.reasons = reasons({before.position(), played, *turn.best, found.lines[0].score, kept, reply});
  return turn;
}

void find_worst(Review& review, Color first) {
  for (const Color player : {Color::White, Color::Black}) {
    ReviewedPlayer& of = review.players[static_cast<std::size_t>(player)];
    for (std::size_t i = player == first ? 0 : 1; i < review.turns.size(); i += 2) {
      if (review.turns[i].judgement != Judgement::Fine) of.worst.push_back(i);
    }
    std::stable_sort(of.worst.begin(), of.worst.end(), [&](std::size_t a, std::size_t b) {
      return *review.turns[a].lost > *review.turns[b].lost;
    });
    if (of.worst.size() > kMostWorst) of.worst.resize(kMostWorst);
  }
}

/// Over the turns from the first on about which everything is known.
void sum_up(Review& review, Color first) {
  std::vector<double> chances;
  std::vector<double> lost;
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    if (!review.turns[i].lost || !review.chances[i] || !review.chances[i + 1]) break;
    chances.push_back(*review.chances[i]);
    lost.push_back(*review.turns[i].lost);
  }
  if (lost.empty()) return;
  chances.push_back(*review.chances[lost.size()]);
  const auto accuracies = game_accuracy(chances, lost, first);
  for (const Color player : {Color::White, Color::Black}) {
    ReviewedPlayer& of = review.players[static_cast<std::size_t>(player)];
    of.accuracy = accuracies[static_cast<std::size_t>(player)];
    double turns = 0;
    for (std::size_t i = player == first ? 0 : 1; i < lost.size(); i += 2, ++turns) of.lost += lost[i];
    if (turns > 0) of.lost /= turns;
  }
}

void write_reason(util::JsonWriter& json, const Reason& reason) {
  json.open('{');
  json.member("why", name(reason.why));
  json.member("turn", reason.turn);
  json.member("square", reason.square);
  json.member("count", reason.count);
  json.close('}');
}

void write_optional(util::JsonWriter& json, std::string_view name, std::optional<double> value, int digits) {
  json.name(name);
  value ? json.fixed(*value, digits) : json.null();
}

void write_player(util::JsonWriter& json, const ReviewedPlayer& player) {
  json.open('{');
  write_optional(json, "accuracy", player.accuracy, 1);
  json.fixed_member("lost", player.lost, kFractionDigits);
  json.member("inaccuracies", player.judgements[1]);
  json.member("mistakes", player.judgements[2]);
  json.member("blunders", player.judgements[3]);
  json.list_member("worst", player.worst, [&json](std::size_t turn) { json.value(turn); });
  json.close('}');
}

}  // namespace

std::optional<double> lost_by(const rules::Turn& played, const Answer& before, const Game& game_after,
                              const Answer& after) {
  const auto kept = kept_by(played, before, game_after, after);
  if (!kept) return std::nullopt;
  return thinking::expectation_lost(before.lines[0].score, *kept);
}

Review review(const Game& game, std::span<const Answer> answers) {
  const Answer none;
  const auto answer = [&](std::size_t ply) -> const Answer& {
    return ply < answers.size() ? answers[ply] : none;
  };
  Review review;
  Game before(game.start());
  for (std::size_t ply = 0; ply < game.turns().size(); ++ply) {
    const rules::Turn& played = game.turns()[ply];
    review.chances.push_back(chance(before, answer(ply)));
    const Color player = before.position().to_move();
    Game after = before;
    after.play(played);
    review.turns.push_back(reviewed(before, after, played, answer(ply), answer(ply + 1)));
    ReviewedPlayer& of = review.players[static_cast<std::size_t>(player)];
    if (review.turns.back().lost) ++of.judgements[static_cast<std::size_t>(review.turns.back().judgement)];
    before = std::move(after);
  }
  // What the players declared is no judgement of the position, where there is one.
  review.chances.push_back(chance(before, answer(game.turns().size())));
  const Color first = game.start().to_move();
  find_worst(review, first);
  sum_up(review, first);
  return review;
}

std::string review_json(const Review& review) {
  return util::json_object([&](util::JsonWriter& json) {
    json.list_member("chances", review.chances, [&json](const std::optional<double>& chance) {
      chance ? json.fixed(*chance, kFractionDigits) : json.null();
    });
    json.list_member("turns", review.turns, [&json](const ReviewedTurn& turn) {
      json.open('{');
      write_optional(json, "lost", turn.lost, kFractionDigits);
      json.member("judgement", name(turn.judgement));
      json.fixed_member("accuracy", turn.accuracy, 1);
      json.name("best");
      turn.best ? json.value(rules::to_text(*turn.best)) : json.null();
      json.list_member("reasons", turn.reasons,
                       [&json](const Reason& reason) { write_reason(json, reason); });
      json.close('}');
    });
    json.name("white");
    write_player(json, review.players[0]);
    json.name("black");
    write_player(json, review.players[1]);
  });
}

}  // namespace ordo::study
