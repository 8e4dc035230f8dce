// What the pages of the web app are about: whether it is there.
#include "server/api/account_json.h"
#include "server/api/api.h"

namespace ordo::server {

template <class Look>
Awaitable<bool> Api::unless_known_otherwise(Look look) {
  if (!services_.database.is_reachable()) co_return true;
  try {
    co_return co_await reading(services_.database, std::move(look));
  } catch (
      const store::SqlError&) {  // NOLINT(bugprone-empty-catch): the app asks again, and says what is wrong
  }
  co_return true;
}

Awaitable<bool> Api::may_have_game(online::GameId id) {
  if (!is_id(id)) co_return false;
  auto look = [id = std::move(id)](store::Store& store) { return store.summary(id).has_value(); };
  co_return co_await unless_known_otherwise(std::move(look));
}

Awaitable<bool> Api::may_have_player(std::string name) {
  if (name.size() > kMaxName) co_return false;
  auto look = [name = std::move(name)](store::Store& store) { return player_named(store, name).has_value(); };
  co_return co_await unless_known_otherwise(std::move(look));
}

}  // namespace ordo::server
