// Following two clocks, and noticing when nobody was looking at them.
#include "server/base/timekeeper.h"

#include <algorithm>

namespace ordo::server {
namespace {

using online::Duration;
using online::Instant;

/// Each beat brings ours so much nearer to the wall clock: half a percent, ten times what an NTP daemon does.
constexpr Duration kStep{5};
constexpr std::size_t kMostInterruptions = 64;

[[nodiscard]] Duration since_start(std::chrono::steady_clock::time_point ticks) {
  return std::chrono::duration_cast<Duration>(ticks.time_since_epoch());
}

}  // namespace

TimeSources TimeSources::of_this_machine() {
  return {[] { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); },
          [] { return std::chrono::steady_clock::now(); }};
}

Timekeeper::Timekeeper(TimeSources sources, const TimekeeperOptions& options, Report report)
    : sources_(std::move(sources)),
      options_(options),
      report_(std::move(report)),
      late_after_(options.late_after.count()),
      offset_(online::milliseconds(sources_.wall()) - since_start(sources_.steady()).count()),
      beaten_at_(online::milliseconds(now())),
      stored_at_(now()) {}

Instant Timekeeper::time_at(Ticks ticks) const {
  return Instant(since_start(ticks) + Duration(offset_.load(std::memory_order_relaxed)));
}

Instant Timekeeper::now() const { return time_at(sources_.steady()); }

void Timekeeper::report(const char* event, Duration length) const {
  if (report_) report_(event, length.count());
}

void Timekeeper::beat() {
  const std::lock_guard lock(mutex_);
  const Ticks ticks = sources_.steady();
  const Instant now = time_at(ticks);
  const Instant before = online::instant_from(beaten_at_.load());
  if (now - before > options_.late_after) {
    report("held-up", now - before);
    note_locked({before, now, false});
  }
  beaten_at_ = online::milliseconds(now);
  follow_wall(ticks);
}

/// Under mutex_.
void Timekeeper::follow_wall(Ticks ticks) {
  const Instant now = time_at(ticks);
  const Duration apart = sources_.wall() - now;
  const auto shift = [&](Duration by) {
    offset_ += by.count();
    beaten_at_ += by.count();
    stored_at_ += by;
  };
  if (std::chrono::abs(apart) < options_.disagree) {
    if (disagree_since_) report("clock-agrees-again", apart);
    disagree_since_.reset();
    return shift(std::clamp(apart, -kStep, kStep));
  }
  const bool is_new = !disagree_since_ || std::chrono::abs(apart - disagreement_) >= options_.disagree;
  disagreement_ = apart;
  if (is_new) {
    report("clock-jumped", apart);
    disagree_since_ = ticks;
    return;
  }
  if (ticks - *disagree_since_ < options_.believe_wall_after) return;
  if (std::chrono::abs(apart) > options_.most_believed) {
    report("clock-not-believed", apart);
    disagree_since_ = ticks;  // said again after as long
    return;
  }
  report("clock-believed", apart);
  disagree_since_.reset();
  shift(apart);
  if (apart > Duration::zero()) note_locked({now, now + apart, false});
}

void Timekeeper::stored(Instant at) {
  const std::lock_guard lock(mutex_);
  if (at - stored_at_ > options_.store_late_after) {
    report("database-away", at - stored_at_);
    note_locked({stored_at_, at, false});
  }
  stored_at_ = std::max(stored_at_, at);
}

void Timekeeper::note(const Interruption& interruption) {
  const std::lock_guard lock(mutex_);
  note_locked(interruption);
}

/// Under mutex_. Those that touch become one.
void Timekeeper::note_locked(const Interruption& interruption) {
  Interruption all = interruption;
  std::erase_if(interruptions_, [&](const Interruption& known) {
    if (known.to < all.from || all.to < known.from) return false;
    all = {std::min(all.from, known.from), std::max(all.to, known.to), all.was_down || known.was_down};
    return true;
  });
  interruptions_.push_back(all);
  std::ranges::sort(interruptions_, {}, &Interruption::from);
  if (interruptions_.size() > kMostInterruptions) interruptions_.erase(interruptions_.begin());
  last_end_ = std::max(last_end_.load(), online::milliseconds(all.to));
}

bool Timekeeper::is_sure() const {
  const std::lock_guard lock(mutex_);
  const Instant now = this->now();
  return !disagree_since_ && now - online::instant_from(beaten_at_.load()) <= options_.late_after &&
         now - stored_at_ <= options_.store_late_after;
}

std::vector<Interruption> Timekeeper::interruptions_since(Instant at) const {
  const std::lock_guard lock(mutex_);
  std::vector<Interruption> since;
  std::ranges::copy_if(interruptions_, std::back_inserter(since),
                       [at](const Interruption& one) { return one.to > at; });
  return since;
}

}  // namespace ordo::server
