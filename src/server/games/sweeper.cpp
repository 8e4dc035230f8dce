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

}  // namespace

Sweeper::Sweeper(boost::asio::io_context::executor_type executor, store::Database& database,
                 std::shared_ptr<Rooms> rooms, std::shared_ptr<Lobby> lobby,
                 std::shared_ptr<const Draining> draining, Log& log, Clock clock, SweeperOptions options)
    : database_(database),
      rooms_(std::move(rooms)),
      lobby_(std::move(lobby)),
      draining_(std::move(draining)),
      log_(log),
      clock_(std::move(clock)),
      options_(options),
      timer_(boost::asio::make_strand(std::move(executor))) {}

void Sweeper::start() {
  boost::asio::dispatch(timer_.get_executor(), [self = shared_from_this()] { self->sweep_later(); });
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
  const online::Instant now = clock_();
  if (now - renewed_at_ >= kRenewEvery) {
    renewed_at_ = now;
    lobby_->renew();
  }
  if (now - cleaned_at_ >= kCleanEvery) {
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
