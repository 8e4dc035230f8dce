// Everything that is kept, in the words of online play. Each function runs inside a job of a Database.
#pragma once

#include <array>
#include <chrono>
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

/// Somebody whom a user does not want to meet.
struct Blocked {
  std::string name;
  Instant at;
  friend bool operator==(const Blocked&, const Blocked&) = default;
};
/// Of one user.
inline constexpr int kMostBlocked = 500;

/// Somebody who is connected to a node.
struct Connected {
  UserId user;
  online::PlayerKind kind = online::PlayerKind::Guest;
  std::string name;
  std::string node;
  friend bool operator==(const Connected&, const Connected&) = default;
};

struct ShownRating {
  UserId user;
  rules::Variant variant = rules::Variant::Ordo;
  int rating = 0;
};
inline constexpr std::size_t kMostRatings = 50;

/// From the last sign of life of all nodes until one was there again.
struct Outage {
  Instant from;
  Instant to;
  friend bool operator==(const Outage&, const Outage&) = default;
};

struct Appended {
  // If one of these, nothing was stored.
  bool was_outrun = false;   ///< another node has used the number
  bool is_plan_new = false;  ///< the opponent's plan is not the one that was looked at
  bool is_gone = false;      ///< who was to sit down or to say something has deleted the account

  std::vector<online::StoredEvent> events = {};  ///< as stored; after a rated end with a Rated event added
};

/// A turn of a correspondence game and its opponent's plan.
struct PlanStep {
  Color owner;
  online::Plan seen;  ///< what the turn was proposed with
  online::Plan left;  ///< what stands afterwards
};

/// Where a game stands, for plans that are made for it.
struct Standpoint {
  int plies = 0;
  std::string fen;
};

enum class Promotion : std::uint8_t { Done, NameTaken, NoGuest };

/// How long the name of a deleted account is not given to anybody.
inline constexpr std::chrono::hours kNameRest{24 * 90};
/// How many browsers of a user are known again.
inline constexpr int kMostDevices = 20;

/// An event that comes alone and leaves its game going on, as most turns do (but chat and correspondence
/// games need more care). A job that stores nothing else may say so beforehand: PostgreSQL stores those of
/// many jobs with one statement.
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

/// A game that an account keeps here though it was played elsewhere; see online/kept_game.h.
struct KeptRow {
  std::string id;            ///< chosen by the device that began it
  std::int64_t version = 0;  ///< of all changes of this user's games, which one was its last
  Instant changed_at;
  std::optional<std::string> body;  ///< JSON; nothing: it was deleted
};

struct KeptChange {
  enum class Kind : std::uint8_t {
    Done,
    Changed,  ///< there is another version than the one that was to be changed
    Full,     ///< the user has as many as one may have
    Off,      ///< the user keeps no games here
  };
  Kind kind = Kind::Done;
  std::int64_t version = 0;  ///< Done: of the game now; 0: there was nothing to delete
};

/// Of how many deleted games of a user it is remembered that they are.
inline constexpr int kMostDeletedKept = 500;

/// Of how many games the name of a deleted user is removed within one transaction.
inline constexpr std::size_t kTracesAtOnce = 200;

/// How far sweeping has come.
struct Swept {
  bool is_done = true;  ///< otherwise there is more to remove
  Instant guests_from;  ///< where to go on with guests
};

enum class ReportState : std::uint8_t {
  Waiting,  ///< to be worked on, or being worked on
  Done,
  Stopped,  ///< by who asked; what was found stays
  Failed,   ///< by no fault of anybody's; may be asked for again
};

/// The report on a game that is over: what the engine finds in each of its positions.
struct GameReport {
  GameId game;
  UserId asked_by;  ///< empty: somebody who is deleted
  Instant asked_at;
  ReportState state = ReportState::Waiting;
  std::int64_t nodes = 0;  ///< of each search
  int positions = 0;
  int done = 0;
};

/// What a search found in one of the positions.
struct Finding {
  int ply = 0;
  std::string body;  ///< a list of lines as JSON; "[]" where the game is over
};

/// The deepest look at a position.
struct Evaluation {
  std::int64_t nodes = 0;
  std::string body;
  GameId game;  ///< where it was met; empty: somebody has asked for it
  int ply = 0;
  Instant at;
};

enum class ReportAsked : std::uint8_t { Taken, There, TooManyOfUser, TooMany };

