// From a command to events on disk: proposed, appended, and only then shown.
#include <algorithm>
#include <utility>

#include "online/message.h"
#include "server/base/secret.h"
#include "server/games/room_host.h"
#include "server/games/room_services.h"
#include "server/games/room_work.h"
#include "server/games/rooms.h"

namespace ordo::server {
namespace {

using online::Color;
using online::RoomReason;

/// How often a command is proposed anew because another node was faster.
constexpr int kMostTries = 8;
constexpr std::chrono::seconds kChatPeriod{10};
/// What both get beside after the server was down, to connect anew.
constexpr std::chrono::seconds kTimeToReturn{10};
constexpr std::chrono::seconds kLeastPause{1};

[[nodiscard]] Refused refused_for(const online::RoomRefusal& refusal) {
  const auto kind = refusal.reason == RoomReason::NotAPlayer    ? Refused::Kind::Forbidden
                    : refusal.reason == RoomReason::IllegalTurn ? Refused::Kind::Illegal
                                                                : Refused::Kind::Conflict;
  return {kind, std::string(online::name(refusal.reason)), refusal.message};
}

template <class T>
[[nodiscard]] bool has_event(const std::vector<online::Event>& events) {
  return std::ranges::any_of(events, [](const auto& event) { return std::holds_alternative<T>(event); });
}

/// Somebody loses because of what a clock of this server says.
[[nodiscard]] bool is_decided_by_time(const std::vector<online::Event>& events) {
  const auto* const ended = std::get_if<online::Ended>(&events.front());
  const auto* const aborted = std::get_if<online::Aborted>(&events.front());
  return (ended != nullptr && (ended->outcome.ending == rules::Ending::Time ||
                               ended->outcome.ending == rules::Ending::Abandoned)) ||
         (aborted != nullptr && !aborted->by);
}

/// Whether lists of somebody's games look different afterwards.
[[nodiscard]] bool changes_lists(const std::vector<online::Event>& events) {
  return std::ranges::any_of(events, [](const online::Event& event) {
    return std::holds_alternative<online::Moved>(event) || std::holds_alternative<online::Joined>(event) ||
           std::holds_alternative<online::TakenBack>(event) ||
           std::holds_alternative<online::Paused>(event) || std::holds_alternative<online::Ended>(event) ||
           std::holds_alternative<online::Aborted>(event);
  });
}

}  // namespace

bool RoomHost::is_correspondence() const noexcept {
  return room_->settings().time.kind == online::TimeControl::Kind::Correspondence;
}

/// Clocks of nodes differ a little; the log does not go back.
online::Instant RoomHost::not_before_last(online::Instant at) const noexcept {
  return std::max(at, room_->last_at());
}

void RoomHost::obey(RoomRequest request, const online::Plan* opponents_plan) {
  if (!opponents_plan && makes_up_for_lost_time(request)) return;
  const online::Command& command = std::get<RoomRequest::Obey>(request.body).command;
  if (std::holds_alternative<online::ClaimGone>(command) && looks_around_first(request)) return;
  const auto seat = room_->seat_of(request.user);
  if (seat && !opponents_plan && std::holds_alternative<online::Move>(command) && is_correspondence()) {
    auto work = std::make_unique<ReadPlanWork>();
    work->request = std::move(request);
    work->owner = opponent(*seat);
    submit(Access::Read, std::move(work));
    return;
  }
  if (seat && request.tries == 0 && std::holds_alternative<online::Say>(command) &&
      !may_say(*seat, request.arrived)) {
    services_.metrics.limited("chat");
    return refuse(request,
                  {Refused::Kind::TooMuch, "slow-down", "that is a lot to say at once: wait a little"});
  }
  const online::Instant now = not_before_last(request.arrived);
  const online::Duration lag = request.client ? request.client->lag() : online::Duration(0);
  auto proposal = room_->propose(request.user, command, now, lag, opponents_plan);
  conclude(std::move(request), std::move(proposal), now, opponents_plan);
}

bool RoomHost::may_say(Color seat, online::Instant now) {
  if (!chat_) chat_ = std::make_unique<Chat>();
  auto& times = chat_->times[static_cast<std::size_t>(seat)];
  if (now - times.front() < kChatPeriod) return false;
  std::rotate(times.begin(), times.begin() + 1, times.end());
  times.back() = now;
  return true;
}

void RoomHost::join(RoomRequest request) {
  const online::Instant now = not_before_last(request.arrived);
  auto proposal = room_->propose_join(std::get<RoomRequest::Join>(request.body).player);
  conclude(std::move(request), std::move(proposal), now, nullptr);
}

/// If the server was away since the last event, the clock is put right before anything else is done with the
/// game. True: that is being stored, and the request comes afterwards.
bool RoomHost::makes_up_for_lost_time(RoomRequest& request) {
  const online::Instant asked = request.arrived != online::Instant() ? request.arrived : services_.clock();
  if (services_.time.is_even_since(room_->last_at(), asked)) return false;
  services_.time.beat();
  online::Paused pause{};
  for (const Interruption& lost : services_.time.interruptions_since(room_->last_at())) {
    pause.stood += room_->charged_within(lost.from, lost.to);
    if (lost.was_down && room_->settings().time.kind == online::TimeControl::Kind::Fischer &&
        room_->running()) {
      pause.added = kTimeToReturn;
    }
  }
  if (pause.stood < kLeastPause || ++request.tries > kMostTries) return false;
  queue_.insert(queue_.begin(), std::move(request));
  online::Proposal proposal;
  proposal.events.emplace_back(pause);
  append({}, std::move(proposal), not_before_last(services_.clock()), nullptr);
  return true;
}

void RoomHost::wake(RoomRequest request) {
  if (makes_up_for_lost_time(request)) return;
  const online::Instant now = not_before_last(services_.clock());
  online::Proposal proposal;
  proposal.events = room_->tick(now);
  if (proposal.events.empty()) {
    ask_engine(request);
  } else {
    append(std::move(request), std::move(proposal), now, nullptr);
  }
}

void RoomHost::conclude(RoomRequest request, util::Result<online::Proposal, online::RoomRefusal> proposal,
                        online::Instant now, const online::Plan* plan_seen) {
  if (!proposal) {
    if (look_on_first(request)) return;
    const online::RoomRefusal& refusal = proposal.error();
    refuse(request, refused_for(refusal), refusal.turn_reason);
  } else if (!proposal->events.empty()) {
    append(std::move(request), *std::move(proposal), now, plan_seen);
  } else if (proposal->done_as && !(request.client && is_watching(*request.client))) {
    // Whoever watches has had it on this very connection, as an event or in the snapshot. It may have crossed
    // with this request: shown again, it would be an event out of order.
    auto work = std::make_unique<RepeatWork>();
    work->request = std::move(request);
    work->seq = *proposal->done_as;
    submit(Access::Read, std::move(work));
  } else if (request.reply) {
    request.reply(std::vector<online::StoredEvent>());
  }
}

void RoomHost::RepeatWork::finish(RoomHost& room_host) {
  if (failed || events.empty()) {
    return room_host.refuse(request, retry("the game could not be read just now: try again"));
  }
  events.resize(1);
  if (request.client) request.client->send(frame_of(online::event_message(room_host.id_, events.front())));
  if (request.reply) request.reply(std::move(events));
}

void RoomHost::append(RoomRequest request, online::Proposal proposal, online::Instant now,
                      const online::Plan* plan_seen) {
  if (is_decided_by_time(proposal.events) && !services_.time.is_sure()) {
    return refuse(request, retry("the clocks of this server disagree: nobody loses by them, try again"));
  }
  auto work = std::make_unique<AppendWork>(std::move(request), now);
  work->events = std::move(proposal.events);
  work->first_seq = room_->seq() + 1;
  for (online::Event& event : work->events) {
    if (auto* rematch = std::get_if<online::RematchMade>(&event); rematch && rematch->game.empty()) {
      rematch->game = random_id();
      work->rematch = rematch->game;
    }
    const auto applied = room_->apply({room_->seq() + 1, now, event}, std::exchange(proposal.turn, {}));
    if (!applied) {
      services_.log.write(LogLevel::Error, "proposal-does-not-fit",
                          {{"game", id_}, {"seq", room_->seq() + 1}, {"reason", applied.error()}});
      go_back();
      return refuse(work->request, {Refused::Kind::Broken, "internal",
                                    "this should have worked and did not: a mistake of ours"});
    }
  }
  work->summary = online::summary_of(*room_);
  if (plan_seen) {
    // A turn that was not foreseen voids the plan.
    work->plan_step = store::PlanStep{opponent(*room_->seat_of(work->request.user)), *plan_seen,
                                      std::move(proposal.plan_left).value_or(online::Plan())};
  }
  if (services_.has_other_nodes) {
    work->lone = store::LoneEvent::of(work->summary, work->first_seq, now, work->events);
  }
  const bool gets_rated = work->summary.settings.rated && has_event<online::Ended>(work->events);
  known_seq_ = room_->seq() + (gets_rated ? 1 : 0);
  submit(Access::Write, std::move(work));
}

/// To whom there is an objection when somebody sits down: at this board, or for a rematch; or speaks to one
/// who does not listen. A turn, of which there are most, asks nothing.
std::optional<Refused> RoomHost::AppendWork::objection(store::Store& store) const {
  const bool is_about_people = has_event<online::Joined>(events) || has_event<online::Said>(events);
  if (!is_about_people && !rematch) return std::nullopt;
  std::vector<online::UserId> users;
  for (const online::Event& event : events) {
    if (const auto* joined = std::get_if<online::Joined>(&event)) users.push_back(joined->player.id);
  }
  const online::Users both = users_of(summary);
  for (const online::Event& event : events) {
    const auto* const said = std::get_if<online::Said>(&event);
    if (said == nullptr) continue;
    const auto speaker = static_cast<std::size_t>(said->by);
    if (store.is_blocked(both[1 - speaker], both[speaker])) {
      return Refused{Refused::Kind::Forbidden, "blocked", "this player does not read what you say"};
    }
  }
  if (rematch) users.insert(users.end(), both.begin(), both.end());
  return objection_to_seating(store, std::move(users), host->services_.most_live_games_of_a_user);
}

void RoomHost::AppendWork::run(store::Store& store) {
  refused = objection(store);
  if (refused) return;
  result = lone && lone->is_stored ? store.appended(*lone)
                                   : store.append(summary, first_seq, at, events, plan_step);
  if (result.was_outrun || result.is_plan_new || result.is_gone) return;
  const Announcer& announcer = *host->services_.announcer;
  if (rematch) {
    rematch_made = rematch_of(store, *host->room_, *rematch, at);  // nobody else looks at it meanwhile
    // It is there if this is run again after the answer to the commit was lost.
    if (!store.summary(*rematch)) store.create_game(rematch_made->summary, rematch_made->created);
    announcer.say_started(store, rematch_made->summary);
  }
  if (has_event<online::Joined>(events)) {
    announcer.say_started(store, summary);
  } else if (changes_lists(events)) {
    announcer.say_changed(store, summary);
  }
}

std::optional<std::vector<online::StoredEvent>> RoomHost::AppendWork::found_in(
    const std::vector<online::StoredEvent>& log) const {
  const auto first = static_cast<std::size_t>(first_seq - 1);
  if (log.size() < first + events.size()) return std::nullopt;
  std::vector<online::StoredEvent> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (log[first + i].at != at || log[first + i].event != events[i]) return std::nullopt;
    found.push_back(log[first + i]);
  }
  const std::size_t next = first + events.size();
  if (next < log.size() && std::holds_alternative<online::Rated>(log[next].event)) found.push_back(log[next]);
  return found;
}

