// One game in the memory of this node: its room, who watches it, and what waits to be done, on one strand.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "online/command.h"
#include "online/room.h"
#include "online/summary.h"
#include "server/base/strand.h"
#include "server/games/client.h"
#include "server/games/draining.h"
#include "server/games/refused.h"
#include "store/store.h"

namespace ordo::server {

class Rooms;
struct RoomServices;

/// Something to be done with a game, by a client, by a request over HTTP, or by the hub itself.
struct RoomRequest {
  struct Obey {
    online::Command command;
  };
  struct Join {
    online::Player player;
  };
  /// The engine's answer; an empty turn: it has none, and `failure` says why.
  struct EngineTurn {
    int ply;
    std::string turn;
    std::string failure;
    unsigned question;  ///< which one it answers
    std::chrono::microseconds took;
  };
  /// Looks whether time or the engine has something to do.
  struct Wake {};
  /// Another node has appended up to this number; zero: maybe.
  struct CatchUp {
    std::int64_t seq;
  };
  struct Watch {};
  struct Unwatch {};
  struct KeepPlan {
    online::Plan plan;
    std::optional<int> ply;  ///< of the opponent's turn that it answers
  };
  /// Somebody may have come or gone.
  struct LookAround {};
  /// What is in memory is old: the log has been changed.
  struct Reload {};
  using Reply = std::function<void(util::Result<std::vector<online::StoredEvent>, Refused>)>;

  std::variant<Wake, Obey, Join, EngineTurn, CatchUp, Watch, Unwatch, KeepPlan, LookAround, Reload> body;
  std::shared_ptr<Client> client;  ///< who is to be told when it fails; may be nobody
  online::UserId user;             ///< who asks
  std::uint64_t network = 0;       ///< over HTTP: see Identity
  online::Instant arrived{};
  std::optional<std::int64_t> re;
  Reply reply;    ///< over HTTP
  int tries = 0;  ///< how often another node was faster
};

/// Something that a room has done in the database; it owns its data until it is finished.
struct RoomWork {
  RoomWork() = default;
  RoomWork(const RoomWork&) = delete;
  RoomWork& operator=(const RoomWork&) = delete;
  virtual ~RoomWork() = default;

  /// On a thread of the database; more than once if the transaction is tried again.
  virtual void run(store::Store& store) = 0;
  /// On the strand of the room.
  virtual void finish(RoomHost& room_host) = 0;

  std::shared_ptr<RoomHost> host;
  std::optional<store::LoneEvent> lone;  ///< what it is going to store, if it is no more than that
  std::exception_ptr failed;             ///< why it could not be done
  std::optional<Storing> storing;
};

/// A request waits until the room is loaded and what went before is stored. While something is being stored
/// the room is that step ahead, but nobody sees it: nothing is shown before the commit, and if there is none,
/// the room is made from the log again.
class RoomHost : public std::enable_shared_from_this<RoomHost> {
 public:
  RoomHost(std::shared_ptr<Rooms> rooms, online::GameId id);
  RoomHost(const RoomHost&) = delete;
  RoomHost& operator=(const RoomHost&) = delete;
  ~RoomHost();

  [[nodiscard]] const online::GameId& id() const noexcept { return id_; }

  /// Keeps it in memory until the request that follows has come to the strand; see Rooms.
  void pin() noexcept { ++pins_; }
  [[nodiscard]] bool is_pinned() const noexcept { return pins_ > 0; }
  /// Thread-safe; after pin().
  void post(RoomRequest request);
  /// Thread-safe: whether an event with this number may be news.
  [[nodiscard]] bool lacks(std::int64_t seq) const noexcept { return seq > known_seq_; }
  /// On a thread of the executor: what the work came to.
  static void finish(std::unique_ptr<RoomWork> work);

 private:
  using SteadyClock = std::chrono::steady_clock;
  using TimePoint = SteadyClock::time_point;

  struct LoadWork;
  struct CatchUpWork;
  struct AppendWork;
  struct ReadPlanWork;
  struct KeepPlanWork;
  struct RepeatWork;
  enum class Access : std::uint8_t { Read, Write };

  struct Watcher {
    std::shared_ptr<Client> client;
    std::optional<online::Color> seat;
  };
  static constexpr std::size_t kChatBurst = 5;
  static constexpr std::uint32_t kNotTold = UINT32_MAX;
  /// What few rooms have, made when first needed.
  struct Chat {
    std::vector<online::StoredEvent> said;  ///< the last ones
    std::array<std::array<online::Instant, kChatBurst>, 2> times{};
  };

  /// Nothing else is done with the room until finish() has been called.
  void submit(Access access, std::unique_ptr<RoomWork> work);

