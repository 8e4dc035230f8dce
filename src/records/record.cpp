// What records are made of, and the way from a game to its record and back.
#include "records/record.h"

#include <utility>

#include <fmt/format.h>

namespace ordo::records {

using rules::Color;
using rules::Ending;
using rules::Game;
using rules::GameResult;

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
  for (const rules::Turn& turn : game.turns()) record.main_line.turns.push_back({turn, {}, {}, {}});
  record.result = result_of(game.outcome());
  if (game.outcome()) record.ending = game.outcome()->ending;
  return record;
}

Game game_of(const Record& record) {
  Game game(record.start);
  for (const RecordedTurn& played : record.main_line.turns) game.play(played.turn);
  if (game.outcome() || record.result == GameResult::Open) return game;
  const Color loser = record.result == GameResult::WhiteWins ? Color::Black : Color::White;
  if (record.ending == Ending::Abandoned) {
    game.abandon(record.result == GameResult::Draw ? std::nullopt : std::optional(opponent(loser)));
  } else if (record.result == GameResult::Draw) {
    game.agree_draw();
  } else {
    if (record.ending == Ending::Time) {
      game.lose_on_time(loser);
    } else {
      game.resign(loser);
    }
  }
  return game;
}

}  // namespace ordo::records
