// Looking up and issuing sessions and tokens.
#include "server/accounts/auth.h"

#include <algorithm>

#include <fmt/format.h>

#include "server/base/secret.h"

namespace ordo::server {
namespace {

using store::CredentialKind;

constexpr std::string_view kCredentialsChannel = "credentials";
constexpr std::chrono::seconds kRememberedFor{5};
constexpr std::size_t kMostRemembered = 50'000;
constexpr std::chrono::hours kTouchEvery{1};

/// Guests have names too; with a space, which accounts may not have.
[[nodiscard]] std::string guest_name(int attempt) {
  constexpr std::uint32_t kFew = 9'000;
  constexpr std::uint32_t kMany = 900'000'000;
  return attempt < 3 ? fmt::format("Guest {}", 1'000 + random_below(kFew))
                     : fmt::format("Guest {}", 100'000'000 + random_below(kMany));
}

struct Found {
  store::User user;
  store::Credential credential;
};

[[nodiscard]] std::optional<Found> find(store::Store& store, const std::string& hash) {
  auto credential = store.credential(hash);
  if (!credential) return std::nullopt;
  auto user = store.user(credential->user);
  if (!user) return std::nullopt;
  return Found{*std::move(user), *std::move(credential)};
}

}  // namespace

void announce_revoked(store::Store& store, const online::UserId& user, std::string_view credential) {
  store.notify(kCredentialsChannel, fmt::format("{} {}", user, credential));
}

bool revoke_one(store::Store& store, const online::UserId& user, const std::string& id, CredentialKind kind) {
  const auto list = store.credentials(user, kind);
  const bool is_there =
      std::any_of(list.begin(), list.end(), [&](const store::Credential& known) { return known.id == id; });
  if (!is_there || !store.revoke_credential(user, id)) return false;
  announce_revoked(store, user, id);
  return true;
}

std::optional<std::pair<online::UserId, std::string>> revoked_in(const store::Notice& notice) {
  const std::size_t space = notice.text.find(' ');
  if (notice.channel != kCredentialsChannel || space == std::string::npos) return std::nullopt;
  return std::pair(notice.text.substr(0, space), notice.text.substr(space + 1));
}

Identity identity_of(const store::User& user, const store::Credential& credential) {
  Identity identity;
  identity.user = user.id;
  identity.name = user.name;
  identity.credential = credential.id;
  identity.by_token = credential.kind == CredentialKind::Token;
  identity.kind = identity.by_token ? online::PlayerKind::Bot : user.kind;
  return identity;
}

Awaitable<Recognised> Auth::identify(std::string secret, CredentialKind kind) {
  if (secret.size() < kSecretLength || secret.size() > kSecretLength + kTokenPrefix.size())
    co_return Recognised{};
  const std::string hash = hash_of_secret(secret);
  if (auto known = recall(hash, kind)) co_return Recognised{*std::move(known)};
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    generation = generation_;
  }
  auto look = [hash](store::Store& store) { return find(store, hash); };
  const std::optional<Found> found = co_await reading(database_, std::move(look));
  const online::Instant now = clock_();
  if (!found || !equal_in_constant_time(found->credential.secret_hash, hash) ||
      found->credential.kind != kind || found->credential.expires_at <= now || found->user.deleted_at) {
    co_return Recognised{};
  }
  const bool is_due = now - found->credential.used_at > kTouchEvery;
  if (is_due) {
    const std::string id = found->credential.id;
    const online::Instant expires =
        kind == CredentialKind::Session ? now + kSessionLife : found->credential.expires_at;
    auto change = [id, now, expires](store::Store& store) { store.touch_credential(id, now, expires); };
    co_await in_transaction(database_, std::move(change));
  }
  Identity identity = identity_of(found->user, found->credential);
  remember(hash, {identity, kind, std::chrono::steady_clock::now() + kRememberedFor}, generation);
  co_return Recognised{std::move(identity), is_due && kind == CredentialKind::Session};
}

Awaitable<std::pair<Identity, Issued>> Auth::make_guest(std::string browser) {
  store::User user;
  user.id = random_id();
  user.kind = online::PlayerKind::Guest;
  user.created_at = clock_();
  const Issued issued = new_session(user.id, std::move(browser));
  auto change = [user, issued](store::Store& store) {
    store::User guest = user;
    for (int attempt = 0;; ++attempt) {
      guest.name = guest_name(attempt);
      if (store.add_user(guest)) break;
      if (attempt == 20) throw std::runtime_error("no name is left for a guest");
    }
    store.add_credential(issued.credential);
    return guest.name;
  };
  user.name = co_await in_transaction(database_, std::move(change));
  co_return std::pair(identity_of(user, issued.credential), issued);
}

Issued Auth::new_session(const online::UserId& user, std::string browser) const {
  return issue(CredentialKind::Session, user, std::move(browser), random_secret(), kSessionLife);
}

Issued Auth::new_token(const online::UserId& user, std::string label, std::chrono::hours life) const {
  return issue(CredentialKind::Token, user, std::move(label), std::string(kTokenPrefix) + random_secret(),
               life);
}

Issued Auth::issue(CredentialKind kind, const online::UserId& user, std::string label, std::string secret,
                   std::chrono::hours life) const {
  const online::Instant now = clock_();
  store::Credential credential;
  credential.id = random_id();
  credential.kind = kind;
  credential.user = user;
  credential.secret_hash = hash_of_secret(secret);
  credential.label = std::move(label);
  credential.created_at = now;
  credential.used_at = now;
  credential.expires_at = now + life;
  return {std::move(credential), std::move(secret)};
}

std::optional<Identity> Auth::recall(const std::string& hash, CredentialKind kind) {
  const std::lock_guard lock(mutex_);
  const auto found = remembered_.find(hash);
  if (found == remembered_.end() || found->second.kind != kind ||
      found->second.until <= std::chrono::steady_clock::now()) {
    return std::nullopt;
  }
  return found->second.identity;
}

void Auth::remember(const std::string& hash, Remembered known, std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  if (generation != generation_) return;  // it may have been revoked since it was read
  if (remembered_.size() >= kMostRemembered) {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(remembered_, [&](const auto& entry) { return entry.second.until <= now; });
    if (remembered_.size() >= kMostRemembered) remembered_.clear();
  }
  remembered_.insert_or_assign(hash, std::move(known));
}

void Auth::forget(const online::UserId& user) {
  const std::lock_guard lock(mutex_);
  ++generation_;
  std::erase_if(remembered_, [&](const auto& entry) { return entry.second.identity.user == user; });
}

}  // namespace ordo::server
