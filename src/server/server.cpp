// Wiring the server.
#include "server/server.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/api/api.h"
#include "server/net/gate.h"
#include "server/net/listener.h"
#include "server/net/static_files.h"
#include "server/net/ws_session.h"
#include "tablebase/table_files.h"

namespace ordo::server {
namespace asio = boost::asio;
namespace {

[[nodiscard]] int threads_of(const ServerConfig& config) {
  if (config.threads > 0) return config.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

[[nodiscard]] HubOptions hub_options(const Limits& limits) {
  HubOptions options;
  options.most_live_games_of_a_user = limits.games_of_a_user;
  options.most_engine_games_of_a_user = limits.engine_games_of_a_user;
  options.most_engine_games_of_a_network = limits.engine_games_of_a_network;
  options.most_seeks_of_a_user = limits.seeks_of_a_user;
  options.challenges = limits.challenges;
  options.challenges_to_one = limits.challenges_to_one;
  options.most_watched_by_a_client = limits.watched_by_a_client;
  return options;
}

[[nodiscard]] ReportOptions report_options(const ServerConfig& config) {
  ReportOptions options;
  options.nodes = config.report_nodes;
  options.limits = {config.limits.reports_of_a_user, config.limits.reports};
  options.most_of_a_network = config.limits.reports_of_a_network;
  options.most_looks_of_a_network = config.limits.looks_of_a_network;
  return options;
}

[[nodiscard]] std::unique_ptr<engines::Pool> engine_pool(const ServerConfig& config) {
  if (config.engine_command.empty() || config.engines <= 0) return nullptr;
  engines::PoolOptions options;
  options.program.command = config.engine_command;
  options.processes = config.engines;
  options.program.most_memory = config.engine_memory;
  return std::make_unique<engines::Pool>(std::move(options));
}

[[nodiscard]] std::unique_ptr<const tablebase::Tables> open_tables(const ServerConfig& config, Log& log) {
  auto tables = std::make_unique<tablebase::Tables>();
  tablebase::add_files(*tables, config.tables);
  for (const std::string& complaint : tables->complaints())
    log.write(LogLevel::Warning, "endgame tables", {{"why", std::string_view(complaint)}});
  return tables;
}

}  // namespace

/// The order of the members is that of who outlives whom: what is left in the context when it goes refers to
/// the members before it, and the threads of those after it post to it.
class Server::Impl {
 public:
  Impl(ServerConfig config, Log& log, TimeSources clocks)
      : config_(std::move(config)),
        sparing_(log, std::chrono::steady_clock::now),
        log_(sparing_),
        time_(std::move(clocks), {},
              [this](const char* event, std::int64_t milliseconds) {
                log_.write(LogLevel::Warning, event, {{"milliseconds", milliseconds}});
              }),
        files_(config_.web.empty() ? StaticFiles() : StaticFiles(config_.web)),
        tables_(open_tables(config_, log_)),
        downloads_(config_.tables),
        connections_(config_.limits.connections, config_.limits.connections_per_address),
        costly_(config_.limits.costly),
        wrong_names_({.free_failures = 10, .most = std::chrono::minutes(15)}),
        wrong_callers_({.free_failures = 20, .most = std::chrono::minutes(15)}),
        wrong_devices_({.free_failures = 10, .most = std::chrono::minutes(15)}),
        websockets_{config_.limits, hub_, metrics_, registry_, time_},
        context_(threads_of(config_)),
        passwords_(config_.password, metrics_),
        engines_(engine_pool(config_)),
        database_(store::Database::open(config_.database)),
        hub_(context_.get_executor(), *database_, engines_.get(), log_, metrics_, hub_options(config_.limits),
             time_),
        reports_(std::make_shared<Reports>(context_.get_executor(), *database_, engines_.get(), log_,
                                           time_.clock(), report_options(config_))),
        auth_(std::make_shared<Auth>(*database_, time_.clock())),
        readiness_(*database_, log_, config_.limits.ready_within),
        api_({config_, *database_, readiness_, hub_.maker(), hub_.presence(), *reports_, *auth_, passwords_,
              metrics_, *tables_, downloads_, costly_, wrong_names_, wrong_callers_, wrong_devices_,
              is_draining_, time_.clock(),
              [this](const online::UserId& user, const std::string& credential) {
                registry_.hang_up(user, credential);
              }}),
        gate_(config_, api_, *auth_, files_, downloads_, metrics_, log_),
        http_{config_, gate_, websockets_, connections_, metrics_, log_, is_draining_, time_.clock()},
        listener_(context_, http_, config_.address, config_.port) {}

