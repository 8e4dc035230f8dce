// The games of a match: numbered, added up, and kept in a file from which an interrupted match goes on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/client.h"
#include "engines/process.h"
#include "match/referee.h"
#include "match/statistics.h"
#include "records/record.h"

namespace ordo::match {

/// Game n, from 0, is played from opening n / 2; the first contestant has White in even games.
[[nodiscard]] constexpr std::size_t opening_of(std::size_t game) noexcept { return game / 2; }
[[nodiscard]] constexpr rules::Color first_color(std::size_t game) noexcept {
  return game % 2 == 0 ? rules::Color::White : rules::Color::Black;
}

/// What counts of a finished game.
struct Finished {
  std::size_t number = 0;
  rules::Position start = rules::Position::initial(rules::Variant::Ordo);
  GameScore score = GameScore::Draw;  ///< of the first contestant
  rules::Color first = rules::Color::White;
  std::size_t plies = 0;
  std::string termination;                ///< name(Ending), name(engines::Fault) or kTooLong
  std::optional<engines::Fault> fault;    ///< of the loser
  std::array<engines::Effort, 2> effort;  ///< of the contestants
};

/// How a game ends that has grown too long.
inline constexpr std::string_view kTooLong = "max-plies";

/// The results of all finished games.
struct Tally {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 3> scores{};  ///< of the first contestant, by GameScore
  std::array<std::array<std::uint64_t, engines::kFaults>, 2>
      faults{};  ///< of each contestant, by engines::Fault
  std::array<engines::Effort, 2> effort;
  std::map<std::string, std::uint64_t> terminations;
  std::uint64_t white_wins = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t plies = 0;
  Pentanomial pairs;  ///< of openings both games of which are finished

  [[nodiscard]] std::uint64_t count(GameScore score) const noexcept {
    return scores[static_cast<std::size_t>(score)];
  }
};

/// Not for several threads at once.
class Ledger {
 public:
  Ledger() = default;

  /// Counts a game that was not counted before.
  void add(const Finished& game);
  [[nodiscard]] bool has(std::size_t game) const noexcept { return games_.contains(game); }
  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }

 private:
  std::map<std::size_t, GameScore> games_;
  Tally tally_;
};

/// Names the contestants and the settings in every record.
struct MatchTags {
  std::array<std::string, 2> names;
  std::string settings;  ///< one line
};

[[nodiscard]] Finished finished_of(std::size_t number, const PlayedGame& played);

[[nodiscard]] records::Record record_of(const Finished& game, const PlayedGame& played,
                                        const MatchTags& tags);
/// What a record of this match says; failing, why it is none.
[[nodiscard]] util::Result<Finished, std::string> finished_of(const records::Record& record,
                                                              const MatchTags& tags);

}  // namespace ordo::match
