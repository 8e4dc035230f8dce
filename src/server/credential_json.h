// Sessions and tokens as their owner sees them: without the secrets.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "online/json_text.h"
#include "store/store.h"

namespace ordo::server {

/// [{"id","label","created","used","expires","current"}]; "current" only for the one in use, times in
/// milliseconds since 1970.
void write_credentials(online::JsonWriter& json, std::span<const store::Credential> list,
                       std::string_view current);

void write_credential_members(online::JsonWriter& json, const store::Credential& credential);

/// The same list as a member of an object.
[[nodiscard]] std::string credentials_json(std::string_view name, std::span<const store::Credential> list,
                                           std::string_view current);

}  // namespace ordo::server
