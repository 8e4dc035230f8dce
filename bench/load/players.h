// The clients of the load test: pairs of WebSockets that play each other, on one thread.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ordo::load {

using Clock = std::chrono::steady_clock;

/// One game: who plays it, and what has been played of it. For the relay the ids mean nothing.
struct Pairing {
  std::string id;
  std::array<std::string, 2> cookies;  ///< of White and Black; empty for the relay
};

/// What happened while it was being counted.
struct Tally {
  std::uint64_t received = 0;      ///< turns, by the opponent
  std::uint64_t acknowledged = 0;  ///< turns, by the one who made them; the relay acknowledges nothing
  std::uint64_t errors = 0;        ///< messages that say so
  std::vector<float> latencies;    ///< milliseconds from sending to the opponent's receipt
};

/// What breaks a connection is thrown, from whichever function is running.
class Players {
 public:
  /// `games`: their turns, given out in rotation.
  Players(std::uint16_t port, bool is_relay, std::vector<Pairing> pairings,
          std::vector<std::vector<std::string>> games);
  Players(const Players&) = delete;
  Players& operator=(const Players&) = delete;
  ~Players();

  /// Connects all, some at a time, and lets them enter their games. Throws if one cannot.
  void connect();
  /// Everybody answers at once, for so long; what was counted after `warm_up`.
  [[nodiscard]] Tally play_fast(Clock::duration warm_up, Clock::duration time);
  /// So many turns a second over all games, at even distances.
  [[nodiscard]] Tally play_paced(double rate, Clock::duration warm_up, Clock::duration time);

 private:
  struct Game;
  struct Seat;

  void connect_next();
  void run_for(Clock::duration time);
  void read(Seat& seat);
  void received(Seat& seat, std::string_view text);
  void is_ready(Seat& seat);
  void move(Game& game);
  void wait_for_quiet();

  std::uint16_t port_;
  bool is_relay_;
  int readable_;  ///< of all connections: an epoll descriptor
  std::vector<std::vector<std::string>> scripts_;
  std::vector<std::unique_ptr<Game>> games_;
  std::size_t connecting_ = 0;
  std::size_t ready_ = 0;
  bool answers_at_once_ = false;
  Tally tally_;
};

}  // namespace ordo::load
