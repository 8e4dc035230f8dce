// A room made from its log: each event is checked to fit before it is taken in.
#include "online/room.h"

#include <utility>

#include <fmt/format.h>

#include "util/check.h"
#include "util/text.h"

namespace ordo::online {
namespace {

/// Lines that are known again when they are repeated: whoever has heard no answer repeats soon.
constexpr std::size_t kMostLines = 32;

[[nodiscard]] bool is_engine(const std::optional<Player>& player) noexcept {
  return player && player->kind == PlayerKind::Engine;
}

/// Why these players cannot play this game.
[[nodiscard]] std::optional<std::string> unfit(const GameSettings& settings,
                                               const std::array<std::optional<Player>, 2>& players) {
  for (const auto& player : players) {
    if (player && settings.rated && !may_be_rated(*player)) return "a rated game needs players with accounts";
  }
  if (players[0] && players[1] && !players[0]->id.empty() && players[0]->id == players[1]->id) {
    return "nobody plays against themselves";
  }
  return std::nullopt;
}

}  // namespace

Room::Room(GameId id, const Created& created, Instant at)
    : id_(std::move(id)),
      created_at_(at),
      last_at_(at),
      turn_at_(at),
      stopped_at_(at),
      settings_(created.settings),
      game_(created.settings.start),
      left_{created.settings.time.initial, created.settings.time.initial},
      players_(created.players),
      rematch_of_(created.rematch_of),
      status_(players_[0] && players_[1] ? RoomStatus::Playing : RoomStatus::Waiting) {}

util::Result<Room, std::string> Room::replay(GameId id, std::span<const StoredEvent> events) {
  if (events.empty()) return util::failure(std::string("The log is empty."));
  const auto* created = std::get_if<Created>(&events.front().event);
  if (created == nullptr || events.front().seq != 1) {
    return util::failure(std::string("The log does not begin with the making of the game."));
  }
  if (rules::outcome(created->settings.start)) {
    return util::failure(std::string("In the position given to start from the game is over."));
  }
  if (auto why = unfit(created->settings, created->players)) {
    return util::failure(fmt::format("This game cannot be: {}.", *why));
  }
  Room room(std::move(id), *created, events.front().at);
  for (const StoredEvent& event : events.subspan(1)) {
    auto applied = room.apply(event);
    if (!applied) return util::failure(std::move(applied).error());
  }
  return room;
}

util::Result<bool, std::string> Room::apply(const StoredEvent& event,
                                            const std::optional<rules::Turn>& turn) {
  if (event.seq != seq_ + 1) {
    return util::failure(fmt::format("Event {} came after {}.", event.seq, seq_));
  }
  if (event.at < last_at_) return util::failure(fmt::format("Event {} is earlier than the last.", event.seq));
  const auto* const moved = std::get_if<Moved>(&event.event);
  const Misfit misfit = moved != nullptr
                            ? take(*moved, event.at, turn)
                            : std::visit([&](const auto& body) { return take(body, event.at); }, event.event);
  if (misfit) return util::failure(fmt::format("Event {} does not fit: {}.", event.seq, *misfit));
  seq_ = event.seq;
  last_at_ = event.at;
  return true;
}

Room::Misfit Room::take(const Created& /*event*/, Instant /*at*/) { return "the game has been made"; }

Room::Misfit Room::take(const Joined& event, Instant at) {
  const auto color = static_cast<std::size_t>(event.color);
  if (status_ != RoomStatus::Waiting || players_[color]) return "the seat is not free";
  auto players = players_;
  players[color] = event.player;
  if (auto why = unfit(settings_, players)) return why;
  players_ = std::move(players);
  if (players_[0] && players_[1]) status_ = RoomStatus::Playing;
  turn_at_ = at;
  return std::nullopt;
}

Room::Misfit Room::take(const Moved& event, Instant at, std::optional<rules::Turn> turn) {
  if (!is_going_on()) return "the game is not going on";
  if (event.ply != plies() + 1) return fmt::format("turn {} came after {}", event.ply, plies());
  if (!turn) {
    const auto read = rules::read_turn(game_.position(), event.turn);
    if (!read) return read.error().message;
    if (rules::to_text(*read) != event.turn) return fmt::format("{} is not canonical", event.turn);
    turn = *read;
  }
  const Color mover = to_move();
  const bool is_timed = settings_.time.kind == TimeControl::Kind::Fischer;
  if (event.left.has_value() != is_timed) return "the clock of the game is another one";
  if (is_timed) {
    Duration& left = left_[static_cast<std::size_t>(mover)];
    if (*event.left < Duration::zero() || *event.left > left + settings_.time.increment) {
      return "the clock shows what it cannot";
    }
    if (running()) use_lag_credit(mover, *event.left - settings_.time.increment - (left - (at - turn_at_)));
    left = *event.left;
  }
  game_.play(*turn);
  turn_seqs_.push_back(static_cast<std::uint32_t>(seq_ + 1));
  turn_at_ = at;
  if (game_.outcome()) stopped_at_ = at;
  draw_.turn_made(mover);
  takeback_.turn_made(mover);
  gone_[static_cast<std::size_t>(mover)].reset();  // who moves is there
  wait_for(to_move(), at);
  return std::nullopt;
}

Room::Misfit Room::take(const DrawOffered& event, Instant /*at*/) {
  if (!is_going_on()) return "the game is not going on";
  if (draw_.standing) return "an offer stands";
  draw_.make(event.by);
  return std::nullopt;
}

Room::Misfit Room::take(const DrawDeclined& event, Instant /*at*/) {
  if (!is_going_on() || draw_.standing != opponent(event.by)) return "there is no offer";
  draw_.standing.reset();
  return std::nullopt;
}

Room::Misfit Room::take(const TakebackAsked& event, Instant /*at*/) {
  if (!is_going_on()) return "the game is not going on";
  if (settings_.rated) return "the game is rated";
  if (takeback_.standing) return "a request stands";
  if (!plies_after_takeback(event.by)) return "there is nothing to take back";
  takeback_.make(event.by);
  return std::nullopt;
}

Room::Misfit Room::take(const TakebackDeclined& event, Instant /*at*/) {
  if (!is_going_on() || takeback_.standing != opponent(event.by)) return "there is no request";
  takeback_.standing.reset();
  return std::nullopt;
}

Room::Misfit Room::take(const TakenBack& event, Instant at) {
  if (!is_going_on()) return "the game is not going on";
  if (settings_.rated) return "the game is rated";
  std::optional<Color> asker = takeback_.standing;
  if (!asker && has_engine()) asker = is_engine(players_[0]) ? Color::Black : Color::White;
  if (!asker) return "nobody has asked for it";
  if (plies_after_takeback(*asker) != event.plies) return "other turns were to be taken back";
  const Color waited_for = to_move();
  if (const auto shown = left(waited_for, at); shown && settings_.time.kind == TimeControl::Kind::Fischer) {
    left_[static_cast<std::size_t>(waited_for)] = *shown;
  }
  while (plies() > event.plies) ORDO_CHECK(game_.take_back());
  turn_seqs_.resize(static_cast<std::size_t>(event.plies));
  turn_at_ = at;
  draw_.standing.reset();
  takeback_.standing.reset();
  for (const Color color : {Color::White, Color::Black}) wait_for(color, at);
  return std::nullopt;
}

Room::Misfit Room::take(const Paused& event, Instant /*at*/) {
  if (!is_going_on() || settings_.time.kind == TimeControl::Kind::None) return "no clock runs";
  if (event.stood < Duration::zero() || event.added < Duration::zero()) return "time is only given";
  if (settings_.time.kind == TimeControl::Kind::Fischer && running()) {
    left_[static_cast<std::size_t>(to_move())] += event.stood;
    for (Duration& left : left_) left += event.added;
  } else {
    turn_at_ += event.stood;
  }
  for (auto& absence : gone_) {
    if (absence && absence->claim_at) *absence->claim_at += event.stood + event.added;
  }
  return std::nullopt;
}

Room::Misfit Room::take(const Ended& event, Instant at) {
  if (status_ != RoomStatus::Playing) return "the game is not going on";
  const rules::Outcome& outcome = event.outcome;
  const bool is_over_on_board = game_.outcome().has_value();
  if (is_over_on_board) {
    if (*game_.outcome() != outcome) return "the game ended otherwise on the board";
  } else if (outcome.ending == rules::Ending::Agreement && !outcome.winner) {
    game_.agree_draw();
  } else if (outcome.ending == rules::Ending::Resignation && outcome.winner) {
    game_.resign(opponent(*outcome.winner));
  } else if (outcome.ending == rules::Ending::Time && outcome.winner == opponent(to_move())) {
    game_.lose_on_time(to_move());
  } else if (outcome.ending == rules::Ending::Abandoned) {
    if (auto why = abandon(outcome.winner, at)) return why;
  } else {
    return "the game has not ended this way";
  }
  close(RoomStatus::Ended, is_over_on_board ? stopped_at_ : at);
  return std::nullopt;
}

Room::Misfit Room::take(const Aborted& /*event*/, Instant at) {
  if (status_ != RoomStatus::Waiting && !is_going_on()) return "the game is not going on";
  if (plies() >= 2) return "the game has begun";
  close(RoomStatus::Aborted, at);
  return std::nullopt;
}

Room::Misfit Room::take(const Rated& event, Instant /*at*/) {
  if (status_ != RoomStatus::Ended || !settings_.rated || rated_) return "there is nothing to rate";
  rated_ = event;
  return std::nullopt;
}

Room::Misfit Room::take(const RematchOffered& event, Instant /*at*/) {
  if (status_ != RoomStatus::Ended || rematch_ || rematch_offer_) return "a rematch cannot be offered";
  rematch_offer_ = event.by;
  return std::nullopt;
}

Room::Misfit Room::take(const RematchMade& event, Instant /*at*/) {
  if (status_ != RoomStatus::Ended || rematch_) return "there can be no rematch";
  if (!rematch_offer_ && !has_engine()) return "nobody has offered a rematch";
  if (event.game.empty()) return "the rematch has no id";
  rematch_ = event.game;
  rematch_offer_.reset();
  return std::nullopt;
}

Room::Misfit Room::take(const Said& event, Instant /*at*/) {
  if (!player(event.by)) return "nobody sits there";
  if (event.id) {
    if (lines_.size() >= kMostLines) lines_.erase(lines_.begin());
    lines_.push_back({event.by, *event.id, seq_ + 1});
  }
  return std::nullopt;
}

std::optional<std::int64_t> Room::seq_of_line(Color by, std::int64_t id) const noexcept {
  for (const Line& line : lines_) {
    if (line.by == by && line.id == id) return line.seq;
  }
  return std::nullopt;
}

std::optional<Color> Room::seat_of(const UserId& user) const noexcept {
  if (user.empty()) return std::nullopt;
  for (const Color color : {Color::White, Color::Black}) {
    const auto& seated = player(color);
    if (seated && seated->kind != PlayerKind::Engine && seated->id == user) return color;
  }
  return std::nullopt;
}

std::optional<int> Room::plies_after_takeback(Color asker) const noexcept {
  const int remaining = plies() - (to_move() == asker ? 2 : 1);
  return remaining >= 0 ? std::optional(remaining) : std::nullopt;
}

std::int64_t Room::seq_of_ply(int ply) const {
  ORDO_CHECK(ply >= 1 && ply <= plies());
  return turn_seqs_[static_cast<std::size_t>(ply - 1)];
}

std::optional<Player> Room::engine_to_move() const noexcept {
  if (!is_going_on() || !is_engine(player(to_move()))) return std::nullopt;
  return player(to_move());
}

void Room::use_lag_credit(Color mover, Duration used) noexcept {
  Duration& credit = lag_credit_[static_cast<std::size_t>(mover)];
  credit =
      std::clamp(credit - std::max(used, Duration::zero()) + kLagCreditATurn, Duration::zero(), kLagCredit);
}

bool Room::has_engine() const noexcept { return is_engine(players_[0]) || is_engine(players_[1]); }

void Room::close(RoomStatus status, Instant at) noexcept {
  status_ = status;
  stopped_at_ = at;
  draw_.standing.reset();
  takeback_.standing.reset();
  gone_ = {};
}

}  // namespace ordo::online
