// People among themselves: who is here, challenges, and whom somebody does not want to meet.
#include "online/list_message.h"
#include "server/api/account_json.h"
#include "server/api/api.h"
#include "server/games/company.h"

namespace ordo::server {
namespace {

using util::JsonWriter;

[[nodiscard]] Response blocks_response(const std::vector<store::Blocked>& blocked) {
  return object_response([&](JsonWriter& json) { write_blocks_member(json, blocked); });
}

}  // namespace

Awaitable<Response> Api::people(const Request& /*request*/) {
  auto look = [crowd = services_.presence.crowd(store::kMostRatings)](store::Store& store) {
    return Company::people_of(crowd, store);
  };
  const SomePeople some = co_await reading(services_.database, std::move(look), store::Reading::List);
  co_return object_response(
      [&](JsonWriter& json) { online::write_people_members(json, some.number, some.people); });
}

Awaitable<Response> Api::challenges(const Request& request) {
  const online::UserId user = request.identity.user;
  auto look = [user, now = services_.clock()](store::Store& store) { return store.challenges_of(user, now); };
  const auto open = co_await reading(services_.database, std::move(look), store::Reading::List);
  co_return object_response([&](JsonWriter& json) { online::write_challenges_members(json, open, user); });
}

Awaitable<Response> Api::make_challenge(const Request& request) {
  const auto wanted = decode_challenge(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  const GameWish wish{wanted->game.settings, wanted->game.color, {}};
  const auto made = co_await services_.maker.challenge(request.identity, wanted->to, wish);
  if (!made) co_return refused_response(made.error());
  co_return object_response(
      [&](JsonWriter& json) {
        json.name("challenge");
        online::write_seek(json, *made);
      },
      201);
}

Awaitable<Response> Api::accept_challenge(const Request& request) { return accept_seek(request); }

Awaitable<Response> Api::decline_challenge(const Request& request) {
  const auto gone = co_await services_.maker.decline_challenge(request.identity, request.arguments[0]);
  if (!gone) co_return refused_response(gone.error());
  co_return json_response("{}");
}

Awaitable<Response> Api::withdraw_challenge(const Request& request) { return withdraw_seek(request); }

Awaitable<Response> Api::blocks(const Request& request) {
  auto look = [user = request.identity.user](store::Store& store) { return store.blocked_by(user); };
  co_return blocks_response(co_await reading(services_.database, std::move(look)));
}

/// A name that nobody has is passed over: a browser gives its whole list when somebody signs in.
Awaitable<Response> Api::block(const Request& request) {
  const auto names = decode_names(request.body);
  if (!names) co_return bad_request(names.error());
  using Blocks = std::optional<std::vector<store::Blocked>>;
  auto change = [user = request.identity.user, names = *names,
                 now = services_.clock()](store::Store& store) -> Blocks {
    for (const std::string& name : names) {
      const auto other = store.user_named(name);
      if (!other || other->deleted_at || other->id == user) continue;
      if (!store.block(user, other->id, now)) return std::nullopt;
    }
    return store.blocked_by(user);
  };
  const Blocks blocked = co_await in_transaction(services_.database, std::move(change));
  if (!blocked) co_return error_response(409, "too-many-blocks", "you have blocked too many players already");
  co_return blocks_response(*blocked);
}

Awaitable<Response> Api::unblock(const Request& request) {
  auto change = [user = request.identity.user, name = request.arguments[0]](store::Store& store) {
    if (const auto other = store.user_named(name)) store.unblock(user, other->id);
    return store.blocked_by(user);
  };
  co_return blocks_response(co_await in_transaction(services_.database, std::move(change)));
}

}  // namespace ordo::server
