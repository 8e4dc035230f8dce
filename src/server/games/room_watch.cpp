// Who watches a room: snapshots, events to all, chat to players, the number of spectators.
#include <algorithm>
#include <utility>

#include "online/message.h"
#include "server/games/room_host.h"
#include "server/games/room_services.h"
#include "server/games/room_work.h"

namespace ordo::server {
namespace {

constexpr std::size_t kMostChat = 100;
constexpr std::chrono::seconds kTellEvery{2};

}  // namespace

void RoomHost::watch(RoomRequest request) {
  if (makes_up_for_lost_time(request)) return;
  const auto seat = room_->seat_of(request.user);
  if (seat && is_correspondence() && room_->status() == online::RoomStatus::Playing) {
    auto work = std::make_unique<ReadPlanWork>();
    work->request = std::move(request);
    work->owner = *seat;
    submit(Access::Read, std::move(work));
    return;
  }
  show(request, nullptr);
}

void RoomHost::show(const RoomRequest& request, const online::Plan* own_plan) {
  const std::shared_ptr<Client>& client = request.client;
  const auto seat = room_->seat_of(request.user);
  {
    // Who leaves says so first and takes back its watching afterwards.
    const std::lock_guard lock(client->notes().guard);
    if (client->notes().has_left) return;
  }
  send_snapshot({client, seat}, own_plan);
  client->send(presence_frame());
  if (is_watching(*client)) return;
  watchers_.push_back({client, seat});
  if (spectators_told_ > 0) spectators_told_ = kNotTold;
  count_spectators();
}

/// After the room was read anew, everybody's events may have a gap.
void RoomHost::show_again() {
  find_seats();
  for (const Watcher& watcher : watchers_) send_snapshot(watcher, nullptr);
}

void RoomHost::send_snapshot(const Watcher& to, const online::Plan* own_plan) const {
  std::span<const online::StoredEvent> chat;
  if (to.seat && chat_ && to.client->notes().wants_chat) chat = chat_->said;
  to.client->send(frame_of(online::snapshot_message(*room_, to.seat, services_.clock(), own_plan, chat)));
}

void RoomHost::unwatch(const std::shared_ptr<Client>& client) {
  const auto gone =
      std::erase_if(watchers_, [&](const Watcher& watcher) { return watcher.client == client; });
  if (gone == 0) return;
  if (watchers_.empty()) watchers_.shrink_to_fit();
  count_spectators();
}

bool RoomHost::is_watching(const Client& client) const noexcept {
  return std::ranges::any_of(watchers_,
                             [&](const Watcher& watcher) { return watcher.client.get() == &client; });
}

/// Makes the frame unless it is there.
void RoomHost::broadcast(const online::StoredEvent& event, Frame& frame) {
  shown_seq_ = event.seq;
  if (std::holds_alternative<online::Joined>(event.event)) {
    find_seats();
    meet_players();
  }
  if (const auto* gone = std::get_if<online::Gone>(&event.event)) heard_that_gone(gone->by);
  if (std::holds_alternative<online::TakenBack>(event.event)) {
    ++question_;
    is_engine_asked_ = false;
  }
  const bool is_chat = std::holds_alternative<online::Said>(event.event);
  if (is_chat) remember(event);
  if (!frame) frame = frame_of(online::event_message(id_, event));
  if (!is_chat) {
    for (const Watcher& watcher : watchers_) watcher.client->send(frame);
    return;
  }
  const Frame hidden = frame_of(online::hidden_event_message(id_, event));
  for (const Watcher& watcher : watchers_) {
    watcher.client->send(watcher.seat && watcher.client->notes().wants_chat ? frame : hidden);
  }
}

void RoomHost::remember(const online::StoredEvent& event) {
  if (!chat_) chat_ = std::make_unique<Chat>();
  if (chat_->said.size() >= kMostChat) chat_->said.erase(chat_->said.begin());
  chat_->said.push_back(event);
}

void RoomHost::find_seats() {
  for (Watcher& watcher : watchers_) watcher.seat = room_->seat_of(watcher.client->identity().user);
  count_spectators();
}

std::uint32_t RoomHost::spectators() const noexcept {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(watchers_, [](const Watcher& watcher) { return !watcher.seat.has_value(); }));
}

void RoomHost::count_spectators() {
  if (tell_at_ || spectators() == spectators_told_) return;
  tell_at_ = std::max(SteadyClock::now(), told_at_ + kTellEvery);
}

void RoomHost::tell_spectators() {
  tell_at_.reset();
  const std::uint32_t number = spectators();
  if (number == spectators_told_) return;
  spectators_told_ = number;
  told_at_ = SteadyClock::now();
  const Frame frame = frame_of(online::watchers_message(id_, number));
  for (const Watcher& watcher : watchers_) watcher.client->send(frame);
}

}  // namespace ordo::server