void RoomHost::appended(AppendWork& work) {
  if (work.failed) {
    try {
      std::rethrow_exception(work.failed);
    } catch (const std::exception& error) {
      services_.log.write(LogLevel::Error, "append-failed", {{"game", id_}, {"reason", error.what()}});
    }
    go_back();
    // It may have been stored and only the answer lost: the log tells, and is read before anything else is
    // done.
    doubtful_ = std::make_unique<AppendWork>(std::move(work.request), work.at);
    doubtful_->events = std::move(work.events);
    doubtful_->first_seq = work.first_seq;
    doubtful_->summary = std::move(work.summary);
    doubtful_->rematch = std::move(work.rematch);
    doubtful_->rematch_made = std::move(work.rematch_made);
    queue_.insert(queue_.begin(), look_at_log());
    return;
  }
  if (work.refused || work.result.is_gone) {
    go_back();
    queue_.insert(queue_.begin(), look_at_log());
    return refuse(work.request, work.refused.value_or(Refused{Refused::Kind::Conflict, "gone",
                                                              "this account has been deleted"}));
  }
  if (!work.result.was_outrun && !work.result.is_plan_new) return committed(work);
  services_.metrics.append_conflict();
  go_back();
  if (++work.request.tries > kMostTries) {
    refuse(work.request, retry("others were faster every time: try again"));
    return;
  }
  queue_.insert(queue_.begin(), std::move(work.request));
}

