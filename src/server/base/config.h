// Everything about a server that its operator can choose.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "server/base/network.h"
#include "store/database.h"

namespace ordo::server {

/// So many at once, and so many a second in the long run.
struct Rate {
  double per_second = 1;
  double burst = 1;
};

struct Limits {
  std::size_t header_bytes = std::size_t{8} << 10;
  std::size_t body_bytes = std::size_t{64} << 10;
  std::chrono::milliseconds request_time{10'000};  ///< from its first to its last byte
  std::chrono::milliseconds idle_time{60'000};     ///< between two requests of a connection

  int connections = 20'000;
  int connections_per_address = 256;
  Rate requests{20, 100};  ///< of an address
  Rate costly{0.5, 20};    ///< of an address: signing up, logging in, becoming a guest, exporting
  Rate messages{20, 60};   ///< of a WebSocket
  int bad_messages = 20;   ///< of a WebSocket, before it is closed
  std::size_t queue_frames = 256;
  std::size_t queue_bytes = std::size_t{1} << 20;
  std::chrono::milliseconds ping_every{15'000};
  std::chrono::milliseconds silent_for{45'000};  ///< a WebSocket that is taken for dead

  int games_of_a_user = 50;            ///< going on
  int engine_games_of_a_user = 20;     ///< of those, with the engine
  int engine_games_of_a_network = 40;  ///< made on this node from one address
  int seeks_of_a_user = 3;             ///< and challenges
  Rate challenges{0.1, 10};            ///< of a user
  Rate challenges_to_one{0.02, 3};     ///< of a user to one other
  int watched_by_a_client = 20;
  int tokens_of_a_user = 20;
  int kept_games_of_a_user = 200;  ///< played without the server
  int reports_of_a_user = 3;       ///< that wait
  int reports_of_a_network = 6;    ///< in the hands of this node
  int reports = 200;               ///< that wait, of all
  int looks_of_a_network = 2;      ///< deeper looks at positions, likewise
  /// Of a stop that is to be over in ten seconds; closing the database may take up to two more.
  std::chrono::milliseconds drain_time{7'000};
  std::chrono::milliseconds ready_within{2'000};  ///< the database must store something, or /readyz fails
};

/// Of Argon2id; the defaults are libsodium's for interactive use.
struct PasswordCost {
  unsigned long long operations = 2;
  std::size_t memory = std::size_t{64} << 20;
  int threads = 2;
  int most_waiting = 64;
};

struct ServerConfig {
  std::string address = "127.0.0.1";  ///< IPv4, IPv6, or a name
  std::uint16_t port = 8080;          ///< 0: any that is free
  int threads = 0;                    ///< 0: one for each CPU
  store::DatabaseOptions database;
  std::string tables = "builtin";           ///< folder of endgame tables, "builtin" or "none"
  std::string web;                          ///< folder of the built web app; empty: none
  std::vector<std::string> engine_command;  ///< empty: no engine opponents
  int engines = 1;
  /// Of each engine, in bytes of address space; 0: no limit.
  std::size_t engine_memory = std::size_t{512} << 20;
  std::int64_t report_nodes = 400'000;  ///< for each position of a report on a game
  std::vector<std::string> origins;     ///< "https://example.org": allowed besides the server's own
  std::vector<Network> proxies;         ///< whose X-Forwarded-For and X-Forwarded-Proto are believed
  /// What this server is called, without ports: asked for by another name it does not answer. Empty: by any.
  std::vector<std::string> host_names;
  bool metrics_public = false;  ///< otherwise /metrics answers to this machine only
  Limits limits;
  PasswordCost password;
};

}  // namespace ordo::server
