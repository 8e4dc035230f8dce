// The threads of a match and what they share.
#include "match/runner.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ordo::match {
namespace {

class Match {
 public:
  Match(const MatchPlan& plan, Book& book, Ledger& ledger, GameLog* log, const std::atomic<bool>& stop,
        const OnGame& on_game)
      : plan_(plan), book_(book), stop_(stop), on_game_(on_game), ledger_(ledger), log_(log) {
    note_verdict();
  }

  MatchEnd run() {
    {
      std::vector<std::jthread> threads;
      threads.reserve(static_cast<std::size_t>(plan_.concurrency));
      for (int i = 0; i < plan_.concurrency; ++i) threads.emplace_back([this] { play_games(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    if (is_decided_) return MatchEnd::Decided;
    return is_complete() ? MatchEnd::Complete : MatchEnd::Stopped;
  }

 private:
  /// What one thread does: games, with two engines of its own.
  void play_games() noexcept {
    try {
      engines::Client first(plan_.contestants[0], plan_.variant, plan_.patience, stop_);
      engines::Client second(plan_.contestants[1], plan_.variant, plan_.patience, stop_);
      while (const auto number = next_game()) {
        const rules::Position start = book_.opening(opening_of(*number));
        const bool first_is_white = first_color(*number) == rules::Color::White;
        const Side a{first, plan_.contestants[0].pace};
        const Side b{second, plan_.contestants[1].pace};
        finish(*number, play_game(start, first_is_white ? a : b, first_is_white ? b : a, plan_.game_rules));
      }
    } catch (const engines::Stopped&) {  // the game is played again another time
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.set();
    }
  }

  [[nodiscard]] std::optional<std::size_t> next_game() {
    const std::lock_guard lock(mutex_);
    while (next_ < plan_.games && ledger_.has(next_)) ++next_;
    if (stop_.is_set() || next_ >= plan_.games) return std::nullopt;
    return next_++;
  }

  [[nodiscard]] bool is_complete() const {
    for (std::size_t number = 0; number < plan_.games; ++number) {
      if (!ledger_.has(number)) return false;
    }
    return true;
  }

  void finish(std::size_t number, const PlayedGame& played) {
    const Finished game = finished_of(number, played);
    const std::lock_guard lock(mutex_);
    if (is_decided_) return;
    if (log_ != nullptr) log_->append(record_of(game, played, plan_.tags));
    ledger_.add(game);
    note_verdict();
    if (on_game_) on_game_(game, ledger_.tally());
  }

  void note_verdict() {
    if (!plan_.sprt || verdict(*plan_.sprt, ledger_.tally().pairs) == Verdict::Open) return;
    is_decided_ = true;
    stop_.set();
  }

  const MatchPlan& plan_;
  Book& book_;
  engines::StopSignal stop_;
  const OnGame& on_game_;
  std::mutex mutex_;  ///< guards everything below
  Ledger& ledger_;
  GameLog* log_;
  std::size_t next_ = 0;
  bool is_decided_ = false;
  std::exception_ptr failure_;
};

}  // namespace

MatchEnd run_match(const MatchPlan& plan, Book& book, Ledger& ledger, GameLog* log,
                   const std::atomic<bool>& stop, const OnGame& on_game) {
  return Match(plan, book, ledger, log, stop, on_game).run();
}

}  // namespace ordo::match
