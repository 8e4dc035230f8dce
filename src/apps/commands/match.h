// `ordo match`: engines against each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "apps/commands/command.h"

namespace ordo::apps {

struct MatchOptions {
  std::string variant = "ordo";
  std::string first;   ///< as match::parse_contestant reads it
  std::string second;  ///< likewise
  std::string pool;    ///< a file with several, instead of the second
  std::string clock;
  std::string move_time;
  std::string nodes;
  std::string depth;
  std::size_t games = 0;  ///< 0: not given
  int concurrency = 1;
  std::string sprt;  ///< elo0,elo1[,alpha,beta]
  std::string out;
  bool json = false;
  int margin = 100;   ///< milliseconds
  int patience = 60;  ///< seconds
  int max_plies = 1000;
  std::string resign;  ///< score[,turns]; empty: nobody resigns
  std::uint64_t seed = 1;
  int book_plies = -1;  ///< -1: what suits the game
  std::uint64_t book_nodes = 20000;
  int book_bound = 60;
  std::string book;
  std::string write_book;

  std::string self;          ///< the path of this program
  bool is_terminal = false;  ///< of the error stream
};

/// Ends early, with what has been reached, when `stop` becomes true.
int run_match_command(const MatchOptions& options, Console& console, const std::atomic<bool>& stop);

}  // namespace ordo::apps
