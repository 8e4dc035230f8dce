// What the parts of the hub share: the means, and each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/feed.h"
#include "server/handover.h"
#include "server/hub.h"
#include "server/lobby.h"
#include "server/mine.h"
#include "server/new_game.h"
#include "server/people.h"
#include "server/rooms.h"

namespace ordo::server {

/// Lives as long as anything that the hub has begun.
class HubCore : public std::enable_shared_from_this<HubCore> {
 public:
  HubCore(boost::asio::io_context::executor_type on, store::Database& in, EnginePool* pool, Log& into,
          Metrics& counts, HubOptions set, Hub::Clock time);

  const boost::asio::io_context::executor_type executor;
  store::Database& database;
  EnginePool* const engines;
  Log& log;
  Metrics& metrics;
  const HubOptions options;
  const Hub::Clock clock;
  const std::string node;      ///< to know one's own notices by
  const bool has_other_nodes;  ///< there may be some
  std::atomic<bool> is_draining{false};

  Handover finished;  ///< what rooms have waited for
  People people;
  Rooms rooms;
  Mine mine;
  Lobby lobby;
  Feed feed;

  void start();
  void stop();

  void begin_storing() noexcept { ++storing_; }
  void end_storing() noexcept { --storing_; }
  [[nodiscard]] bool is_storing() const noexcept { return storing_ > 0; }

  /// What a job says on the channel "users", for followers on other nodes.
  [[nodiscard]] std::string start_notice(const online::GameId& game, const Users& users) const;
  [[nodiscard]] std::string change_notice(const online::GameId& game, const Users& users) const;
  /// After the commit: tells the clients of both on this node that they have a game.
  void game_started(const store::GameSummary& summary) const;

 private:
  void heard(const store::Notice& notice);
  void heard_of_game(std::string_view text);
  void heard_of_users(std::string_view text);
  void tell_start(const online::GameId& game, const Users& users) const;
  void sweep_later();
  void sweep();
  void clean_up(online::Instant now);

  boost::asio::steady_timer sweep_timer_;
  online::Instant cleaned_at_{};  ///< this and the next on the timer's strand
  online::Instant renewed_at_{};
  std::atomic<bool> is_sweeping_{false};
  std::atomic<std::int64_t> storing_{0};
};

inline constexpr const char* kUsersChannel = "users";

}  // namespace ordo::server
