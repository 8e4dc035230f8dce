// Threads that each speak with one engine process, and what happens when that one misbehaves.
#include "engines/pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "engines/client.h"
#include "engines/fair_queue.h"
#include "rules/notation.h"
#include "util/check.h"

namespace ordo::engines {
namespace {

using std::chrono::milliseconds;

constexpr int kTries = 2;
constexpr milliseconds kLeastTime{10};

using Answered = util::Result<std::string, std::string>;

/// One process, and what it was last told to be.
class Keeper {
 public:
  Keeper(const PoolOptions& options, const StopSignal& stop, std::atomic<std::uint64_t>& started)
      : options_(options),
        client_(options.program, rules::Variant::Ordo, options.patience, stop),
        started_(started) {}

  /// A failure ends the process.
  [[nodiscard]] Answered try_once(const Question& question) {
    Answered turn = util::failure(std::string());
    try {
      turn = turn_for(question);
    } catch (const CannotStart& failed) {
      turn = util::failure(std::string(failed.what()));
    } catch (const Stopped&) {
      turn = util::failure(std::string("the engines are being stopped"));
    } catch (const std::system_error& failed) {
      turn = util::failure(std::string(failed.what()));
    }
    if (!turn) client_.give_up();
    return turn;
  }

 private:
  [[nodiscard]] Answered turn_for(const Question& question) {
    const bool is_fresh = !client_.is_running();
    if (is_fresh) {
      ++started_;
      client_.start();
    }
    if (is_fresh || question.level != level_ || question.game.variant() != variant_) {
      level_ = question.level;
      variant_ = question.game.variant();
      if (const auto failed = client_.set(settings())) return util::failure(failed->detail);
    }
    // Other games went before: what it remembers of them could only mislead it.
    if (const auto failed = client_.new_game()) return util::failure(failed->detail);
    const milliseconds time = std::clamp(question.time, kLeastTime, std::max(options_.most_time, kLeastTime));
    thinking::Limits limits;
    limits.move_time = time;
    auto reply = client_.ask(question.game, limits, time);
    if (!reply) return util::failure(reply.error().detail);
    rules::Game game = question.game;
    const auto played = game.play(reply->turn);
    if (!played) return util::failure("its turn is refused: " + played.error().message);
    return rules::to_text(*played);
  }

  [[nodiscard]] std::vector<OptionSetting> settings() const {
    std::vector<OptionSetting> settings = {{"Variant", std::string(rules::name(variant_))}};
    if (level_ != kUnchangedLevel) {
      settings.push_back({"Level", level_ == kFullStrength ? "full" : std::to_string(level_)});
    }
    return settings;
  }

  const PoolOptions& options_;
  Client client_;
  std::atomic<std::uint64_t>& started_;
  int level_ = kUnchangedLevel;
  rules::Variant variant_ = rules::Variant::Ordo;
};

}  // namespace

class Pool::Impl {
 public:
  explicit Impl(PoolOptions options) : options_(std::move(options)) {
    ORDO_CHECK(!options_.program.command.empty() && options_.processes > 0);
    for (int i = 0; i < options_.processes; ++i) threads_.emplace_back([this] { work(thorough_); });
    threads_.emplace_back([this] { work(quick_); });
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
    for (FairQueue<Waiting>* queue : {&quick_, &thorough_}) {
      while (const auto left = queue->pop()) {
        left->answer(util::failure(std::string("the engines are being stopped")));
      }
    }
  }

  void ask(Question question, Answer answer) {
    ORDO_CHECK(!question.game.outcome() && question.level >= kUnchangedLevel &&
               question.level <= kFullStrength);
    {
      const std::lock_guard lock(guard_);
      if (!is_closing_ && waiting() < options_.most_waiting) {
        const bool is_quick = question.level != kUnchangedLevel && question.level <= kQuickLevel;
        const Asker asker = question.asker;
        (is_quick ? quick_ : thorough_).push(asker, {std::move(question), std::move(answer)});
        wake_.notify_all();  // not every thread takes it
        return;
      }
    }
    ++failed_;
    answer(util::failure(std::string("too many games wait for an engine")));
  }

  [[nodiscard]] State state() const {
    const std::lock_guard lock(guard_);
    return {waiting(), answered_, failed_, started_};
  }

 private:
  struct Waiting {
    Question question;
    Answer answer;
  };

  /// Under guard_.
  [[nodiscard]] std::size_t waiting() const { return quick_.size() + thorough_.size(); }

  [[nodiscard]] std::optional<Waiting> next(FairQueue<Waiting>& queue) {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this, &queue] { return is_closing_ || queue.size() > 0; });
    if (is_closing_) return std::nullopt;
    return queue.pop();
  }

  void work(FairQueue<Waiting>& queue) {
    Keeper keeper(options_, stop_, started_);
    while (const auto asked = next(queue)) {
      Answered turn = keeper.try_once(asked->question);
      for (int i = 1; i < kTries && !turn && !is_closing_; ++i) turn = keeper.try_once(asked->question);
      ++(turn ? answered_ : failed_);
      asked->answer(std::move(turn));
    }
  }

  const PoolOptions options_;
  mutable std::mutex guard_;
  std::condition_variable wake_;
  FairQueue<Waiting> quick_;  // this and the next guarded by guard_
  FairQueue<Waiting> thorough_;
  std::atomic<bool> is_closing_{false};  // set under guard_
  const StopSignal stop_{is_closing_};
  std::atomic<std::uint64_t> answered_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> started_{0};
  std::vector<std::thread> threads_;
};

Pool::Pool(PoolOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Pool::~Pool() = default;

void Pool::ask(Question question, Answer answer) { impl_->ask(std::move(question), std::move(answer)); }

Pool::State Pool::state() const { return impl_->state(); }

}  // namespace ordo::engines
