// A UGI engine that plays on a server: the connection, the games, and what to do when either breaks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engines/program.h"

namespace ordo::apps {

struct BotSettings {
  std::string host = "127.0.0.1";
  std::string port = "8080";
  std::string token;
  engines::Program engine;
  int engines = 1;  ///< processes, and so games thought about at once
  std::chrono::milliseconds most_time{1000};
  std::vector<std::string> join;   ///< games by link to sit down at
  std::vector<std::string> seeks;  ///< bodies of POST /api/seeks, kept open in turn
  int most_games = 4;
  bool rematch = true;
};

/// The server does not want this bot: trying again would not help.
class BotRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays until `stop` becomes true. A lost connection is made again, with growing pauses; `say` is told in
/// words for people what happens. Throws BotRefused.
void run_bot_client(const BotSettings& settings, const std::atomic<bool>& stop,
                    const std::function<void(const std::string&)>& say);

}  // namespace ordo::apps
