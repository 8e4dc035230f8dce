// A game between two players with its clocks and offers: pure, without sockets, storage or a clock of its
// own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "online/command.h"
#include "online/event.h"
#include "online/plan.h"
#include "online/types.h"
#include "rules/game.h"
#include "util/result.h"

namespace ordo::online {

/// Why a command is refused; the words for people are in RoomRefusal::message, programs go by this.
enum class RoomReason : std::uint8_t {
  NotAPlayer,  ///< this user has no seat here
  NotYourTurn,
  StalePly,      ///< the game has gone on (or back) meanwhile
  IllegalTurn,   ///< `turn_reason` says why
  Over,          ///< the game has ended
  NotStarted,    ///< nobody sits opposite yet
  TooLate,       ///< no abort or so any more
  NothingThere,  ///< nothing to answer or to take back
  NotYet,        ///< time has not run out
  AlreadyDone,   ///< the same offer stands already
  Unavailable,   ///< not in this kind of game: a takeback in a rated one, chat with the engine
};

/// "not-your-turn", …: the word used in messages.
[[nodiscard]] std::string_view name(RoomReason reason) noexcept;

struct RoomRefusal {
  RoomReason reason;
  std::string message;
  std::optional<rules::Reason> turn_reason;
};

/// What a command comes to. Nothing has happened until the events are stored.
struct Proposal {
  std::vector<Event> events;  ///< to be appended at Room::next_seq(); empty: it has been done before
  std::optional<std::int64_t> done_as;  ///< a repeated move or line: the number of the event that did it
  std::optional<rules::Turn> turn;      ///< that the first event makes
  /// Set when the turn entered or left the opponent's plan: what is left of it (nothing, if it was left), to
  /// be stored with the events. Nothing else a command does touches plans; but TakenBack makes those of both
  /// sides meaningless, and whoever stores it drops them.
  std::optional<Plan> plan_left;
};

enum class RoomStatus : std::uint8_t { Waiting, Playing, Ended, Aborted };

/// "waiting", "playing", "ended", "aborted".
[[nodiscard]] std::string_view name(RoomStatus status) noexcept;
[[nodiscard]] std::optional<RoomStatus> room_status_from(std::string_view text) noexcept;

/// How long a new Fischer game waits for each first turn, before it is aborted. Clocks run from the third
/// turn.
inline constexpr Duration kFirstTurnPatience = std::chrono::seconds(60);
/// The same while one of the players is not there.
inline constexpr Duration kComePatience = std::chrono::minutes(10);
/// How long a game by link waits for somebody.
inline constexpr Duration kJoinPatience = std::chrono::hours(24 * 7);
/// The most that a turn is credited for the way of the message. A flag is called so much after it has fallen:
/// by then every turn that was made in time has arrived.
inline constexpr Duration kMaxLagCredit{500};
/// A side starts with so much credit for lag, and gets so much more with each turn, up to the first: who is
/// far away gets along, and who only says so has soon used it up.
inline constexpr Duration kLagCredit{2000};
inline constexpr Duration kLagCreditATurn{100};

/// A player who has gone, in a game with a Fischer clock.
struct Absence {
  Duration patience;                ///< how long the opponent waits once the turn is the absent player's
  std::optional<Instant> claim_at;  ///< from when on the opponent may claim the game; nothing: not this turn
  friend bool operator==(const Absence&, const Absence&) = default;
};
/// Of White and Black.
using Absences = std::array<std::optional<Absence>, 2>;

/// A game as those who watch it are told of it: a snapshot, read.
struct Standing {
  GameId id;
  std::int64_t seq = 0;  ///< of the last event
  Instant now;           ///< of `left`
  Instant created_at;
  Instant last_at;
  Created made;  ///< the ids of users are not told
  RoomStatus status = RoomStatus::Waiting;
  std::optional<rules::Outcome> outcome;
  std::vector<std::string> turns;
  std::optional<std::array<Duration, 2>> left;
  std::optional<Instant> deadline;
  std::optional<Color> draw_offer;
  std::optional<Color> takeback_request;
  std::optional<Color> rematch_offer;
  Absences gone;
  std::optional<Rated> rated;
  std::optional<GameId> rematch;
};

/// Copied and moved freely. All times are those of the stored events, so every node computes the same.
///
/// A turn ends all offers and requests that stand; of each kind a side may make one between two turns of its
/// own. Before the second turn no clock of a Fischer game runs, nor is the increment added.
class Room {
 public:
  /// From its log; `events` begins with Created. Failing: what is wrong with the log.
  [[nodiscard]] static util::Result<Room, std::string> replay(GameId id, std::span<const StoredEvent> events);

  /// To follow a game from the middle, by the events after `standing`; failing: what is wrong with it. What
  /// watchers are not told is unknown to such a room: users, the numbers of earlier turns, who may offer
  /// again. It takes events in like any other, and is not asked for proposals.
  [[nodiscard]] static util::Result<Room, std::string> resume(const Standing& standing);

