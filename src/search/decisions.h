// What is not searched to its full depth: extensions, reductions and pruning, each a question about a node.
#pragma once

#include <algorithm>
#include <bit>

#include "search/frame.h"
#include "search/parameters.h"
#include "search/vocabulary.h"

namespace ordo::search {

/// Beyond every score.
inline constexpr int kInfinite = Score::kWin + 1;
/// The value of a node none of whose turns count.
inline constexpr int kNothing = -kInfinite;

[[nodiscard]] constexpr int win_after(int turns) noexcept { return Score::win_after(turns).value(); }
[[nodiscard]] constexpr int loss_after(int turns) noexcept { return Score::loss_after(turns).value(); }
[[nodiscard]] constexpr bool is_proven(int score) noexcept { return Score(score).is_proven(); }

/// What is known of a node while its parts are searched.
struct Context {
  int alpha = 0;
  int beta = 0;
  int asked = 0;          ///< the depth
  int depth = 0;          ///< with its extension
  bool forced = false;    ///< the side to move must reconnect, or meet a threat to win at once
  bool prepared = false;  ///< only the advance of the turn is left
  bool partial = false;   ///< not all turns count: the table must not learn of it
  bool prunes = false;    ///< a null window, nothing forced, no proof asked for
  bool guesses = false;   ///< `estimate` is there, to prune by
  bool shares = false;    ///< other threads look at which parts this one is busy with
  int estimate = 0;
  int memory_score = 0;   ///< what the table says of it is at least that,
  int memory_depth = -1;  ///< by a search so deep; -1: it does not
  int singular = 0;       ///< how much deeper the remembered part is searched
  Part remembered;        ///< the best part by the table, or none

  int start_alpha = 0;
  int best = kNothing;
  Part best_part;     ///< none: nothing was better than alpha
  int searched = 0;   ///< so many parts
  int number = 0;     ///< of the next part, with those put off
  int deferred = 0;   ///< so many were put off,
  int taken_up = 0;   ///< and so many of them searched after all
  bool over = false;  ///< a cutoff, or the search must end
};

/// A forced answer is searched deeper, as long as the line is not much longer than the search.
[[nodiscard]] inline int extension(const Context& node, const Features& features,
                                   const Parameters& parameters, int ply, int root_depth) noexcept {
  return features.extensions && node.forced && ply < 2 * root_depth ? parameters.forced_extension : 0;
}

/// Reverse futility: the estimate is so far above beta that it is believed. Not after a preparation: what it
/// promises is for the advance to show.
[[nodiscard]] inline bool is_reverse_futile(const Context& node, const Parameters& parameters) noexcept {
  return node.guesses && !node.prepared && node.depth <= parameters.reverse_futility_depth &&
         node.estimate - parameters.reverse_futility_margin * node.depth >= node.beta;
}

/// Razoring: no advance will make up for what the preparation has spoiled.
[[nodiscard]] inline bool is_hopeless(const Context& node, const Parameters& parameters) noexcept {
  return node.guesses && node.prepared && node.depth <= parameters.futility_depth &&
         node.estimate + parameters.hopeless_margin * (node.depth + 2) <= node.alpha;
}

/// The most that is hoped for from a quiet part near the leaves.
[[nodiscard]] inline int futility_bound(const Context& node, const Parameters& parameters) noexcept {
  return node.estimate + parameters.futility_margin * node.depth;
}

/// Futility: from here on no quiet part is searched but those that reach the seventh rank. Stays true.
[[nodiscard]] inline bool is_futile(const Context& node, const Parameters& parameters) noexcept {
  return node.guesses && node.depth <= parameters.futility_depth && node.searched > 0 &&
         node.best > -Score::kProven && futility_bound(node, parameters) <= node.alpha;
}

/// Late move pruning: from here on no quiet part is searched at all. Stays true.
[[nodiscard]] inline bool prunes_late_moves(const Context& node, const Features& features,
                                            const Parameters& parameters) noexcept {
  if (!node.prunes || node.depth > parameters.late_move_depth || !features.late_pruning) return false;
  const int moves = node.prepared ? parameters.late_advances : parameters.late_moves;
  return node.number > moves * (1 + node.depth * node.depth / 2) && node.best > -Score::kProven;
}

/// Sixteen times the logarithm to the base 2, by straight lines between powers of two: the same on every
/// machine.
[[nodiscard]] constexpr int log16(int x) noexcept {
  const int power = static_cast<int>(std::bit_width(static_cast<unsigned>(x))) - 1;
  return 16 * power + ((x << 4) >> power) - 16;
}

/// Late move reductions: by how much less deeply a quiet part is searched at first. `history`: its value.
[[nodiscard]] inline int late_move_reduction(const Context& node, const Parameters& parameters, int number,
                                             bool is_pv, int history) noexcept {
  int reduction = (log16(node.depth) * log16(number + 1) * parameters.reduction) >> 16;
  if (is_pv) --reduction;
  reduction -= history * parameters.reduction_history / (1 << 20);
  return std::clamp(reduction, 0, node.depth - 2);
}

/// Whether that is asked at all.
[[nodiscard]] inline bool may_reduce(const Context& node, const Features& features,
                                     const Parameters& parameters, Part part, int number) noexcept {
  return features.reductions && node.depth >= parameters.reduction_depth &&
         number >= parameters.reduction_first && !part.captures() && !node.forced && !is_proven(node.alpha);
}

}  // namespace ordo::search
