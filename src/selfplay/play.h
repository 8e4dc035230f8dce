// One game between two minds, and the samples it gives.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/network.h"
#include "rules/variant.h"
#include "selfplay/minds.h"
#include "selfplay/sample.h"
#include "tablebase/tables.h"

namespace ordo::selfplay {

/// How many asides are worth it: to Ordo they did harm (docs/strength.md).
[[nodiscard]] constexpr int usual_asides(rules::Variant variant) noexcept {
  return variant == rules::Variant::OrdoX ? 8 : 0;
}

struct PlaySettings {
  rules::Variant variant = rules::Variant::Ordo;
  std::uint64_t nodes = 1500;  ///< of a turn
  std::uint64_t seed = 1;
  double distortion = 0.3;  ///< by about what share each weight of a stranger is another in each game
  /// The share of games that others begin and the engine finishes, playing both sides.
  double taken_over = 0.67;
  /// In half of these games the engine takes over as soon as both of the others believe to be winning, by so
  /// many centipoints together: one of them is wrong, and whoever thinks alike would be. 0: nobody asks.
  int disagreement = 0;
  /// How many times as many nodes a stranger searches where he meets the engine from the start. With more
  /// than one they are taken for equals: what becomes of such a game tells what its positions were worth.
  int odds = 1;
  int asides = 0;  ///< positions off the line that are searched, too, for each turn (Course::Aside)
  const Mind* stranger = nullptr;  ///< the only one the engine meets; null: any
  /// What the engine judges by; null: its weights. Must outlive the games.
  const eval::Network* network = nullptr;
};

/// Plays the game of that number: the same settings and number give the same samples. The opening is random.
/// In some games any two minds then play up to some turn, and from there on the engine's own judgement,
/// slightly distorted, plays both sides; in the others it meets, three times of four, somebody else's from
/// the start. Positions that were not played, a few parts off the line, may be searched, too
/// (Course::Aside).
/// It ends where the result is proven, or known to the tables; there may be no sample in it.
[[nodiscard]] std::vector<Sample> play_game(const PlaySettings& settings, std::uint32_t number,
                                            const tablebase::Tables& tables);

}  // namespace ordo::selfplay
