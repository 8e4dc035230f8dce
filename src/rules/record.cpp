// What records are made of, and the way from a game to its record and back.
#include "rules/record.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace ordo::rules {
namespace {

/// By Score.
constexpr std::array<std::string_view, 4> kScores = {"*", "1-0", "0-1", "1/2-1/2"};

}  // namespace

std::string_view name(Score score) noexcept { return kScores[static_cast<std::size_t>(score)]; }

std::optional<Score> score_from(std::string_view text) noexcept {
  const auto* const found = std::find(kScores.begin(), kScores.end(), text);
  if (found == kScores.end()) return std::nullopt;
  return static_cast<Score>(found - kScores.begin());
}

Score score_of(const std::optional<Outcome>& outcome) noexcept {
  if (!outcome) return Score::Open;
  if (!outcome->winner) return Score::Draw;
  return *outcome->winner == Color::White ? Score::WhiteWins : Score::BlackWins;
}

std::optional<std::string_view> tag_value(const Record& record, std::string_view name) noexcept {
  for (const Tag& tag : record.tags) {
    if (tag.name == name) return tag.value;
  }
  return std::nullopt;
}

std::string to_text(const RecordError& error) {
  return fmt::format("line {}, column {}: {}", error.line, error.column, error.message);
}

Record record_of(const Game& game, std::vector<Tag> tags) {
  std::erase_if(tags, [](const Tag& tag) {
    return tag.name == "Variant" || tag.name == "FEN" || tag.name == "Result" || tag.name == "Termination";
  });
  Record record;
  record.tags = std::move(tags);
  record.start = game.start();
  for (const Turn& turn : game.turns()) record.line.turns.push_back({turn, {}, {}, {}});
  record.score = score_of(game.outcome());
  if (game.outcome()) record.ending = game.outcome()->ending;
  return record;
}

Game game_of(const Record& record) {
  Game game(record.start);
  for (const RecordedTurn& played : record.line.turns) game.play(played.turn);
  if (game.outcome() || record.score == Score::Open) return game;
  if (record.score == Score::Draw) {
    game.agree_draw();
  } else {
    const Color loser = record.score == Score::WhiteWins ? Color::Black : Color::White;
    if (record.ending == Ending::Time) {
      game.lose_on_time(loser);
    } else {
      game.resign(loser);
    }
  }
  return game;
}

}  // namespace ordo::rules
