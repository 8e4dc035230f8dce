// Who holds a secret: sessions of browsers and tokens of programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/accounts/identity.h"
#include "server/base/async.h"
#include "server/base/clock.h"
#include "store/database.h"
#include "store/store.h"

namespace ordo::server {

inline constexpr std::string_view kTokenPrefix = "ordo_";   ///< lets people see what a lost text is
inline constexpr std::chrono::hours kSessionLife{24 * 90};  ///< since its last use

/// A credential as it is stored, and the secret that is told once and kept nowhere.
struct Issued {
  store::Credential credential;
  std::string secret;
};

/// Who holds a secret, and whether the end of the session was put off just now: then its cookie is to live
/// longer, too.
struct Recognised {
  Identity identity;
  bool is_renewed = false;
};

/// Thread-safe. What it has found out it remembers for a few seconds, so that a busy client does not cost a
/// query a request; what is revoked on this node is forgotten at once.
class Auth {
 public:
  Auth(store::Database& database, Clock clock) : database_(database), clock_(std::move(clock)) {}

  /// Nobody: there is no such secret of this kind, or it has expired.
  Awaitable<Recognised> identify(std::string secret, store::CredentialKind kind);
  /// A new guest with a session.
  Awaitable<std::pair<Identity, Issued>> make_guest(std::string browser);

  /// A session with a fresh secret, to be stored by the caller.
  [[nodiscard]] Issued new_session(const online::UserId& user, std::string browser) const;
  [[nodiscard]] Issued new_token(const online::UserId& user, std::string label,
                                 std::chrono::hours life) const;

  /// To be called after credentials of this user were revoked or changed.
  void forget(const online::UserId& user);

 private:
  struct Remembered {
    Identity identity;
    store::CredentialKind kind;
    std::chrono::steady_clock::time_point until;
  };

  [[nodiscard]] Issued issue(store::CredentialKind kind, const online::UserId& user, std::string label,
                             std::string secret, std::chrono::hours life) const;
  [[nodiscard]] std::optional<Identity> recall(const std::string& hash, store::CredentialKind kind);
  void remember(const std::string& hash, Remembered known, std::uint64_t generation);

  store::Database& database_;
  const Clock clock_;
  std::mutex mutex_;
  std::unordered_map<std::string, Remembered> remembered_;  // by hash; guarded by mutex_
  std::uint64_t generation_ = 0;                            // counts what was forgotten; guarded by mutex_
};

/// For a job that revokes a credential, or all of a user ("*"): tells all nodes.
void announce_revoked(store::Store& store, const online::UserId& user, std::string_view credential);
inline constexpr std::string_view kAllCredentials = "*";

/// Revokes it and says so. False: this user has none of that kind with that id.
[[nodiscard]] bool revoke_one(store::Store& store, const online::UserId& user, const std::string& id,
                              store::CredentialKind kind);

/// What such an announcement says; nothing: it is about something else.
[[nodiscard]] std::optional<std::pair<online::UserId, std::string>> revoked_in(const store::Notice& notice);

/// What a user is when coming with this credential.
[[nodiscard]] Identity identity_of(const store::User& user, const store::Credential& credential);

}  // namespace ordo::server
