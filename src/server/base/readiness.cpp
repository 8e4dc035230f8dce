// Whether the database can store what players do, found out by storing something.
#include "server/base/readiness.h"

#include <mutex>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

namespace ordo::server {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTrustedFor{1};
constexpr std::chrono::milliseconds kGlance{5};

[[nodiscard]] std::optional<std::string> reason_of(const std::exception_ptr& failed) {
  if (!failed) return std::nullopt;
  try {
    std::rethrow_exception(failed);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

struct Readiness::State {
  std::mutex guard;
  std::optional<SteadyClock::time_point> asked_at;     // of the attempt under way; guarded, as all
  std::optional<SteadyClock::time_point> answered_at;  // of the last one
  std::optional<std::string> answer;                   // what was wrong then
  bool was_well = true;                                // as it was logged
};

Readiness::Readiness(store::Database& database, Log& log, std::chrono::milliseconds longest)
    : database_(database), log_(log), longest_(longest), state_(std::make_shared<State>()) {}

Readiness::~Readiness() = default;

void Readiness::ask() {
  database_.probe([state = state_](const std::exception_ptr& failed) {
    const std::lock_guard lock(state->guard);
    state->asked_at.reset();
    state->answered_at = SteadyClock::now();
    state->answer = reason_of(failed);
  });
}

Awaitable<std::optional<std::string>> Readiness::trouble() {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  const auto since = SteadyClock::now();
  std::optional<std::string> found;
  for (;;) {
    bool asks = false;
    {
      const std::lock_guard lock(state_->guard);
      const auto now = SteadyClock::now();
      if (state_->answered_at && *state_->answered_at >= since - kTrustedFor) {
        found = state_->answer;
        break;
      }
      if (state_->asked_at && now - *state_->asked_at >= longest_) {
        found = "the database does not answer";
        break;
      }
      asks = !state_->asked_at;
      if (asks) state_->asked_at = now;
    }
    if (asks) ask();
    timer.expires_after(kGlance);
    co_await timer.async_wait(boost::asio::use_awaitable);
  }
  conclude(found);
  co_return found;
}

void Readiness::conclude(const std::optional<std::string>& trouble) {
  {
    const std::lock_guard lock(state_->guard);
    if (state_->was_well == !trouble) return;
    state_->was_well = !trouble;
  }
  if (trouble) {
    log_.write(LogLevel::Error, "database-sick", {{"reason", std::string_view(*trouble)}});
  } else {
    log_.write(LogLevel::Info, "database-well");
  }
}

}  // namespace ordo::server
