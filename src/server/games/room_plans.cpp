// Conditional turns: read before a turn that they may answer, and kept for the position they were made for.
#include <utility>

#include <fmt/format.h>

#include "online/message.h"
#include "online/plan.h"
#include "rules/fen.h"
#include "server/games/room_host.h"
#include "server/games/room_services.h"
#include "server/games/room_work.h"

namespace ordo::server {
namespace {

/// How often a plan is looked at anew because a turn was faster.
constexpr int kMostPlanTries = 8;

/// Why a plan cannot be kept as the game stands.
[[nodiscard]] std::optional<Refused> objection_to_plan(const online::Room& room, online::Color seat,
                                                       const RoomRequest::KeepPlan& wanted) {
  if (room.settings().time.kind != online::TimeControl::Kind::Correspondence) {
    return Refused{Refused::Kind::Conflict, "unavailable", "conditional turns are for correspondence games"};
  }
  if (room.status() != online::RoomStatus::Playing) {
    return Refused{Refused::Kind::Conflict, "over", "this game is not going on"};
  }
  if (wanted.plan.empty()) return std::nullopt;
  if (room.game().position().to_move() == seat) {
    return Refused{Refused::Kind::Conflict, "your-turn",
                   "conditional turns answer the opponent's turn: it is yours"};
  }
  if (const int ply = room.plies() + 1; wanted.ply && *wanted.ply != ply) {
    return Refused{Refused::Kind::Conflict, "stale-ply",
                   fmt::format("this is turn {} now, and the plan is for turn {}", ply, *wanted.ply)};
  }
  return std::nullopt;
}

}  // namespace

void RoomHost::ReadPlanWork::finish(RoomHost& room_host) {
  const bool is_watch = std::holds_alternative<RoomRequest::Watch>(request.body);
  if (failed && !is_watch) {
    room_host.refuse(request, retry("the game could not be read just now: try again"));
  } else if (is_watch) {
    room_host.show(request, failed ? nullptr : &plan);
  } else {
    room_host.obey(std::move(request), &plan);
  }
}

void RoomHost::keep_plan(RoomRequest request) {
  const auto seat = room_->seat_of(request.user);
  if (!seat)
    return refuse(request, {Refused::Kind::Forbidden, "not-a-player", "you have no seat in this game"});
  const auto& wanted = std::get<RoomRequest::KeepPlan>(request.body);
  if (auto refused = objection_to_plan(*room_, *seat, wanted)) {
    if (!look_on_first(request)) refuse(request, *std::move(refused));
    return;
  }
  auto work = std::make_unique<KeepPlanWork>();
  if (!wanted.plan.empty()) {
    auto checked = online::checked_plan(room_->game(), wanted.plan);
    if (!checked) return refuse(request, {Refused::Kind::Illegal, "bad-plan", checked.error()});
    work->plan = *std::move(checked);
  }
  work->owner = *seat;
  work->made_for = {room_->plies(), rules::to_fen(room_->game().position())};
  work->request = std::move(request);
  submit(Access::Write, std::move(work));
}

void RoomHost::plan_kept(KeepPlanWork& work) {
  if (work.failed) return refuse(work.request, unsure());
  if (work.is_kept) {
    services_.people->send(work.request.user, frame_of(online::plan_message(id_, work.plan)));
  } else if (++work.request.tries > kMostPlanTries) {
    refuse(work.request, retry("others were faster every time: try again"));
  } else {
    // A turn was faster, on another node: the plan is for the position before it, as the log will tell.
    is_stale_ = true;
    queue_.insert(queue_.begin(), std::move(work.request));
  }
}

}  // namespace ordo::server
