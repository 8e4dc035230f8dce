// What people can do with their own account: sessions, password, export, deletion.
#include "online/event.h"
#include "online/kept_game.h"
#include "online/room_record.h"
#include "online/words.h"
#include "records/record.h"
#include "server/api/account_json.h"
#include "server/api/api.h"
#include "server/api/session_cookie.h"
#include "server/base/secret.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

using store::CredentialKind;
using util::JsonWriter;

struct Account {
  std::optional<store::User> user;
  std::vector<store::Credential> sessions;
  std::vector<store::Credential> tokens;
  Ratings ratings;
  std::vector<store::Blocked> blocked;
};

[[nodiscard]] Account account_of(store::Store& store, const online::UserId& id) {
  return {store.user(id), store.credentials(id, CredentialKind::Session),
          store.credentials(id, CredentialKind::Token), ratings_of(store, id), store.blocked_by(id)};
}

void write_account(JsonWriter& json, const Account& account, const std::string& current,
                   online::Instant now) {
  json.name("account");
  json.open('{');
  json.member("id", account.user->id);
  json.member("name", account.user->name);
  json.member("kind", online::word(account.user->kind));
  json.member("created", online::milliseconds(account.user->created_at));
  json.close('}');
  write_credentials_member(json, "sessions", account.sessions, current);
  write_credentials_member(json, "tokens", account.tokens, {});
  write_ratings_member(json, account.ratings, now);
  write_blocks_member(json, account.blocked);
}

struct ExportedGame {
  store::GameSummary summary;
  std::vector<online::StoredEvent> events;
  online::Plan plan;  ///< of the one who takes it along
};

[[nodiscard]] std::vector<ExportedGame> page_of_games(store::Store& store, const store::GameFilter& filter) {
  std::vector<ExportedGame> page;
  for (store::GameSummary& summary : store.games(filter)) {
    auto events = store.events(summary.id);
    const bool is_white = summary.players[0] && summary.players[0]->id == filter.player;
    auto plan = store.plan(summary.id, is_white ? online::Color::White : online::Color::Black);
    page.push_back({std::move(summary), std::move(events), std::move(plan)});
  }
  return page;
}

/// What this user has said; what others said is theirs.
void write_own_chat(JsonWriter& json, const ExportedGame& game, const online::UserId& user) {
  json.open('[');
  for (const online::StoredEvent& stored : game.events) {
    const auto* said = std::get_if<online::Said>(&stored.event);
    if (said == nullptr) continue;
    const auto& speaker = game.summary.players[said->by == online::Color::White ? 0 : 1];
    if (!speaker || speaker->id != user) continue;
    json.open('{');
    json.member("at", online::milliseconds(stored.at));
    json.member("text", said->text);
    json.close('}');
  }
  json.close(']');
}

void write_exported(JsonWriter& json, const ExportedGame& game, const online::UserId& user) {
  json.open('{');
  json.member("id", game.summary.id);
  if (const auto room = online::Room::replay(game.summary.id, game.events)) {
    json.member("record", records::write_record(online::record_of_room(*room, game.events)));
  }
  json.name("chat");
  write_own_chat(json, game, user);
  if (!game.plan.empty()) json.raw_member("plan", online::to_json(game.plan));
  json.close('}');
}

void write_kept(JsonWriter& json, const store::KeptRow& row) {
  if (!row.body) return;
  json.open('{');
  json.member("id", row.id);
  json.member("changed", online::milliseconds(row.changed_at));
  if (const auto kept = online::parse_kept_game(*row.body)) {
    json.member("record", records::write_record(online::record_of(*kept, row.changed_at)));
  }
  json.close('}');
}

}  // namespace

Awaitable<Response> Api::sessions(const Request& request) {
  return list_credentials(request, "sessions", CredentialKind::Session);
}

Awaitable<Response> Api::revoke_session(const Request& request) {
  const bool is_revoked = co_await revoke_credential(request, CredentialKind::Session);
  if (!is_revoked) co_return error_response(404, "no-such-session", "you have no such session");
  co_return json_response("{}");
}

Awaitable<Response> Api::revoke_other_sessions(const Request& request) {
  auto change = [who = request.identity](store::Store& store) {
    auto others = store.credentials(who.user, CredentialKind::Session);
    std::erase_if(others, [&](const store::Credential& session) { return session.id == who.credential; });
    store.revoke_other_sessions(who.user, who.credential);
    for (const store::Credential& session : others) announce_revoked(store, who.user, session.id);
    return others;
  };
  const auto ended = co_await in_transaction(services_.database, std::move(change));
  for (const store::Credential& session : ended) revoked(request, session.id);
  co_return json_response("{}");
}

