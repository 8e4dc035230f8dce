// `ordo bot`: a UGI engine as a player on a server.
#pragma once

#include <string>
#include <vector>

#include "apps/bot/client.h"
#include "apps/commands/command.h"
#include "util/result.h"

namespace ordo::apps {

struct BotOptions {
  std::string server = "http://127.0.0.1:8080";
  std::string token_file;
  std::string engine;
  int engines = 1;
  int most_time = 1000;
  std::vector<std::string> join;
  std::vector<std::string> seeks;
  int most_games = 4;
  bool no_rematch = false;
};

/// "ordo 300+3 rated white" as the body of POST /api/seeks; failing: which word is none.
[[nodiscard]] util::Result<std::string, std::string> seek_body(const std::string& words);

/// "http://host:port" taken apart into `settings`; failing: what is wrong.
[[nodiscard]] util::Result<bool, std::string> read_server(const std::string& url, BotSettings& settings);

int run_bot(const BotOptions& options, Console& console);

}  // namespace ordo::apps
