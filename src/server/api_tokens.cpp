// Tokens for programs: listed, minted, revoked.
#include "online/json_text.h"
#include "server/api.h"
#include "server/credential_json.h"

namespace ordo::server {

using online::JsonWriter;
using store::CredentialKind;

void write_credential_members(JsonWriter& json, const store::Credential& credential) {
  json.member("id", credential.id);
  json.member("label", credential.label);
  json.member("created", online::milliseconds(credential.created_at));
  json.member("used", online::milliseconds(credential.used_at));
  json.member("expires", online::milliseconds(credential.expires_at));
}

void write_credentials(JsonWriter& json, std::span<const store::Credential> list, std::string_view current) {
  json.open('[');
  for (const store::Credential& credential : list) {
    json.open('{');
    write_credential_members(json, credential);
    if (credential.id == current) json.member("current", true);
    json.close('}');
  }
  json.close(']');
}

std::string credentials_json(std::string_view name, std::span<const store::Credential> list,
                             std::string_view current) {
  std::string text;
  JsonWriter json(text);
  json.open('{');
  json.name(name);
  write_credentials(json, list, current);
  json.close('}');
  return text;
}

Awaitable<Response> Api::tokens(const Request& request) {
  auto look = [id = request.identity.user](store::Store& store) {
    return store.credentials(id, CredentialKind::Token);
  };
  const auto list = co_await reading(services_.database, std::move(look));
  co_return json_response(credentials_json("tokens", list, {}));
}

Awaitable<Response> Api::make_token(const Request& request) {
  const auto wish = decode_token_wish(request.body);
  if (!wish) co_return error_response(400, "bad-request", wish.error());
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
  std::string body;
  JsonWriter json(body);
  json.open('{');
  json.member("token", issued.secret);
  write_credential_members(json, issued.credential);
  json.close('}');
  co_return json_response(std::move(body), 201);
}

Awaitable<Response> Api::revoke_token(const Request& request) {
  const std::string id = request.arguments[0];
  auto change = [user = request.identity.user, id](store::Store& store) {
    return revoke_one(store, user, id, CredentialKind::Token);
  };
  const bool is_revoked = co_await in_transaction(services_.database, std::move(change));
  if (!is_revoked) co_return error_response(404, "no-such-token", "you have no such token");
  revoked(request, id);
  co_return json_response("{}");
}

}  // namespace ordo::server
