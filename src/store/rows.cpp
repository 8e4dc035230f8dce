// Between the columns of the tables and the types of online play.
#include "store/rows.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "rules/fen.h"

namespace ordo::store {
namespace {

constexpr std::array<std::string_view, 4> kPlayerKinds = {"guest", "account", "bot", "engine"};
constexpr std::array<std::string_view, 4> kStatuses = {"waiting", "playing", "ended", "aborted"};
constexpr std::array<std::string_view, 2> kColors = {"white", "black"};
constexpr std::array<std::string_view, 2> kCredentialKinds = {"session", "token"};

// The two differ in where they find what turns change.
constexpr std::string_view kLiveSummaries =
    "SELECT id, variant, start_fen, time_control, rated, white_kind, white_id, white_name, white_level, "
    "white_rating, black_kind, black_id, black_name, black_level, black_rating, status, result, ending, "
    "created_at, live.plies, live.fen, live.last_at, live.deadline FROM live JOIN games ON id = game";
constexpr std::string_view kOverSummaries =
    "SELECT id, variant, start_fen, time_control, rated, white_kind, white_id, white_name, white_level, "
    "white_rating, black_kind, black_id, black_name, black_level, black_rating, status, result, ending, "
    "created_at, plies, fen, last_at, NULL FROM games";

template <class Enum>
[[nodiscard]] Enum from_word(std::span<const std::string_view> words, std::string_view text) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == text) return static_cast<Enum>(i);
  }
  broken(fmt::format("the word '{}' means nothing", text));
}

[[nodiscard]] std::optional<online::Player> player_from(const Row& row, std::size_t column) {
  if (row.is_null(column)) return std::nullopt;
  online::Player player;
  player.kind = player_kind_from(row.text(column));
  if (!row.is_null(column + 1)) player.id = row.text(column + 1);
  player.name = row.text(column + 2);
  player.level = static_cast<int>(row.integer(column + 3));
  if (!row.is_null(column + 4)) player.rating = static_cast<int>(row.integer(column + 4));
  return player;
}

[[nodiscard]] std::optional<rules::Outcome> outcome_from(const Row& row, std::size_t result,
                                                         std::size_t ending) {
  if (row.is_null(result)) return std::nullopt;
  const auto how = rules::ending_from(row.text(ending));
  if (!how) broken(fmt::format("no game ends by '{}'", row.text(ending)));
  std::optional<Color> winner;
  if (row.text(result) == "1-0") winner = Color::White;
  if (row.text(result) == "0-1") winner = Color::Black;
  return rules::Outcome{winner, *how};
}

}  // namespace

void broken(const std::string& what) {
  throw SqlError(SqlTrouble::Other, fmt::format("the database is damaged: {}", what));
}

std::string_view word(online::PlayerKind kind) noexcept {
  return kPlayerKinds[static_cast<std::size_t>(kind)];
}
std::string_view word(online::RoomStatus status) noexcept {
  return kStatuses[static_cast<std::size_t>(status)];
}
std::string_view word(Color color) noexcept { return kColors[static_cast<std::size_t>(color)]; }
std::string_view word(CredentialKind kind) noexcept {
  return kCredentialKinds[static_cast<std::size_t>(kind)];
}

online::PlayerKind player_kind_from(std::string_view text) {
  return from_word<online::PlayerKind>(kPlayerKinds, text);
}
online::RoomStatus room_status_from(std::string_view text) {
  return from_word<online::RoomStatus>(kStatuses, text);
}
Color color_from(std::string_view text) { return from_word<Color>(kColors, text); }
CredentialKind credential_kind_from(std::string_view text) {
  return from_word<CredentialKind>(kCredentialKinds, text);
}

online::GameSettings settings_from(const std::string& variant, const std::string& start_fen,
                                   const std::string& time_control, bool rated) {
  const auto known = rules::variant_from(variant);
  if (!known) broken(fmt::format("there is no game '{}'", variant));
  const auto start = rules::parse_fen(*known, start_fen);
  if (!start) broken(fmt::format("the position '{}': {}", start_fen, start.error().message));
  const auto time = online::parse_time_control(time_control);
  if (!time) broken(fmt::format("the clock '{}': {}", time_control, time.error()));
  return {*start, *time, rated};
}

online::Event event_from(const GameId& game, std::int64_t seq, std::string_view body) {
  auto event = online::parse_event(body);
  if (!event) broken(fmt::format("event {} of game {}: {}", seq, game, event.error()));
  return *std::move(event);
}

std::string name_key(std::string_view name) {
  std::string key(name);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

bool is_live(online::RoomStatus status) noexcept {
  return status == online::RoomStatus::Waiting || status == online::RoomStatus::Playing;
}

bool is_engines_turn(const GameSummary& summary) {
  if (summary.status != online::RoomStatus::Playing || summary.fen.empty()) return false;
  // The text of a position ends with the side to move.
  const auto& player = summary.players[summary.fen.back() == 'w' ? 0 : 1];
  return player && player->kind == online::PlayerKind::Engine;
}

bool is_like_a_turn(const online::Event& event) {
  return !std::holds_alternative<online::Joined>(event) && !std::holds_alternative<online::Ended>(event) &&
         !std::holds_alternative<online::Aborted>(event) && !std::holds_alternative<online::Created>(event);
}

std::string_view summaries_of(bool live) noexcept { return live ? kLiveSummaries : kOverSummaries; }

GameSummary summary_from(const Row& row) {
  GameSummary summary;
  summary.id = row.text(0);
  summary.settings = settings_from(row.text(1), row.text(2), row.text(3), row.integer(4) != 0);
  summary.players = {player_from(row, 5), player_from(row, 10)};
  summary.status = room_status_from(row.text(15));
  summary.outcome = outcome_from(row, 16, 17);
  summary.created_at = instant(row, 18);
  summary.plies = static_cast<int>(row.integer(19));
  summary.fen = row.text(20);
  summary.last_at = instant(row, 21);
  if (!row.is_null(22)) summary.deadline = instant(row, 22);
  return summary;
}

std::string one_word(std::string name) {
  std::ranges::replace(name, ' ', '+');
  return name;
}

}  // namespace ordo::store
