// Reports on games, worked on by one node at a time, and the deepest look at each position.
#include <array>
#include <utility>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr std::array<std::pair<ReportState, std::string_view>, 4> kStates = {
    {{ReportState::Waiting, "waiting"},
     {ReportState::Done, "done"},
     {ReportState::Stopped, "stopped"},
     {ReportState::Failed, "failed"}}};
/// So many go at once, so that nobody has to wait for long.
constexpr std::int64_t kPrunedAtOnce = 500;

[[nodiscard]] Value state_value(ReportState state) {
  for (const auto& [known, word] : kStates) {
    if (known == state) return value_of(word);
  }
  return {};
}

[[nodiscard]] ReportState state_from(const std::string& text) {
  for (const auto& [state, word] : kStates) {
    if (word == text) return state;
  }
  broken("a report is '" + text + "'");
}

/// Of "game, asked_by, asked_at, state, nodes, positions, done".
[[nodiscard]] GameReport report_from(const Row& row) {
  GameReport report;
  report.game = row.text(0);
  report.asked_by = row.text(1);
  report.asked_at = instant(row, 2);
  report.state = state_from(row.text(3));
  report.nodes = row.integer(4);
  report.positions = static_cast<int>(row.integer(5));
  report.done = static_cast<int>(row.integer(6));
  return report;
}

[[nodiscard]] std::int64_t count(Connection& connection, std::string_view sql,
                                 std::initializer_list<Value> parameters = {}) {
  return connection.query(sql, parameters).front().integer(0);
}

}  // namespace

ReportAsked Store::ask_report(const GameReport& wanted, const std::string& worker,
                              const ReportLimits& limits) {
  (void)hold_user(wanted.asked_by);  // limits are counted by one at a time
  const auto known = report(wanted.game);
  if (known && (known->state == ReportState::Done || known->state == ReportState::Waiting))
    return ReportAsked::There;
  if (count(connection_, "SELECT COUNT(*) FROM reports WHERE asked_by = $1 AND state = 'waiting'",
            {wanted.asked_by}) >= limits.most_of_a_user)
    return ReportAsked::TooManyOfUser;
  if (count(connection_, "SELECT COUNT(*) FROM reports WHERE state = 'waiting'") >= limits.most)
    return ReportAsked::TooMany;
  if (known && known->nodes != wanted.nodes)
    connection_.execute("DELETE FROM report_positions WHERE game = $1", {wanted.game});
  // Of two who ask at once the second finds it waiting.
  const auto changed = connection_.execute(
      "INSERT INTO reports (game, asked_by, asked_at, state, nodes, positions, worker, seen_at) "
      "VALUES ($1, $2, $3, 'waiting', $4, $5, $6, $3) ON CONFLICT (game) DO UPDATE SET "
      "asked_by = excluded.asked_by, asked_at = excluded.asked_at, state = 'waiting', nodes = "
      "excluded.nodes, "
      "worker = excluded.worker, seen_at = excluded.seen_at WHERE reports.state IN ('stopped', 'failed')",
      {wanted.game, wanted.asked_by, value_of(wanted.asked_at), wanted.nodes, value_of(wanted.positions),
       worker});
  return changed > 0 ? ReportAsked::Taken : ReportAsked::There;
}

std::optional<GameReport> Store::report(const GameId& game) {
  const auto rows = connection_.query(
      "SELECT game, asked_by, asked_at, state, nodes, positions, "
      "(SELECT COUNT(*) FROM report_positions WHERE report_positions.game = reports.game) "
      "FROM reports WHERE game = $1",
      {game});
  if (rows.empty()) return std::nullopt;
  return report_from(rows.front());
}

std::vector<std::string> Store::report_positions(const GameId& game, int from) {
  std::vector<std::string> bodies;
  for (const Row& row :
       connection_.query("SELECT body FROM report_positions WHERE game = $1 AND ply >= $2 ORDER BY ply",
                         {game, value_of(from)})) {
    bodies.push_back(row.text(0));
  }
  return bodies;
}