  [[nodiscard]] const GameId& id() const noexcept { return id_; }
  [[nodiscard]] std::int64_t seq() const noexcept { return seq_; }  ///< of the last event
  [[nodiscard]] std::int64_t next_seq() const noexcept { return seq_ + 1; }
  [[nodiscard]] RoomStatus status() const noexcept { return status_; }
  [[nodiscard]] const GameSettings& settings() const noexcept { return settings_; }
  /// Its turns; its outcome when status() is Ended.
  [[nodiscard]] const rules::Game& game() const noexcept { return game_; }
  [[nodiscard]] int plies() const noexcept { return static_cast<int>(game_.turns().size()); }
  [[nodiscard]] Color to_move() const noexcept { return game_.position().to_move(); }
  [[nodiscard]] const std::optional<Player>& player(Color color) const noexcept {
    return players_[static_cast<std::size_t>(color)];
  }
  /// Nobody has the empty id.
  [[nodiscard]] std::optional<Color> seat_of(const UserId& user) const noexcept;
  [[nodiscard]] Instant last_at() const noexcept { return last_at_; }
  [[nodiscard]] Instant created_at() const noexcept { return created_at_; }
  [[nodiscard]] std::optional<Color> draw_offer() const noexcept { return draw_.standing; }
  [[nodiscard]] std::optional<Color> takeback_request() const noexcept { return takeback_.standing; }
  [[nodiscard]] std::optional<Color> rematch_offer() const noexcept { return rematch_offer_; }
  [[nodiscard]] const std::optional<GameId>& rematch() const noexcept { return rematch_; }
  [[nodiscard]] const std::optional<GameId>& rematch_of() const noexcept { return rematch_of_; }
  [[nodiscard]] const std::optional<Absence>& gone(Color color) const noexcept {
    return gone_[static_cast<std::size_t>(color)];
  }
  [[nodiscard]] const std::optional<Rated>& rated() const noexcept { return rated_; }

  /// Whether this side has made a turn since it last offered or asked.
  [[nodiscard]] bool may_offer_draw(Color by) const noexcept { return draw_.is_free(by); }
  [[nodiscard]] bool may_ask_takeback(Color by) const noexcept { return takeback_.is_free(by); }
  /// How many turns would remain after taking back `asker`'s last one; nothing if it has made none.
  [[nodiscard]] std::optional<int> plies_after_takeback(Color asker) const noexcept;
  /// The number of the event of this turn, which has been made.
  [[nodiscard]] std::int64_t seq_of_ply(int ply) const;

  /// The number of the event by which `by` has said the line with this id; of the last lines only.
  [[nodiscard]] std::optional<std::int64_t> seq_of_line(Color by, std::int64_t id) const noexcept;

  /// What this player has left at `now`; nothing without a clock. Not below zero.
  [[nodiscard]] std::optional<Duration> left(Color color, Instant now) const noexcept;
  /// Whose clock runs.
  [[nodiscard]] std::optional<Color> running() const noexcept;
  /// The most that the next turn of this side is credited for the way of its message.
  [[nodiscard]] Duration lag_credit(Color color) const noexcept {
    return std::min(lag_credit_[static_cast<std::size_t>(color)], kMaxLagCredit);
  }
  /// How much of this time counts, since the last event, against the side to move. Zero without a clock.
  [[nodiscard]] Duration charged_within(Instant from, Instant to) const noexcept;
  /// When tick() will have something to do if nothing happens before.
  [[nodiscard]] std::optional<Instant> deadline() const noexcept;
  /// The engine that has to move now.
  [[nodiscard]] std::optional<Player> engine_to_move() const noexcept;

  /// What `user`'s command comes to at `now`; the events are to be stored with that time, or last_at() if it
  /// is later. What time has decided by then comes first: whatever the command was (but chat and rematches),
  /// the proposal is then what tick() gives. So is a turn that arrives too late even with its credit: `lag`
  /// is how long its message is estimated to have been under way, credited up to lag_credit().
  /// `opponents_plan`: correspondence only; if a turn enters it, its answer is proposed as well. AskRematch
  /// that accepts yields RematchMade with an empty game id: the caller makes the game and fills it in. The
  /// engine declines draws, and grants takebacks and rematches, at once.
  [[nodiscard]] util::Result<Proposal, RoomRefusal> propose(const UserId& user, const Command& command,
                                                            Instant now, Duration lag = Duration{0},
                                                            const Plan* opponents_plan = nullptr) const;
  /// The same for a turn of the engine. The caller sees to it that the engine was asked about this very
  /// position: after a takeback a turn for another one may be legal as well.
  [[nodiscard]] util::Result<Proposal, RoomRefusal> propose_engine_turn(int ply, std::string_view turn,
                                                                        Instant now) const;
  /// Taking the free seat.
  [[nodiscard]] util::Result<Proposal, RoomRefusal> propose_join(const Player& player) const;
  /// What is to be stored when these players (White, Black) are connected and the others are not.
  [[nodiscard]] std::vector<Event> look_around(const std::array<bool, 2>& is_here) const;
  /// What time alone brings about: a flag that falls, a game nobody came to. Empty: nothing.
  [[nodiscard]] std::vector<Event> tick(Instant now) const;

