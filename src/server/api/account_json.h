// People, their ratings, sessions and tokens as JSON: without ids of others and without secrets.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "online/glicko.h"
#include "server/accounts/identity.h"
#include "store/store.h"
#include "util/json_writer.h"

namespace ordo::server {

/// Somebody with a page of their own: no guest, and not deleted.
[[nodiscard]] std::optional<store::User> player_named(store::Store& store, const std::string& name);

/// "user":{"name","kind"}
void write_user_member(util::JsonWriter& json, const Identity& identity);

struct Ratings {
  online::Rating ordo;
  online::Rating ordo_x;
};
[[nodiscard]] Ratings ratings_of(store::Store& store, const online::UserId& user);

/// "ratings":{"ordo":{…},"ordox":{…}}
void write_ratings_member(util::JsonWriter& json, const Ratings& ratings, online::Instant now);

/// "id", "label", "created", "used", "expires"; times in milliseconds since 1970.
void write_credential_members(util::JsonWriter& json, const store::Credential& credential);

/// A list of objects with these members, and "current" for the one in use.
void write_credentials_member(util::JsonWriter& json, std::string_view name,
                              std::span<const store::Credential> list, std::string_view current);

/// "blocks":[{"name","since"}]
void write_blocks_member(util::JsonWriter& json, std::span<const store::Blocked> blocked);

}  // namespace ordo::server
