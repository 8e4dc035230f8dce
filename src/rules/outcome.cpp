// When a game is over, and the words for it.
#include "rules/outcome.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "rules/query.h"

namespace ordo::rules {
namespace {

struct Words {
  std::string_view name;
  std::string_view sentence;
};

/// By Ending.
constexpr std::array<Words, 9> kWords = {{
    {"home-row", "reached the home row"},
    {"last-piece", "captured the last piece"},
    {"cannot-reconnect", "the opponent cannot reconnect"},
    {"no-move", "the opponent has no legal move"},
    {"repetition", "the same position for the third time"},
    {"agreement", "by agreement"},
    {"resignation", "the opponent resigned"},
    {"time", "the opponent ran out of time"},
    {"abandoned", "the opponent left the game"},
}};

/// By GameResult.
constexpr std::array<std::string_view, 4> kResults = {"*", "1-0", "0-1", "1/2-1/2"};

[[nodiscard]] const Words& words(Ending ending) noexcept { return kWords[static_cast<std::size_t>(ending)]; }

}  // namespace

std::optional<Outcome> outcome_by_pieces(const Position& position) noexcept {
  const Bitboard white = position.pieces(Color::White);
  const Bitboard black = position.pieces(Color::Black);
  if ((white & kRank8).any()) return Outcome{Color::White, Ending::HomeRow};
  if ((black & kRank1).any()) return Outcome{Color::Black, Ending::HomeRow};
  if (black.none()) return Outcome{Color::White, Ending::LastPiece};
  if (white.none()) return Outcome{Color::Black, Ending::LastPiece};
  return std::nullopt;
}

std::optional<Outcome> outcome(const Position& position) noexcept {
  if (const auto decided = outcome_by_pieces(position)) return decided;
  if (has_turn(position)) return std::nullopt;
  const Color loser = position.to_move();
  return Outcome{opponent(loser), is_split(position, loser) ? Ending::CannotReconnect : Ending::NoMove};
}

std::string_view name(Ending ending) noexcept { return words(ending).name; }

std::optional<Ending> ending_from(std::string_view text) noexcept {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i].name == text) return static_cast<Ending>(i);
  }
  return std::nullopt;
}

GameResult result_of(const std::optional<Outcome>& outcome) noexcept {
  if (!outcome) return GameResult::Open;
  if (!outcome->winner) return GameResult::Draw;
  return *outcome->winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

std::string_view name(GameResult result) noexcept { return kResults[static_cast<std::size_t>(result)]; }

std::optional<GameResult> game_result_from(std::string_view text) noexcept {
  const auto* const found = std::find(kResults.begin(), kResults.end(), text);
  if (found == kResults.end()) return std::nullopt;
  return static_cast<GameResult>(found - kResults.begin());
}

std::string describe(const Outcome& outcome) {
  const std::string_view sentence = words(outcome.ending).sentence;
  if (!outcome.winner) return fmt::format("Draw: {}.", sentence);
  return fmt::format("{} wins: {}.", name(*outcome.winner), sentence);
}

}  // namespace ordo::rules
