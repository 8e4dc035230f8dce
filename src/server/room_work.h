// What rooms do in the database: each piece of work owns its data until it is finished on the strand.
#pragma once

#include <boost/asio/dispatch.hpp>

#include "server/hub_core.h"
#include "server/new_game.h"
#include "server/room_host.h"
#include "store/store.h"

namespace ordo::server {

/// The log from the beginning.
struct RoomHost::LoadWork {
  std::shared_ptr<RoomHost> host;
  std::vector<online::StoredEvent> events;
  std::optional<util::Result<online::Room, std::string>> room;

  void run(store::Store& store) {
    events = store.events(host->id());
    if (!events.empty()) room.emplace(online::Room::replay(host->id(), events));
  }
  void finish(RoomHost& room_host, std::exception_ptr failed) { room_host.loaded(*this, std::move(failed)); }
};

/// What others have appended.
struct RoomHost::CatchUpWork {
  std::shared_ptr<RoomHost> host;
  std::int64_t from = 1;
  std::vector<online::StoredEvent> events;

  void run(store::Store& store) { events = store.events(host->id(), from); }
  void finish(RoomHost& room_host, std::exception_ptr failed) {
    room_host.caught_up(*this, std::move(failed));
  }
};

struct RoomHost::AppendWork {
  AppendWork(RoomRequest asked, online::Room before, online::Instant now)
      : request(std::move(asked)), room(std::move(before)), at(now) {}

  std::shared_ptr<RoomHost> host;
  RoomRequest request;
  online::Room room;  ///< as it will be
  online::Instant at;
  std::vector<online::Event> events;
  std::int64_t first_seq = 0;
  store::GameSummary summary;
  bool clears_plans = false;
  /// Correspondence: the opponent's plan that was looked at, and what becomes of it.
  std::optional<std::pair<online::Color, online::Plan>> plan_seen;
  std::optional<std::pair<online::Color, online::Plan>> plan_left;
  std::optional<online::GameId> rematch;
  std::string notice;  ///< for followers of their own games on other nodes; empty: none

  bool is_plan_new = false;
  store::Appended result;
  std::optional<NewGame> rematch_made;

  void run(store::Store& store);
  void finish(RoomHost& room_host, std::exception_ptr failed) {
    room_host.appended(*this, std::move(failed));
  }
};

/// A plan, before something is done that needs it.
struct RoomHost::ReadPlanWork {
  std::shared_ptr<RoomHost> host;
  RoomRequest request;
  online::Color owner;
  online::Plan plan;

  void run(store::Store& store) { plan = store.plan(host->id(), owner); }
  void finish(RoomHost& room_host, const std::exception_ptr& failed);
};

struct RoomHost::KeepPlanWork {
  std::shared_ptr<RoomHost> host;
  RoomRequest request;
  online::Color owner;
  online::Plan plan;

  void run(store::Store& store) { store.set_plan(host->id(), owner, plan); }
  void finish(RoomHost& room_host, std::exception_ptr failed) {
    room_host.plan_kept(*this, std::move(failed));
  }
};

/// An event once more, for who repeats a turn that has been stored.
struct RoomHost::RepeatWork {
  std::shared_ptr<RoomHost> host;
  RoomRequest request;
  std::int64_t seq;
  std::vector<online::StoredEvent> events;

  void run(store::Store& store) { events = store.events(host->id(), seq); }
  void finish(RoomHost& room_host, const std::exception_ptr& failed);
};

template <class Work>
void RoomHost::submit(Access access, std::unique_ptr<Work> work) {
  is_busy_ = true;
  const bool writes = access == Access::Write;
  if (writes) core_->begin_storing();
  Work* const raw = work.release();
  raw->host = shared_from_this();
  // Plain pointers: these functions are copied, and small enough to be so without memory of their own.
  auto job = [raw](store::Connection& connection) {
    store::Store store(connection);
    raw->run(store);
  };
  auto done = [raw](std::exception_ptr failed) {
    std::unique_ptr<Work> owned(raw);
    const auto strand = owned->host->strand_;
    boost::asio::dispatch(strand, [owned = std::move(owned), failed = std::move(failed)]() mutable {
      const std::shared_ptr<RoomHost> host = std::move(owned->host);
      host->is_busy_ = false;
      const bool was_pumping = std::exchange(host->is_pumping_, true);
      owned->finish(*host, std::move(failed));
      host->is_pumping_ = was_pumping;
      if constexpr (std::is_same_v<Work, AppendWork> || std::is_same_v<Work, KeepPlanWork>) {
        host->core_->end_storing();
      }
      host->pump();
    });
  };
  if (writes) {
    core_->database.write(std::move(job), std::move(done));
  } else {
    core_->database.read(std::move(job), std::move(done));
  }
}

}  // namespace ordo::server
