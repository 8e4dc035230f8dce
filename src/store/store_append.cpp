// The log of a game: beginning it, adding to it, and what the end of a rated game brings about.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "rules/fen.h"
#include "store/rows.h"
#include "store/store.h"
#include "util/check.h"

namespace ordo::store {
namespace {

constexpr std::string_view kInsertEvent =
    "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
constexpr std::string_view kSelectEvents =
    "SELECT seq, at, body FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq";

void add_player(std::vector<Value>& values, const std::optional<online::Player>& player) {
  if (!player) {
    values.resize(values.size() + 5);
    return;
  }
  values.push_back(value_of(word(player->kind)));
  values.push_back(player->id.empty() ? Value{} : Value{player->id});
  values.emplace_back(player->name);
  values.push_back(value_of(player->level));
  values.push_back(value_of(player->rating));
}

/// The columns from status to last_seq, in the order of the table.
void add_state(std::vector<Value>& values, const GameSummary& summary, std::int64_t last_seq) {
  values.push_back(value_of(word(summary.status)));
  values.push_back(value_of(is_live(summary.status)));
  values.push_back(summary.outcome ? value_of(rules::name(rules::result_of(summary.outcome))) : Value{});
  values.push_back(summary.outcome ? value_of(rules::name(summary.outcome->ending)) : Value{});
  values.push_back(value_of(summary.plies));
  values.emplace_back(summary.fen);
  values.push_back(value_of(summary.created_at));
  values.push_back(value_of(summary.last_at));
  values.emplace_back(last_seq);
}

[[nodiscard]] bool ends_game(const online::Event& event) {
  return std::holds_alternative<online::Ended>(event) || std::holds_alternative<online::Aborted>(event);
}

void insert_live(Connection& connection, const GameSummary& summary, std::int64_t last_seq) {
  connection.execute(
      "INSERT INTO live (game, last_seq, last_at, deadline, engine_to_move, plies, fen) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      {summary.id, last_seq, value_of(summary.last_at), value_of(summary.deadline),
       value_of(is_engines_turn(summary)), value_of(summary.plies), summary.fen});
}

[[nodiscard]] std::int64_t update_live(Connection& connection, const GameSummary& summary,
                                       std::int64_t before, std::int64_t last_seq) {
  return connection.execute(
      "UPDATE live SET last_seq = $3, last_at = $4, deadline = $5, engine_to_move = $6, plies = $7, fen = $8 "
      "WHERE game = $1 AND last_seq = $2",
      {summary.id, before, last_seq, value_of(summary.last_at), value_of(summary.deadline),
       value_of(is_engines_turn(summary)), value_of(summary.plies), summary.fen});
}

[[nodiscard]] std::int64_t delete_live(Connection& connection, const GameId& game, std::int64_t before) {
  return connection.execute("DELETE FROM live WHERE game = $1 AND last_seq = $2", {game, before});
}

/// Who has sat down.
[[nodiscard]] std::int64_t update_seat(Connection& connection, const GameSummary& summary, Color seat) {
  std::vector<Value> values = {summary.id};
  add_player(values, summary.players[seat == Color::White ? 0 : 1]);
  return connection.execute(
      seat == Color::White
          ? "UPDATE games SET white_kind = $2, white_id = $3, white_name = $4, white_level = $5, "
            "white_rating = $6 WHERE id = $1"
          : "UPDATE games SET black_kind = $2, black_id = $3, black_name = $4, black_level = $5, "
            "black_rating = $6 WHERE id = $1",
      values);
}

/// Not the players: what the summary calls them may be from before one of them was deleted.
[[nodiscard]] std::int64_t update_game(Connection& connection, const GameSummary& summary,
                                       std::int64_t last_seq) {
  std::vector<Value> values = {summary.id};
  add_state(values, summary, last_seq);
  return connection.execute(
      "UPDATE games SET status = $2, live = $3, result = $4, ending = $5, plies = $6, fen = $7, created_at = "
      "$8, last_at = $9, last_seq = $10 WHERE id = $1",
      values);
}

/// What is said after the end.
[[nodiscard]] std::int64_t update_over(Connection& connection, const GameSummary& summary,
                                       std::int64_t before, std::int64_t last_seq) {
  return connection.execute(
      "UPDATE games SET last_at = $3, last_seq = $4 WHERE id = $1 AND last_seq = $2 AND live = 0",
      {summary.id, before, value_of(summary.last_at), last_seq});
}

/// Brings what lists show to where the events have come. False: there was no such game, or it was elsewhere.
[[nodiscard]] bool update(Connection& connection, const GameSummary& summary, std::int64_t before,
                          std::int64_t last_seq, std::span<const online::Event> events) {
  for (const online::Event& event : events) {
    const auto* joined = std::get_if<online::Joined>(&event);
    if (joined != nullptr && update_seat(connection, summary, joined->color) != 1) return false;
  }
  if (is_live(summary.status)) {
    return update_live(connection, summary, before, last_seq) == 1 &&
           (std::ranges::all_of(events, is_like_a_turn) || update_game(connection, summary, last_seq) == 1);
  }
  if (std::ranges::none_of(events, ends_game)) return update_over(connection, summary, before, last_seq) == 1;
  return delete_live(connection, summary.id, before) == 1 && update_game(connection, summary, last_seq) == 1;
}

/// The rating to change; on PostgreSQL nobody else changes it meanwhile.
[[nodiscard]] online::Rating locked_rating(Connection& connection, const UserId& user,
                                           const std::string& variant) {
  const online::Rating fresh;
  connection.execute(
      "INSERT INTO ratings (user_id, variant, rating, deviation, volatility, games, at) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0) ON CONFLICT DO NOTHING",
      {user, variant, fresh.rating, fresh.deviation, fresh.volatility});
  const auto rows = connection.dialect() == Dialect::Sqlite
                        ? connection.query(
                              "SELECT rating, deviation, volatility, games, at FROM ratings WHERE user_id = "
                              "$1 AND variant = $2",
                              {user, variant})
                        : connection.query(
                              "SELECT rating, deviation, volatility, games, at FROM ratings WHERE user_id = "
                              "$1 AND variant = $2 "
                              "FOR UPDATE",
                              {user, variant});
  const Row& row = rows.front();
  return {row.real(0), row.real(1), row.real(2), static_cast<int>(row.integer(3)), instant(row, 4)};
}

void store_rating(Connection& connection, const UserId& user, const std::string& variant,
                  const online::Rating& rating) {
  connection.execute(
      "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = $6, at = $7 "
      "WHERE user_id = $1 AND variant = $2",
      {user, variant, rating.rating, rating.deviation, rating.volatility, value_of(rating.games),
       value_of(rating.at)});
}

[[nodiscard]] bool changes_ratings(const GameSummary& summary, std::span<const online::Event> events) {
  const auto& [white, black] = summary.players;
  return summary.settings.rated && summary.outcome && white && black && online::may_be_rated(*white) &&
         online::may_be_rated(*black) && white->id != black->id &&
         std::ranges::any_of(events,
                             [](const online::Event& e) { return std::holds_alternative<online::Ended>(e); });
}

/// `gone` is neither rated nor given a rating again.
[[nodiscard]] online::Rated rate(Connection& connection, const GameSummary& summary, Instant at,
                                 std::span<const UserId> gone) {
  const std::string variant(rules::name(summary.settings.start.variant()));
  const std::array<UserId, 2> users = {summary.players[0]->id, summary.players[1]->id};
  const auto is_gone = [&](std::size_t i) { return std::ranges::find(gone, users[i]) != gone.end(); };
  std::array<online::Rating, 2> before;
  // Always in the order of the ids, so that two games of the same players cannot wait for each other.
  const std::size_t first = users[0] < users[1] ? 0 : 1;
  for (const std::size_t i : {first, 1 - first}) {
    if (!is_gone(i)) before[i] = locked_rating(connection, users[i], variant);
  }
  const std::optional<Color> winner = summary.outcome->winner;
  const double white_score = !winner ? 0.5 : *winner == Color::White ? 1 : 0;
  const std::array<online::Rating, 2> after = {online::after_game(before[0], before[1], white_score, at),
                                               online::after_game(before[1], before[0], 1 - white_score, at)};
  online::Rated rated{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!is_gone(i)) store_rating(connection, users[i], variant, after[i]);
    rated.before[i] = static_cast<int>(std::lround(before[i].rating));
    rated.after[i] = static_cast<int>(std::lround(after[i].rating));
  }
  return rated;
}

