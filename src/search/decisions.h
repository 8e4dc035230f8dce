// What is not searched to its full depth: extensions, reductions and pruning, each a question about a node.
#pragma once

#include <algorithm>
#include <bit>

#include "search/frame.h"
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
  Part remembered;  ///< the best part by the table, or none

  int start_alpha = 0;
  int best = kNothing;
  Part best_part;     ///< none: nothing was better than alpha
  int searched = 0;   ///< so many parts
  int number = 0;     ///< of the next part, with those put off
  int deferred = 0;   ///< so many were put off,
  int taken_up = 0;   ///< and so many of them searched after all
  bool over = false;  ///< a cutoff, or the search must end
};

// In centipoints and in parts, found by matches (docs/strength.md).
template <Variant V>
struct Tuning {
  static constexpr int kReverseFutilityMargin = V == Variant::Ordo ? 28 : 90;
  static constexpr int kReverseFutilityDepth = 6;
  static constexpr int kFutilityMargin = 120;
  static constexpr int kFutilityDepth = 4;
  static constexpr bool kExtends = V == Variant::OrdoX;
  static constexpr bool kPrunesLateMoves = V == Variant::OrdoX;
  static constexpr int kLateMoves = 6;
  static constexpr int kLateAdvances = 3;  ///< after a preparation
  static constexpr int kLateMoveDepth = 4;
  static constexpr int kReduction = 115;
};

/// A forced answer is searched one part deeper, as long as the line is not much longer than the search.
template <Variant V>
[[nodiscard]] inline int extension(const Context& node, const Features& features, int ply,
                                   int root_depth) noexcept {
  return Tuning<V>::kExtends && features.extensions && node.forced && ply < 2 * root_depth ? 1 : 0;
}

/// Reverse futility: the estimate is so far above beta that it is believed.
template <Variant V>
[[nodiscard]] inline bool is_reverse_futile(const Context& node) noexcept {
  using Tune = Tuning<V>;
  return node.guesses && node.depth <= Tune::kReverseFutilityDepth &&
         node.estimate - Tune::kReverseFutilityMargin * node.depth >= node.beta;
}

/// The most that is hoped for from a quiet part near the leaves.
template <Variant V>
[[nodiscard]] inline int futility_bound(const Context& node) noexcept {
  return node.estimate + Tuning<V>::kFutilityMargin * node.depth;
}

/// Futility: from here on no quiet part is searched but those that reach the seventh rank. Stays true.
template <Variant V>
[[nodiscard]] inline bool is_futile(const Context& node) noexcept {
  return node.guesses && node.depth <= Tuning<V>::kFutilityDepth && node.searched > 0 &&
         node.best > -Score::kProven && futility_bound<V>(node) <= node.alpha;
}

/// Late move pruning: from here on no quiet part is searched at all. Stays true.
template <Variant V>
[[nodiscard]] inline bool prunes_late_moves(const Context& node, const Features& features) noexcept {
  using Tune = Tuning<V>;
  const int most =
      (node.prepared ? Tune::kLateAdvances : Tune::kLateMoves) * (1 + node.depth * node.depth / 2);
  return Tune::kPrunesLateMoves && node.prunes && features.late_pruning &&
         node.depth <= Tune::kLateMoveDepth && node.number > most && node.best > -Score::kProven;
}

/// Sixteen times the logarithm to the base 2, by straight lines between powers of two: the same on every
/// machine.
[[nodiscard]] constexpr int log16(int x) noexcept {
  const int power = static_cast<int>(std::bit_width(static_cast<unsigned>(x))) - 1;
  return 16 * power + ((x << 4) >> power) - 16;
}

/// Late move reductions: by how much less deeply a quiet part is searched at first. `history`: its value.
template <Variant V>
[[nodiscard]] inline int late_move_reduction(const Context& node, int number, bool is_pv,
                                             int history) noexcept {
  int reduction = (log16(node.depth) * log16(number + 1) * Tuning<V>::kReduction) >> 16;
  if (is_pv) --reduction;
  reduction -= history / 8192;
  return std::clamp(reduction, 0, node.depth - 2);
}

/// Whether that is asked at all.
[[nodiscard]] inline bool may_reduce(const Context& node, const Features& features, Part part,
                                     int number) noexcept {
  return features.reductions && node.depth >= 3 && number >= 2 && !part.captures() && !node.forced &&
         !is_proven(node.alpha);
}

}  // namespace ordo::search