struct ReportLimits {
  int most_of_a_user = 3;  ///< that wait
  int most = 200;
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
  /// the channel "games" if there may be other nodes. An end of a rated game changes the ratings of those who
  /// have not deleted their account. What changes the position of a correspondence game, or ends it, drops
  /// the plans of both sides; `step`: but for what is left of this one.
  [[nodiscard]] Appended append(const GameSummary& summary, std::int64_t first_seq, Instant at,
                                std::span<const online::Event> events,
                                const std::optional<PlanStep>& step = {});
  /// Instead of append, for one that is stored.
  [[nodiscard]] Appended appended(const LoneEvent& lone);
  /// From number `from` on; empty if there is no such game.
  [[nodiscard]] std::vector<online::StoredEvent> events(const GameId& game, std::int64_t from = 1);
  [[nodiscard]] std::optional<GameSummary> summary(const GameId& game);
  [[nodiscard]] std::vector<GameSummary> games(const GameFilter& filter);
  /// Games whose deadline has passed, or whose engine has been silent since before `engine_silent_since`.
  [[nodiscard]] std::vector<GameId> overdue(Instant now, Instant engine_silent_since, int limit);
  [[nodiscard]] int live_games_of(const UserId& user);
  [[nodiscard]] int live_engine_games_of(const UserId& user);

  /// An empty plan deletes. False, and nothing is changed: the game stands elsewhere, or is over.
  [[nodiscard]] bool set_plan(const GameId& game, Color owner, const online::Plan& plan,
                              const Standpoint& made_for);
  /// Empty: there is none, or it was made for another position.
  [[nodiscard]] online::Plan plan(const GameId& game, Color owner);

  // People
  /// False: the name is taken (names are compared without the case of A to Z), or rests when the user is
  /// made.
  [[nodiscard]] bool add_user(const User& user);
  [[nodiscard]] std::optional<User> user(const UserId& id);
  [[nodiscard]] std::optional<User> user_named(const std::string& name);
  /// A guest becomes an account and keeps games and id. NoGuest: is one no longer.
  [[nodiscard]] Promotion promote_guest(const UserId& id, const std::string& name,
                                        const std::string& password_hash, Instant now);
  void set_password(const UserId& id, const std::string& password_hash);
  /// Until the transaction ends, nobody else seats, changes or deletes this user. False: is deleted. Of
  /// several users, hold them in the order of their ids, before anything of a game.
  [[nodiscard]] bool hold_user(const UserId& id);
  /// Ends the games that are going on (given up; aborted if they have hardly begun), then forgets everything
  /// but the games, in which the name is replaced: in kTracesAtOnce that were over before, and in the rest by
  /// remove_traces(). The name of an account rests for kNameRest. Says "reload ID" of each game on the
  /// channel "games". What the ended games have become.
  std::vector<GameSummary> delete_user(const UserId& id, Instant now);
  /// Replaces the name of a deleted user in kTracesAtOnce more games. False: there are no more.
  [[nodiscard]] bool remove_traces(const UserId& id);
  /// Whether one of them is deleted.
  [[nodiscard]] bool has_deleted(std::span<const UserId> users);
  [[nodiscard]] online::Rating rating(const UserId& user, rules::Variant variant);
  /// Of up to kMostRatings users who have one, rounded.
  [[nodiscard]] std::vector<ShownRating> ratings(std::span<const UserId> users);

  void add_credential(const Credential& credential);
  [[nodiscard]] std::optional<Credential> credential(const std::string& secret_hash);
  [[nodiscard]] std::vector<Credential> credentials(const UserId& user, CredentialKind kind);
  void touch_credential(const std::string& id, Instant used_at, Instant expires_at);
  /// False: this user has none with that id.
  [[nodiscard]] bool revoke_credential(const UserId& user, const std::string& id);
  void revoke_other_sessions(const UserId& user, const std::string& kept_id);
  /// All but one, sessions and tokens; which.
  std::vector<std::string> revoke_others(const UserId& user, const std::string& kept_id);

  /// Whether this user has signed in with the browser that holds this secret.
  [[nodiscard]] bool knows_device(const std::string& secret_hash, const UserId& user, Instant now);
  /// The user has signed in: the browser gets a new secret, by which it is known for whatever it was known
  /// for by the old one. Of more than kMostDevices of this user the one not used for longest goes.
  void renew_device(const std::optional<std::string>& old_hash, const std::string& new_hash,
                    const UserId& user, Instant now, Instant expires_at);
  void forget_devices(const UserId& user);

  /// Removes what has expired: sessions, tokens, seeks, devices, the rest of names, and guests without games
  /// not seen since `guests_before`; some of it, so that nobody has to wait for long. Guests are looked at in
  /// the order in which they came, from `guests_from` on.
  Swept sweep(Instant now, Instant guests_before, Instant guests_from = {});

