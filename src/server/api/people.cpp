// Coming, signing up, logging in and out, and who somebody is.
#include "online/words.h"
#include "server/api/account_json.h"
#include "server/api/api.h"
#include "server/api/session_cookie.h"
#include "server/base/secret.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

using store::Promotion;
using util::JsonWriter;

[[nodiscard]] std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

[[nodiscard]] std::optional<std::string> hash_of_device(const Request& request) {
  if (request.device.empty()) return std::nullopt;
  return hash_of_secret(request.device);
}

/// A browser that signs in: its session and the secret by which it is known next time.
struct SignedIn {
  Issued session;
  std::string device;
  std::optional<std::string> device_before;  ///< hash
  online::Instant now;

  /// In the transaction of whatever lets it in.
  void keep(store::Store& store) const {
    store.add_credential(session.credential);
    store.renew_device(device_before, hash_of_secret(device), session.credential.user, now,
                       now + kDeviceLife);
  }
  void tell(Response& response, bool is_https) const {
    set_session(response, session.secret, is_https);
    set_device(response, device, is_https);
  }
};

/// Whom somebody wants to be, and whether the browser has been that before.
struct Wanted {
  std::optional<store::User> user;
  bool is_known_device = false;
};

[[nodiscard]] Wanted look_up(store::Store& store, const std::string& name,
                             const std::optional<std::string>& device, online::Instant now) {
  Wanted wanted{store.user_named(name)};
  if (wanted.user && wanted.user->deleted_at) wanted.user.reset();
  wanted.is_known_device = wanted.user && device && store.knows_device(*device, wanted.user->id, now);
  return wanted;
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
  const SignedIn signed_in{services_.auth.new_session(user.id, request.user_agent), random_secret(),
                           hash_of_device(request), user.created_at};
  auto change = [user, is_guest, signed_in](store::Store& store) {
    if (!is_guest) {
      if (!store.add_user(user)) return Promotion::NameTaken;
    } else {
      const Promotion done = store.promote_guest(user.id, user.name, user.password_hash, user.created_at);
      if (done != Promotion::Done) return done;
    }
    for (const std::string& old : store.revoke_others(user.id, signed_in.session.credential.id)) {
      announce_revoked(store, user.id, old);
    }
    signed_in.keep(store);
    return Promotion::Done;
  };
  const Promotion done = co_await in_transaction(services_.database, std::move(change));
  if (done == Promotion::NameTaken) {
    co_return error_response(409, "name-taken", "this name is taken; choose another");
  }
  if (done == Promotion::NoGuest) {
    // Another request of the same guest was faster.
    services_.auth.forget(user.id);
    co_return error_response(409, "has-account", "this guest has an account already; log in to it");
  }
  if (is_guest) revoked(request, std::string(kAllCredentials));
  Response response = user_response(identity_of(user, signed_in.session.credential), 201);
  signed_in.tell(response, request.is_https);
  co_return response;
}

Awaitable<Response> Api::login(const Request& request) {
  if (auto refused = too_costly(request)) co_return *std::move(refused);
  const auto given = decode_login(request.body);
  if (!given) co_return bad_request(given.error());
  const std::optional<std::string> device = hash_of_device(request);
  auto look = [name = given->name, device, now = services_.clock()](store::Store& store) {
    return look_up(store, name, device, now);
  };
  const Wanted wanted = co_await reading(services_.database, std::move(look));
  const Guess guess{lower(given->name), wanted.is_known_device ? device : std::nullopt};
  if (auto refused = must_wait(request, guess)) co_return *std::move(refused);

  std::string hash = wanted.user ? wanted.user->password_hash : std::string();
  const std::optional<bool> fits = co_await services_.passwords.verify(std::move(hash), given->password);
  if (!fits) co_return busy_response();
  if (!*fits) {
    note_wrong_password(request, guess);
    co_return error_response(401, "wrong-name-or-password", "the name or the password is wrong");
  }
  note_right_password(request, guess);

  const SignedIn signed_in{services_.auth.new_session(wanted.user->id, request.user_agent), random_secret(),
                           device, services_.clock()};
  const Identity before = request.identity;
  auto change = [signed_in, before](store::Store& store) {
    if (before.is_known() && !before.by_token && store.revoke_credential(before.user, before.credential)) {
      announce_revoked(store, before.user, before.credential);
    }
    signed_in.keep(store);
  };
  co_await in_transaction(services_.database, std::move(change));
  if (before.is_known() && !before.by_token) revoked(request, before.credential);
  Response response = user_response(identity_of(*wanted.user, signed_in.session.credential), 200);
  signed_in.tell(response, request.is_https);
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
    const auto user = player_named(store, name);
    if (!user) return std::nullopt;
    return std::pair(*user, ratings_of(store, user->id));
  };
  const Profile profile = co_await reading(services_.database, std::move(look), store::Reading::List);
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
