// From a game and limits to what the threads of a search need, and back to an answer.
#include "search/engine.h"

#include <algorithm>
#include <limits>
#include <new>
#include <random>
#include <system_error>
#include <tuple>
#include <utility>

#include "eval/evaluate.h"
#include "eval/network_file.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "search/budget.h"
#include "search/deepening.h"
#include "search/forced_wins.h"
#include "search/helper_threads.h"
#include "search/level.h"
#include "search/parameters.h"
#include "search/shared.h"
#include "search/table_root.h"
#include "search/worker.h"
#include "tablebase/table_files.h"
#include "util/mix.h"

namespace ordo::search {
namespace {

/// A tile takes as long to unpack as ten thousand nodes to search: where time counts and fewer are at stake,
/// only what is unpacked already is asked for. Where work is counted the same work gives the same answer.
[[nodiscard]] int worth_unpacking(const Limits& limits) noexcept {
  constexpr int kDepth = 7;
  const bool is_timed = limits.move_time || limits.clocks || !(limits.nodes || limits.depth);
  return is_timed ? kDepth : std::numeric_limits<int>::min();
}

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

/// What is proved holds for a game that begins with the position. In a game that goes on a position that has
/// been there once may come again in a proof, and nothing happens; one that has been there twice would end
/// it.
[[nodiscard]] bool has_come_twice(std::vector<std::uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

class Engine::Impl {
 public:
  Impl(const EngineOptions& options, const eval::Judgement& judgement) {
    judgement_ = judgement;
    own_networks_ = judgement.networks;
    configure(options);
  }

  void configure(const EngineOptions& options) {
    std::unique_ptr<TranspositionTable> table;
    if (!table_ || options.hash_megabytes != options_.hash_megabytes) {
      table = std::make_unique<TranspositionTable>(options.hash_megabytes);
    }
    try {
      helpers_.resize(static_cast<std::size_t>(options.threads) - 1);
    } catch (const std::system_error&) {
      throw std::bad_alloc();  // a thread is memory above all
    }
    if (table) table_ = std::move(table);
    if (options.table_path != options_.table_path) load_endgames(options.table_path);
    if (options.network != options_.network) load_network(options.network);
    options_ = options;
  }
  [[nodiscard]] const EngineOptions& options() const noexcept { return options_; }

  [[nodiscard]] std::vector<std::string> complaints() {
    std::vector<std::string> all = endgames_ ? endgames_->complaints() : std::vector<std::string>{};
    all.erase(all.begin(),
              all.begin() + static_cast<std::ptrdiff_t>(std::exchange(complaints_told_, all.size())));
    if (!network_complaint_.empty()) all.push_back(std::exchange(network_complaint_, {}));
    return all;
  }

  void new_game() {
    table_->clear();
    workers_ = {};
    seed_ = 0;
    noisy_searches_ = 0;
  }

  [[nodiscard]] std::uint64_t nodes_so_far() const noexcept {
    return shared_.claimed.load(std::memory_order_relaxed);
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
  /// One for each thread; they keep what they have learned.
  template <Variant V>
  [[nodiscard]] Workers<V>& workers() {
    auto& workers = std::get<Workers<V>>(workers_);
    workers.resize(std::min(workers.size(), helpers_.size() + 1));
    while (workers.size() <= helpers_.size()) workers.push_back(std::make_unique<Worker<V>>(shared_));
    return workers;
  }

  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started_);
  }

  /// Sets up what the threads share, and returns what the calling one goes by.
  [[nodiscard]] Plan prepare(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop) {
    Plan plan;
    plan.lines = static_cast<std::size_t>(options_.lines);
    plan.max_depth = std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
    shared_.table = table_.get();
    // A level is to play like people, who have no tables.
    shared_.endgames = options_.level ? nullptr : endgames_.get();
    shared_.worth_unpacking = worth_unpacking(limits);
    shared_.judgement = judgement_;
    if (options_.network == eval::kNoNetwork) shared_.judgement.networks = {};
    shared_.features = options_.features;
    shared_.parameters = parameters_with(game.variant(), options_.parameters);
    shared_.threads = options_.threads;
    shared_.noise = {};
    shared_.node_limit = limits.nodes;
    shared_.started = started_;
    shared_.ponder = limits.ponder;
    shared_.time_limit.reset();
    shared_.hit_is_enough = false;
    shared_.outside = &stop;
    shared_.stop = false;
    shared_.claimed = 0;
    if (const auto time = budget(limits, shared_.parameters, game.position().to_move())) {
      shared_.time_limit = time->hard;
      plan.soft = time->soft;
      plan.has_clock = limits.clocks.has_value();
      plan.win_is_enough = true;
    }
    if (options_.level) weaken(plan, level(game.variant(), *options_.level));
    table_->start_search(salt());
    return plan;
  }

  void weaken(Plan& plan, const Level& weak) {
    if (seed_ == 0) seed_ = options_.seed != 0 ? options_.seed : std::random_device{}() | 1U;
    shared_.noise = {weak.noise, seed_ * 0x9E3779B97F4A7C15U};
    plan.max_depth = std::min(plan.max_depth, weak.depth);
    shared_.node_limit = std::min(shared_.node_limit.value_or(weak.nodes), weak.nodes);
    if (!weak.looks_at_captures) shared_.features.quiescence = false;
  }

  /// A level that misjudges remembers nothing of earlier turns, which it would have seen better than it can;
  /// and nobody else believes what it has misjudged.
  [[nodiscard]] std::uint64_t salt() noexcept {
    if (shared_.noise.amplitude == 0) return 0;
    return util::mixed(shared_.noise.seed, 0xC2B2AE3D27D4EB4FU + ++noisy_searches_);
  }

  template <Variant V>
  [[nodiscard]] Answer run(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
                           const OnReport& on_report) {
    Plan plan = prepare(game, limits, stop);
    if (shared_.endgames != nullptr) {
      // Tiles that nobody has asked for yet take their time: half of it is left for a search.
      const auto is_late = [&] {
        return shared_.is_over() || (shared_.time_limit && shared_.has_spent(*shared_.time_limit / 2));
      };
      Advice advice = ask_tables(*endgames_, game, plan.lines, is_late);
      if (advice.answer) return told(*std::move(advice.answer), on_report);
      plan.excluded = std::move(advice.excluded);
    }
    if (options_.level && level(V, *options_.level).sees_wins && plan.lines == 1) {
      if (const auto turn = rules::winning_turn(game.position())) return win_at_once(*turn, on_report);
    }
    const Workers<V>& workers = this->workers<V>();
    const Root root{Node::of(game.position()), repeatable(game)};
    const bool is_limited =
        limits.depth || limits.nodes || limits.move_time || limits.clocks || options_.level;
    if (!is_limited && !has_come_twice(root.before)) {
      if (!forced_wins_) forced_wins_ = std::make_unique<ForcedWins>();
      forced_wins_->start();
      plan.forced_wins = forced_wins_.get();
    }
    for (const auto& worker : workers) worker->start(root);
    Answer answer;
    answer.lines = search<V>(workers, game.position(), plan, on_report);
    for (const auto& worker : workers) answer.nodes += worker->nodes();
    answer.time = elapsed();
    if (answer.lines.empty()) answer.lines.push_back(guess(game.position(), answer.nodes));
    answer.best = answer.lines.front().line.front();
    return answer;
  }

  /// On all threads; whatever happens on the calling one, none works on when this returns.
  template <Variant V>
  [[nodiscard]] std::vector<Report> search(const Workers<V>& workers, const rules::Position& position,
                                           const Plan& plan, const OnReport& on_report) {
    struct Ending {
      Impl& engine;
      ~Ending() {
        engine.shared_.stop = true;
        engine.helpers_.wait();
      }
    };
    helpers_.start([&](std::size_t number) { help<V>(*workers[number + 1], shared_, plan); });
    const Ending ending{*this};
    return Deepening<V>(workers, shared_, position, plan, on_report).run();
  }

  /// What is reported of a search that was stopped before it had found anything.
  [[nodiscard]] Report guess(const rules::Position& position, std::uint64_t nodes) const {
    Report report;
    report.score = Score(eval::evaluate(position, shared_.judgement));
    report.nodes = nodes;
    report.time = elapsed();
    rules::for_each_turn(position, [&report](const rules::Turn& turn) {
      report.line = {turn};
      return false;
    });
    return report;
  }

  [[nodiscard]] Answer told(Answer answer, const OnReport& on_report) const {
    answer.time = elapsed();
    for (Report& line : answer.lines) {
      line.time = answer.time;
      if (on_report) on_report(line);
    }
    return answer;
  }

  void load_endgames(const std::string& path) {
    auto tables = std::make_unique<tablebase::Tables>();
    tablebase::add_files(*tables, path);
    if (path != tablebase::kBuiltin) tables->prepare();  // during a game there is no time for it
    complaints_told_ = 0;
    endgames_ = tables->is_empty() && tables->complaints().empty() ? nullptr : std::move(tables);
  }

  /// A file that is no network is complained about, and the judgement stays as it was.
  void load_network(const std::string& path) {
    loaded_.reset();
    judgement_.networks = own_networks_;
    if (path == eval::kBuiltinNetworks || path == eval::kNoNetwork) return;
    auto network = eval::read_network_file(path);
    if (!network) {
      network_complaint_ = network.error();
      return;
    }
    loaded_ = std::make_unique<eval::Network>(*std::move(network));
    judgement_.networks[static_cast<std::size_t>(loaded_->variant)] = loaded_.get();
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

  EngineOptions options_;
  std::unique_ptr<TranspositionTable> table_;
  std::unique_ptr<tablebase::Tables> endgames_;  ///< null: none
  std::size_t complaints_told_ = 0;
  eval::Judgement judgement_;
  std::array<const eval::Network*, 2> own_networks_{};  ///< of the judgement it was made with
  std::unique_ptr<eval::Network> loaded_;               ///< from a file; null: none
  std::string network_complaint_;                       ///< not told yet
  Shared shared_;
  std::tuple<Workers<Variant::Ordo>, Workers<Variant::OrdoX>> workers_;
  HelperThreads helpers_;
  std::unique_ptr<ForcedWins> forced_wins_;  ///< null: not asked for yet
  std::optional<Variant> last_variant_;
  std::uint64_t seed_ = 0;            ///< of this game; 0: not drawn yet
  std::uint64_t noisy_searches_ = 0;  ///< of this game
  Instant started_;
};

Engine::Engine(const EngineOptions& options) : Engine(options, eval::Judgement::own()) {}
Engine::Engine(const EngineOptions& options, const eval::Judgement& judgement)
    : impl_(std::make_unique<Impl>(options, judgement)) {}
Engine::~Engine() = default;

void Engine::configure(const EngineOptions& options) { impl_->configure(options); }
const EngineOptions& Engine::options() const noexcept { return impl_->options(); }
std::span<const thinking::Parameter> Engine::parameters() const { return search::parameters(); }
void Engine::new_game() { impl_->new_game(); }
std::uint64_t Engine::nodes_so_far() const noexcept { return impl_->nodes_so_far(); }
std::vector<std::string> Engine::complaints() { return impl_->complaints(); }

Answer Engine::think(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
                     const OnReport& on_report) {
  return impl_->think(game, limits, stop, on_report);
}
Answer Engine::think(const rules::Game& game, const Limits& limits, const OnReport& on_report) {
  const std::atomic<bool> never{false};
  return think(game, limits, never, on_report);
}

}  // namespace ordo::search
