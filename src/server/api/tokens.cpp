// Tokens for programs: listed, minted, revoked; and what they share with sessions.
#include "server/api/account_json.h"
#include "server/api/api.h"
#include "util/json_writer.h"

namespace ordo::server {

using store::CredentialKind;
using util::JsonWriter;

Awaitable<Response> Api::list_credentials(const Request& request, std::string_view name,
                                          CredentialKind kind) {
  auto look = [id = request.identity.user, kind](store::Store& store) { return store.credentials(id, kind); };
  const auto list = co_await reading(services_.database, std::move(look));
  co_return object_response(
      [&](JsonWriter& json) { write_credentials_member(json, name, list, request.identity.credential); });
}

Awaitable<bool> Api::revoke_credential(const Request& request, CredentialKind kind) {
  const std::string id = request.arguments[0];
  auto change = [user = request.identity.user, id, kind](store::Store& store) {
    return revoke_one(store, user, id, kind);
  };
  const bool is_revoked = co_await in_transaction(services_.database, std::move(change));
  if (is_revoked) revoked(request, id);
  co_return is_revoked;
}

Awaitable<Response> Api::tokens(const Request& request) {
  return list_credentials(request, "tokens", CredentialKind::Token);
}

Awaitable<Response> Api::make_token(const Request& request) {
  const auto wish = decode_token_wish(request.body);
  if (!wish) co_return bad_request(wish.error());
  const Issued issued =
      services_.auth.new_token(request.identity.user, wish->label, std::chrono::hours(24) * wish->days);
  const auto most = static_cast<std::size_t>(services_.config.limits.tokens_of_a_user);
  auto change = [credential = issued.credential, most](store::Store& store) {
    if (store.credentials(credential.user, CredentialKind::Token).size() >= most) return false;
    store.add_credential(credential);
    return true;
  };
  const bool is_added = co_await in_transaction(services_.database, std::move(change));
  if (!is_added) co_return error_response(409, "too-many-tokens", "you have as many tokens as one may have");
  co_return object_response(
      [&](JsonWriter& json) {
        json.member("token", issued.secret);
        write_credential_members(json, issued.credential);
      },
      201);
}

Awaitable<Response> Api::revoke_token(const Request& request) {
  const bool is_revoked = co_await revoke_credential(request, CredentialKind::Token);
  if (!is_revoked) co_return error_response(404, "no-such-token", "you have no such token");
  co_return json_response("{}");
}

}  // namespace ordo::server
