// A room's queue: what comes in order, loading, catching up with the log, and the passing of time.
#include "server/games/room_host.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>

#include "online/message.h"
#include "server/games/room_services.h"
#include "server/games/room_work.h"
#include "server/games/rooms.h"

namespace ordo::server {
namespace {

/// More than players could mean; the rest is somebody's program gone wild. Watching is not counted: a crowd
/// may come at once.
constexpr std::size_t kMostQueued = 4096;
constexpr std::chrono::seconds kRetryTick{1};

[[nodiscard]] Refused cannot_read() { return retry("the game could not be read just now: try again"); }

}  // namespace

RoomHost::RoomHost(std::shared_ptr<Rooms> rooms, online::GameId id)
    : rooms_(std::move(rooms)),
      services_(rooms_->services()),
      id_(std::move(id)),
      strand_(boost::asio::make_strand(services_.executor)),
      timer_(strand_) {}

RoomHost::~RoomHost() = default;

void RoomHost::post(RoomRequest request) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), request = std::move(request)]() mutable {
    --self->pins_;
    self->take(std::move(request));
  });
}

void RoomHost::take(RoomRequest request) {
  if (queue_.size() >= kMostQueued && std::holds_alternative<RoomRequest::Obey>(request.body)) {
    refuse(request,
           {Refused::Kind::Unavailable, "busy", "too much is asked of this game at once: try again"});
    return;
  }
  if (room_ && !is_busy_ && !is_pumping_ && !is_stale_ && queue_.empty()) {
    is_pumping_ = true;
    handle(std::move(request));
    is_pumping_ = false;
  } else {
    queue_.push_back(std::move(request));
  }
  pump();
}

void RoomHost::pump() {
  if (is_pumping_) return;
  is_pumping_ = true;
  while (!is_busy_ && !queue_.empty()) {
    if (!room_) {
      load();
    } else if (is_stale_) {
      catch_up();
    } else {
      RoomRequest request = std::move(queue_.front());
      queue_.erase(queue_.begin());
      handle(std::move(request));
    }
  }
  is_pumping_ = false;
  if (!is_busy_) rest();
}

void RoomHost::handle(RoomRequest request) {
  using R = RoomRequest;
  if (std::holds_alternative<R::Obey>(request.body)) return obey(std::move(request), nullptr);
  if (std::holds_alternative<R::Watch>(request.body)) return watch(std::move(request));
  if (std::holds_alternative<R::Unwatch>(request.body)) return unwatch(request.client);
  if (std::holds_alternative<R::Join>(request.body)) return join(std::move(request));
  if (std::holds_alternative<R::EngineTurn>(request.body)) return engine_answered(std::move(request));
  if (std::holds_alternative<R::KeepPlan>(request.body)) return keep_plan(std::move(request));
  if (std::holds_alternative<R::LookAround>(request.body)) return look_around(std::move(request));
  if (std::holds_alternative<R::Reload>(request.body)) return reload();
  if (const auto* news = std::get_if<R::CatchUp>(&request.body)) {
    if (news->seq == 0 || news->seq > room_->seq()) catch_up(news->seq == 0);
    return;
  }
  wake(std::move(request));
}

void RoomHost::submit(Access access, std::unique_ptr<RoomWork> work) {
  is_busy_ = true;
  work->host = shared_from_this();
  if (access == Access::Write) work->storing.emplace(services_.draining);
  // Plain pointers: these functions are copied, and small enough to be so without memory of their own.
  RoomWork* const raw = work.release();
  auto job = [raw](store::Connection& connection) {
    store::Store store(connection);
    raw->run(store);
  };
  auto done = [raw](std::exception_ptr failed) {
    raw->failed = std::move(failed);
    raw->host->rooms_->finish_soon(std::unique_ptr<RoomWork>(raw));
  };
  if (access == Access::Write) {
    services_.database.write(std::move(job), std::move(done), raw->lone ? &*raw->lone : nullptr);
  } else {
    services_.database.read(std::move(job), std::move(done));
  }
}

void RoomHost::finish(std::unique_ptr<RoomWork> work) {
  const auto strand = work->host->strand_;
  boost::asio::dispatch(strand, [work = std::move(work)] {
    const std::shared_ptr<RoomHost> host = std::move(work->host);
    host->is_busy_ = false;
    const bool was_pumping = std::exchange(host->is_pumping_, true);
    work->finish(*host);
    host->is_pumping_ = was_pumping;
    work->storing.reset();
    host->pump();
  });
}

/// Who asks may have heard of an event from another node before this one did.
bool RoomHost::look_on_first(RoomRequest& request) {
  if (!services_.has_other_nodes || request.tries > 0) return false;
  request.tries = 1;
  is_stale_ = true;
  queue_.insert(queue_.begin(), std::move(request));
  return true;
}

void RoomHost::load() { submit(Access::Read, std::make_unique<LoadWork>()); }

