// What a command comes to: the events it proposes, or why it is refused.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "online/chat_text.h"
#include "online/room.h"
#include "rules/repetition.h"
#include "util/text.h"

namespace ordo::online {
namespace {

using Answer = util::Result<Proposal, RoomRefusal>;

[[nodiscard]] Answer refused(RoomReason reason, std::string message) {
  return util::failure(RoomRefusal{reason, std::move(message), std::nullopt});
}

[[nodiscard]] Answer proposed(std::vector<Event> events) { return Proposal{std::move(events), {}, {}, {}}; }

/// One command of one player at one moment.
class Asked {
 public:
  Asked(const Room& room, Color seat, Instant now, Duration lag, const Plan* opponents_plan)
      : room_(room), seat_(seat), now_(now), lag_(lag), opponents_plan_(opponents_plan) {}

  [[nodiscard]] Answer operator()(const Move& move) const;
  [[nodiscard]] Answer operator()(const Resign& resign) const;
  [[nodiscard]] Answer operator()(const OfferDraw& offer) const;
  [[nodiscard]] Answer operator()(const DeclineDraw& decline) const;
  [[nodiscard]] Answer operator()(const AskTakeback& ask) const;
  [[nodiscard]] Answer operator()(const DeclineTakeback& decline) const;
  [[nodiscard]] Answer operator()(const Abort& abort) const;
  [[nodiscard]] Answer operator()(const AskRematch& ask) const;
  [[nodiscard]] Answer operator()(const ClaimTime& claim) const;
  [[nodiscard]] Answer operator()(const ClaimGone& claim) const;
  [[nodiscard]] Answer operator()(const Say& say) const;

 private:
  [[nodiscard]] Color other() const noexcept { return opponent(seat_); }
  [[nodiscard]] bool plays_engine() const noexcept {
    const auto& player = room_.player(other());
    return player && player->kind == PlayerKind::Engine;
  }
  /// The answer to whatever needs a game that goes on, if it does not, or if time has decided it.
  [[nodiscard]] std::optional<Answer> hindrance() const;
  [[nodiscard]] std::optional<std::int64_t> made_as(const Move& move) const;
  [[nodiscard]] Answer make(const rules::Turn& turn) const;
  void answer_by_plan(Proposal& proposal, const rules::Position& position, int ply) const;