/// Who sits down or says something with these events.
[[nodiscard]] std::vector<UserId> speakers(const GameSummary& summary,
                                           std::span<const online::Event> events) {
  std::vector<UserId> users;
  for (const online::Event& event : events) {
    if (const auto* joined = std::get_if<online::Joined>(&event)) users.push_back(joined->player.id);
    const auto* said = std::get_if<online::Said>(&event);
    if (said == nullptr) continue;
    const auto& player = summary.players[said->by == Color::White ? 0 : 1];
    if (player) users.push_back(player->id);
  }
  return users;
}

/// Holds these users until the transaction ends; those who are deleted.
[[nodiscard]] std::vector<UserId> hold(Store& store, std::vector<UserId> users) {
  std::ranges::sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  std::erase_if(users, [&](const UserId& user) { return user.empty() || store.hold_user(user); });
  return users;
}

[[nodiscard]] bool touches_plans(const GameSummary& summary, std::span<const online::Event> events) {
  return summary.settings.time.kind == online::TimeControl::Kind::Correspondence &&
         std::ranges::any_of(events, [](const online::Event& event) {
           return std::holds_alternative<online::Moved>(event) ||
                  std::holds_alternative<online::TakenBack>(event) || ends_game(event);
         });
}

/// False: the plan is another one by now. Nobody changes plans of this game until the transaction ends.
[[nodiscard]] bool drop_plans(Connection& connection, const GameId& game,
                              const std::optional<PlanStep>& step) {
  if (connection.dialect() == Dialect::Postgres)
    connection.query("SELECT 1 FROM live WHERE game = $1 FOR UPDATE", {game});
  // A statement of its own: it sees what was stored while the one before had to wait.
  if (step && Store(connection).plan(game, step->owner) != step->seen) return false;
  connection.execute("DELETE FROM plans WHERE game = $1", {game});
  return true;
}

