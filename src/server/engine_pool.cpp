// Threads that each speak with one engine process, and what happens when that one misbehaves.
#include "server/engine_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "match/player.h"
#include "rules/notation.h"
#include "util/check.h"

namespace ordo::server {
namespace {

using std::chrono::milliseconds;

constexpr int kTries = 2;
constexpr milliseconds kLeastTime{10};

using Turn = util::Result<std::string, std::string>;

[[nodiscard]] match::Contestant contestant_for(const EnginePoolOptions& options) {
  match::Contestant contestant;
  contestant.name = "engine";
  contestant.command = options.command;
  contestant.options = options.settings;
  contestant.most_memory = options.most_memory;
  return contestant;
}

/// One process, and what it was last told to be.
class Table {
 public:
  Table(const EnginePoolOptions& options, const match::StopSignal& stop, std::atomic<std::uint64_t>& started)
      : options_(options),
        contestant_(contestant_for(options)),
        player_(contestant_, rules::Variant::Ordo, options.patience, stop),
        started_(started) {}

  /// A failure ends the process.
  [[nodiscard]] Turn try_once(const EngineQuestion& question) {
    Turn turn = util::failure(std::string());
    try {
      turn = turn_for(question);
    } catch (const match::CannotStart& failed) {
      turn = util::failure(std::string(failed.what()));
    } catch (const match::Stopped&) {
      turn = util::failure(std::string("the engines are being stopped"));
    } catch (const std::system_error& failed) {
      turn = util::failure(std::string(failed.what()));
    }
    if (!turn) player_.give_up();
    return turn;
  }

 private:
  [[nodiscard]] Turn turn_for(const EngineQuestion& question) {
    const bool is_fresh = !player_.is_running();
    if (is_fresh) {
      ++started_;
      player_.start();
    }
    if (is_fresh || question.level != level_ || question.game.variant() != variant_) {
      level_ = question.level;
      variant_ = question.game.variant();
      if (const auto failed = player_.set(settings())) return util::failure(failed->detail);
    }
    // Other games went before: what it remembers of them could only mislead it.
    if (const auto failed = player_.new_game()) return util::failure(failed->detail);
    const milliseconds time = std::clamp(question.time, kLeastTime, std::max(options_.most_time, kLeastTime));
    search::Limits limits;
    limits.move_time = time;
    auto reply = player_.ask(question.game, limits, time);
    if (!reply) return util::failure(reply.error().detail);
    rules::Game game = question.game;
    const auto played = game.play(reply->turn);
    if (!played) return util::failure("its turn is refused: " + played.error().message);
    return rules::to_text(*played);
  }

  [[nodiscard]] std::vector<match::OptionSetting> settings() const {
    std::vector<match::OptionSetting> settings = {{"Variant", std::string(rules::name(variant_))}};
    if (level_ != kUnchangedLevel) {
      settings.push_back({"Level", level_ == kFullStrength ? "full" : std::to_string(level_)});
    }
    return settings;
  }

  const EnginePoolOptions& options_;
  const match::Contestant contestant_;
  match::Player player_;
  std::atomic<std::uint64_t>& started_;
  int level_ = kUnchangedLevel;
  rules::Variant variant_ = rules::Variant::Ordo;
};

}  // namespace

class EnginePool::Impl {
 public:
  explicit Impl(EnginePoolOptions options) : options_(std::move(options)) {
    ORDO_CHECK(!options_.command.empty() && options_.processes > 0);
    for (int i = 0; i < options_.processes; ++i) threads_.emplace_back([this] { work(); });
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    {
      const std::lock_guard lock(guard_);
      is_closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    for (const Waiting& left : waiting_) {
      left.answer(util::failure(std::string("the engines are being stopped")));
    }
  }

  void ask(EngineQuestion question, Answer answer) {
    ORDO_CHECK(!question.game.outcome() && question.level >= kUnchangedLevel &&
               question.level <= kFullStrength);
    {
      const std::lock_guard lock(guard_);
      if (!is_closing_ && waiting_.size() < options_.most_waiting) {
        waiting_.push_back({std::move(question), std::move(answer)});
        wake_.notify_one();
        return;
      }
    }
    ++failed_;
    answer(util::failure(std::string("too many games wait for an engine")));
  }

  [[nodiscard]] State state() const {
    const std::lock_guard lock(guard_);
    return {waiting_.size(), answered_, failed_, started_};
  }

 private:
  struct Waiting {
    EngineQuestion question;
    Answer answer;
  };

  [[nodiscard]] std::optional<Waiting> next() {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
    if (is_closing_) return std::nullopt;
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }

  void work() {
    Table table(options_, stop_, started_);
    while (const auto asked = next()) {
      Turn turn = table.try_once(asked->question);
      for (int i = 1; i < kTries && !turn && !is_closing_; ++i) turn = table.try_once(asked->question);
      ++(turn ? answered_ : failed_);
      asked->answer(std::move(turn));
    }
  }

  const EnginePoolOptions options_;
  mutable std::mutex guard_;
  std::condition_variable wake_;
  std::deque<Waiting> waiting_;          // guarded by guard_
  std::atomic<bool> is_closing_{false};  // set under guard_
  const match::StopSignal stop_{is_closing_};
  std::atomic<std::uint64_t> answered_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> started_{0};
  std::vector<std::thread> threads_;
};

EnginePool::EnginePool(EnginePoolOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
EnginePool::~EnginePool() = default;

void EnginePool::ask(EngineQuestion question, Answer answer) {
  impl_->ask(std::move(question), std::move(answer));
}

EnginePool::State EnginePool::state() const { return impl_->state(); }

}  // namespace ordo::server
