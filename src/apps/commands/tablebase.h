// `ordo tablebase`: endgame tables, made, asked, proved and summed up.
#pragma once

#include <string>

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"
#include "tablebase/tables.h"
#include "util/result.h"

namespace ordo::apps {

struct TableBuildOptions {
  std::string variant = "ordo";
  int most = 0;
  std::string only;  ///< "3v2", or empty: all
  int threads = 1;
  std::string out = "tables";
};

struct TableProbeOptions {
  PositionOption position;
  std::string tables;
  bool turns = false;
};

struct TableVerifyOptions {
  std::string variant = "ordo";
  std::string tables;
  int threads = 1;
  bool by_turns = false;
  bool naive = false;
  std::uint64_t sample = 1000;
};

struct TableStatsOptions {
  std::string variant = "ordo";
  std::string tables;
  int most = tablebase::ConnectedSets::kMostPieces;
  bool json = false;
  bool zugzwangs = false;
  bool races = false;
};

int run_table_build(const TableBuildOptions& options, Console& console);
int run_table_probe(const TableProbeOptions& options, Console& console);
int run_table_verify(const TableVerifyOptions& options, Console& console);
int run_table_stats(const TableStatsOptions& options, Console& console);

/// "win 5", "loss 4", "draw".
[[nodiscard]] std::string verdict_text(const tablebase::Verdict& verdict);

}  // namespace ordo::apps
