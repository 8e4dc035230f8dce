// `ordo serve`: the game server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/commands/command.h"
#include "server/base/config.h"
#include "util/result.h"

namespace ordo::apps {

struct ServeOptions {
  std::string listen = "127.0.0.1:8080";
  std::string database;  ///< empty: a file in the data folder
  int threads = 0;
  std::string tables = "builtin";
  std::string web;          ///< empty: what web_beside() finds
  int engines = -1;         ///< -1: one, or two where there are many CPUs
  int engine_memory = 512;  ///< MiB of address space of each engine; 0: no limit
  int report_nodes = 400'000;
  std::vector<std::string> origins;
  std::vector<std::string> proxies;     ///< addresses and networks
  std::vector<std::string> host_names;  ///< empty: any
  bool metrics_public = false;
  int connections_per_address = 0;  ///< 0: what server::Limits says
  double message_rate = 0;          ///< likewise
  double request_rate = 0;          ///< likewise
  bool no_limits = false;
  std::string log_level = "info";
  bool log_json = false;
  bool pretty = false;

  std::string self;          ///< the path of this program
  bool is_terminal = false;  ///< of the error stream
};

struct ListenAddress {
  std::string host;
  std::uint16_t port = 0;
};

/// "127.0.0.1:8080", "[::1]:0", ":8080" (every address), "localhost:80".
[[nodiscard]] util::Result<ListenAddress, std::string> parse_listen(const std::string& text);

/// The built web app that belongs to a program: of the same source tree (build/release/ordo and web/dist) or
/// installed with it (bin/ordo and share/ordo/web). Empty if there is none.
[[nodiscard]] std::string web_beside(const std::string& program);

/// Everything but the streams; makes the data folder if the database is to lie there.
[[nodiscard]] util::Result<server::ServerConfig, std::string> server_config(const ServeOptions& options);

/// Serves until SIGTERM or SIGINT.
int run_serve(const ServeOptions& options, Console& console);

}  // namespace ordo::apps