/// With SQLite there are no others, and the one who appends knows.
void tell_nodes(Connection& connection, const GameId& game, std::int64_t seq) {
  if (connection.dialect() == Dialect::Sqlite) return;
  connection.notify("games", fmt::format("game {} {}", game, seq));
}

/// Whether these are the events that are stored from first_seq on; then with the Rated that was added.
[[nodiscard]] std::optional<std::vector<online::StoredEvent>> stored_before(
    Connection& connection, const GameId& game, std::int64_t first_seq, Instant at,
    std::span<const online::Event> events) {
  const auto rows = connection.query(kSelectEvents, {game, first_seq});
  if (rows.size() < events.size()) return std::nullopt;
  std::vector<online::StoredEvent> stored;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (instant(rows[i], 1) != at || rows[i].text(2) != online::to_json(events[i])) return std::nullopt;
    stored.push_back({rows[i].integer(0), at, events[i]});
  }
  if (rows.size() > events.size()) {
    const Row& next = rows[events.size()];
    online::Event event = event_from(game, next.integer(0), next.text(2));
    if (std::holds_alternative<online::Rated>(event))
      stored.push_back({next.integer(0), instant(next, 1), std::move(event)});
  }
  return stored;
}

}  // namespace

void Store::create_game(const GameSummary& summary, const online::StoredEvent& created) {
  ORDO_CHECK(created.seq == 1);
  const std::string body = online::to_json(created.event);
  std::vector<Value> values = {summary.id, value_of(rules::name(summary.settings.start.variant())),
                               rules::to_fen(summary.settings.start), online::to_text(summary.settings.time),
                               value_of(summary.settings.rated)};
  add_player(values, summary.players[0]);
  add_player(values, summary.players[1]);
  add_state(values, summary, created.seq);
  const std::int64_t made = connection_.execute(
      "INSERT INTO games (id, variant, start_fen, time_control, rated, white_kind, white_id, white_name, "
      "white_level, white_rating, black_kind, black_id, black_name, black_level, black_rating, status, live, "
      "result, ending, plies, fen, created_at, last_at, last_seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
      "$9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24) ON CONFLICT DO NOTHING",
      values);
  if (made == 0) {
    if (stored_before(connection_, summary.id, 1, created.at, {&created.event, 1})) return;
    throw SqlError(SqlTrouble::Other, fmt::format("there is a game {} already", summary.id));
  }
  if (is_live(summary.status)) insert_live(connection_, summary, created.seq);
  connection_.execute(kInsertEvent, {summary.id, created.seq, value_of(created.at), body});
  tell_nodes(connection_, summary.id, created.seq);
}

