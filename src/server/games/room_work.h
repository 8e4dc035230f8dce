// What rooms do in the database: each piece of work owns its data until it is finished on the strand.
#pragma once

#include "server/games/new_game.h"
#include "server/games/room_host.h"
#include "store/store.h"

namespace ordo::server {

/// Makes sure that the room is what the log says, and does nothing else.
[[nodiscard]] inline RoomRequest look_at_log() {
  RoomRequest request;
  request.body = RoomRequest::CatchUp{1};
  return request;
}

/// The log from the beginning.
struct RoomHost::LoadWork final : RoomWork {
  std::vector<online::StoredEvent> events;
  std::optional<util::Result<online::Room, std::string>> room;

  void run(store::Store& store) override {
    events = store.events(host->id());
    if (!events.empty()) room.emplace(online::Room::replay(host->id(), events));
  }
  void finish(RoomHost& room_host) override { room_host.loaded(*this); }
};

/// What others have appended.
struct RoomHost::CatchUpWork final : RoomWork {
  std::int64_t from = 1;
  std::vector<online::UserId> named;  ///< to look whether one of them has deleted the account
  std::vector<online::StoredEvent> events;
  bool is_somebody_gone = false;

  void run(store::Store& store) override {
    events = store.events(host->id(), from);
    is_somebody_gone = store.has_deleted(named);
  }
  void finish(RoomHost& room_host) override { room_host.caught_up(*this); }
};

struct RoomHost::AppendWork final : RoomWork {
  AppendWork(RoomRequest asked, online::Instant now) : request(std::move(asked)), at(now) {}

  RoomRequest request;
  online::Instant at;
  std::vector<online::Event> events;
  std::int64_t first_seq = 0;
  online::GameSummary summary;
  std::optional<store::PlanStep> plan_step;  ///< correspondence: what becomes of the opponent's plan
  std::optional<online::GameId> rematch;

  std::optional<Refused> refused;  ///< who was to sit down may not
  store::Appended result;
  std::optional<NewGame> rematch_made;

  void run(store::Store& store) override;
  void finish(RoomHost& room_host) override { room_host.appended(*this); }
  /// What these events are in the log, with the Rated that was added; nothing: they are not there.
  [[nodiscard]] std::optional<std::vector<online::StoredEvent>> found_in(
      const std::vector<online::StoredEvent>& log) const;

 private:
  [[nodiscard]] std::optional<Refused> objection(store::Store& store) const;
};

/// A plan, before something is done that needs it.
struct RoomHost::ReadPlanWork final : RoomWork {
  RoomRequest request;
  online::Color owner;
  online::Plan plan;

  void run(store::Store& store) override { plan = store.plan(host->id(), owner); }
  void finish(RoomHost& room_host) override;
};

struct RoomHost::KeepPlanWork final : RoomWork {
  RoomRequest request;
  online::Color owner;
  online::Plan plan;
  store::Standpoint made_for;
  bool is_kept = false;

  void run(store::Store& store) override { is_kept = store.set_plan(host->id(), owner, plan, made_for); }
  void finish(RoomHost& room_host) override { room_host.plan_kept(*this); }
};

/// An event once more, for who repeats a turn or a line that has been stored, and does not watch the game.
struct RoomHost::RepeatWork final : RoomWork {
  RoomRequest request;
  std::int64_t seq;
  std::vector<online::StoredEvent> events;

  void run(store::Store& store) override { events = store.events(host->id(), seq); }
  void finish(RoomHost& room_host) override;
};

}  // namespace ordo::server
