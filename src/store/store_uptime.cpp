// When there was a server: signs of life, and the gaps between them.
#include <optional>

#include "store/postgres_connection.h"
#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {

bool Store::is_alone() {
  if (connection_.dialect() == Dialect::Sqlite) return true;  // the file is locked
  return connection_
      .query(
          "SELECT 1 FROM pg_locks own, pg_locks other WHERE own.pid = pg_backend_pid() "
          "AND own.locktype = 'advisory' AND own.classid = $1 AND other.locktype = 'advisory' "
          "AND other.classid = $1 AND other.database = own.database AND other.objid <> own.objid LIMIT 1",
          {std::int64_t{kPostgresNodes}})
      .empty();
}

void Store::note_alive(Instant now, online::Duration silence) {
  // The machine's clock may have been wrong: what lies in the future has not been.
  connection_.execute("DELETE FROM uptime WHERE started_at > $1", {value_of(now)});
  const auto rows =
      connection_.query("SELECT started_at, alive_at FROM uptime ORDER BY started_at DESC LIMIT 1", {});
  if (!rows.empty() && now - instant(rows.front(), 1) <= silence) {
    connection_.execute("UPDATE uptime SET alive_at = $2 WHERE started_at = $1",
                        {rows.front().integer(0), value_of(now)});
    return;
  }
  connection_.execute("INSERT INTO uptime (started_at, alive_at) VALUES ($1, $1) ON CONFLICT DO NOTHING",
                      {value_of(now)});
}

std::vector<Outage> Store::outages(Instant since) {
  std::vector<Outage> found;
  std::optional<Instant> alive_until;
  for (const Row& row :
       connection_.query("SELECT started_at, alive_at FROM uptime ORDER BY started_at", {})) {
    const Instant started = instant(row, 0);
    if (alive_until && started > since && started > *alive_until) found.push_back({*alive_until, started});
    alive_until = instant(row, 1);
  }
  return found;
}

}  // namespace ordo::store
