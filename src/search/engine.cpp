// Iterative deepening, on one thread or several.
#include "search/engine.h"

#include <algorithm>
#include <random>
#include <thread>
#include <utility>

#include "rules/movegen.h"
#include "rules/query.h"
#include "search/budget.h"
#include "search/level.h"
#include "search/line.h"
#include "search/shared.h"
#include "search/worker.h"
#include "util/check.h"

namespace ordo::search {
namespace {

/// The keys of the positions before the present one that may come again.
[[nodiscard]] std::vector<std::uint64_t> repeatable(const rules::Game& game) {
  std::vector<std::uint64_t> keys;
  if (game.variant() == Variant::OrdoX) return keys;
  const auto turns = game.turns();
  std::size_t first = turns.size();
  while (first > 0 && turns[first - 1].first().is_sideways() && !turns[first - 1].first().captures()) --first;
  for (std::size_t i = first; i < turns.size(); ++i) keys.push_back(Node::of(game.positions()[i]).key());
  return keys;
}

struct Plan {
  int max_depth = kMaxDepth;
  std::size_t lines = 1;
  std::optional<Instant> soft;
  bool endless = false;  ///< goes on although the result is proven
};

}  // namespace

class Engine::Impl {
 public:
  explicit Impl(const EngineOptions& options) { configure(options); }

  void configure(const EngineOptions& options) {
    if (!table_ || options.hash_megabytes != options_.hash_megabytes) {
      table_ = std::make_unique<Table>(options.hash_megabytes);
    }
    options_ = options;
  }
  [[nodiscard]] const EngineOptions& options() const noexcept { return options_; }

  void new_game() {
    table_->clear();
    ordo_.clear();
    ordo_x_.clear();
    seed_ = 0;
  }

  Answer think(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
               const OnReport& on_report) {
    started_ = std::chrono::steady_clock::now();
    if (game.outcome()) return {};
    if (last_variant_ != game.variant()) new_game();
    last_variant_ = game.variant();
    return game.variant() == Variant::Ordo ? run<Variant::Ordo>(game, limits, stop, on_report)
                                           : run<Variant::OrdoX>(game, limits, stop, on_report);
  }

 private:
  template <Variant V>
  using Workers = std::vector<std::unique_ptr<Worker<V>>>;