  /// Takes a stored event in. Failing: it does not fit, and the room is to be replayed from the log. `turn`:
  /// that of a Moved which this room, as it is, has proposed; it need not be read again.
  [[nodiscard]] util::Result<bool, std::string> apply(const StoredEvent& event,
                                                      const std::optional<rules::Turn>& turn = {});

 private:
  /// Offers of one kind.
  struct Offers {
    std::optional<Color> standing;
    std::array<bool, 2> made{};  ///< since the side's last turn

    [[nodiscard]] bool is_free(Color by) const noexcept { return !made[static_cast<std::size_t>(by)]; }
    void make(Color by) noexcept {
      standing = by;
      made[static_cast<std::size_t>(by)] = true;
    }
    void turn_made(Color by) noexcept {
      standing.reset();
      made[static_cast<std::size_t>(by)] = false;
    }
  };
  /// A line of chat that its speaker has given a number.
  struct Line {
    Color by;
    std::int64_t id;
    std::int64_t seq;
  };
  /// Why an event does not fit.
  using Misfit = std::optional<std::string>;

  Room(GameId id, const Created& created, Instant at);

  [[nodiscard]] Misfit take(const Created& event, Instant at);
  [[nodiscard]] Misfit take(const Joined& event, Instant at);
  [[nodiscard]] Misfit take(const Moved& event, Instant at, std::optional<rules::Turn> turn = {});
  [[nodiscard]] Misfit take(const DrawOffered& event, Instant at);
  [[nodiscard]] Misfit take(const DrawDeclined& event, Instant at);
  [[nodiscard]] Misfit take(const TakebackAsked& event, Instant at);
  [[nodiscard]] Misfit take(const TakebackDeclined& event, Instant at);
  [[nodiscard]] Misfit take(const TakenBack& event, Instant at);
  [[nodiscard]] Misfit take(const Paused& event, Instant at);
  [[nodiscard]] Misfit take(const Gone& event, Instant at);
  [[nodiscard]] Misfit take(const Back& event, Instant at);
  [[nodiscard]] Misfit take(const Ended& event, Instant at);
  [[nodiscard]] Misfit take(const Aborted& event, Instant at);
  [[nodiscard]] Misfit take(const Rated& event, Instant at);
  [[nodiscard]] Misfit take(const RematchOffered& event, Instant at);
  [[nodiscard]] Misfit take(const RematchMade& event, Instant at);
  [[nodiscard]] Misfit take(const Said& event, Instant at);

  [[nodiscard]] bool is_going_on() const noexcept {
    return status_ == RoomStatus::Playing && !game_.outcome();
  }
  [[nodiscard]] bool has_engine() const noexcept;
  [[nodiscard]] bool is_fischer() const noexcept { return settings_.time.kind == TimeControl::Kind::Fischer; }
  [[nodiscard]] Duration first_turn_patience() const noexcept;
  [[nodiscard]] Misfit abandon(std::optional<Color> winner, Instant at);
  void wait_for(Color absent, Instant from) noexcept;
  void use_lag_credit(Color mover, Duration used) noexcept;
  void close(RoomStatus status, Instant at) noexcept;
  [[nodiscard]] Misfit set_clocks(const Standing& standing);
  [[nodiscard]] Misfit set_end(const Standing& standing);

  GameId id_;
  std::int64_t seq_ = 1;
  Instant created_at_;
  Instant last_at_;
  Instant turn_at_;     ///< since when the side to move has been asked to
  Instant stopped_at_;  ///< when the game was over, on the board or otherwise
  GameSettings settings_;
  rules::Game game_;
  std::vector<std::uint32_t> turn_seqs_;  ///< the numbers of the events of the turns on the board
  std::array<Duration, 2> left_;          ///< Fischer: at turn_at_
  std::array<Duration, 2> lag_credit_{kLagCredit, kLagCredit};  ///< Fischer
  std::array<std::optional<Player>, 2> players_;
  std::optional<GameId> rematch_of_;
  std::optional<GameId> rematch_;
  std::optional<Rated> rated_;
  Offers draw_;
  Offers takeback_;
  std::optional<Color> rematch_offer_;
  Absences gone_;
  std::vector<Line> lines_;  ///< the last ones
  RoomStatus status_;
};

}  // namespace ordo::online
