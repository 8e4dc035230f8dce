// Everything that is kept, in the words of online play. Each function runs inside a job of a Database.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "online/event.h"
#include "online/glicko.h"
#include "online/plan.h"
#include "online/player.h"
#include "online/room.h"
#include "online/summary.h"
#include "store/sql.h"

namespace ordo::store {

using online::Color;
using online::GameId;
using online::GameSummary;
using online::Instant;
using online::Seek;
using online::UserId;

struct User {
  UserId id;
  online::PlayerKind kind = online::PlayerKind::Guest;  ///< Guest, Account or Bot
  std::string name;
  std::string password_hash;  ///< Argon2id, empty for guests
  Instant created_at;
  std::optional<Instant> deleted_at;
};

enum class CredentialKind : std::uint8_t { Session, Token };

/// A session of a browser, or a token of a program. Only the hash of the secret is kept.
struct Credential {
  std::string id;  ///< public, to list and revoke it by
  CredentialKind kind = CredentialKind::Session;
  UserId user;
  std::string secret_hash;  ///< hexadecimal
  std::string label;        ///< of a token: what its owner calls it; of a session: the browser
  Instant created_at;
  Instant used_at;
  Instant expires_at;
};

struct GameFilter {
  std::optional<UserId> player;
  std::optional<UserId> opponent;  ///< together with `player`
  std::optional<rules::Variant> variant;
  std::optional<std::string> result;  ///< "1-0", "0-1", "1/2-1/2", or of `player`: "won", "lost", "drawn"
  std::optional<bool> rated;
  std::optional<bool> live;  ///< true: going on, false: over
  /// Also games that wait for an opponent. Knowing the id of one admits to it: only for its owner.
  bool with_waiting = false;
  /// The last one of the page before: (last_at, id). Newest first.
  std::optional<std::pair<Instant, GameId>> before;
  int limit = 20;  ///< at most 100
};

struct Appended {
  bool was_outrun = false;                  ///< another node has used the number: nothing was stored
  std::vector<online::StoredEvent> events;  ///< as stored; after a rated end with a Rated event added
};

/// An event that comes alone and leaves its game going on, as most turns do. A job that stores nothing else
/// may say so beforehand: PostgreSQL stores those of many jobs with one statement.
struct LoneEvent {
  const GameSummary* summary;  ///< what the game is afterwards; this and the event outlive the job
  std::int64_t seq;
  Instant at;
  const online::Event* event;
  /// Set when the job runs: it has been stored in this transaction. If not, another node has used its number,
  /// or it was not tried, and the job has to do it.
  bool is_stored = false;

  /// Nothing: this is more.
  [[nodiscard]] static std::optional<LoneEvent> of(const GameSummary& summary, std::int64_t seq, Instant at,
                                                   std::span<const online::Event> events);
};

/// A view on a connection; costs nothing to make.
class Store {
 public:
  explicit Store(Connection& connection) noexcept : connection_(connection) {}

  // Games
  /// `summary` is what the room will be after the event. Says "game ID 1" on the channel "games" if there may
  /// be other nodes.
  void create_game(const GameSummary& summary, const online::StoredEvent& created);
  /// Stores the events with the numbers first_seq, first_seq + 1 …, all or none. If this very list is there
  /// already (the commit's answer was lost), that is success. Says "game ID SEQ" (SEQ: of the last event) on
  /// the channel "games" if there may be other nodes. An end of a rated game changes both ratings. `plan`:
  /// replaces the plan of that colour.
  [[nodiscard]] Appended append(const GameSummary& summary, std::int64_t first_seq, Instant at,
                                std::span<const online::Event> events,
                                const std::optional<std::pair<Color, online::Plan>>& plan = {});
  /// Instead of append, for one that is stored.
  [[nodiscard]] Appended appended(const LoneEvent& lone);
  /// From number `from` on; empty if there is no such game.
  [[nodiscard]] std::vector<online::StoredEvent> events(const GameId& game, std::int64_t from = 1);
  [[nodiscard]] std::optional<GameSummary> summary(const GameId& game);
  [[nodiscard]] std::vector<GameSummary> games(const GameFilter& filter);
  /// Games whose deadline has passed, or whose engine has been silent since before `engine_silent_since`.
  [[nodiscard]] std::vector<GameId> overdue(Instant now, Instant engine_silent_since, int limit);
  [[nodiscard]] int live_games_of(const UserId& user);

  void set_plan(const GameId& game, Color owner, const online::Plan& plan);  ///< an empty one deletes
  [[nodiscard]] online::Plan plan(const GameId& game, Color owner);

  // People
  /// False: the name is taken (names are compared without the case of A to Z).
  [[nodiscard]] bool add_user(const User& user);
  [[nodiscard]] std::optional<User> user(const UserId& id);
  [[nodiscard]] std::optional<User> user_named(const std::string& name);
  /// False: the name is taken. A guest becomes an account and keeps games and id.
  [[nodiscard]] bool promote_guest(const UserId& id, const std::string& name,
                                   const std::string& password_hash);
  void set_password(const UserId& id, const std::string& password_hash);
  /// Games stay, with the name replaced; everything else goes.
  void delete_user(const UserId& id, Instant now);
  [[nodiscard]] online::Rating rating(const UserId& user, rules::Variant variant);

  void add_credential(const Credential& credential);
  [[nodiscard]] std::optional<Credential> credential(const std::string& secret_hash);
  [[nodiscard]] std::vector<Credential> credentials(const UserId& user, CredentialKind kind);
  void touch_credential(const std::string& id, Instant used_at, Instant expires_at);
  /// False: this user has none with that id.
  [[nodiscard]] bool revoke_credential(const UserId& user, const std::string& id);
  void revoke_other_sessions(const UserId& user, const std::string& kept_id);
  /// Removes what has expired: sessions, tokens, seeks, and guests without games not seen since
  /// `guests_before`.
  void sweep(Instant now, Instant guests_before);

  // Lobby. Each change is said on the channel "lobby".
  // ("seek ID" when there is a new one, "gone ID" when one is taken, dropped or has expired)
  void put_seek(const Seek& seek);
  /// If it is still there: one that was taken or has expired does not come back. Nothing is said.
  void renew_seek(const std::string& id, Instant now, Instant alive_until);
  [[nodiscard]] std::vector<Seek> seeks(Instant now);
  [[nodiscard]] int seeks_of(const UserId& owner, Instant now);
  /// Removes and returns it: of several who take it, one gets it.
  [[nodiscard]] std::optional<Seek> take_seek(const std::string& id, Instant now);
  bool drop_seek(const UserId& owner, const std::string& id);

  /// To all nodes, this one included, when and if the transaction commits. One line, at most 7,000 bytes.
  void notify(std::string_view channel, std::string_view text);

 private:
  Connection& connection_;
};

}  // namespace ordo::store
