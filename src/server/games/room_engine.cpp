// The engine as an opponent: asked when it has to move, and answered for like a player.
#include <algorithm>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "server/games/room_host.h"
#include "server/games/room_services.h"
#include "server/games/rooms.h"

namespace ordo::server {
namespace {

using std::chrono::milliseconds;

/// Weak levels look at little; they need not pretend to think for long.
[[nodiscard]] milliseconds time_for(int level, std::optional<online::Duration> left) {
  milliseconds time = milliseconds(300) + level * milliseconds(170);
  if (left) time = std::min(time, *left / 20);
  return time;
}

/// Posts it, not before `at`.
void deliver(const std::shared_ptr<Rooms>& rooms, const online::GameId& game, RoomRequest request,
             std::chrono::steady_clock::time_point at) {
  const auto timer = std::make_shared<boost::asio::steady_timer>(rooms->services().executor, at);
  timer->async_wait([timer, game, weak = std::weak_ptr(rooms),
                     request = std::move(request)](const boost::system::error_code& error) mutable {
    const std::shared_ptr<Rooms> alive = weak.lock();
    if (alive && !error) alive->pinned(game)->post(std::move(request));
  });
}

}  // namespace

void RoomHost::ask_engine(const RoomRequest& because_of) {
  if (services_.engines == nullptr || is_engine_asked_ || services_.draining->has_begun()) return;
  const auto engine = room_->engine_to_move();
  if (!engine) return;
  is_engine_asked_ = true;
  const std::uint64_t heard_from =
      because_of.client ? because_of.client->identity().network : because_of.network;
  if (heard_from != 0) network_ = heard_from;
  const auto& opponent_of_it = room_->player(opponent(room_->to_move()));
  const auto left = is_correspondence() ? std::nullopt : room_->left(room_->to_move(), services_.clock());
  const int ply = room_->plies() + 1;
  const TimePoint asked = SteadyClock::now();
  services_.engines->ask(
      {room_->game(),
       engine->level,
       time_for(engine->level, left),
       {network_, opponent_of_it ? opponent_of_it->id : online::UserId()}},
      [weak = std::weak_ptr(rooms_), game = id_, ply, question = question_,
       asked](util::Result<std::string, std::string> answer) {
        const std::shared_ptr<Rooms> rooms = weak.lock();
        if (!rooms) return;
        RoomRequest request;
        request.body = RoomRequest::EngineTurn{
            ply, answer.ok() ? *answer : std::string(), answer.ok() ? std::string() : answer.error(),
            question, std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - asked)};
        deliver(rooms, game, std::move(request), asked + rooms->services().engine_shortest);
      });
}

void RoomHost::engine_answered(RoomRequest request) {
  if (makes_up_for_lost_time(request)) return;
  auto& answer = std::get<RoomRequest::EngineTurn>(request.body);
  const bool is_void = answer.question != question_;
  if (!is_void) is_engine_asked_ = false;
  if (request.tries == 0) services_.metrics.engine_turn(answer.took, answer.failure.empty());
  if (!answer.failure.empty()) {
    // The sweeper asks again.
    services_.log.write(LogLevel::Warning, "engine-failed", {{"game", id_}, {"reason", answer.failure}});
    return;
  }
  if (is_void) return ask_engine(request);
  const online::Instant now = not_before_last(services_.clock());
  auto proposal = room_->propose_engine_turn(answer.ply, answer.turn, now);
  conclude(std::move(request), std::move(proposal), now, nullptr);
}

}  // namespace ordo::server
