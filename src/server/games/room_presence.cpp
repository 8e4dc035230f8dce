// Whether the players of a room are here: shown to all, and stored where a clock of minutes runs.
#include <utility>

#include "online/message.h"
#include "server/games/room_host.h"
#include "server/games/room_services.h"
#include "server/games/room_work.h"

namespace ordo::server {
namespace {

using online::Color;

/// How often a claim is put off because somebody has come or gone just then.
constexpr int kMostLooks = 3;

[[nodiscard]] RoomRequest a_look_around() {
  RoomRequest request;
  request.body = RoomRequest::LookAround{};
  return request;
}

}  // namespace

void RoomHost::meet_players() {
  for (const Color color : {Color::White, Color::Black}) {
    const auto& player = room_->player(color);
    const auto side = static_cast<std::size_t>(color);
    const online::UserId user = player ? player->id : online::UserId();
    if (user == met_[side]) continue;
    if (!met_[side].empty()) services_.presence->unfollow(met_[side], id_);
    services_.presence->follow(user, id_);
    met_[side] = user;
  }
  if (!presence_news().empty()) queue_.push_back(a_look_around());
}

void RoomHost::part_from_players() {
  for (online::UserId& user : met_) {
    if (!user.empty()) services_.presence->unfollow(user, id_);
    user.clear();
  }
}

/// What the log is to be told. Of whom nobody knows anything it stays as it is.
std::vector<online::Event> RoomHost::presence_news() const {
  std::array<bool, 2> is_here{};
  for (const Color color : {Color::White, Color::Black}) {
    const auto& player = room_->player(color);
    if (!player || player->id.empty()) return {};
    const Whereabouts where = services_.presence->whereabouts(player->id);
    is_here[static_cast<std::size_t>(color)] = where.kind == Whereabouts::Kind::Unknown
                                                   ? !room_->gone(color)
                                                   : where.kind == Whereabouts::Kind::Here;
  }
  return room_->look_around(is_here);
}

Frame RoomHost::presence_frame() const {
  std::array<std::optional<online::Instant>, 2> away;
  for (const Color color : {Color::White, Color::Black}) {
    const auto& player = room_->player(color);
    if (!player || player->kind == online::PlayerKind::Engine) continue;
    const Whereabouts where = services_.presence->whereabouts(player->id);
    if (where.kind == Whereabouts::Kind::Away) away[static_cast<std::size_t>(color)] = where.since;
  }
  return frame_of(online::presence_message(id_, away));
}

void RoomHost::look_around(RoomRequest request) {
  if (makes_up_for_lost_time(request)) return;
  if (!watchers_.empty()) {
    const Frame frame = presence_frame();
    for (const Watcher& watcher : watchers_) watcher.client->send(frame);
  }
  online::Proposal proposal;
  proposal.events = presence_news();
  if (!proposal.events.empty())
    append(std::move(request), std::move(proposal), not_before_last(services_.clock()), nullptr);
}

bool RoomHost::looks_around_first(RoomRequest& request) {
  online::Proposal proposal;
  proposal.events = presence_news();
  if (proposal.events.empty() || ++request.tries > kMostLooks) return false;
  queue_.insert(queue_.begin(), std::move(request));
  append({}, std::move(proposal), not_before_last(services_.clock()), nullptr);
  return true;
}

/// Another node may not have heard yet that this player is here.
void RoomHost::heard_that_gone(Color color) {
  const auto& player = room_->player(color);
  if (player && services_.people->is_here(player->id)) queue_.push_back(a_look_around());
}

}  // namespace ordo::server
