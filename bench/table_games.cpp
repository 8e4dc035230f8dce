// Whether a player gives away what endgame tables say is his: replays a file of games, as `ordo match --out`
// writes them, and looks up each position before and after his turns.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "records/record.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "tablebase/table_files.h"

namespace {

using namespace ordo;

struct Found {
  std::size_t games = 0;
  std::size_t reached = 0;     ///< games in which he had a turn that the tables know
  std::size_t turns = 0;       ///< such turns
  std::size_t won = 0;         ///< games that came to a position won for him on move
  std::size_t not_won = 0;     ///< of these, those that he did not win
  std::size_t given_away = 0;  ///< turns after which less was left
};

[[nodiscard]] bool is_of(const records::Record& record, rules::Color color, const std::string& name) {
  return records::tag_value(record, color == rules::Color::White ? "White" : "Black") == name;
}

void look_at(const records::Record& record, const std::string& name, const tablebase::Tables& tables,
             Found& found) {
  const rules::Game game = records::game_of(record);
  const auto positions = game.positions();
  ++found.games;
  bool reached = false;
  bool had_won = false;
  rules::Color color = rules::Color::White;
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    if (!is_of(record, positions[i].to_move(), name)) continue;
    const auto before = tables.verdict(positions[i]);
    if (!before) continue;
    color = positions[i].to_move();
    reached = true;
    ++found.turns;
    had_won = had_won || before->value == tablebase::Value::Win;
    const bool is_last = i + 2 == positions.size();
    const auto after = is_last && game.outcome() ? std::nullopt : tables.verdict(positions[i + 1]);
    if (!after)
      continue;  // the game is over, or goes on where no table is: it cannot, captures lead to smaller ones
    if (static_cast<int>(after->value) + static_cast<int>(before->value) > 2) {
      ++found.given_away;
      std::printf("given away: %s\n", rules::to_fen(positions[i]).c_str());
    }
  }
  found.reached += reached ? 1 : 0;
  if (!had_won) return;
  ++found.won;
  const auto wins =
      color == rules::Color::White ? rules::GameResult::WhiteWins : rules::GameResult::BlackWins;
  found.not_won += record.result == wins ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::puts("usage: table_games GAMES PLAYER TABLES   (TABLES: a folder, or builtin)");
    return 2;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto games = records::parse_records(text);
  if (!games) {
    std::puts(records::to_text(games.error()).c_str());
    return 2;
  }
  tablebase::Tables tables(1024);
  tablebase::add_files(tables, arguments[3]);
  Found found;
  for (const records::Record& record : *games) look_at(record, arguments[2], tables, found);
  std::printf(
      "%zu games, %zu of them with %zu turns of %s in tables; %zu came to a won position, %zu of those not "
      "won; %zu "
      "turns gave something away\n",
      found.games, found.reached, found.turns, arguments[2], found.won, found.not_won, found.given_away);
  return found.given_away == 0 ? 0 : 1;
}
