// Coming, signing up, logging in and out, and who somebody is.
#include "online/words.h"
#include "server/api/account_json.h"
#include "server/api/api.h"
#include "server/api/session_cookie.h"
#include "server/base/secret.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

using util::JsonWriter;

[[nodiscard]] std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// {"user":{"name","kind"}}
[[nodiscard]] Response user_response(const Identity& identity, int status) {
  return object_response([&](JsonWriter& json) { write_user_member(json, identity); }, status);
}

}  // namespace

Awaitable<Response> Api::guest(const Request& request) { co_return user_response(request.identity, 200); }

Awaitable<Response> Api::signup(const Request& request) {
  if (auto refused = too_costly(request)) co_return *std::move(refused);
  if (request.identity.has_account()) {
    co_return error_response(409, "has-account", "you have an account already; log out first");
  }
  const auto wanted = decode_signup(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  const std::optional<std::string> hash = co_await services_.passwords.hash(wanted->password);
  if (!hash) co_return busy_response();

  store::User user;
  user.id = request.identity.is_known() ? request.identity.user : random_id();
  user.kind = online::PlayerKind::Account;
  user.name = wanted->name;
  user.password_hash = *hash;
  user.created_at = services_.clock();
  const bool is_guest = request.identity.is_known();
  // Whoever knew the secret of the guest must not know that of the account.
  const Issued issued = services_.auth.new_session(user.id, request.user_agent);
  auto change = [user, is_guest, issued, old = request.identity.credential](store::Store& store) {
    if (is_guest ? store.promote_guest(user.id, user.name, user.password_hash, user.created_at) !=
                       store::Promotion::Done
                 : !store.add_user(user)) {
      return false;
    }
    if (is_guest && store.revoke_credential(user.id, old)) announce_revoked(store, user.id, old);
    store.add_credential(issued.credential);
    return true;
  };
  const bool is_added = co_await in_transaction(services_.database, std::move(change));
  if (!is_added) co_return error_response(409, "name-taken", "this name is taken; choose another");
  if (is_guest) revoked(request, request.identity.credential);
  Response response = user_response(identity_of(user, issued.credential), 201);
  set_session(response, issued.secret, request.is_https);
  co_return response;
}

Awaitable<Response> Api::login(const Request& request) {
  if (auto refused = too_costly(request)) co_return *std::move(refused);
  const auto given = decode_login(request.body);
  if (!given) co_return bad_request(given.error());
  const std::string key = lower(given->name);
  if (auto refused = must_wait(request, key)) co_return *std::move(refused);
  auto look = [name = given->name](store::Store& store) { return store.user_named(name); };

  const std::optional<store::User> user = co_await reading(services_.database, std::move(look));
  const bool is_somebody = user && !user->deleted_at;
  std::string hash = is_somebody ? user->password_hash : std::string();
  const std::optional<bool> fits = co_await services_.passwords.verify(std::move(hash), given->password);
  if (!fits) co_return busy_response();
  if (!*fits) {
    note_wrong_password(request, key);
    co_return error_response(401, "wrong-name-or-password", "the name or the password is wrong");
  }
  services_.wrong_names.succeeded(key);

  const Issued issued = services_.auth.new_session(user->id, request.user_agent);
  const Identity before = request.identity;
  auto change = [issued, before](store::Store& store) {
    if (before.is_known() && !before.by_token && store.revoke_credential(before.user, before.credential)) {
      announce_revoked(store, before.user, before.credential);
    }
    store.add_credential(issued.credential);
  };
  co_await in_transaction(services_.database, std::move(change));
  if (before.is_known() && !before.by_token) revoked(request, before.credential);
  Response response = user_response(identity_of(*user, issued.credential), 200);
  set_session(response, issued.secret, request.is_https);
  co_return response;
}

Awaitable<Response> Api::logout(const Request& request) {
  auto change = [who = request.identity](store::Store& store) {
    if (store.revoke_credential(who.user, who.credential)) announce_revoked(store, who.user, who.credential);
  };
  co_await in_transaction(services_.database, std::move(change));
  revoked(request, request.identity.credential);
  Response response = json_response("{}");
  end_session(response, request.is_https);
  co_return response;
}

Awaitable<Response> Api::me(const Request& request) {
  if (!request.identity.is_known()) co_return json_response(R"({"user":null})");
  auto look = [id = request.identity.user](store::Store& store) { return ratings_of(store, id); };
  const Ratings ratings = co_await reading(services_.database, std::move(look));
  co_return object_response([&](JsonWriter& json) {
    write_user_member(json, request.identity);
    write_ratings_member(json, ratings, services_.clock());
  });
}

Awaitable<Response> Api::player(const Request& request) {
  using Profile = std::optional<std::pair<store::User, Ratings>>;
  auto look = [name = request.arguments[0]](store::Store& store) -> Profile {
    const auto user = store.user_named(name);
    if (!user || user->deleted_at || user->kind == online::PlayerKind::Guest) return std::nullopt;
    return std::pair(*user, ratings_of(store, user->id));
  };
  const Profile profile = co_await reading(services_.database, std::move(look));
  if (!profile) co_return error_response(404, "no-such-player", "there is no player of this name");
  co_return object_response([&](JsonWriter& json) {
    json.name("player");
    json.open('{');
    json.member("name", profile->first.name);
    json.member("kind", online::word(profile->first.kind));
    json.member("since", online::milliseconds(profile->first.created_at));
    write_ratings_member(json, profile->second, services_.clock());
    json.close('}');
  });
}

}  // namespace ordo::server