Appended Store::append(const GameSummary& summary, std::int64_t first_seq, Instant at,
                       std::span<const online::Event> events, const std::optional<PlanStep>& step) {
  ORDO_CHECK(!events.empty() && first_seq > 1);
  // Users before games, here as everywhere, so that few wait for each other in a circle.
  std::vector<UserId> people = speakers(summary, events);
  const bool is_rated = changes_ratings(summary, events);
  if (is_rated) people.insert(people.end(), {summary.players[0]->id, summary.players[1]->id});
  const std::vector<UserId> gone = hold(*this, std::move(people));
  const auto is_gone = [&](const UserId& user) { return std::ranges::find(gone, user) != gone.end(); };
  if (std::ranges::any_of(speakers(summary, events), is_gone)) return {.is_gone = true};

  Appended appended;
  appended.events.reserve(events.size() + 1);
  std::int64_t seq = first_seq;
  const auto take_back = [&] {
    connection_.execute("DELETE FROM events WHERE game = $1 AND seq >= $2 AND seq < $3",
                        {summary.id, first_seq, seq});
  };
  for (const online::Event& event : events) {
    if (connection_.execute(kInsertEvent, {summary.id, seq, value_of(at), online::to_json(event)}) == 0) {
      if (seq == first_seq) {
        auto before = stored_before(connection_, summary.id, first_seq, at, events);
        if (before) return {.events = *std::move(before)};
      }
      take_back();
      return {.was_outrun = true};
    }
    appended.events.push_back({seq++, at, event});
  }
  const bool is_about_plans = touches_plans(summary, events);
  if (is_about_plans && !drop_plans(connection_, summary.id, step)) {
    take_back();
    return {.is_plan_new = true};
  }
  if (is_rated) {
    const online::Rated rated = rate(connection_, summary, at, gone);
    connection_.execute(kInsertEvent, {summary.id, seq, value_of(at), online::to_json(rated)});
    appended.events.push_back({seq++, at, rated});
  }
  const std::int64_t last_seq = seq - 1;
  if (!update(connection_, summary, first_seq - 1, last_seq, events)) {
    throw SqlError(SqlTrouble::Other,
                   fmt::format("there is no game {} with {} events to add to", summary.id, first_seq - 1));
  }
  if (step && !step->left.empty() && is_live(summary.status)) {
    const bool is_kept = set_plan(summary.id, step->owner, step->left, {summary.plies, summary.fen});
    ORDO_CHECK(is_kept);
  }
  tell_nodes(connection_, summary.id, last_seq);
  return appended;
}

Appended Store::appended(const LoneEvent& lone) {
  ORDO_CHECK(lone.is_stored);
  tell_nodes(connection_, lone.summary->id, lone.seq);
  return {.events = {{lone.seq, lone.at, *lone.event}}};
}

std::vector<online::StoredEvent> Store::events(const GameId& game, std::int64_t from) {
  const auto rows = connection_.query(kSelectEvents, {game, from});
  std::vector<online::StoredEvent> events;
  events.reserve(rows.size());
  for (const Row& row : rows)
    events.push_back({row.integer(0), instant(row, 1), event_from(game, row.integer(0), row.text(2))});
  return events;
}

}  // namespace ordo::store
