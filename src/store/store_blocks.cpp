// Whom somebody does not want to meet.
#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {

bool Store::block(const UserId& user, const UserId& other, Instant now) {
  if (is_blocked(user, other)) return true;
  const auto rows = connection_.query("SELECT COUNT(*) FROM blocks WHERE user_id = $1", {user});
  if (rows.front().integer(0) >= kMostBlocked) return false;
  connection_.execute("INSERT INTO blocks (user_id, other_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                      {user, other, value_of(now)});
  return true;
}

void Store::unblock(const UserId& user, const UserId& other) {
  connection_.execute("DELETE FROM blocks WHERE user_id = $1 AND other_id = $2", {user, other});
}

std::vector<Blocked> Store::blocked_by(const UserId& user) {
  std::vector<Blocked> found;
  for (const Row& row :
       connection_.query("SELECT u.name, b.at FROM blocks b JOIN users u ON u.id = b.other_id "
                         "WHERE b.user_id = $1 ORDER BY b.at, u.id",
                         {user})) {
    found.push_back({row.text(0), instant(row, 1)});
  }
  return found;
}

bool Store::is_blocked(const UserId& user, const UserId& other) {
  return !connection_.query("SELECT 1 FROM blocks WHERE user_id = $1 AND other_id = $2", {user, other})
              .empty();
}

}  // namespace ordo::store