  // Lobby. Each change is said on the channel "lobby".
  // ("seek ID" when there is a new one, "gone ID" when one is taken, dropped or has expired)
  void put_seek(const Seek& seek);
  /// If it is still there: one that was taken or has expired does not come back. Nothing is said.
  void renew_seek(const std::string& id, Instant now, Instant alive_until);
  [[nodiscard]] std::vector<Seek> seeks(Instant now);
  [[nodiscard]] int seeks_of(const UserId& owner, Instant now);
  [[nodiscard]] std::optional<Seek> seek(const std::string& id, Instant now);
  /// Removes and returns it: of several who take it, one gets it.
  [[nodiscard]] std::optional<Seek> take_seek(const std::string& id, Instant now);
  bool drop_seek(const UserId& owner, const std::string& id);
  // Seeks for one alone: challenges. Each change is said on the channel "challenges": "OWNER TARGET", and
  // "OWNER declined NAME".
  /// To this user and of this user, newest first.
  [[nodiscard]] std::vector<Seek> challenges_of(const UserId& user, Instant now);
  /// False: there is no such challenge to this user.
  [[nodiscard]] bool decline_challenge(const UserId& target, const std::string& id, Instant now);

  // Games played without the server.
  /// Nothing: this user keeps none here.
  [[nodiscard]] std::optional<Instant> keeps_games_since(const UserId& user);
  /// From now on, if not already. False: is deleted.
  bool keep_games(const UserId& user, Instant now);
  /// Deletes what there is.
  void keep_no_games(const UserId& user);
  /// What changed after this version, deletions included, in the order of versions.
  [[nodiscard]] std::vector<KeptRow> kept_games(const UserId& user, std::int64_t after, int limit);
  /// Puts a body in the place of version `base` (0: there is none yet), or deletes it. `most`: so many games
  /// may be there.
  [[nodiscard]] KeptChange change_kept(const UserId& user, const std::string& id, std::int64_t base,
                                       const std::optional<std::string>& body, Instant now, int most);

  // Reports on games, and what is known of positions.
  /// There: it is done, or waits already. Otherwise it waits from now on, in the hands of `worker`; what was
  /// found before with as many nodes counts.
  [[nodiscard]] ReportAsked ask_report(const GameReport& wanted, const std::string& worker,
                                       const ReportLimits& limits);
  [[nodiscard]] std::optional<GameReport> report(const GameId& game);
  /// The bodies from this ply on.
  [[nodiscard]] std::vector<std::string> report_positions(const GameId& game, int from = 0);
  /// The oldest of those whose worker has not been heard of since `silent_since` (or is another one, if that
  /// is known to be gone), now in the hands of `worker`.
  [[nodiscard]] std::optional<GameReport> take_report(const std::string& worker, Instant now,
                                                      Instant silent_since, bool are_others_gone = false);
  /// The worker is still at them.
  void keep_reports(const std::string& worker, std::span<const GameId> games, Instant now);
  /// False, and nothing is stored: it is no longer in these hands, or was stopped. The last one makes it
  /// Done.
  [[nodiscard]] bool add_finding(const GameId& game, const std::string& worker, const Finding& finding,
                                 Instant now);
  /// Out of these hands: Failed, or Waiting for whoever comes.
  void leave_report(const GameId& game, const std::string& worker, ReportState state);
  /// False: this user has none to stop.
  [[nodiscard]] bool stop_report(const GameId& game, const UserId& asked_by);
  /// `position`: variant and FEN.
  [[nodiscard]] std::optional<Evaluation> evaluation(const std::string& position);
  /// Unless a deeper one is there.
  void put_evaluation(const std::string& position, const Evaluation& evaluation);
  /// Removes some of the oldest while there are more than this.
  void prune_evaluations(std::int64_t most);

  // When there was a server at all.
  /// Whether no other node has this database open. One whose machine was lost seems to be there for a while.
  [[nodiscard]] bool is_alone();
  /// A sign of life. The first after a silence longer than this ends an outage, which is then remembered.
  void note_alive(Instant now, online::Duration silence);
  /// Those that ended after `since`, in order.
  [[nodiscard]] std::vector<Outage> outages(Instant since);

  // Whom somebody does not want to meet.
  /// False: this user has blocked kMostBlocked others.
  [[nodiscard]] bool block(const UserId& user, const UserId& other, Instant now);
  void unblock(const UserId& user, const UserId& other);
  [[nodiscard]] std::vector<Blocked> blocked_by(const UserId& user);
  [[nodiscard]] bool is_blocked(const UserId& user, const UserId& other);

  // Who is connected to which node. Each change is said on the channel "people", in words:
  // "NODE here USER KIND NAME" (a blank in the name is a +), "NODE gone USER", "NODE lost OTHERNODE".
  void put_online(const Connected& person);
  void drop_online(const UserId& user, const std::string& node);
  [[nodiscard]] std::vector<Connected> online();
  /// A sign of life of this node. False: it was not known, or has been taken for dead, and what it had is
  /// gone.
  [[nodiscard]] bool note_node(const std::string& node, Instant now);
  /// Forgets those who have been silent since before, and who was connected to them.
  void drop_silent_nodes(const std::string& asker, Instant before);

  /// To all nodes, this one included, when and if the transaction commits. One line, at most 7,000 bytes.
  void notify(std::string_view channel, std::string_view text);

 private:
  Connection& connection_;
};

}  // namespace ordo::store
