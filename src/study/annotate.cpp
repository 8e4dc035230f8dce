// A review written into a record, and the answers of a search read from the lines of a page.
#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "study/comment.h"
#include "study/review.h"

namespace ordo::study {
namespace {

using thinking::Answer;
using thinking::Score;

/// How many turns of the better line are shown.
constexpr std::size_t kMostTurns = 6;

[[nodiscard]] std::string_view title(Judgement judgement) {
  switch (judgement) {
    case Judgement::Inaccuracy:
      return "Inaccuracy.";
    case Judgement::Mistake:
      return "Mistake.";
    case Judgement::Blunder:
      return "Blunder.";
    case Judgement::Fine:
      break;
  }
  return {};
}

void explain(records::RecordedTurn& into, Comment& comment, const ReviewedTurn& turn, rules::Color player,
             const thinking::Report& better) {
  const std::uint8_t glyph_number = glyph(turn.judgement);
  if (std::find(into.glyphs.begin(), into.glyphs.end(), glyph_number) == into.glyphs.end()) {
    into.glyphs.insert(into.glyphs.begin(), glyph_number);
  }
  std::string words = fmt::format("{} {} was best.", title(turn.judgement), rules::to_text(*turn.best));
  for (const Reason& reason : turn.reasons) {
    words += ' ' + sentence(reason, rules::name(rules::opponent(player)));
  }
  comment.words += (comment.words.empty() ? "" : " ") + words;
  const bool is_there = std::any_of(into.variations.begin(), into.variations.end(), [&](const auto& line) {
    return !line.turns.empty() && line.turns.front().turn == *turn.best;
  });
  if (is_there) return;
  records::Variation line;
  for (std::size_t i = 0; i < std::min(kMostTurns, better.line.size()); ++i) {
    line.turns.push_back({better.line[i], {}, {}, {}});
  }
  into.variations.push_back(std::move(line));
}

/// "0.35 e3-e4 h7-h6"
[[nodiscard]] std::optional<thinking::Report> parse_line(rules::Game game, std::string_view text) {
  thinking::Report report;
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_first) {
      const auto score = parse_score(word);
      if (!score) return std::nullopt;
      report.score = *score;
      is_first = false;
      continue;
    }
    const auto turn = game.play(word);
    if (!turn) return std::nullopt;
    report.line.push_back(*turn);
  }
  return is_first ? std::nullopt : std::optional(std::move(report));
}

[[nodiscard]] std::optional<Answer> parse_answer(const rules::Game& game, std::string_view text) {
  Answer answer;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    auto line = parse_line(game, text.substr(0, end));
    if (!line) return std::nullopt;
    line->number = static_cast<int>(answer.lines.size()) + 1;
    answer.lines.push_back(*std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!answer.lines.empty() && !answer.lines[0].line.empty()) answer.best = answer.lines[0].line.front();
  return answer;
}

}  // namespace

std::optional<std::vector<Answer>> parse_answers(const rules::Game& game, std::string_view text) {
  std::vector<Answer> answers;
  rules::Game at(game.start());
  for (std::size_t ply = 0; ply <= game.turns().size() && !text.empty(); ++ply) {
    if (ply > 0) at.play(game.turns()[ply - 1]);
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto answer = parse_answer(at, text.substr(0, end));
    if (!answer) return std::nullopt;
    answers.push_back(*std::move(answer));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return answers;
}

void annotate(records::Record& record, const Review& review, std::span<const Answer> answers) {
  rules::Color player = record.start.to_move();
  const std::size_t turns = std::min(record.main_line.turns.size(), review.turns.size());
  for (std::size_t i = 0; i < turns; ++i, player = rules::opponent(player)) {
    records::RecordedTurn& into = record.main_line.turns[i];
    const ReviewedTurn& turn = review.turns[i];
    Comment comment = parse_comment(into.comment);
    if (i + 1 < answers.size() && !answers[i + 1].lines.empty()) {
      const Score score = answers[i + 1].lines[0].score;  // as the next to move sees it
      comment.score = player == rules::Color::Black ? score : -score;
    }
    if (turn.judgement != Judgement::Fine && turn.best && turn.best != into.turn) {
      explain(into, comment, turn, player, answers[i].lines[0]);
    }
    into.comment = to_text(comment);
  }
}

}  // namespace ordo::study