  [[nodiscard]] const Listener& listener() const noexcept { return listener_; }

  void run() {
    hub_.start();
    reports_->start();
    hear_of_revocations();
    listener_.start();
    log_.write(LogLevel::Info, "listening", {{"address", std::string_view(listener_.address())}});
    std::vector<std::thread> threads;
    const auto more = static_cast<std::size_t>(threads_of(config_)) - 1;
    threads.reserve(more);
    for (std::size_t i = 0; i < more; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    log_.write(LogLevel::Info, "stopped");
  }

  void stop() {
    if (is_draining_.exchange(true)) return;
    asio::co_spawn(context_, drain(), asio::detached);
  }

 private:
  void work() {
    for (;;) {
      try {
        context_.run();
        return;
      } catch (const std::exception& error) {
        log_.write(LogLevel::Error, "a handler failed", {{"why", std::string_view(error.what())}});
      }
    }
  }

  /// What another node has revoked.
  void hear_of_revocations() {
    const auto heard = [this, known = std::weak_ptr(auth_)](const store::Notice& notice) {
      const auto revoked = revoked_in(notice);
      const auto auth = known.lock();
      if (!revoked || !auth) return;
      auth->forget(revoked->first);
      registry_.hang_up(revoked->first, revoked->second);
    };
    database_->listen(heard, [] {});
  }

  Awaitable<void> drain() {
    log_.write(LogLevel::Info, "draining", {{"websockets", static_cast<std::int64_t>(registry_.count())}});
    const auto until = std::chrono::steady_clock::now() + config_.limits.drain_time;
    listener_.stop();
    const auto is_drained = std::make_shared<std::atomic<bool>>(false);
    asio::co_spawn(context_, reports_->drain(), asio::detached);
    asio::co_spawn(context_, hub_.drain(),
                   [is_drained](std::exception_ptr /*failed*/) { *is_drained = true; });
    asio::steady_timer timer(co_await asio::this_coro::executor);
    bool is_told = false;
    while (std::chrono::steady_clock::now() < until) {
      if (*is_drained && !std::exchange(is_told, true)) registry_.close_all();
      if (is_told && registry_.count() == 0) break;
      timer.expires_after(std::chrono::milliseconds(20));
      co_await timer.async_wait(kAwait);
    }
    // Answers on their way out are given a moment.
    timer.expires_after(std::chrono::milliseconds(50));
    co_await timer.async_wait(kAwait);
    context_.stop();
  }

  const ServerConfig config_;
  SparingLog sparing_;
  Log& log_;
  Timekeeper time_;
  const StaticFiles files_;
  const std::unique_ptr<const tablebase::Tables> tables_;
  const TableDownloads downloads_;
  Metrics metrics_;
  ConnectionCounter connections_;
  RateLimiter costly_;
  Backoff wrong_names_;
  Backoff wrong_callers_;
  Backoff wrong_devices_;
  WsRegistry registry_;
  std::atomic<bool> is_draining_{false};
  WsServices websockets_;
  asio::io_context context_;
  asio::executor_work_guard<asio::io_context::executor_type> guard_{context_.get_executor()};
  PasswordHasher passwords_;
  const std::unique_ptr<engines::Pool> engines_;
  const std::unique_ptr<store::Database> database_;
  Hub hub_;
  const std::shared_ptr<Reports> reports_;
  const std::shared_ptr<Auth> auth_;  ///< shared with what listens to the database
  Readiness readiness_;
  Api api_;
  Gate gate_;
  HttpServices http_;
  Listener listener_;
};

Server::Server(ServerConfig config, Log& log, TimeSources clocks)
    : impl_(std::make_unique<Impl>(std::move(config), log, std::move(clocks))) {}
Server::~Server() = default;

std::string Server::address() const { return impl_->listener().address(); }
std::uint16_t Server::port() const { return impl_->listener().port(); }
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }

}  // namespace ordo::server
