// Principal-variation search over parts, and the quiescence search at its leaves.
#include "search/worker.h"

#include <algorithm>

#include "rules/playable.h"
#include "rules/query.h"
#include "search/remembered.h"

namespace ordo::search {
namespace {

[[nodiscard]] constexpr std::uint64_t busy_id(const Frame& frame, Part part) noexcept {
  return frame.key ^ part.bits() * 0x9E3779B97F4A7C15U;
}

}  // namespace

template <Variant V>
int Worker<V>::search_root(int alpha, int beta, int depth, std::span<const std::array<Part, 2>> excluded) {
  excluded_ = excluded;
  root_depth_ = depth;
  return search<Kind::Pv>(frames_.front(), alpha, beta, depth);
}

/// Plays a part; the next frame is then the node it leads to, unless it wins.
template <Variant V>
rules::Step Worker<V>::enter(Frame& frame, Part part) noexcept {
  const rules::Step step = play<V>(frame.node, part);
  Frame& next = frame_at(frame.ply + 1);
  frame.move = part;
  next.line_length = 0;
  if (step.wins) return step;
  next.node = step.next;
  next.key = step.next.key();
  shared_.table->prefetch(next.key);
  next.turns = frame.turns + (step.same_side ? 0 : 1);
  next.side = step.same_side ? frame.side : 1 - frame.side;
  next.captured = part.captures();
  if constexpr (V == Variant::Ordo) {
    next.reversible = part.is_sideways() && !part.captures() && !frame.split ? frame.reversible + 1 : 0;
    next.split = part.captures() && rules::is_split_without(frame.node.enemy, part.to());
  }
  return step;
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
template <typename Worker<V>::Kind K>
int Worker<V>::search(Frame& frame, int alpha, int beta, int depth) {
  frame.line_length = 0;
  // A turn is seen through to its end.
  if (frame.node.phase == Phase::Advance) depth = std::max(depth, 1);
  if (depth <= 0 || frame.ply >= kMaxPly - 2) return quiesce<K>(frame, alpha, beta, 0);
  if (count_node(frame)) return 0;
  if (const auto value = end_of_game<K>(frame, alpha, beta)) return *value;
  shared_.table->load_early(frame.key);
  const std::optional<int> known = ask_endgames(frame, depth);
  if (known) {
    if (*known == 0 || (*known > 0 ? *known >= beta : *known <= alpha)) return *known;
    (*known > 0 ? alpha : beta) = *known > 0 ? std::max(alpha, *known) : std::min(beta, *known);
  }
  const Parameters& parameters = shared_.parameters;
  Context node = look_at<K>(frame, alpha, beta, depth);
  if (const auto value = recall<K>(frame, node)) return *value;
  node.depth += extension(node, shared_.features, parameters, frame.ply, root_depth_);
  if (is_reverse_futile(node, parameters) || is_hopeless(node, parameters)) return node.estimate;
  if (const auto value = look_for_another(frame, node)) return *value;

  constexpr int kLeastSharedDepth = 5;  // less is not worth the trouble
  node.shares = shared_.threads > 1 && node.depth >= kLeastSharedDepth;
  MovePicker<V> picker(moves_, frame, node.remembered);
  while (!node.over) {
    const Candidate candidate = next_part(frame, node, picker);
    if (!candidate.part.exists()) break;
    try_part<K>(frame, node, candidate);
  }
  if (tally_.aborted) return 0;
  if (frame.split && picker.was_empty()) node.best = loss_after(frame.turns);
  if (picker.has_left_out()) node.best = std::max(node.best, futility_bound(node, parameters));
  if (known) node.best = *known > 0 ? std::max(node.best, *known) : std::min(node.best, *known);
  if (node.best >= node.beta && node.best_part.exists()) reward(frame, node, picker.tried());
  remember(frame, node);
  return node.best;
}

/// What needs no search: a repetition, a win at once, or a window beyond what can still happen.
template <Variant V>
template <typename Worker<V>::Kind K>
std::optional<int> Worker<V>::end_of_game(const Frame& frame, int& alpha, int& beta) const noexcept {
  if (frame.ply == 0) return std::nullopt;
  if (repeats(frame)) return 0;
  alpha = std::max(alpha, loss_after(frame.turns));
  beta = std::min(beta, win_after(frame.turns + 1));
  if (alpha >= beta) return alpha;
  if (K == Kind::Other && rules::can_enter_home_row<V>(frame.node.own, frame.node.enemy))
    return win_after(frame.turns + 1);
  return std::nullopt;
}

/// What the endgame tables say. They do not count the turns to the end, so a win (a loss) is the least (the
/// most) that the node is worth: who asks for more asks for a proof.
template <Variant V>
std::optional<int> Worker<V>::ask_endgames(const Frame& frame, int depth) noexcept {
  if (shared_.endgames == nullptr || frame.ply == 0 || frame.split) return std::nullopt;
  const auto& hurry = depth < shared_.worth_unpacking ? always_ : until_over_;
  const auto value = shared_.endgames->value<V>(frame.node, hurry);
  if (!value) return std::nullopt;
  table_hits_.store(table_hits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (*value == tablebase::Value::Draw) return 0;
  const int win = Score::kTableWin - frame.turns;
  return *value == tablebase::Value::Win ? win : -win;
}

template <Variant V>
template <typename Worker<V>::Kind K>
Context Worker<V>::look_at(const Frame& frame, int alpha, int beta, int depth) noexcept {
  Context node;
  node.alpha = node.start_alpha = alpha;
  node.beta = beta;
  node.depth = node.asked = depth;
  node.forced = frame.split || (frame.node.phase == Phase::Whole && opponent_threatens(frame));
  node.prepared = frame.node.phase == Phase::Advance;
  node.partial = is_partial(frame);
  node.prunes = K == Kind::Other && !node.forced && !is_proven(beta) && !is_proven(alpha);
  node.guesses = node.prunes && shared_.features.futility;
  // Before the table is asked, since the answer takes that long to arrive.
  if (node.guesses) node.estimate = evaluate(frame);
  return node;
}

/// Asks the table: for the value, if it is known well enough, or for a part to begin with.
template <Variant V>
template <typename Worker<V>::Kind K>
std::optional<int> Worker<V>::recall(const Frame& frame, Context& node) const noexcept {
  if (!shared_.features.table) return std::nullopt;
  const auto memory = shared_.table->find(frame.key);
  if (!memory) return std::nullopt;
  if (fits(frame.node, memory->move)) node.remembered = memory->move;
  const int score = from_table(memory->score, frame.turns);
  if (node.guesses && improves(node.estimate, memory->bound, score)) node.estimate = score;
  if (memory->bound != Bound::AtMost) {
    node.memory_score = score;
    node.memory_depth = memory->depth;
  }
  if (K == Kind::Other && !node.partial && memory->depth >= node.asked &&
      settles(memory->bound, score, node.alpha, node.beta))
    return score;
  return std::nullopt;
}

template <Variant V>
void Worker<V>::remember(const Frame& frame, const Context& node) noexcept {
  if (!shared_.features.table || node.partial || node.best == kNothing) return;
  const Bound bound = node.best >= node.beta         ? Bound::AtLeast
                      : node.best > node.start_alpha ? Bound::Exact
                                                     : Bound::AtMost;
  shared_.table->store(frame.key, {node.best_part, to_table(node.best, frame.turns), node.asked, bound});
}

/// Singular extension: whether the remembered part is better than all others by far, as a shallow search
/// without it tells. If there is another one above beta, that is enough.
template <Variant V>
std::optional<int> Worker<V>::look_for_another(Frame& frame, Context& node) {
  const Parameters& parameters = shared_.parameters;
  if (is_proven(node.alpha) || is_proven(node.beta)) return std::nullopt;
  if (node.depth < parameters.singular_depth || frame.ply == 0 || node.partial || !node.remembered.exists() ||
      node.memory_depth < node.depth - 3 || is_proven(node.memory_score) || frame.ply >= 2 * root_depth_)
    return std::nullopt;
  const int least = node.memory_score - parameters.singular_margin * node.depth;
  frame.skipped = node.remembered;
  const int value = search<Kind::Other>(frame, least - 1, least, (node.depth - 1) / 2);
  frame.skipped = Part();
  if (tally_.aborted) return 0;
  if (value < least) {
    node.singular = 1;
  } else if (least >= node.beta && !is_proven(value)) {
    return least;
  }
  return std::nullopt;
}

/// The next part to search; nothing when the node is done. Those that another thread is searching come last,
/// but count as if they had been tried in their turn: those after them are not to be searched more deeply
/// for that.
template <Variant V>
typename Worker<V>::Candidate Worker<V>::next_part(Frame& frame, Context& node, MovePicker<V>& picker) {
  for (;;) {
    if (prunes_late_moves(node, shared_.features, shared_.parameters)) picker.skip_quiet();
    if (is_futile(node, shared_.parameters)) picker.keep_to_seventh_rank();
    const Part part = picker.next();
    if (!part.exists()) break;
    if (!is_excluded(frame, part) && !defers(frame, node, part)) return {part, node.number++};
  }
  while (node.taken_up < node.deferred) {
    const Frame::Deferred& late = frame.deferred[static_cast<std::size_t>(node.taken_up++)];
    if (late.part.captures() || !picker.leaves_out(late.part)) return {late.part, late.number};
  }
  return {};
}

template <Variant V>
bool Worker<V>::defers(Frame& frame, Context& node, Part part) noexcept {
  const auto count = static_cast<std::size_t>(node.deferred);
  if (!node.shares || node.searched == 0 || count == frame.deferred.size()) return false;
  if (!shared_.busy.is_busy(busy_id(frame, part))) return false;
  frame.deferred[count] = {part, node.number++};
  ++node.deferred;
  return true;
}

template <Variant V>
template <typename Worker<V>::Kind K>
void Worker<V>::try_part(Frame& frame, Context& node, Candidate candidate) {
  const Part part = candidate.part;
  const rules::Step step = enter(frame, part);
  if (node.shares) shared_.busy.begin(busy_id(frame, part));
  const int score =
      step.wins ? win_after(frame.turns + 1) : search_part<K>(frame, node, candidate, step.same_side);
  if (node.shares) shared_.busy.end(busy_id(frame, part));
  ++node.searched;
  take<K>(frame, node, part, score, step.wins);
}

/// The value of the part just played. The first one is expected to be the best; the others are only to show
/// that they are not, late ones less deeply at first.
template <Variant V>
template <typename Worker<V>::Kind K>
int Worker<V>::search_part(const Frame& frame, const Context& node, Candidate candidate, bool same_side) {
  const Features& features = shared_.features;
  const Parameters& parameters = shared_.parameters;
  const int alpha = node.alpha;
  const int depth = node.depth - 1 + (candidate.part == node.remembered ? node.singular : 0);
  if (node.searched == 0) return search_next<K>(frame, same_side, alpha, node.beta, depth);
  int reduction = 0;
  if (may_reduce(node, features, parameters, candidate.part, candidate.number)) {
    const int history = features.history ? moves_.quiet.value(frame.side, candidate.part) : 0;
    reduction = late_move_reduction(node, parameters, candidate.number, K == Kind::Pv, history);
  }
  int score = search_next<Kind::Other>(frame, same_side, alpha, alpha + 1, depth - reduction);
  if (score > alpha && reduction > 0 && !tally_.aborted)
    score = search_next<Kind::Other>(frame, same_side, alpha, alpha + 1, depth);
  if (K == Kind::Pv && score > alpha && score < node.beta && !tally_.aborted)
    score = search_next<Kind::Pv>(frame, same_side, alpha, node.beta, depth);
  return score;
}

template <Variant V>
template <typename Worker<V>::Kind K>
int Worker<V>::search_next(const Frame& frame, bool same_side, int alpha, int beta, int depth) {
  Frame& next = frame_at(frame.ply + 1);
  return same_side ? search<K>(next, alpha, beta, depth) : -search<K>(next, -beta, -alpha, depth);
}

/// Takes in the value of a part.
template <Variant V>
template <typename Worker<V>::Kind K>
void Worker<V>::take(Frame& frame, Context& node, Part part, int score, bool wins) noexcept {
  node.over = tally_.aborted;
  if (node.over || score <= node.best) return;
  node.best = score;
  if (score <= node.alpha) return;
  node.alpha = score;
  node.best_part = part;
  node.over = score >= node.beta;
  if constexpr (K == Kind::Pv) {
    raise_line(frame, part, !wins);
    if (frame.ply == 0) best_line_.assign(frame.line.begin(), frame.line.begin() + frame.line_length);
  }
}

/// The part that refutes the one before it was good, and those tried in vain were not.
template <Variant V>
void Worker<V>::reward(Frame& frame, const Context& node, std::span<const ScoredPart> tried) noexcept {
  const Part best = node.best_part;
  const Parameters& parameters = shared_.parameters;
  const int grown = (parameters.history_square * node.depth + parameters.history_linear) * node.depth;
  const int bonus = std::min(grown, parameters.history_most);
  const auto history_of = [this](Part part) -> auto& {
    return part.captures() ? moves_.captures : moves_.quiet;
  };
  history_of(best).reward(frame.side, best, bonus);
  for (const ScoredPart& scored : tried) {
    // Quiet ones are compared with quiet ones alone.
    const Part part = scored.part();
    if (part.exists() && part != best && (part.captures() || !best.captures()))
      history_of(part).reward(frame.side, part, -bonus);
  }
  if (best.captures()) return;
  if (frame.killers[0] != best) frame.killers = {best, frame.killers[0]};
}

template <Variant V>
template <typename Worker<V>::Kind K>
int Worker<V>::quiesce(Frame& frame, int alpha, int beta, int depth) {
  frame.line_length = 0;
  if (count_node(frame) || repeats(frame)) return 0;
  if (!shared_.features.quiescence || frame.ply >= kMaxPly - 2) return as_it_stands(frame);
  if (rules::can_enter_home_row<V>(frame.node.own, frame.node.enemy)) return win_after(frame.turns + 1);

  if (const auto known = ask_endgames(frame, depth)) return *known;

  // In Ordo X not all quiet parts that are listed are legal: there nothing is forced.
  Context node;
  node.forced = V == Variant::Ordo &&
                (frame.split || (-depth < shared_.parameters.forced_depth && opponent_threatens(frame)));
  // An estimate that suffices is believed without a look into the table: most nodes end here.
  if (!node.forced) {
    node.best = evaluate(frame);
    if (node.best >= beta) return node.best;
  }
  node.alpha = node.start_alpha = alpha;
  node.beta = beta;
  node.depth = depth;
  if (const auto value = recall<K>(frame, node)) return *value;
  Bitboard wanted = frame.node.enemy;
  if (!node.forced) {
    wanted = worth_taking(frame, depth);
    if (wanted.none()) return node.best;
    node.alpha = std::max(alpha, node.best);
  }

  MovePicker<V> picker(moves_, frame, wanted, node.forced);
  while (!node.over) {
    const Part part = picker.next();
    if (!part.exists()) break;
    try_in_quiescence<K>(frame, node, part);
  }
  if (tally_.aborted) return 0;
  if (frame.split && picker.was_empty()) return loss_after(frame.turns);
  remember(frame, node);
  return node.best;
}

/// The pieces that quiescence looks for captures of. Deeper down only answers to captures: exchanges come to
/// an end, and the tree with them.
template <Variant V>
Bitboard Worker<V>::worth_taking(const Frame& frame, int depth) const noexcept {
  if (-depth < shared_.parameters.free_capture_depth) return frame.node.enemy;
  if (!frame.captured || frame.node.phase == Phase::Advance) return {};
  return frame.node.enemy & bitboard(frame_at(frame.ply - 1).move.to().turned());
}

template <Variant V>
template <typename Worker<V>::Kind K>
void Worker<V>::try_in_quiescence(Frame& frame, Context& node, Part part) {
  const rules::Step step = enter(frame, part);
  Frame& next = frame_at(frame.ply + 1);
  int score = win_after(frame.turns + 1);
  if (!step.wins) {
    score = step.same_side ? quiesce<K>(next, node.alpha, node.beta, node.depth - 1)
                           : -quiesce<K>(next, -node.beta, -node.alpha, node.depth - 1);
  }
  take<K>(frame, node, part, score, step.wins);
}

/// The value of a node that is not looked into.
template <Variant V>
int Worker<V>::as_it_stands(const Frame& frame) noexcept {
  if (frame.split && !MovePicker<V>(moves_, frame, frame.node.enemy, true).next().exists())
    return loss_after(frame.turns);
  return evaluate(frame);
}

template class Worker<Variant::Ordo>;
template class Worker<Variant::OrdoX>;

}  // namespace ordo::search