std::optional<GameReport> Store::take_report(const std::string& worker, Instant now, Instant silent_since,
                                             bool are_others_gone) {
  for (const Row& row : connection_.query(
           "SELECT game FROM reports WHERE state = 'waiting' AND (worker = '' OR seen_at < $1 OR "
           "(worker <> $2 AND $3 = 1)) ORDER BY asked_at, game LIMIT 8",
           {value_of(silent_since), worker, value_of(are_others_gone)})) {
    // Of several nodes that see it one gets it.
    const bool is_mine =
        connection_.execute(
            "UPDATE reports SET worker = $2, seen_at = $3 WHERE game = $1 AND state = 'waiting' AND "
            "(worker = '' OR seen_at < $4 OR (worker <> $2 AND $5 = 1))",
            {row.text(0), worker, value_of(now), value_of(silent_since), value_of(are_others_gone)}) > 0;
    if (is_mine) return report(row.text(0));
  }
  return std::nullopt;
}

void Store::keep_reports(const std::string& worker, std::span<const GameId> games, Instant now) {
  for (const GameId& game : games) {
    connection_.execute(
        "UPDATE reports SET seen_at = $3 WHERE game = $1 AND worker = $2 AND state = 'waiting'",
        {game, worker, value_of(now)});
  }
}

bool Store::add_finding(const GameId& game, const std::string& worker, const Finding& finding, Instant now) {
  const bool is_mine =
      connection_.execute(
          "UPDATE reports SET seen_at = $3, state = CASE WHEN positions = $4 THEN 'done' ELSE state END "
          "WHERE game = $1 AND worker = $2 AND (state = 'waiting' OR (state = 'done' AND positions = $4))",
          {game, worker, value_of(now), value_of(finding.ply + 1)}) > 0;
  if (!is_mine) return false;
  connection_.execute(
      "INSERT INTO report_positions (game, ply, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      {game, value_of(finding.ply), finding.body});
  return true;
}

void Store::leave_report(const GameId& game, const std::string& worker, ReportState state) {
  connection_.execute(
      "UPDATE reports SET state = $3, worker = '' WHERE game = $1 AND worker = $2 AND state = 'waiting'",
      {game, worker, state_value(state)});
}

bool Store::stop_report(const GameId& game, const UserId& asked_by) {
  return connection_.execute(
             "UPDATE reports SET state = 'stopped' WHERE game = $1 AND asked_by = $2 AND state = 'waiting'",
             {game, asked_by}) > 0;
}

std::optional<Evaluation> Store::evaluation(const std::string& position) {
  const auto rows =
      connection_.query("SELECT nodes, body, game, ply, at FROM evaluations WHERE position = $1", {position});
  if (rows.empty()) return std::nullopt;
  const Row& row = rows.front();
  return Evaluation{row.integer(0), row.text(1), row.text(2), static_cast<int>(row.integer(3)),
                    instant(row, 4)};
}

void Store::put_evaluation(const std::string& position, const Evaluation& evaluation) {
  connection_.execute(
      "INSERT INTO evaluations (position, nodes, body, game, ply, at) VALUES ($1, $2, $3, $4, $5, $6) "
      "ON CONFLICT (position) DO UPDATE SET nodes = excluded.nodes, body = excluded.body, game = "
      "excluded.game, ply = excluded.ply, at = excluded.at WHERE excluded.nodes >= evaluations.nodes",
      {position, evaluation.nodes, evaluation.body, evaluation.game, value_of(evaluation.ply),
       value_of(evaluation.at)});
}

void Store::prune_evaluations(std::int64_t most) {
  if (count(connection_, "SELECT COUNT(*) FROM evaluations") <= most) return;
  connection_.execute(
      "DELETE FROM evaluations WHERE position IN "
      "(SELECT position FROM evaluations ORDER BY at, position LIMIT $1)",
      {kPrunedAtOnce});
}

}  // namespace ordo::store
