// The lobby: wishes to play, open to everybody, or for one alone.
#include <array>

#include <fmt/format.h>

#include "rules/fen.h"
#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr std::string_view kSeekColumns =
    "id, owner, owner_name, owner_rating, variant, start_fen, time_control, rated, color, created_at, "
    "alive_until, target, target_name";

[[nodiscard]] Seek seek_from(const Row& row) {
  Seek seek;
  seek.id = row.text(0);
  seek.owner = row.text(1);
  seek.owner_name = row.text(2);
  if (!row.is_null(3)) seek.owner_rating = static_cast<int>(row.integer(3));
  seek.settings = settings_from(row.text(4), row.text(5), row.text(6), row.integer(7) != 0);
  if (!row.is_null(8)) seek.color = color_from(row.text(8));
  seek.created_at = instant(row, 9);
  seek.alive_until = instant(row, 10);
  if (!row.is_null(11)) seek.target = row.text(11);
  if (!row.is_null(12)) seek.target_name = row.text(12);
  return seek;
}

constexpr std::int64_t kMostChallenges = 20;

/// Tells those who look at it.
void tell_change(Store& store, std::string_view what, const Seek& seek) {
  if (seek.target) {
    store.notify("challenges", seek.owner + ' ' + *seek.target);
  } else {
    store.notify("lobby", fmt::format("{} {}", what, seek.id));
  }
}

}  // namespace

void Store::put_seek(const Seek& seek) {
  connection_.execute(
      "INSERT INTO seeks (id, owner, owner_name, owner_rating, variant, start_fen, time_control, rated, "
      "color, created_at, alive_until, target, target_name) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING",
      {seek.id, seek.owner, seek.owner_name, value_of(seek.owner_rating),
       value_of(rules::name(seek.settings.start.variant())), rules::to_fen(seek.settings.start),
       online::to_text(seek.settings.time), value_of(seek.settings.rated),
       seek.color ? value_of(word(*seek.color)) : Value{}, value_of(seek.created_at),
       value_of(seek.alive_until), seek.target ? Value{*seek.target} : Value{},
       seek.target ? Value{seek.target_name} : Value{}});
  tell_change(*this, "seek", seek);
}

void Store::renew_seek(const std::string& id, Instant now, Instant alive_until) {
  connection_.execute("UPDATE seeks SET alive_until = $3 WHERE id = $1 AND alive_until > $2",
                      {id, value_of(now), value_of(alive_until)});
}

std::vector<Seek> Store::seeks(Instant now) {
  static const std::string kQuery = fmt::format(
      "SELECT {} FROM seeks WHERE alive_until > $1 AND target IS NULL ORDER BY created_at, id", kSeekColumns);
  std::vector<Seek> found;
  for (const Row& row : connection_.query(kQuery, {value_of(now)})) found.push_back(seek_from(row));
  return found;
}

int Store::seeks_of(const UserId& owner, Instant now) {
  const auto rows = connection_.query("SELECT COUNT(*) FROM seeks WHERE owner = $1 AND alive_until > $2",
                                      {owner, value_of(now)});
  return static_cast<int>(rows.front().integer(0));
}

std::optional<Seek> Store::seek(const std::string& id, Instant now) {
  static const std::string kQuery =
      fmt::format("SELECT {} FROM seeks WHERE id = $1 AND alive_until > $2", kSeekColumns);
  const auto rows = connection_.query(kQuery, {id, value_of(now)});
  if (rows.empty()) return std::nullopt;
  return seek_from(rows.front());
}

std::optional<Seek> Store::take_seek(const std::string& id, Instant now) {
  static const std::string kQuery =
      fmt::format("DELETE FROM seeks WHERE id = $1 AND alive_until > $2 RETURNING {}", kSeekColumns);
  const auto rows = connection_.query(kQuery, {id, value_of(now)});
  if (rows.empty()) return std::nullopt;
  Seek taken = seek_from(rows.front());
  tell_change(*this, "gone", taken);
  return taken;
}

bool Store::drop_seek(const UserId& owner, const std::string& id) {
  static const std::string kQuery =
      fmt::format("DELETE FROM seeks WHERE owner = $1 AND id = $2 RETURNING {}", kSeekColumns);
  const auto rows = connection_.query(kQuery, {owner, id});
  if (rows.empty()) return false;
  tell_change(*this, "gone", seek_from(rows.front()));
  return true;
}

std::vector<Seek> Store::challenges_of(const UserId& user, Instant now) {
  static const std::array<std::string, 2> kQueries = {
      fmt::format("SELECT {} FROM seeks WHERE target = $1 AND alive_until > $2 "
                  "ORDER BY created_at DESC, id LIMIT $3",
                  kSeekColumns),
      fmt::format("SELECT {} FROM seeks WHERE owner = $1 AND target IS NOT NULL AND alive_until > $2 "
                  "ORDER BY created_at DESC, id LIMIT $3",
                  kSeekColumns)};
  std::vector<Seek> found;
  for (const std::string& query : kQueries) {
    for (const Row& row : connection_.query(query, {user, value_of(now), Value{kMostChallenges}}))
      found.push_back(seek_from(row));
  }
  return found;
}

bool Store::decline_challenge(const UserId& target, const std::string& id, Instant now) {
  static const std::string kQuery = fmt::format(
      "DELETE FROM seeks WHERE target = $1 AND id = $2 AND alive_until > $3 RETURNING {}", kSeekColumns);
  const auto rows = connection_.query(kQuery, {target, id, value_of(now)});
  if (rows.empty()) return false;
  const Seek declined = seek_from(rows.front());
  notify("challenges", fmt::format("{} declined {}", declined.owner, one_word(declined.target_name)));
  tell_change(*this, "gone", declined);
  return true;
}

}  // namespace ordo::store
