// Who somebody is, as far as the server knows.
#pragma once

#include <cstdint>
#include <string>

#include "online/player.h"
#include "online/types.h"

namespace ordo::server {

/// Taken from a session cookie or a bearer token; decided once for each request and each WebSocket.
struct Identity {
  online::UserId user;  ///< empty: nobody yet
  online::PlayerKind kind = online::PlayerKind::Guest;
  std::string name;
  std::string credential;     ///< the public id of the session or token used
  bool by_token = false;      ///< a bearer token: needs no Origin, may not touch the account
  std::uint64_t network = 0;  ///< stands for the network it comes from (limit_key), and tells nothing of it

  [[nodiscard]] bool is_known() const noexcept { return !user.empty(); }
  [[nodiscard]] bool has_account() const noexcept { return is_known() && kind != online::PlayerKind::Guest; }
};

}  // namespace ordo::server