  const Room& room_;
  Color seat_;
  Instant now_;
  Duration lag_;
  const Plan* opponents_plan_;
};

std::optional<Answer> Asked::hindrance() const {
  switch (room_.status()) {
    case RoomStatus::Waiting:
      return refused(RoomReason::NotStarted, "Nobody sits opposite yet.");
    case RoomStatus::Ended:
      return refused(RoomReason::Over, "The game is over. " + rules::describe(*room_.game().outcome()));
    case RoomStatus::Aborted:
      return refused(RoomReason::Over, "The game was aborted.");
    case RoomStatus::Playing:
      break;
  }
  auto events = room_.tick(now_);
  if (events.empty()) return std::nullopt;
  return proposed(std::move(events));
}

/// The number of the event that made this very turn before.
std::optional<std::int64_t> Asked::made_as(const Move& move) const {
  if (move.ply < 1 || move.ply > room_.plies()) return std::nullopt;
  const auto index = static_cast<std::size_t>(move.ply - 1);
  const rules::Position& before = room_.game().positions()[index];
  if (before.to_move() != seat_) return std::nullopt;
  const auto turn = rules::read_turn(before, move.turn);
  if (!turn || *turn != room_.game().turns()[index]) return std::nullopt;
  return room_.seq_of_ply(move.ply);
}

Answer Asked::operator()(const Move& move) const {
  if (const auto seq = made_as(move)) return Proposal{{}, seq, {}, {}};
  if (auto answer = hindrance()) return *std::move(answer);
  const int ply = room_.plies() + 1;
  if (move.ply != ply) {
    return refused(RoomReason::StalePly,
                   fmt::format("This is turn {} now, and the message was about turn {}.", ply, move.ply));
  }
  if (room_.to_move() != seat_) {
    return refused(RoomReason::NotYourTurn, fmt::format("It is {}'s turn.", rules::name(room_.to_move())));
  }
  const auto turn = rules::read_turn(room_.game().position(), move.turn);
  if (turn) return make(*turn);
  return util::failure(RoomRefusal{RoomReason::IllegalTurn, turn.error().message, turn.error().reason});
}

/// A legal turn of the side to move, unless its time is up.
Answer Asked::make(const rules::Turn& turn) const {
  const TimeControl& time = room_.settings().time;
  const Instant sent = now_ - std::clamp(lag_, Duration::zero(), room_.lag_credit(seat_));
  const int ply = room_.plies() + 1;
  auto left = room_.left(seat_, sent);
  if (room_.running() && left == Duration::zero()) {
    if (ply <= 2) return proposed({Aborted{}});
    return proposed({Ended{{other(), rules::Ending::Time}}});
  }
  if (time.kind != TimeControl::Kind::Fischer) left.reset();
  if (left && ply > 2) *left += time.increment;

  const rules::Position next = room_.game().position().after(turn);
  Proposal proposal;
  proposal.turn = turn;
  proposal.events.reserve(3);  // the turn, its answer by plan, the end
  proposal.events.emplace_back(Moved{ply, rules::to_text(turn), left});
  if (const auto outcome = rules::outcome_after(room_.game().positions(), next)) {
    proposal.events.emplace_back(Ended{*outcome});
  } else if (time.kind == TimeControl::Kind::Correspondence) {
    answer_by_plan(proposal, next, ply + 1);
  }
  return proposal;
}

/// The plan is spent when its answer cannot be played: it was made for another position.
void Asked::answer_by_plan(Proposal& proposal, const rules::Position& position, int ply) const {
  if (opponents_plan_ == nullptr || opponents_plan_->empty()) return;
  proposal.plan_left = Plan{};
  const PlanBranch* branch = branch_for(*opponents_plan_, std::get<Moved>(proposal.events.front()).turn);
  if (branch == nullptr) return;
  const auto turn = rules::read_turn(position, branch->answer);
  if (!turn) return;
  proposal.events.emplace_back(Moved{ply, rules::to_text(*turn), std::nullopt});
  if (const auto outcome = rules::outcome_after(room_.game().positions(), position.after(*turn))) {
    proposal.events.emplace_back(Ended{*outcome});
  } else {
    proposal.plan_left = branch->then;
  }
}

Answer Asked::operator()(const Resign& /*resign*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  return proposed({Ended{{other(), rules::Ending::Resignation}}});
}

Answer Asked::operator()(const OfferDraw& /*offer*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  if (room_.draw_offer() == other()) return proposed({Ended{{std::nullopt, rules::Ending::Agreement}}});
  if (room_.draw_offer() == seat_) return refused(RoomReason::AlreadyDone, "Your offer stands.");
  if (!room_.may_offer_draw(seat_)) {
    return refused(RoomReason::AlreadyDone, "You may offer a draw again after your next turn.");
  }
  if (plays_engine()) return proposed({DrawOffered{seat_}, DrawDeclined{other()}});
  return proposed({DrawOffered{seat_}});
}

Answer Asked::operator()(const DeclineDraw& /*decline*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  if (room_.draw_offer() != other())
    return refused(RoomReason::NothingThere, "There is no offer to decline.");
  return proposed({DrawDeclined{seat_}});
}

Answer Asked::operator()(const AskTakeback& /*ask*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  if (room_.settings().rated) {
    return refused(RoomReason::Unavailable, "Nothing is taken back in a rated game.");
  }
  if (room_.takeback_request() == other()) return proposed({TakenBack{*room_.plies_after_takeback(other())}});
  const auto remaining = room_.plies_after_takeback(seat_);
  if (!remaining) return refused(RoomReason::NothingThere, "You have made no turn to take back.");
  if (plays_engine()) return proposed({TakenBack{*remaining}});
  if (room_.takeback_request() == seat_) return refused(RoomReason::AlreadyDone, "Your request stands.");
  if (!room_.may_ask_takeback(seat_)) {
    return refused(RoomReason::AlreadyDone, "You may ask again after your next turn.");
  }
  return proposed({TakebackAsked{seat_}});
}

Answer Asked::operator()(const DeclineTakeback& /*decline*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  if (room_.takeback_request() != other()) {
    return refused(RoomReason::NothingThere, "There is no request to decline.");
  }
  return proposed({TakebackDeclined{seat_}});
}

Answer Asked::operator()(const Abort& /*abort*/) const {
  if (room_.status() != RoomStatus::Waiting) {
    if (auto answer = hindrance()) return *std::move(answer);
  }
  if (room_.plies() >= 2) {
    return refused(RoomReason::TooLate, "A game can be aborted only before the second turn.");
  }
  return proposed({Aborted{seat_}});
}

Answer Asked::operator()(const AskRematch& /*ask*/) const {
  switch (room_.status()) {
    case RoomStatus::Waiting:
      return refused(RoomReason::NotStarted, "Nobody sits opposite yet.");
    case RoomStatus::Playing:
      return refused(RoomReason::NotYet, "The game is still going on.");
    case RoomStatus::Aborted:
      return refused(RoomReason::Unavailable, "There is no rematch of an aborted game.");
    case RoomStatus::Ended:
      break;
  }
  if (room_.rematch()) return refused(RoomReason::AlreadyDone, "The rematch has been made.");
  if (room_.rematch_offer() == other() || plays_engine()) return proposed({RematchMade{}});
  if (room_.rematch_offer() == seat_) return refused(RoomReason::AlreadyDone, "Your offer stands.");
  return proposed({RematchOffered{seat_}});
}

Answer Asked::operator()(const ClaimTime& /*claim*/) const {
  if (auto answer = hindrance()) return *std::move(answer);
  return refused(RoomReason::NotYet, "Time is not up.");
}

Answer Asked::operator()(const ClaimGone& claim) const {
  if (auto answer = hindrance()) return *std::move(answer);
  const auto& absence = room_.gone(other());
  if (!absence) return refused(RoomReason::NothingThere, "Your opponent is here.");
  if (room_.to_move() == seat_) return refused(RoomReason::NotYet, "It is your turn: move first.");
  if (!absence->claim_at || now_ < *absence->claim_at) {
    return refused(RoomReason::NotYet, "Your opponent still has time to come back.");
  }
  return proposed({Ended{{claim.wins ? std::optional(seat_) : std::nullopt, rules::Ending::Abandoned}}});
}

Answer Asked::operator()(const Say& say) const {
  if (!room_.player(other())) return refused(RoomReason::NotStarted, "Nobody sits opposite yet.");
  if (plays_engine()) return refused(RoomReason::Unavailable, "The engine does not talk.");
  auto text = clean_chat(say.text);
  if (!text) return refused(RoomReason::Unavailable, std::move(text).error());
  if (say.id) {
    if (const auto seq = room_.seq_of_line(seat_, *say.id)) return Proposal{{}, seq, {}, {}};
  }
  return proposed({Said{seat_, *std::move(text), say.id}});
}

}  // namespace

Answer Room::propose(const UserId& user, const Command& command, Instant now, Duration lag,
                     const Plan* opponents_plan) const {
  const auto seat = seat_of(user);
  if (!seat) return refused(RoomReason::NotAPlayer, "You have no seat in this game.");
  return std::visit(Asked(*this, *seat, std::max(now, last_at_), lag, opponents_plan), command);
}

Answer Room::propose_engine_turn(int ply, std::string_view turn, Instant now) const {
  const Color mover = ply % 2 == 1 ? game_.start().to_move() : opponent(game_.start().to_move());
  if (!player(mover) || player(mover)->kind != PlayerKind::Engine) {
    return refused(RoomReason::NotAPlayer, "The engine does not play this turn.");
  }
  return Asked(*this, mover, std::max(now, last_at_), Duration::zero(),
               nullptr)(Move{ply, std::string(turn)});
}

Answer Room::propose_join(const Player& player) const {
  if (seat_of(player.id)) return refused(RoomReason::AlreadyDone, "You sit at this board.");
  switch (status_) {
    case RoomStatus::Waiting:
      break;
    case RoomStatus::Playing:
      return refused(RoomReason::TooLate, "Both seats are taken.");
    case RoomStatus::Ended:
    case RoomStatus::Aborted:
      return refused(RoomReason::Over, "The game is over.");
  }
  if (settings_.rated && !may_be_rated(player)) {
    return refused(RoomReason::Unavailable, "A rated game needs an account.");
  }
  const Color free = players_[0] ? Color::Black : Color::White;
  return proposed({Joined{free, player}});
}

std::string_view name(RoomReason reason) noexcept {
  constexpr std::array<std::string_view, 11> kNames = {
      "not-a-player", "not-your-turn", "stale-ply", "illegal-turn", "over",        "not-started",
      "too-late",     "nothing-there", "not-yet",   "already-done", "unavailable",
  };
  return kNames[static_cast<std::size_t>(reason)];
}

namespace {
constexpr std::array<std::string_view, 4> kStatusNames = {"waiting", "playing", "ended", "aborted"};
}

std::string_view name(RoomStatus status) noexcept { return kStatusNames[static_cast<std::size_t>(status)]; }

std::optional<RoomStatus> room_status_from(std::string_view text) noexcept {
  const auto* const found = std::find(kStatusNames.begin(), kStatusNames.end(), text);
  if (found == kStatusNames.end()) return std::nullopt;
  return static_cast<RoomStatus>(found - kStatusNames.begin());
}

}  // namespace ordo::online
