// Looking every few seconds for what nobody else sees to.
#include "server/games/sweeper.h"

#include <utility>
#include <vector>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include "store/store.h"

namespace ordo::server {
namespace {

constexpr int kMostOverdue = 200;
constexpr std::chrono::minutes kCleanEvery{10};
constexpr std::chrono::hours kGuestMemory{24 * 30};
constexpr std::chrono::seconds kRenewEvery{5};
constexpr std::chrono::seconds kBeatEvery{1};
constexpr std::chrono::seconds kNoteEvery{5};
/// Where there are other nodes, one of them has said something within this time.
constexpr std::chrono::seconds kOthersSilence{7};
/// A shorter one nobody noticed.
constexpr std::chrono::seconds kLeastOutage{1};
/// Nobody thinks longer about a turn.
constexpr std::chrono::days kLookBack{30};
/// After so long an absence the clock may as well be wrong: nothing is deleted for a while.
constexpr std::chrono::hours kLongOutage{24};

}  // namespace

Sweeper::Sweeper(boost::asio::io_context::executor_type executor, store::Database& database,
                 std::shared_ptr<Rooms> rooms, std::shared_ptr<Lobby> lobby,
                 std::shared_ptr<Draining> draining, Log& log, Timekeeper& time, SweeperOptions options)
    : database_(database),
      rooms_(std::move(rooms)),
      lobby_(std::move(lobby)),
      draining_(std::move(draining)),
      log_(log),
      time_(time),
      options_(options),
      timer_(boost::asio::make_strand(std::move(executor))),
      beat_timer_(timer_.get_executor()) {}

void Sweeper::start() {
  look_back();
  time_.beat();
  boost::asio::dispatch(timer_.get_executor(), [self = shared_from_this()] {
    self->beat();
    self->sweep_later();
  });
}

/// Before anybody can ask for a game.
void Sweeper::look_back() {
  const online::Instant now = time_.now();
  std::vector<store::Outage> outages;
  database_.write_now([&](store::Connection& connection) {
    store::Store store(connection);
    store.note_alive(now, store.is_alone() ? kLeastOutage : kOthersSilence);
    outages = store.outages(now - kLookBack);
  });
  noted_at_ = made_up_until_ = now;
  time_.stored(now);
  for (const store::Outage& outage : outages) {
    time_.note({outage.from, outage.to, true});
    if (outage.to != now) continue;
    log_.write(LogLevel::Info, "was-away", {{"milliseconds", (outage.to - outage.from).count()}});
    if (outage.to - outage.from < kLongOutage) continue;
    log_.write(LogLevel::Warning, "cleaning-postponed",
               {{"why", "there was no server for more than a day, or the clock is wrong"}});
    cleaned_at_ = now + kLongOutage;
  }
}

/// Goes on while draining: what is still being done needs the time.
void Sweeper::beat() {
  time_.beat();
  if (const auto lost = time_.interruptions_since(made_up_until_); !lost.empty()) {
    made_up_until_ = lost.back().to;
    rooms_->wake_all();  // so that the clocks people see are put right
  }
  beat_timer_.expires_after(kBeatEvery);
  beat_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self && !error) self->beat();
  });
}

void Sweeper::note_alive() {
  if (is_noting_.exchange(true)) return;
  const online::Instant now = time_.now();
  database_.write([now, silence = 3 * kNoteEvery](
                      store::Connection& connection) { store::Store(connection).note_alive(now, silence); },
                  [self = shared_from_this(),
                   storing = std::make_shared<Storing>(draining_)](const std::exception_ptr& failed) {
                    self->is_noting_ = false;
                    if (!failed) self->time_.stored(self->time_.now());
                  });
}

void Sweeper::sweep_later() {
  timer_.expires_after(options_.every);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error || self->draining_->has_begun()) return;
    self->sweep();
    self->sweep_later();
  });
}

void Sweeper::sweep() {
  const online::Instant now = time_.now();
  if (now - noted_at_ >= kNoteEvery) {
    noted_at_ = now;
    note_alive();
  }
  if (now - renewed_at_ >= kRenewEvery) {
    renewed_at_ = now;
    lobby_->renew();
  }
  if (now - cleaned_at_ >= kCleanEvery && time_.is_sure()) {
    cleaned_at_ = now;
    clean_up(now);
  }
  if (!is_looking_.exchange(true)) wake_overdue(now);
}

void Sweeper::wake_overdue(online::Instant now) {
  const auto games = std::make_shared<std::vector<online::GameId>>();
  database_.read(
      [games, now, silent_since = now - options_.engine_silence](store::Connection& connection) {
        *games = store::Store(connection).overdue(now, silent_since, kMostOverdue);
      },
      [self = shared_from_this(), games](const std::exception_ptr& failed) {
        self->is_looking_ = false;
        if (failed || self->draining_->has_begun()) return;
        for (const online::GameId& game : *games) self->rooms_->pinned(game)->post({});
      });
}

void Sweeper::clean_up(online::Instant now) {
  const auto swept = std::make_shared<store::Swept>();
  database_.write(
      [swept, now, from = guests_from_](store::Connection& connection) {
        *swept = store::Store(connection).sweep(now, now - kGuestMemory, from);
      },
      [self = shared_from_this(), swept](const std::exception_ptr& failed) {
        if (failed) return self->log_.write(LogLevel::Warning, "cleaning-failed");
        boost::asio::post(self->timer_.get_executor(), [self, swept] {
          self->guests_from_ = swept->guests_from;
          if (!swept->is_done) self->cleaned_at_ = {};  // the rest soon
        });
      });
}

}  // namespace ordo::server
