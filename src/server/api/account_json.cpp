// Writing what belongs to an account.
#include "server/api/account_json.h"

#include "online/list_message.h"
#include "online/words.h"

namespace ordo::server {

using util::JsonWriter;

std::optional<store::User> player_named(store::Store& store, const std::string& name) {
  auto user = store.user_named(name);
  if (user && (user->deleted_at || user->kind == online::PlayerKind::Guest)) user.reset();
  return user;
}

void write_user_member(JsonWriter& json, const Identity& identity) {
  json.name("user");
  json.open('{');
  json.member("name", identity.name);
  json.member("kind", online::word(identity.kind));
  json.close('}');
}

Ratings ratings_of(store::Store& store, const online::UserId& user) {
  return {store.rating(user, rules::Variant::Ordo), store.rating(user, rules::Variant::OrdoX)};
}

void write_ratings_member(JsonWriter& json, const Ratings& ratings, online::Instant now) {
  json.name("ratings");
  json.open('{');
  json.name("ordo");
  online::write_rating(json, ratings.ordo, now);
  json.name("ordox");
  online::write_rating(json, ratings.ordo_x, now);
  json.close('}');
}

void write_credential_members(JsonWriter& json, const store::Credential& credential) {
  json.member("id", credential.id);
  json.member("label", credential.label);
  json.member("created", online::milliseconds(credential.created_at));
  json.member("used", online::milliseconds(credential.used_at));
  json.member("expires", online::milliseconds(credential.expires_at));
}

void write_credentials_member(JsonWriter& json, std::string_view name,
                              std::span<const store::Credential> list, std::string_view current) {
  json.list_member(name, list, [&](const store::Credential& credential) {
    json.open('{');
    write_credential_members(json, credential);
    if (credential.id == current) json.member("current", true);
    json.close('}');
  });
}

void write_blocks_member(JsonWriter& json, std::span<const store::Blocked> blocked) {
  json.list_member("blocks", blocked, [&](const store::Blocked& one) {
    json.open('{');
    json.member("name", one.name);
    json.member("since", online::milliseconds(one.at));
    json.close('}');
  });
}

}  // namespace ordo::server