void RoomHost::loaded(LoadWork& work) {
  if (work.failed || !work.room || !work.room->ok()) settle_doubt(nullptr);
  if (work.failed) {
    fail_all(cannot_read());
    return;
  }
  if (!work.room) {
    fail_all({Refused::Kind::Missing, "no-such-game", "there is no such game"});
    return;
  }
  if (!work.room->ok()) {
    services_.log.write(LogLevel::Error, "broken-log", {{"game", id_}, {"reason", work.room->error()}});
    fail_all({Refused::Kind::Broken, "broken-game", "the record of this game is damaged"});
    return;
  }
  room_.emplace(*std::move(*work.room));
  known_seq_ = room_->seq();
  is_stale_ = false;
  if (chat_) chat_->said.clear();
  const std::int64_t shown = shown_seq_ == 0 ? room_->seq() : shown_seq_;
  for (const online::StoredEvent& event : work.events) {
    if (event.seq > shown) {
      Frame frame;
      broadcast(event, frame);
    } else if (std::holds_alternative<online::Said>(event.event)) {
      remember(event);
    }
  }
  if (shown_seq_ == 0) show_again();
  shown_seq_ = room_->seq();
  settle_doubt(&work.events);
  meet_players();
}

void RoomHost::catch_up(bool may_have_missed) {
  auto work = std::make_unique<CatchUpWork>();
  work->from = room_->seq() + 1;
  for (const online::Color color : {online::Color::White, online::Color::Black}) {
    const auto& player = room_->player(color);
    if (may_have_missed && player && player->name != online::kDeletedName) work->named.push_back(player->id);
  }
  submit(Access::Read, std::move(work));
}

void RoomHost::caught_up(CatchUpWork& work) {
  if (work.failed) {
    is_stale_ = true;
    fail_all(cannot_read());
    return;
  }
  is_stale_ = false;
  if (work.is_somebody_gone) return reload();
  for (const online::StoredEvent& event : work.events) {
    if (const auto applied = room_->apply(event); !applied) {
      services_.log.write(LogLevel::Error, "event-does-not-fit",
                          {{"game", id_}, {"seq", event.seq}, {"reason", applied.error()}});
      reload();
      return;
    }
    Frame frame;
    broadcast(event, frame);
  }
  known_seq_ = room_->seq();
}

/// What is in memory cannot be trusted; the log can.
void RoomHost::reload() {
  room_.reset();
  known_seq_ = 0;
  shown_seq_ = 0;
  ++question_;
  is_engine_asked_ = false;
  queue_.insert(queue_.begin(), RoomRequest{});
}

/// What the room was ahead with is not stored, or nobody knows: the log tells, before anything else is done.
void RoomHost::go_back() {
  room_.reset();
  known_seq_ = shown_seq_;
}

void RoomHost::fail_all(const Refused& why) {
  for (RoomRequest& request : std::exchange(queue_, {})) {
    if (std::holds_alternative<RoomRequest::Unwatch>(request.body)) {
      unwatch(request.client);
      continue;
    }
    refuse(request, why);
  }
}

void RoomHost::refuse(RoomRequest& request, Refused why, std::optional<rules::Reason> turn) {
  if (request.client) {
    if (std::holds_alternative<RoomRequest::Watch>(request.body) && !is_watching(*request.client)) {
      const std::lock_guard lock(request.client->notes().guard);
      std::erase_if(request.client->notes().watched, [this](const auto& host) { return host.get() == this; });
    }
    services_.metrics.message_refused();
    request.client->send(frame_of(online::error_message(why.code, why.message, &id_, request.re, turn)));
  }
  if (request.reply) request.reply(util::failure(std::move(why)));
}

/// Nothing is under way: sees to it that the timer goes off when something will be due. It is set anew only
/// for something earlier; most often the time comes and there is nothing to do but to set it again.
void RoomHost::rest() {
  const TimePoint now = SteadyClock::now();
  if (!watchers_.empty() || is_engine_asked_) {
    forget_at_.reset();
  } else if (!forget_at_) {
    forget_at_ = room_ ? now + services_.keep_empty_room : now;
  }
  if (!room_) {
    if (!watchers_.empty()) arm(now + kRetryTick);  // it could not be read
    return forget_if_idle(now);
  }
  std::optional<TimePoint> next = forget_at_;
  const auto consider = [&next](TimePoint at) { next = next ? std::min(*next, at) : at; };
  if (tell_at_) consider(*tell_at_);
  if (const auto deadline = room_->deadline()) {
    const TimePoint due = now + std::max(*deadline - services_.clock(), online::Duration(0));
    consider(retry_tick_ ? std::max(due, *retry_tick_) : due);
  }
  if (next && (!armed_ || *next < *armed_)) arm(*next);
}

void RoomHost::arm(TimePoint at) {
  armed_ = at;
  timer_.expires_at(at);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const std::shared_ptr<RoomHost> self = weak.lock();
    if (self && !error) self->wake_up();
  });
}

void RoomHost::wake_up() {
  armed_.reset();
  const TimePoint now = SteadyClock::now();
  if (tell_at_ && *tell_at_ <= now) tell_spectators();
  if (is_busy_) return;
  if (!room_ && !watchers_.empty()) queue_.push_back(look_at_log());
  if (room_ && (!retry_tick_ || *retry_tick_ <= now)) {
    const auto deadline = room_->deadline();
    if (deadline && *deadline <= services_.clock()) {
      retry_tick_ = now + kRetryTick;
      queue_.emplace_back();
    }
  }
  pump();
  forget_if_idle(now);
}

void RoomHost::forget_if_idle(TimePoint now) {
  if (is_busy_ || !queue_.empty() || !watchers_.empty()) return;
  if (!forget_at_ || *forget_at_ > now) return;
  if (!rooms_->forget(*this)) return;
  part_from_players();
  room_.reset();
  timer_.cancel();
}

}  // namespace ordo::server