void RoomHost::settle_doubt(const std::vector<online::StoredEvent>* log) {
  if (!doubtful_) return;
  const std::unique_ptr<AppendWork> work = std::move(doubtful_);
  if (log == nullptr) return refuse(work->request, unsure());
  auto found = work->found_in(*log);
  if (!found) return refuse(work->request, retry("this could not be stored just now: try again"));
  work->result.events = *std::move(found);
  for (const online::StoredEvent& event : work->result.events) {
    if (work->request.client && !is_watching(*work->request.client)) {
      work->request.client->send(frame_of(online::event_message(id_, event)));
    }
  }
  announce(*work);
  ask_engine(work->request);
}

void RoomHost::committed(AppendWork& work) {
  RoomRequest& request = work.request;
  retry_tick_.reset();
  Frame frame;
  for (const online::StoredEvent& event : work.result.events) {
    if (event.seq > room_->seq() && !room_->apply(event)) {
      services_.log.write(LogLevel::Error, "event-does-not-fit", {{"game", id_}, {"seq", event.seq}});
      reload();
      break;
    }
    frame.reset();
    broadcast(event, frame);
    if (request.client && !is_watching(*request.client)) request.client->send(frame);
    if (std::holds_alternative<online::Moved>(event.event) && request.client) {
      services_.metrics.move_stored(services_.clock() - request.arrived);
    } else if (std::holds_alternative<online::Ended>(event.event)) {
      services_.metrics.game_ended();
    }
  }
  if (room_) known_seq_ = room_->seq();
  announce(work);
  if (room_) ask_engine(request);
}

void RoomHost::announce(AppendWork& work) {
  if (has_event<online::Joined>(work.events)) services_.announcer->started(work.summary);
  if (changes_lists(work.events)) services_.announcer->changed(work.summary);
  if (work.rematch_made) {
    services_.metrics.game_created();
    services_.announcer->started(work.rematch_made->summary);
    services_.announcer->changed(work.rematch_made->summary);
    rooms_->pinned(*work.rematch)->post({});
  }
  if (work.request.reply) work.request.reply(std::move(work.result.events));
}

}  // namespace ordo::server
