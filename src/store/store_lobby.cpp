// The lobby: wishes to play, open to everybody.
#include <fmt/format.h>

#include "rules/fen.h"
#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr std::string_view kSeekColumns =
    "id, owner, owner_name, owner_rating, variant, start_fen, time_control, rated, color, created_at, "
    "alive_until";

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
  return seek;
}

}  // namespace

void Store::put_seek(const Seek& seek) {
  connection_.execute(
      "INSERT INTO seeks (id, owner, owner_name, owner_rating, variant, start_fen, time_control, rated, "
      "color, "
      "created_at, alive_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING",
      {seek.id, seek.owner, seek.owner_name, value_of(seek.owner_rating),
       value_of(rules::name(seek.settings.start.variant())), rules::to_fen(seek.settings.start),
       online::to_text(seek.settings.time), value_of(seek.settings.rated),
       seek.color ? value_of(word(*seek.color)) : Value{}, value_of(seek.created_at),
       value_of(seek.alive_until)});
  notify("lobby", "seek " + seek.id);
}

void Store::renew_seek(const std::string& id, Instant now, Instant alive_until) {
  connection_.execute("UPDATE seeks SET alive_until = $3 WHERE id = $1 AND alive_until > $2",
                      {id, value_of(now), value_of(alive_until)});
}

std::vector<Seek> Store::seeks(Instant now) {
  static const std::string kQuery =
      fmt::format("SELECT {} FROM seeks WHERE alive_until > $1 ORDER BY created_at, id", kSeekColumns);
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
  notify("lobby", "gone " + id);
  return seek_from(rows.front());
}

bool Store::drop_seek(const UserId& owner, const std::string& id) {
  if (connection_.execute("DELETE FROM seeks WHERE owner = $1 AND id = $2", {owner, id}) == 0) return false;
  notify("lobby", "gone " + id);
  return true;
}

}  // namespace ordo::store
