// All numbers the search is tuned by: what each means, how far it may go, and its value in each game.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "rules/variant.h"
#include "search/vocabulary.h"

namespace ordo::search {

/// Read by the workers at run time, so that a match can be played with others. Scores are in centipoints,
/// depths in parts.
struct Parameters {
  // What is not searched to its full depth (decisions.h).
  int reverse_futility_margin;  ///< for each depth, above beta
  int reverse_futility_depth;   ///< the most
  int futility_margin;          ///< for each depth, below alpha
  int futility_depth;           ///< the most
  int hopeless_margin;          ///< after a preparation: for each depth and two more, below alpha
  int forced_extension;         ///< how much deeper a forced answer is searched
  int singular_depth;           ///< the least at which it is asked whether a part stands alone
  int singular_margin;          ///< for each depth, by which it must be better than all others
  int late_moves;               ///< so many are searched at least, more with the square of the depth
  int late_advances;            ///< the same after a preparation
  int late_move_depth;          ///< the most at which late moves are pruned; 0: never
  int reduction;                ///< of late moves, in 2^-16 of the product of two log16
  int reduction_history;        ///< less reduction for a good history, in 2^-20 of its value
  int reduction_depth;          ///< the least
  int reduction_first;          ///< so many parts of a node are not reduced
  // Quiescence (worker.cpp).
  int free_capture_depth;  ///< so deep captures of any piece are played, then only answers to captures
  int forced_depth;        ///< Ordo: so deep threats to win at once are answered
  // What a cutoff teaches (worker.cpp): the bonus is square * depth^2 + linear * depth, at most `most`.
  int history_square;
  int history_linear;
  int history_most;
  // In which order parts are tried (move_picker.cpp).
  int order_capture_rank;     ///< for each rank that a captured piece has come
  int order_capture_cut;      ///< for capturing what may hold the enemy's group together
  int order_capture_history;  ///< in 2^-8 of its value
  int order_policy;           ///< of what the policy says of a quiet part, in sixteenths; 0: it is not asked,
  int order_gain;             ///< but for each rank that each piece goes
  // The window of a search (deepening.cpp).
  int aspiration_depth;  ///< the least
  int aspiration_width;
  int aspiration_growth;  ///< a window that was too narrow is that many times as wide,
  int aspiration_most;    ///< and open once it would be wider than this
  // Shares of the clock (budget.cpp), in percent but for the first.
  /// What is left is divided by so many. A game of Ordo has some 40 turns a side, of Ordo X 16; the early
  /// ones matter most.
  int clock_turns;
  int clock_increment;  ///< of the increment, on top
  int clock_soft;       ///< of a turn's share: begin no new depth after this
  int clock_soft_most;  ///< of what is left
  int clock_open;       ///< of that, where the best turn has just changed
  int clock_settling;   ///< less for each depth that confirms it
  int clock_drop;       ///< more where it has turned out worse
  int clock_hard;       ///< of a turn's share: stop
  int clock_hard_most;  ///< of what is left
};

/// One of them. `usual` and `step` by game.
struct ParameterRow {
  std::string_view name;
  int Parameters::*member;
  int least;
  int most;
  std::array<int, 2> usual;
  std::array<int, 2> step;  ///< what makes a difference worth a match; 0: the game has no use for it
  bool needs_clock = false;
};

/// All, in the order of the struct. The values were found by matches (docs/strength.md).
[[nodiscard]] std::span<const ParameterRow> parameter_table() noexcept;

/// Those the engine plays with.
[[nodiscard]] const Parameters& usual_parameters(rules::Variant variant) noexcept;

/// The same for those who set them: the numbers of both games, with names as `ordox.LateMoves`.
[[nodiscard]] std::span<const thinking::Parameter> parameters();
/// Of one game.
[[nodiscard]] std::span<const thinking::Parameter> parameters(rules::Variant variant);

/// The usual ones but for those that are set. Each name must be known and its value within its range.
[[nodiscard]] Parameters parameters_with(rules::Variant variant, const thinking::ParameterValues& values);

}  // namespace ordo::search
