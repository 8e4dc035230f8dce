// Aspiration windows, several lines, and lines completed for their reports.
#include "search/deepening.h"

#include <algorithm>
#include <utility>

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "search/line.h"

namespace ordo::search {
namespace {

/// Aspiration: searches with a narrow window around what is expected, and wider ones while the value lies
/// outside.
template <Variant V>
[[nodiscard]] int aspire(Worker<V>& worker, const Shared& shared, int expected, int depth,
                         std::span<const std::array<Part, 2>> excluded) {
  const Parameters& parameters = shared.parameters;
  int width = parameters.aspiration_width;
  int alpha = -kInfinite;
  int beta = kInfinite;
  if (shared.features.aspiration && depth >= parameters.aspiration_depth && !Score(expected).is_proven()) {
    alpha = expected - width;
    beta = expected + width;
  }
  for (;;) {
    const int value = worker.search_root(alpha, beta, depth, excluded);
    if (worker.aborted()) return value;
    width *= parameters.aspiration_growth;
    const bool is_open = width > parameters.aspiration_most;
    if (value <= alpha && alpha > -kInfinite) {
      alpha = is_open ? -kInfinite : value - width;
    } else if (value >= beta && beta < kInfinite) {
      beta = is_open ? kInfinite : value + width;
    } else {
      return value;
    }
  }
}

/// Best first, numbered.
void rank(std::vector<Report>& lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Report& a, const Report& b) { return a.score > b.score; });
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].number = static_cast<int>(i) + 1;
}

}  // namespace

template <Variant V>
void help(Worker<V>& worker, const Shared& shared, const Plan& plan) {
  int score = 0;
  for (int depth = 1; depth <= plan.max_depth && !worker.aborted(); ++depth) {
    score = aspire(worker, shared, score, depth, plan.excluded);
  }
}

template <Variant V>
Deepening<V>::Deepening(const Workers<V>& workers, Shared& shared, const rules::Position& position,
                        const Plan& plan, const OnReport& on_report)
    : workers_(workers),
      worker_(*workers.front()),
      shared_(shared),
      position_(position),
      plan_(plan),
      on_report_(on_report),
      expected_(plan.lines, 0) {}

template <Variant V>
std::vector<Report> Deepening<V>::run() {
  for (int depth = 1; depth <= plan_.max_depth; ++depth) {
    const Score before = lines_.empty() ? Score() : lines_.front().score;
    const auto turn_before = best_turn();
    take(with_forced_win(search_lines(depth)));
    confirmed_ = best_turn() == turn_before ? confirmed_ + 1 : 0;
    if (worker_.aborted() || is_enough(depth, before)) break;
    ask_for_forced_win();
  }
  return std::move(lines_);
}

/// The lines of one depth, best first; fewer if there are no more or it is cut short.
template <Variant V>
std::vector<Report> Deepening<V>::search_lines(int depth) {
  Excluded excluded = plan_.excluded;
  std::vector<Report> lines;
  while (lines.size() < plan_.lines) {
    auto line = search_line(depth, lines.size(), excluded);
    if (!line) break;
    excluded.push_back(seen_by_mover(position_, line->line.front()));
    lines.push_back(*std::move(line));
    if (worker_.aborted()) break;
  }
  // Each was searched without those before it, and may still have turned out better.
  rank(lines);
  return lines;
}

template <Variant V>
std::optional<Report> Deepening<V>::search_line(int depth, std::size_t index, const Excluded& excluded) {
  if (index > 0) worker_.forget_best_line();
  const std::vector<Part> known(worker_.best_line().begin(), worker_.best_line().end());
  const int value = aspire(worker_, shared_, expected_[index], depth, excluded);
  const auto found = worker_.best_line();
  if (found.empty()) return std::nullopt;
  if (worker_.aborted()) {
    // An unfinished depth counts only if it has found something better for the best line.
    const bool is_news = depth == 1 || !std::equal(known.begin(), known.end(), found.begin(), found.end());
    if (index > 0 || !is_news) return std::nullopt;
  } else {
    expected_[index] = value;
  }
  return report(depth, index);
}

template <Variant V>
void Deepening<V>::take(std::vector<Report> lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    expected_[i] = lines[i].score.value();
    if (on_report_ && !worker_.aborted()) on_report_(lines[i]);
  }
  if (lines.empty()) return;
  if (lines.size() < lines_.size() && worker_.aborted()) {
    lines_.front() = std::move(lines.front());
  } else {
    lines_ = std::move(lines);
  }
}

template <Variant V>
bool Deepening<V>::is_enough(int depth, Score before) {
  if (lines_.empty()) return true;
  if (is_late(before)) return true;
  const bool all_proven =
      std::all_of(lines_.begin(), lines_.end(), [](const Report& line) { return line.score.is_proven(); });
  // A longer look finds nothing shorter once it is deeper than the proof, and was made knowing of it.
  const int parts_a_turn = V == Variant::Ordo ? 1 : 2;
  const Score best = lines_.front().score;
  if (plan_.win_is_enough && all_proven && best.is_win()) return true;
  const bool is_own = !forced_ || lines_.front().line != forced_->line;  // not the solver's
  return all_proven && is_own && best == before && depth > 2 * best.turns_to_win() * parts_a_turn;
}

