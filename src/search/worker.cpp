// Principal-variation search over parts.
#include "search/worker.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "rules/query.h"

namespace ordo::search {
namespace {

/// No turn is left once those excluded are.
constexpr int kNothing = -kInfinite;

[[nodiscard]] constexpr int win_after(int turns) noexcept { return Score::kWin - turns; }
[[nodiscard]] constexpr int loss_after(int turns) noexcept { return turns - Score::kWin; }
[[nodiscard]] constexpr bool is_proven(int score) noexcept { return Score(score).is_proven(); }

/// Proven results count from the root in the search, and from the node in the table.
[[nodiscard]] constexpr int to_table(int score, int turns) noexcept {
  return score >= Score::kProven ? score + turns : score <= -Score::kProven ? score - turns : score;
}
[[nodiscard]] constexpr int from_table(int score, int turns) noexcept {
  return score >= Score::kProven ? score - turns : score <= -Score::kProven ? score + turns : score;
}

/// Whether a remembered value answers the question of the window. Where a proof is asked for, an estimate is
/// no answer: it may come from a search that left out the move that wins.
[[nodiscard]] constexpr bool settles(Bound bound, int score, int alpha, int beta) noexcept {
  if ((is_proven(alpha) || is_proven(beta)) && !is_proven(score)) return false;
  return bound == Bound::Exact || (bound == Bound::AtLeast ? score >= beta : score <= alpha);
}

/// Sixteen times the logarithm to the base 2, by straight lines between powers of two: the same on every
/// machine.
[[nodiscard]] constexpr int log16(int x) noexcept {
  const int power = static_cast<int>(std::bit_width(static_cast<unsigned>(x))) - 1;
  return 16 * power + ((x << 4) >> power) - 16;
}

// What follows is in centipoints and in parts, found by matches (docs/strength.md).
template <Variant V>
struct Tuning {
  static constexpr int kReverseFutilityMargin = V == Variant::Ordo ? 28 : 90;
  static constexpr int kReverseFutilityDepth = 6;
  static constexpr int kFutilityMargin = 120;
  static constexpr int kFutilityDepth = 4;
  static constexpr bool kExtensions = V == Variant::OrdoX;
  static constexpr bool kLatePruning = V == Variant::OrdoX;
  static constexpr int kLateMoves = 6;
  static constexpr int kLateDepth = 4;
  static constexpr int kReduction = 115;
};

}  // namespace

template <Variant V>
int Worker<V>::search_root(int alpha, int beta, int depth, std::span<const std::array<Part, 2>> excluded) {
  excluded_ = excluded;
  root_depth_ = depth;
  parts_.clear();
  return search<Kind::Pv>(frames_.front(), alpha, beta, depth);
}

template <Variant V>
void Worker<V>::enter(Frame& next, const Frame& frame, Part part, const Played& played) noexcept {
  next.node = played.node;
  next.key = played.node.key();
  shared_.table->prefetch(next.key);
  next.turns = frame.turns + (played.same_side ? 0 : 1);
  next.side = played.same_side ? frame.side : 1 - frame.side;
  next.captured = part.captures();
  if constexpr (V == Variant::Ordo) {
    next.reversible = part.is_sideways() && !part.captures() && !frame.split ? frame.reversible + 1 : 0;
    next.split = part.captures() && rules::is_split_without(frame.node.enemy, part.to());
  }
}

template <Variant V>
bool Worker<V>::repeats(const Frame& frame) const noexcept {
  if constexpr (V == Variant::OrdoX) return false;
  int earlier = 0;
  for (int back = 4; back <= frame.reversible; back += 2) {
    const int ply = frame.ply - back;
    if (ply >= 0) {
      if (frame_at(ply).key == frame.key) return true;
    } else {
      const auto index = static_cast<std::ptrdiff_t>(before_.size()) + ply;
      if (before_[static_cast<std::size_t>(index)] == frame.key && ++earlier == 2) return true;
    }
  }
  return false;
}

template <Variant V>
bool Worker<V>::opponent_threatens(const Frame& frame) const noexcept {
  return rules::can_enter_home_row<V>(frame.node.enemy.turned(), frame.node.own.turned());
}

template <Variant V>
int Worker<V>::evaluate(const Frame& frame) noexcept {
  return evaluator_(frame.node.own, frame.node.enemy, frame.node.phase) + shared_.noise.of(frame.key);
}

template <Variant V>
bool Worker<V>::is_excluded(const Frame& frame, Part part) const noexcept {
  if (excluded_.empty() || frame.ply > 1) return false;
  return std::any_of(excluded_.begin(), excluded_.end(), [&](const std::array<Part, 2>& turn) {
    if (frame.ply == 0) return turn[0] == part && !turn[1].exists();
    return frame.node.phase == Phase::Advance && turn[0] == frames_.front().move && turn[1] == part;
  });
}

template <Variant V>
bool Worker<V>::count_node() noexcept {
  if (tally_.nodes >= tally_.next_check) check_limits();
  if (tally_.aborted) return true;
  ++tally_.nodes;
  return false;
}

template <Variant V>
Part Worker<V>::pick(std::size_t at) noexcept {
  // First which is the best, then where it is: two simple loops are faster than one.
  const auto first = parts_.begin() + static_cast<std::ptrdiff_t>(at);
  std::int64_t best = first->rank();
  for (auto it = first; it != parts_.end(); ++it) best = std::max(best, it->rank());
  auto it = first;
  while (it->rank() != best) ++it;
  std::swap(*first, *it);
  return first->part();
}

template <Variant V>
void Worker<V>::raise_line(Frame& frame, Part part, bool child_has_line) noexcept {
  frame.line[0] = part;
  frame.line_length = 1;
  if (child_has_line) {
    const Frame& next = frame_at(frame.ply + 1);
    std::copy_n(next.line.begin(), next.line_length, frame.line.begin() + 1);
    frame.line_length += next.line_length;
  }
}

template <Variant V>
void Worker<V>::reward(const Frame& frame, Part best, int depth, std::size_t first,
                       std::size_t tried) noexcept {
  if (best.captures()) return;
  const int bonus = std::min(16 * depth * depth + 32 * depth, 1600);
  history_.reward(frame.side, best, bonus);
  for (std::size_t i = first; i < first + tried && i < parts_.size(); ++i) {
    if (const Part part = parts_[i].part(); part.exists() && part != best && !part.captures())
      history_.reward(frame.side, part, -bonus);
  }
  Frame& mine = frame_at(frame.ply);
  if (mine.killers[0] != best) mine.killers = {best, mine.killers[0]};
}

template <Variant V>
template <typename Worker<V>::Kind K>
int Worker<V>::search(Frame& frame, int alpha, int beta, int depth) {
  constexpr bool kPv = K == Kind::Pv;
  using Tune = Tuning<V>;
  const Features& features = shared_.features;
  frame.line_length = 0;
  if (depth <= 0 || frame.ply >= kMaxPly - 2) return quiesce<K>(frame, alpha, beta, 0);
  if (count_node()) return 0;
  tally_.deepest = std::max(tally_.deepest, frame.ply);
  const bool root = frame.ply == 0;
  if (!root) {
    if (repeats(frame)) return 0;
    alpha = std::max(alpha, loss_after(frame.turns));
    beta = std::min(beta, win_after(frame.turns + 1));
    if (alpha >= beta) return alpha;
    if (!kPv && rules::can_enter_home_row<V>(frame.node.own, frame.node.enemy))
      return win_after(frame.turns + 1);
  }

  const bool whole = frame.node.phase == Phase::Whole;
  const bool threatened = whole && opponent_threatens(frame);
  const bool forced = frame.split || threatened;
  const bool partial =
      !excluded_.empty() && frame.ply <= 1;  // not all turns count: the table must not learn of it
  const bool prune = !kPv && !forced && !is_proven(beta) && !is_proven(alpha);
  // Before the table is asked, since the answer takes that long to arrive.
  const bool guess = prune && features.futility;
  const int estimate = guess ? evaluate(frame) : 0;
  Part table_move;
  if (features.table) {
    if (const auto memory = shared_.table->find(frame.key)) {
      if (fits(frame.node, memory->move)) table_move = memory->move;
      const int score = from_table(memory->score, frame.turns);
      if (!kPv && !partial && memory->depth >= depth && settles(memory->bound, score, alpha, beta))
        return score;
    }
  }

  const int asked = depth;
  if (Tune::kExtensions && features.extensions && forced && frame.ply < 2 * root_depth_) ++depth;
  Frame& next = frame_at(frame.ply + 1);
  if (guess && depth <= Tune::kReverseFutilityDepth &&
      estimate - Tune::kReverseFutilityMargin * depth >= beta)
    return estimate;

  const std::size_t first = parts_.size();
  const int start_alpha = alpha;
  int best = kNothing;
  Part best_part;
  int tried = 0;
  bool nothing_to_try = false;                             // only a split side can be without a move
  const bool sharing = shared_.threads > 1 && depth >= 5;  // less is not worth the trouble
  // Moves that another thread is searching come last, but count as if they had been tried in their turn:
  // those after them are not to be searched more deeply for that.
  struct Deferred {
    Part part;
    int number;
  };
  std::array<Deferred, 32> deferred;
  std::size_t deferred_count = 0;
  int number = 0;  // of the next move

  // Whether quiet moves are left out from here on, all of them, or those that do not reach the seventh rank.
  // Once true these stay so.
  const auto is_late = [&] {
    return Tune::kLatePruning && prune && features.late_pruning && depth <= Tune::kLateDepth &&
           number > Tune::kLateMoves * (1 + depth * depth / 2) && best > -Score::kProven;
  };
  const int hope = estimate + Tune::kFutilityMargin * depth;
  const auto is_futile = [&] {
    return guess && depth <= Tune::kFutilityDepth && tried > 0 && best > -Score::kProven && hope <= alpha;
  };
  std::size_t at = first;
  bool hoped = false;  // whether what is tried is legal has to be asked
  // Searches one part; true if that ends the node. `turn`: its number, if it was deferred.
  const auto try_part = [&](Part part, std::optional<int> turn) {
    if (is_excluded(frame, part)) return false;
    const bool quiet = !part.captures();
    if (quiet && !turn && is_late()) return false;
    if (quiet && is_futile() && (part.destination() & rules::kRank7).none()) {
      best = std::max(best, hope);
      return false;
    }
    if (hoped && !rules::stays_whole(frame.node.own, part)) {
      parts_[at] = {};
      return false;
    }
    const std::uint64_t id = frame.key ^ part.bits() * 0x9E3779B97F4A7C15U;
    if (sharing) {
      if (!turn && tried > 0 && deferred_count < deferred.size() && shared_.busy.is_busy(id)) {
        deferred[deferred_count++] = {part, number++};
        return false;
      }
      shared_.busy.begin(id);
    }
    const int late = turn ? *turn : number++;
    frame.move = part;
    const Played played = play<V>(frame.node, part);
    next.line_length = 0;
    int score = 0;
    if (played.wins) {
      score = win_after(frame.turns + 1);
    } else {
      enter(next, frame, part, played);
      const auto look = [&]<Kind C>(int low, int high, int to_depth) {
        return played.same_side ? search<C>(next, low, high, to_depth)
                                : -search<C>(next, -high, -low, to_depth);
      };
      int reduction = 0;
      if (features.reductions && depth >= 3 && late >= 2 && quiet && !forced && !is_proven(alpha)) {
        reduction = (log16(depth) * log16(late + 1) * Tune::kReduction) >> 16;
        if (kPv) --reduction;
        if (features.history) reduction -= history_.value(frame.side, part) / 8192;
        reduction = std::clamp(reduction, 0, depth - 2);
      }
      if (tried == 0) {
        score = look.template operator()<K>(alpha, beta, depth - 1);
      } else {
        score = look.template operator()<Kind::Other>(alpha, alpha + 1, depth - 1 - reduction);
        if (score > alpha && reduction > 0 && !tally_.aborted)
          score = look.template operator()<Kind::Other>(alpha, alpha + 1, depth - 1);
        if (kPv && score > alpha && score < beta && !tally_.aborted)
          score = look.template operator()<Kind::Pv>(alpha, beta, depth - 1);
      }
    }
    if (sharing) shared_.busy.end(id);
    if (tally_.aborted) return true;
    ++tried;
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_part = part;
        if (kPv) {
          raise_line(frame, part, !played.wins);
          if (root) best_line_.assign(frame.line.begin(), frame.line.begin() + frame.line_length);
        }
        alpha = score;
        if (alpha >= beta) return true;
      }
    }
    return false;
  };

  // One stage after the other, each only if those before it have not ended the node: most do not get to the
  // quiet moves, for which the group has to be analysed.
  bool done = table_move.exists() && try_part(table_move, {});
  const auto try_listed = [&] {
    const std::size_t end = parts_.size();
    for (; at < end && !done; ++at) done = try_part(pick(at), {});
  };
  if (!done && frame.split) {
    const rules::Reconnection moves(frame.node.own, frame.node.enemy);
    list_captures(frame, moves, table_move);
    try_listed();
    if (!done) list_quiet(frame, moves, table_move);
    nothing_to_try = parts_.size() == first && !table_move.exists();
    try_listed();
  } else if (!done) {
    list_captures(frame, frame.node.enemy, table_move);
    try_listed();
    const std::array<Part, 2> killers = features.killers ? frame.killers : std::array<Part, 2>{};
    std::array<Part, 2> played;
    for (std::size_t i = 0; i < killers.size() && !done; ++i) {
      if (killers[i] == table_move || !is_playable(frame.node, killers[i])) continue;
      played[i] = killers[i];
      parts_.emplace(parts_.begin() + static_cast<std::ptrdiff_t>(at), killers[i], 0);
      ++at;
      done = try_part(killers[i], {});
    }
    if (!done && !is_late()) {
      const bool futile = is_futile();
      if (futile) best = std::max(best, hope);
      if (!futile || may_reach_seventh_rank(frame.node)) list_quiet(frame, table_move, played);
      hoped = kConnection<V> == rules::Connection::Hoped;
      for (const std::size_t end = parts_.size(); at < end && !done && !is_late(); ++at)
        done = try_part(pick(at), {});
    }
  }
  hoped = false;
  for (std::size_t i = 0; i < deferred_count && !done; ++i)
    done = try_part(deferred[i].part, deferred[i].number);
  if (tally_.aborted) {
    parts_.resize(first);
    return 0;
  }
  if (nothing_to_try) best = loss_after(frame.turns);
  if (best >= beta && best_part.exists()) reward(frame, best_part, depth, first, at - first);
  parts_.resize(first);
  if (features.table && !partial && best != kNothing) {
    const Bound bound = best >= beta ? Bound::AtLeast : best > start_alpha ? Bound::Exact : Bound::AtMost;
    shared_.table->store(frame.key, {best_part, to_table(best, frame.turns), asked, bound});
  }
  return best;
}

