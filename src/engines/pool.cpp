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
#include "protocol/ugi_text.h"
#include "rules/notation.h"
#include "util/check.h"

namespace ordo::engines {
namespace {

using std::chrono::milliseconds;

constexpr int kTries = 2;
constexpr milliseconds kLeastTime{10};

/// Nobody waits for a study; but one that is not done by then never will be.
constexpr std::chrono::minutes kMostStudyTime{10};
constexpr std::chrono::minutes kStudyPatience{1};
constexpr int kStudyNiceness = 15;

using Answered = util::Result<std::string, std::string>;
using Sight = util::Result<thinking::Report, std::string>;

/// Where studies go on, everything may take longer, as others come first.
[[nodiscard]] PoolOptions for_studies(PoolOptions options) {
  options.program.niceness = kStudyNiceness;
  options.patience = std::max<milliseconds>(options.patience, kStudyPatience);
  return options;
}

/// What an engine told, its turns played in this game.
[[nodiscard]] Sight report_of(rules::Game game, const std::string& line) {
  const auto info = protocol::parse_info_line(line);
  if (!info || info->turns.empty()) return util::failure(std::string("it tells nothing of its search"));
  thinking::Report report;
  report.depth = info->depth;
  report.score = info->score;
  report.nodes = info->nodes;
  for (const std::string& turn : info->turns) {
    const auto played = game.play(turn);
    if (!played) return util::failure("a turn of its line is refused: " + played.error().message);
    report.line.push_back(*played);
  }
  return report;
}

/// One process, and what it was last told to be.
class Keeper {
 public:
  Keeper(const PoolOptions& options, const StopSignal& stop, std::atomic<std::uint64_t>& started)
      : options_(options),
        client_(options.program, rules::Variant::Ordo, options.patience, stop),
        started_(started) {}

  // A failure ends the process.
  [[nodiscard]] Answered try_once(const Question& question) {
    return guarded<Answered>([&] { return turn_for(question); });
  }
  [[nodiscard]] Sight try_once(const Study& study) {
    return guarded<Sight>([&] { return sight_of(study); });
  }

 private:
  template <class Result, class Try>
  [[nodiscard]] Result guarded(const Try& attempt) {
    Result result = util::failure(std::string());
    try {
      result = attempt();
    } catch (const CannotStart& failed) {
      result = util::failure(std::string(failed.what()));
    } catch (const Stopped&) {
      result = util::failure(std::string("the engines are being stopped"));
    } catch (const std::system_error& failed) {
      result = util::failure(std::string(failed.what()));
    }
    if (!result) client_.give_up();
    return result;
  }

  /// Ready for a game that it knows nothing of. Failing: why not.
  [[nodiscard]] std::optional<std::string> prepare(rules::Variant variant, int level) {
    const bool is_fresh = !client_.is_running();
    if (is_fresh) {
      ++started_;
      client_.start();
    }
    if (is_fresh || level != level_ || variant != variant_) {
      level_ = level;
      variant_ = variant;
      if (auto failed = client_.set(settings())) return std::move(failed->detail);
    }
    // Other games went before: what it remembers of them could only mislead it.
    if (auto failed = client_.new_game()) return std::move(failed->detail);
    return std::nullopt;
  }

  [[nodiscard]] Answered turn_for(const Question& question) {
    if (auto failed = prepare(question.game.variant(), question.level))
      return util::failure(*std::move(failed));
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

  [[nodiscard]] Sight sight_of(const Study& study) {
    if (auto failed = prepare(study.game.variant(), kFullStrength)) return util::failure(*std::move(failed));
    thinking::Limits limits;
    limits.nodes = study.nodes;
    auto reply = client_.ask(study.game, limits, kMostStudyTime);
    if (!reply) return util::failure(reply.error().detail);
    return report_of(study.game, client_.last_info());
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
  explicit Impl(PoolOptions options) : options_(std::move(options)), study_options_(for_studies(options_)) {
    ORDO_CHECK(!options_.program.command.empty() && options_.processes > 0);
    for (int i = 0; i < options_.processes; ++i) threads_.emplace_back([this] { work(thorough_); });
    threads_.emplace_back([this] { work(quick_); });
    threads_.emplace_back([this] { work_on_studies(); });
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
    while (const auto left = studies_.pop()) {
      left->found(util::failure(std::string("the engines are being stopped")));
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

  void study(Study study, Found found) {
    ORDO_CHECK(!study.game.outcome() && study.nodes > 0);
    {
      const std::lock_guard lock(guard_);
      if (!is_closing_ && studies_.size() < options_.most_waiting) {
        const Asker asker = study.asker;
        studies_.push(asker, {std::move(study), std::move(found)});
        wake_.notify_all();
        return;
      }
    }
    found(util::failure(std::string("too many positions wait to be looked at")));
  }

  [[nodiscard]] State state() const {
    const std::lock_guard lock(guard_);
    return {waiting(), answered_, failed_, started_, studies_.size()};
  }

 private:
  struct Waiting {
    Question question;
    Answer answer;
  };
  struct WaitingStudy {
    Study study;
    Found found;
  };

  /// Under guard_.
  [[nodiscard]] std::size_t waiting() const { return quick_.size() + thorough_.size(); }

  [[nodiscard]] std::optional<Waiting> next(FairQueue<Waiting>& queue) {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this, &queue] { return is_closing_ || queue.size() > 0; });
    if (is_closing_) return std::nullopt;
    auto taken = queue.pop();
    if (waiting() == 0) wake_.notify_all();  // now is the time for a study
    return taken;
  }

  [[nodiscard]] std::optional<WaitingStudy> next_study() {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this] { return is_closing_ || (studies_.size() > 0 && waiting() == 0); });
    if (is_closing_) return std::nullopt;
    return studies_.pop();
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

  void work_on_studies() {
    Keeper keeper(study_options_, stop_, started_);
    while (const auto asked = next_study()) {
      Sight sight = keeper.try_once(asked->study);
      for (int i = 1; i < kTries && !sight && !is_closing_; ++i) sight = keeper.try_once(asked->study);
      asked->found(std::move(sight));
    }
  }

  const PoolOptions options_;
  const PoolOptions study_options_;
  mutable std::mutex guard_;
  std::condition_variable wake_;
  FairQueue<Waiting> quick_;  // this and the next two guarded by guard_
  FairQueue<Waiting> thorough_;
  FairQueue<WaitingStudy> studies_;
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

void Pool::study(Study study, Found found) { impl_->study(std::move(study), std::move(found)); }

Pool::State Pool::state() const { return impl_->state(); }

}  // namespace ordo::engines
