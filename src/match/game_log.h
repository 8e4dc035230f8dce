// The file in which the records of a match are kept, game by game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "match/ledger.h"
#include "records/record.h"
#include "util/append_file.h"
#include "util/result.h"

namespace ordo::match {

/// An open file that nobody else writes to meanwhile. A record is written in one piece; what a killed match
/// left of a record it was writing is removed when the file is opened again.
class GameLog {
 public:
  /// Opens or creates the file and reads the games of this match in it; failing, why, in words that follow
  /// its name: "cannot be opened: …", or what else it holds.
  [[nodiscard]] static util::Result<GameLog, std::string> open(const std::string& path,
                                                               const MatchTags& tags);

  /// The games that were in it, in the order of the file.
  [[nodiscard]] const std::vector<Finished>& games() const noexcept { return games_; }
  /// Throws std::system_error, e.g. if the disk is full.
  void append(const records::Record& record);

 private:
  explicit GameLog(util::AppendFile file) noexcept : file_(std::move(file)) {}

  util::AppendFile file_;
  std::vector<Finished> games_;
  bool is_empty_ = true;
};

}  // namespace ordo::match
