// Who is connected, node by node, and which nodes there are.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr std::string_view kChannel = "people";

}  // namespace

void Store::put_online(const Connected& person) {
  connection_.execute(
      "INSERT INTO online (user_id, node, kind, name) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (user_id, node) DO UPDATE SET kind = excluded.kind, name = excluded.name",
      {person.user, person.node, value_of(word(person.kind)), person.name});
  notify(kChannel,
         fmt::format("{} here {} {} {}", person.node, person.user, word(person.kind), one_word(person.name)));
}

void Store::drop_online(const UserId& user, const std::string& node) {
  connection_.execute("DELETE FROM online WHERE user_id = $1 AND node = $2", {user, node});
  notify(kChannel, fmt::format("{} gone {}", node, user));
}

std::vector<Connected> Store::online() {
  std::vector<Connected> found;
  for (const Row& row : connection_.query("SELECT user_id, kind, name, node FROM online")) {
    found.push_back({row.text(0), player_kind_from(row.text(1)), row.text(2), row.text(3)});
  }
  return found;
}

bool Store::note_node(const std::string& node, Instant now) {
  if (connection_.execute("UPDATE nodes SET alive_at = $2 WHERE id = $1", {node, value_of(now)}) == 1)
    return true;
  connection_.execute("INSERT INTO nodes (id, alive_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                      {node, value_of(now)});
  return false;
}

void Store::drop_silent_nodes(const std::string& asker, Instant before) {
  for (const Row& row :
       connection_.query("DELETE FROM nodes WHERE alive_at < $1 RETURNING id", {value_of(before)})) {
    connection_.execute("DELETE FROM online WHERE node = $1", {row.text(0)});
    notify(kChannel, fmt::format("{} lost {}", asker, row.text(0)));
  }
}

}  // namespace ordo::store