  // room_host.cpp: the queue, loading, time
  void take(RoomRequest request);
  void pump();
  void handle(RoomRequest request);
  /// False: it makes no sense, or no more; otherwise the log is read on and the request handled again.
  [[nodiscard]] bool look_on_first(RoomRequest& request);
  void load();
  void loaded(LoadWork& work);
  void catch_up(bool may_have_missed = false);
  void caught_up(CatchUpWork& work);
  void reload();
  void go_back();
  void fail_all(const Refused& why);
  void refuse(RoomRequest& request, Refused why, std::optional<rules::Reason> turn = {});
  void rest();
  void arm(TimePoint at);
  void wake_up();
  void forget_if_idle(TimePoint now);

  // room_watch.cpp: who is shown what
  void watch(RoomRequest request);
  void show(const RoomRequest& request, const online::Plan* own_plan);
  void show_again();
  void send_snapshot(const Watcher& to, const online::Plan* own_plan) const;
  void unwatch(const std::shared_ptr<Client>& client);
  [[nodiscard]] bool is_watching(const Client& client) const noexcept;
  void broadcast(const online::StoredEvent& event, Frame& frame);
  void remember(const online::StoredEvent& event);
  void find_seats();
  [[nodiscard]] std::uint32_t spectators() const noexcept;
  void count_spectators();
  void tell_spectators();

  // room_presence.cpp: who of the players is here
  void meet_players();
  void part_from_players();
  void look_around(RoomRequest request);
  /// Whether who has come back meanwhile is noted first; the request comes afterwards.
  [[nodiscard]] bool looks_around_first(RoomRequest& request);
  void heard_that_gone(online::Color color);
  [[nodiscard]] std::vector<online::Event> presence_news() const;
  [[nodiscard]] Frame presence_frame() const;

  // room_plans.cpp
  void keep_plan(RoomRequest request);
  void plan_kept(KeepPlanWork& work);

  // room_append.cpp: from a command to events on disk
  void obey(RoomRequest request, const online::Plan* opponents_plan);
  void join(RoomRequest request);
  void wake(RoomRequest request);
  [[nodiscard]] bool makes_up_for_lost_time(RoomRequest& request);
  void conclude(RoomRequest request, util::Result<online::Proposal, online::RoomRefusal> proposal,
                online::Instant now, const online::Plan* plan_seen);
  void append(RoomRequest request, online::Proposal proposal, online::Instant now,
              const online::Plan* plan_seen);
  void appended(AppendWork& work);
  void committed(AppendWork& work);
  /// Tells those it concerns, the asker last.
  void announce(AppendWork& work);
  /// What could not be stored for sure is or is not in the log; null: it cannot be read.
  void settle_doubt(const std::vector<online::StoredEvent>* log);
  [[nodiscard]] bool may_say(online::Color seat, online::Instant now);
  [[nodiscard]] bool is_correspondence() const noexcept;
  [[nodiscard]] online::Instant not_before_last(online::Instant at) const noexcept;

  // room_engine.cpp
  void ask_engine(const RoomRequest& because_of);
  void engine_answered(RoomRequest request);

  const std::shared_ptr<Rooms> rooms_;
  const RoomServices& services_;
  const online::GameId id_;
  std::atomic<std::uint32_t> pins_{0};
  std::atomic<std::int64_t> known_seq_{0};  ///< what we have, or are just appending

  // On the strand only.
  Strand strand_;
  Timer timer_;
  std::optional<online::Room> room_;
  std::vector<Watcher> watchers_;
  std::vector<RoomRequest> queue_;
  online::Users met_;  ///< whose presence is followed
  std::unique_ptr<Chat> chat_;
  std::unique_ptr<AppendWork> doubtful_;  ///< failed, and may have been stored all the same
  std::optional<TimePoint> armed_;        ///< when the timer goes off
  std::optional<TimePoint> forget_at_;    ///< nobody has been here for a while
  std::optional<TimePoint> tell_at_;      ///< the number of spectators is due
  std::optional<TimePoint> retry_tick_;   ///< storing what time brought about has failed
  TimePoint told_at_{};                   ///< the number of spectators
  std::uint32_t spectators_told_ = 0;     ///< kNotTold: somebody has come who does not know
  std::int64_t shown_seq_ = 0;            ///< of the last event that clients were told; zero: show it anew
  std::uint64_t network_ = 0;             ///< where the engine's opponent was last heard from
  unsigned question_ = 0;                 ///< to the engine; an answer to an older one is void
  bool is_engine_asked_ = false;
  bool is_busy_ = false;
  bool is_pumping_ = false;
  bool is_stale_ = false;  ///< the log may have more than the room
};

}  // namespace ordo::server
