// Games played without the server, kept for accounts that want it, to go on with on another device.
#include "online/kept_game.h"
#include "server/api/api.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

using store::KeptChange;
using util::JsonWriter;

/// Of games, each of which may have thousands of turns.
constexpr int kKeptPage = 20;

[[nodiscard]] Response kept_off() {
  return error_response(409, "keeps-no-games", "this account keeps no games on the server");
}

[[nodiscard]] Response change_response(const KeptChange& change, int most) {
  switch (change.kind) {
    case KeptChange::Kind::Done:
      return object_response([&](JsonWriter& json) { json.member("version", change.version); });
    case KeptChange::Kind::Changed:
      return error_response(409, "changed", "another device has changed this game; read it first");
    case KeptChange::Kind::Full:
      return error_response(409, "too-many-kept",
                            "an account may keep " + std::to_string(most) + " games; delete some first");
    case KeptChange::Kind::Off:
      break;
  }
  return kept_off();
}

[[nodiscard]] Response no_such_kept() {
  return error_response(404, "no-such-game", "no kept game has such an id");
}

void write_kept_games(util::JsonWriter& json, std::span<const store::KeptRow> rows) {
  json.list_member("games", rows, [&](const store::KeptRow& row) {
    json.open('{');
    json.member("id", row.id);
    json.member("version", row.version);
    json.member("changed", online::milliseconds(row.changed_at));
    if (row.body) json.raw_member("game", *row.body);
    json.close('}');
  });
}

}  // namespace

Awaitable<Response> Api::kept_games(const Request& request) {
  const auto after = decode_number_query(request.query, "after");
  if (!after) co_return bad_request(after.error());
  using Found = std::pair<std::optional<online::Instant>, std::vector<store::KeptRow>>;
  auto look = [user = request.identity.user, first = *after](store::Store& store) -> Found {
    auto since = store.keeps_games_since(user);
    if (!since) return {};
    return {since, store.kept_games(user, first, kKeptPage + 1)};
  };
  // No structured binding: clang 14 captures none.
  Found found = co_await reading(services_.database, std::move(look), store::Reading::List);
  const std::optional<online::Instant> since = found.first;
  std::vector<store::KeptRow> rows = std::move(found.second);
  const bool is_more = rows.size() > kKeptPage;
  if (is_more) rows.pop_back();
  co_return object_response([&](JsonWriter& json) {
    json.member("on", since.has_value());
    if (!since) return;
    json.member("since", online::milliseconds(*since));
    json.member("more", is_more);
    write_kept_games(json, rows);
  });
}

Awaitable<Response> Api::set_kept(const Request& request) {
  const auto wanted = decode_switch(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  auto change = [user = request.identity.user, is_on = *wanted,
                 now = services_.clock()](store::Store& store) {
    if (is_on) return store.keep_games(user, now);
    store.keep_no_games(user);
    return true;
  };
  const bool is_there = co_await in_transaction(services_.database, std::move(change));
  if (!is_there) co_return error_response(404, "no-such-account", "this account is gone");
  co_return object_response([&](JsonWriter& json) { json.member("on", *wanted); });
}

Awaitable<Response> Api::keep_game(const Request& request) {
  const std::string id = request.arguments[0];
  if (!is_kept_id(id)) co_return no_such_kept();
  const auto wanted = decode_kept_game(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  const int most = services_.config.limits.kept_games_of_a_user;
  auto change = [user = request.identity.user, id, base = wanted->base, body = online::to_json(wanted->game),
                 now = services_.clock(),
                 most](store::Store& store) { return store.change_kept(user, id, base, body, now, most); };
  const KeptChange done = co_await in_transaction(services_.database, std::move(change));
  co_return change_response(done, most);
}

Awaitable<Response> Api::forget_game(const Request& request) {
  const std::string id = request.arguments[0];
  if (!is_kept_id(id)) co_return no_such_kept();
  const auto base = decode_number_query(request.query, "base");
  if (!base) co_return bad_request(base.error());
  auto change = [user = request.identity.user, id, base = *base, now = services_.clock()](
                    store::Store& store) { return store.change_kept(user, id, base, std::nullopt, now, 0); };
  const KeptChange done = co_await in_transaction(services_.database, std::move(change));
  co_return change_response(done, 0);
}

}  // namespace ordo::server