  template <Variant V>
  [[nodiscard]] Workers<V>& workers() {
    auto& workers = [this]() -> Workers<V>& {
      if constexpr (V == Variant::Ordo) {
        return ordo_;
      } else {
        return ordo_x_;
      }
    }();
    workers.resize(std::min(workers.size(), static_cast<std::size_t>(options_.threads)));
    while (workers.size() < static_cast<std::size_t>(options_.threads)) {
      workers.push_back(std::make_unique<Worker<V>>(shared_));
    }
    return workers;
  }

  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started_);
  }

  /// Sets up what the threads share, and returns what the main one goes by.
  [[nodiscard]] Plan prepare(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop) {
    Plan plan;
    plan.lines = static_cast<std::size_t>(options_.lines);
    plan.max_depth = std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
    shared_.table = table_.get();
    shared_.features = options_.features;
    shared_.threads = options_.threads;
    shared_.noise = {};
    shared_.node_limit = limits.nodes;
    shared_.deadline.reset();
    shared_.outside = &stop;
    shared_.stop = false;
    shared_.nodes = 0;
    if (const auto time = budget(limits, game.variant(), game.position().to_move())) {
      shared_.deadline = started_ + time->hard;
      plan.soft = started_ + time->soft;
    }
    plan.endless = !limits.depth && !limits.nodes && !plan.soft;
    if (options_.level) weaken(plan, *options_.level);
    table_->start_search();
    return plan;
  }

  void weaken(Plan& plan, int number) {
    const Level& weak = level(number);
    if (seed_ == 0) seed_ = options_.seed != 0 ? options_.seed : std::random_device{}() | 1U;
    shared_.noise = {weak.noise, seed_ * 0x9E3779B97F4A7C15U};
    plan.max_depth = std::min(plan.max_depth, weak.depth);
    shared_.node_limit = std::min(shared_.node_limit.value_or(weak.nodes), weak.nodes);
    if (!weak.looks_at_captures) shared_.features.quiescence = false;
    plan.endless = false;
    // What it remembers was judged with other noise, or better than it can.
    if (weak.noise > 0) table_->clear();
  }

  template <Variant V>
  [[nodiscard]] Answer run(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
                           const OnReport& on_report) {
    const Plan plan = prepare(game, limits, stop);
    if (options_.level && level(*options_.level).sees_wins && plan.lines == 1) {
      if (const auto turn = rules::winning_turn(game.position())) return win_at_once(*turn, on_report);
    }
    Workers<V>& workers = this->workers<V>();
    const Root root{Node::of(game.position()), repeatable(game)};
    for (auto& worker : workers) worker->start(root);
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < workers.size(); ++i) {
      helpers.emplace_back([this, &worker = *workers[i], &plan] { help<V>(worker, plan.max_depth); });
    }
    Answer answer = deepen<V>(*workers.front(), game.position(), plan, on_report);
    shared_.stop = true;
    for (std::thread& helper : helpers) helper.join();
    answer.nodes = 0;
    for (const auto& worker : workers) answer.nodes += worker->nodes();
    answer.time = elapsed();
    if (answer.lines.empty()) {
      answer.best = any_turn(game.position());
    } else {
      answer.best = answer.lines.front().line.front();
    }
    return answer;
  }

  /// For a search that was stopped before it had looked at anything.
  [[nodiscard]] static rules::Turn any_turn(const rules::Position& position) {
    rules::Turn first;
    rules::for_each_turn(position, [&first](const rules::Turn& turn) {
      first = turn;
      return false;
    });
    return first;
  }

  [[nodiscard]] Answer win_at_once(const rules::Turn& turn, const OnReport& on_report) const {
    Report report;
    report.depth = 1;
    report.deepest = 1;
    report.score = Score::win_after(1);
    report.nodes = 1;
    report.time = elapsed();
    report.line = {turn};
    if (on_report) on_report(report);
    return {turn, {report}, 1, report.time};
  }

  /// A helping thread searches the same root; what it finds reaches the others through the table.
  template <Variant V>
  void help(Worker<V>& worker, int max_depth) {
    int score = 0;
    for (int depth = 1; depth <= kMaxDepth && !shared_.stop; ++depth) {
      if (depth > max_depth) return;
      score = aspire(worker, score, depth, {});
      if (worker.aborted()) return;
    }
  }

  /// Searches with a narrow window around what is expected, and wider ones while the value lies outside.
  template <Variant V>
  [[nodiscard]] int aspire(Worker<V>& worker, int expected, int depth,
                           std::span<const std::array<Part, 2>> excluded) {
    constexpr int kFirstDepth = 4;
    int width = 30;
    int alpha = -kInfinite;
    int beta = kInfinite;
    if (shared_.features.aspiration && depth >= kFirstDepth && !Score(expected).is_proven()) {
      alpha = expected - width;
      beta = expected + width;
    }
    for (;;) {
      const int value = worker.search_root(alpha, beta, depth, excluded);
      if (worker.aborted()) return value;
      width *= 4;
      if (value <= alpha && alpha > -kInfinite) {
        alpha = width > 1000 ? -kInfinite : value - width;
      } else if (value >= beta && beta < kInfinite) {
        beta = width > 1000 ? kInfinite : value + width;
      } else {
        return value;
      }
    }
  }

  template <Variant V>
  [[nodiscard]] Answer deepen(Worker<V>& worker, const rules::Position& position, const Plan& plan,
                              const OnReport& on_report) {
    Answer answer;
    std::vector<int> expected(plan.lines, 0);
    for (int depth = 1; depth <= plan.max_depth; ++depth) {
      const Score before = answer.lines.empty() ? Score() : answer.lines.front().score;
      std::vector<std::array<Part, 2>> excluded;
      std::vector<Report> lines;
      for (std::size_t number = 0; number < plan.lines; ++number) {
        if (number > 0) worker.forget_best_line();
        const std::vector<Part> known(worker.best_line().begin(), worker.best_line().end());
        const int value = aspire(worker, expected[number], depth, excluded);
        const bool aborted = worker.aborted();
        if (worker.best_line().empty()) break;
        // An unfinished depth counts only if it has found something better for the best line.
        if (aborted &&
            (number > 0 || (depth > 1 && std::equal(known.begin(), known.end(), worker.best_line().begin(),
                                                    worker.best_line().end()))))
          break;
        expected[number] = aborted ? expected[number] : value;
        lines.push_back(
            report<V>(worker, position, static_cast<int>(number) + 1, depth, Score(expected[number])));
        excluded.push_back(seen_by_mover(position, lines.back().line.front()));
        if (aborted) break;
      }
      // Each line was searched without those before it, and may still have turned out better.
      std::stable_sort(lines.begin(), lines.end(),
                       [](const Report& a, const Report& b) { return a.score > b.score; });
      for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].number = static_cast<int>(i) + 1;
        expected[i] = lines[i].score.value();
        if (on_report && !worker.aborted()) on_report(lines[i]);
      }
      if (!lines.empty()) {
        if (lines.size() < answer.lines.size() && worker.aborted()) {
          answer.lines.front() = lines.front();
        } else {
          answer.lines = std::move(lines);
        }
      }
      if (worker.aborted() || is_enough<V>(answer, plan, depth, before)) break;
    }
    return answer;
  }

  template <Variant V>
  [[nodiscard]] bool is_enough(const Answer& answer, const Plan& plan, int depth, Score before) const {
    if (answer.lines.empty()) return true;
    if (plan.soft && std::chrono::steady_clock::now() >= *plan.soft) return true;
    const bool all_proven = std::all_of(answer.lines.begin(), answer.lines.end(),
                                        [](const Report& line) { return line.score.is_proven(); });
    // A longer look finds nothing shorter once it is deeper than the proof, and was made knowing of it.
    const int parts_a_turn = V == Variant::Ordo ? 1 : 2;
    return all_proven && answer.lines.front().score == before &&
           depth > 2 * answer.lines.front().score.turns_to_win() * parts_a_turn;
  }

  /// Goes on to the end of the game where that is proven: the search sees the last turns without playing
  /// them.
  template <Variant V>
  static void play_out(Worker<V>& worker, const Node& start, int depth, Score score,
                       std::vector<Part>& parts) {
    constexpr std::uint64_t kMostNodes = 20'000;
    Node node = start;
    for (std::size_t next = 0; next < kMaxDepth; ++next) {
      if (next == parts.size()) {
        const rules::Position position(V, node.own, node.enemy, rules::Color::White, node.phase);
        if (rules::outcome(position)) return;
        const int left = std::max(depth - static_cast<int>(next), 2);
        const Part part = worker.best_part(node, left, kMostNodes, score);
        if (!part.exists()) return;
        parts.push_back(part);
      }
      const Played played = play<V>(node, parts[next]);
      if (played.wins) return;
      node = played.node;
      // One turn on the end is one turn nearer, and the other side's to suffer.
      if (!played.same_side) score = Score(score.is_win() ? -score.value() - 1 : -score.value() + 1);
    }
  }

  template <Variant V>
  [[nodiscard]] Report report(Worker<V>& worker, const rules::Position& position, int number, int depth,
                              Score score) {
    std::vector<Part> parts(worker.best_line().begin(), worker.best_line().end());
    if (score.is_proven() && !worker.aborted()) play_out(worker, Node::of(position), depth, score, parts);
    Line line = line_of(position, parts);
    if (line.turns.empty()) {
      const Part advance = on_board(line.end, worker.best_part(Node::of(line.end), 1, ~std::uint64_t{0}));
      line.turns.emplace_back(line.unfinished, advance);
    }
    Report report;
    report.number = number;
    report.depth = depth;
    report.deepest = std::max(worker.deepest() + 1, depth);
    report.score = score;
    report.nodes = std::max(worker.nodes(), shared_.nodes.load(std::memory_order_relaxed));
    report.time = elapsed();
    report.hash_permille = table_->permille();
    report.line = std::move(line.turns);
    return report;
  }

  EngineOptions options_;
  std::unique_ptr<Table> table_;
  Shared shared_;
  Workers<Variant::Ordo> ordo_;
  Workers<Variant::OrdoX> ordo_x_;
  std::optional<Variant> last_variant_;
  std::uint64_t seed_ = 0;  ///< of this game; 0: not drawn yet
  Instant started_;
};

Engine::Engine(const EngineOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Engine::~Engine() = default;

void Engine::configure(const EngineOptions& options) { impl_->configure(options); }
const EngineOptions& Engine::options() const noexcept { return impl_->options(); }
void Engine::new_game() { impl_->new_game(); }

Answer Engine::think(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
                     const OnReport& on_report) {
  return impl_->think(game, limits, stop, on_report);
}
Answer Engine::think(const rules::Game& game, const Limits& limits, const OnReport& on_report) {
  const std::atomic<bool> never{false};
  return think(game, limits, never, on_report);
}

}  // namespace ordo::search