template <Variant V>
template <typename Worker<V>::Kind K>
int Worker<V>::quiesce(Frame& frame, int alpha, int beta, int depth) {
  constexpr bool kPv = K == Kind::Pv;
  constexpr int kForced = -6;        // how deep forced answers that are no captures are played
  constexpr int kFreeCaptures = -3;  // and captures anywhere
  const Features& features = shared_.features;
  frame.line_length = 0;
  if (count_node()) return 0;
  tally_.deepest = std::max(tally_.deepest, frame.ply);
  if (repeats(frame)) return 0;
  const std::size_t first = parts_.size();
  if (!features.quiescence) {
    if (frame.split) {
      list(frame, Part());
      const bool lost = parts_.size() == first;
      parts_.resize(first);
      if (lost) return loss_after(frame.turns);
    }
    return evaluate(frame);
  }
  if (frame.ply >= kMaxPly - 2) return evaluate(frame);
  if (rules::can_enter_home_row<V>(frame.node.own, frame.node.enemy)) return win_after(frame.turns + 1);
  const int start_alpha = alpha;
  const bool forced = frame.split || (V == Variant::Ordo && depth > kForced && opponent_threatens(frame));
  // An estimate that suffices is believed without a look into the table: most nodes end here.
  int best = kNothing;
  if (!forced) {
    best = evaluate(frame);
    if (best >= beta) return best;
  }
  if (features.table) {
    if (const auto memory = shared_.table->find(frame.key)) {
      const int score = from_table(memory->score, frame.turns);
      if (!kPv && settles(memory->bound, score, alpha, beta)) return score;
    }
  }
  Bitboard wanted = frame.node.enemy;
  if (!forced) {
    alpha = std::max(alpha, best);
    // Deeper down only answers to captures: exchanges come to an end, and the tree with them.
    if (depth <= kFreeCaptures) {
      const Part last = frame_at(frame.ply - 1).move;
      const bool same_side = frame.node.phase == Phase::Advance;
      if (!frame.captured || same_side) return best;
      wanted &= bitboard(last.to().turned());
    }
  }
  Frame& next = frame_at(frame.ply + 1);
  Part best_part;
  bool done = false;
  std::size_t at = first;
  const auto try_listed = [&] {
    const std::size_t end = parts_.size();
    for (; at < end && !done; ++at) {
      const Part part = pick(at);
      const Played played = play<V>(frame.node, part);
      frame.move = part;
      next.line_length = 0;
      int score = win_after(frame.turns + 1);
      if (!played.wins) {
        enter(next, frame, part, played);
        score = played.same_side ? quiesce<K>(next, alpha, beta, depth - 1)
                                 : -quiesce<K>(next, -beta, -alpha, depth - 1);
      }
      done = tally_.aborted;
      if (done || score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      best_part = part;
      alpha = score;
      if (kPv) raise_line(frame, part, !played.wins);
      done = alpha >= beta;
    }
  };
  if (frame.split) {
    const rules::Reconnection moves(frame.node.own, frame.node.enemy);
    list_captures(frame, moves, Part());
    try_listed();
    if (!done) list_quiet(frame, moves, Part());
    if (parts_.size() == first) return loss_after(frame.turns);
  } else if (V == Variant::Ordo && forced) {  // in Ordo X not all that is listed is legal
    list(frame, Part());
  } else {
    list_captures(frame, wanted, Part());
  }
  try_listed();
  parts_.resize(first);
  if (tally_.aborted) return 0;
  if (features.table) {
    const Bound bound = best >= beta ? Bound::AtLeast : best > start_alpha ? Bound::Exact : Bound::AtMost;
    shared_.table->store(frame.key, {best_part, to_table(best, frame.turns), 0, bound});
  }
  return best;
}

template class Worker<Variant::Ordo>;
template class Worker<Variant::OrdoX>;

}  // namespace ordo::search