/// Where each depth finds the same turn another will hardly find a better one; where it has just changed, or
/// turned out worse, it may. Of a clock what is not used now can be used later, so that what was pondered is
/// taken for time spent on this turn; of a time for each turn nothing can be saved.
template <Variant V>
bool Deepening<V>::is_late(Score before) {
  if (!plan_.soft) return false;
  Instant::duration share = *plan_.soft;
  if (plan_.has_clock) {
    const Parameters& parameters = shared_.parameters;
    constexpr int kConfirmed = 4;  // no clearer than that
    constexpr int kDrop = 30;
    int percent = parameters.clock_open - parameters.clock_settling * std::min(confirmed_, kConfirmed);
    if (lines_.front().score.value() < before.value() - kDrop) percent += parameters.clock_drop;
    share = share * percent / 100;
  }
  const bool is_spent = plan_.has_clock ? std::chrono::steady_clock::now() >= shared_.started + share
                                        : shared_.has_spent(share);
  if (!shared_.is_pondering()) return is_spent;
  shared_.hit_is_enough = is_spent;
  return false;
}

template <Variant V>
void Deepening<V>::ask_for_forced_win() {
  if (plan_.forced_wins == nullptr || forced_ || lines_.front().score.is_proven()) return;
  forced_ = plan_.forced_wins->look(position_, shared_);
  if (forced_) take(with_forced_win(lines_));
}

/// In place of what the search says of that turn, or of the worst line, if it is better.
template <Variant V>
std::vector<Report> Deepening<V>::with_forced_win(std::vector<Report> lines) const {
  if (!forced_ || lines.empty()) return lines;
  auto line = std::find_if(lines.begin(), lines.end(),
                           [this](const Report& one) { return one.line.front() == forced_->line.front(); });
  if (line == lines.end()) --line;
  const Score score = Score::win_after(forced_->plies);
  if (line->score >= score) return lines;
  line->score = score;
  line->from_table = false;
  line->line = forced_->line;
  rank(lines);
  return lines;
}

template <Variant V>
Report Deepening<V>::report(int depth, std::size_t index) {
  Report report;
  report.number = static_cast<int>(index) + 1;
  report.depth = depth;
  report.score = Score(expected_[index]);
  report.line = principal_variation(depth, report.score);
  report.deepest = std::max(worker_.deepest() + 1, depth);
  report.nodes = worker_.nodes();
  for (std::size_t i = 1; i < workers_.size(); ++i) report.nodes += workers_[i]->published_nodes();
  for (const auto& worker : workers_) report.table_hits += worker->table_hits();
  report.from_table = report.score.is_by_table();
  report.time = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - shared_.started);
  report.hash_permille = shared_.table->permille();
  return report;
}

/// The best line on the board: whole turns, to the end of the game where that is proven.
template <Variant V>
std::vector<rules::Turn> Deepening<V>::principal_variation(int depth, Score score) {
  std::vector<Part> parts(worker_.best_line().begin(), worker_.best_line().end());
  if (score.is_proven()) play_out(depth, score, parts);
  Line line = line_of(position_, parts);
  if (line.turns.empty()) line.turns.emplace_back(line.unfinished, advance_after(line.end));
  return std::move(line.turns);
}

/// Goes on to the proven end: the search sees the last turns without playing them.
template <Variant V>
void Deepening<V>::play_out(int depth, Score score, std::vector<Part>& parts) {
  Node node = Node::of(position_);
  for (std::size_t next = 0; next < kMaxDepth; ++next) {
    if (next == parts.size()) {
      if (rules::outcome(node.as_white(V))) return;
      const Part part = worker_.best_part(node, std::max(depth - static_cast<int>(next), 2), score);
      if (!part.exists()) return;
      parts.push_back(part);
    }
    const rules::Step step = play<V>(node, parts[next]);
    if (step.wins) return;
    node = step.next;
    // One turn on the end is one turn nearer, and the other side's to suffer.
    if (!step.same_side) score = Score(score.is_win() ? -score.value() - 1 : -score.value() + 1);
  }
}

/// The advance to a line that ends with its first preparation: the best by a short search, or if there is no
/// time for one what the search remembers of it, or any.
template <Variant V>
Part Deepening<V>::advance_after(const rules::Position& prepared) {
  const Node node = Node::of(prepared);
  Part part = worker_.best_part(node, 1);
  if (!part.exists()) {
    if (const auto memory = shared_.table->find(node.key())) part = memory->move;
  }
  if (part.exists()) {
    const Part advance = on_board(prepared, part);
    if (rules::is_legal(prepared, advance)) return advance;
  }
  rules::PartList advances;
  rules::generate_parts(prepared, advances);
  return advances[0];
}

template void help(Worker<Variant::Ordo>&, const Shared&, const Plan&);
template void help(Worker<Variant::OrdoX>&, const Shared&, const Plan&);
template class Deepening<Variant::Ordo>;
template class Deepening<Variant::OrdoX>;

}  // namespace ordo::search