Awaitable<std::optional<Response>> Api::refuse_wrong_password(const Request& request, std::string password) {
  // The throttle of logins, so that a stolen session is no way around it.
  const Guess guess{"account " + request.identity.user, std::nullopt};
  if (auto refused = must_wait(request, guess)) co_return refused;
  auto look = [id = request.identity.user](store::Store& store) { return store.user(id); };
  const auto user = co_await reading(services_.database, std::move(look));
  std::string hash = user ? user->password_hash : std::string();
  const std::optional<bool> fits = co_await services_.passwords.verify(std::move(hash), std::move(password));
  if (!fits) co_return busy_response();
  if (!*fits) {
    note_wrong_password(request, guess);
    co_return error_response(403, "wrong-password", "the password is wrong");
  }
  note_right_password(request, guess);
  co_return std::nullopt;
}

Awaitable<Response> Api::change_password(const Request& request) {
  if (auto refused = too_costly(request)) co_return *std::move(refused);
  const auto change = decode_password_change(request.body);
  if (!change) co_return bad_request(change.error());
  auto wrong = co_await refuse_wrong_password(request, change->old_password);
  if (wrong) co_return *std::move(wrong);
  const std::optional<std::string> hash = co_await services_.passwords.hash(change->new_password);
  if (!hash) co_return busy_response();
  const std::string device = random_secret();
  auto store_it = [who = request.identity, hash = *hash, device,
                   now = services_.clock()](store::Store& store) {
    store.set_password(who.user, hash);
    auto ended = store.revoke_others(who.user, who.credential);
    for (const std::string& id : ended) announce_revoked(store, who.user, id);
    // Whoever has used the old password from elsewhere is a stranger now.
    store.forget_devices(who.user);
    store.renew_device({}, hash_of_secret(device), who.user, now, now + kDeviceLife);
    return ended;
  };
  const auto ended = co_await in_transaction(services_.database, std::move(store_it));
  for (const std::string& id : ended) revoked(request, id);
  Response response = json_response("{}");
  set_device(response, device, request.is_https);
  co_return response;
}

Awaitable<Response> Api::export_data(const Request& request) {
  if (auto refused = too_costly(request)) co_return *std::move(refused);
  const online::UserId user = request.identity.user;
  auto look = [user](store::Store& store) { return account_of(store, user); };
  const Account account = co_await reading(services_.database, std::move(look));
  if (!account.user) co_return error_response(404, "no-such-account", "this account is gone");
  std::string body;
  JsonWriter json(body);
  json.open('{');
  write_account(json, account, request.identity.credential, services_.clock());
  json.name("games");
  json.open('[');
  store::GameFilter filter;
  filter.player = user;
  filter.with_waiting = true;
  filter.limit = kMaxPage;
  for (;;) {
    auto turn_page = [filter](store::Store& store) { return page_of_games(store, filter); };
    const auto page = co_await reading(services_.database, std::move(turn_page), store::Reading::List);
    for (const ExportedGame& game : page) write_exported(json, game, user);
    if (page.size() < static_cast<std::size_t>(filter.limit)) break;
    filter.before = std::pair(page.back().summary.last_at, page.back().summary.id);
  }
  json.close(']');
  json.name("kept");
  json.open('[');
  for (std::int64_t after = 0;;) {
    auto turn_page = [user, after](store::Store& store) { return store.kept_games(user, after, kMaxPage); };
    const auto page = co_await reading(services_.database, std::move(turn_page), store::Reading::List);
    for (const store::KeptRow& row : page) write_kept(json, row);
    if (page.size() < static_cast<std::size_t>(kMaxPage)) break;
    after = page.back().version;
  }
  json.close(']');
  json.close('}');
  Response response = json_response(std::move(body));
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"ordo-export.json\"");
  co_return response;
}

Awaitable<Response> Api::delete_account(const Request& request) {
  const auto password = decode_deletion(request.body);
  if (!password) co_return bad_request(password.error());
  if (request.identity.has_account()) {
    if (auto refused = too_costly(request)) co_return *std::move(refused);
    auto wrong = co_await refuse_wrong_password(request, *password);
    if (wrong) co_return *std::move(wrong);
  }
  const auto removed = co_await services_.maker.remove_user(request.identity.user);
  if (!removed) co_return refused_response(removed.error());
  revoked(request, std::string(kAllCredentials));
  Response response = json_response("{}");
  end_session(response, request.is_https);
  co_return response;
}

}  // namespace ordo::server
