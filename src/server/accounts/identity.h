// Who somebody is, as far as the server knows.
#pragma once

#include <string>

#include "online/player.h"
#include "online/types.h"

namespace ordo::server {

/// Taken from a session cookie or a bearer token; decided once for each request and each WebSocket.
struct Identity {
  online::UserId user;  ///< empty: nobody yet
  online::PlayerKind kind = online::PlayerKind::Guest;
  std::string name;
  std::string credential;  ///< the public id of the session or token used
  bool by_token = false;   ///< a bearer token: needs no Origin, may not touch the account

  [[nodiscard]] bool is_known() const noexcept { return !user.empty(); }
  [[nodiscard]] bool has_account() const noexcept { return is_known() && kind != online::PlayerKind::Guest; }
};

}  // namespace ordo::server
