// The counters of the server, kept by prometheus-cpp.
#include "server/base/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace ordo::server {
namespace {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;

[[nodiscard]] Histogram::BucketBoundaries seconds() {
  return {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
}

[[nodiscard]] double in_seconds(std::chrono::microseconds took) {
  return std::chrono::duration<double>(took).count();
}

}  // namespace

class Metrics::Impl {
 public:
  prometheus::Registry registry;

  Counter& counter(const char* name, const char* help) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
  }
  Gauge& gauge(const char* name, const char* help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
  }
  Histogram& histogram(const char* name, const char* help) {
    return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add({}, seconds());
  }

  Gauge& connections = gauge("ordo_connections", "WebSockets open now");
  Counter& connections_total = counter("ordo_connections_total", "WebSockets opened");
  Counter& dropped = counter("ordo_clients_dropped_total", "Clients dropped because they read too slowly");
  Counter& received = counter("ordo_messages_received_total", "Messages received over WebSockets");
  Counter& refused = counter("ordo_messages_refused_total", "Messages refused: not understood or too many");
  Histogram& moves = histogram("ordo_move_seconds", "From the arrival of a turn until it is stored");
  Counter& conflicts = counter("ordo_append_conflicts_total", "Events that another node was faster with");
  Counter& created = counter("ordo_games_created_total", "Games begun");
  Counter& ended = counter("ordo_games_ended_total", "Games ended");
  Gauge& rooms = gauge("ordo_rooms", "Games in memory");
  Histogram& requests = histogram("ordo_request_seconds", "Time to answer an HTTP request");
  prometheus::Family<Counter>& by_status = prometheus::BuildCounter()
                                               .Name("ordo_requests_total")
                                               .Help("HTTP requests by status")
                                               .Register(registry);
  Histogram& engine = histogram("ordo_engine_seconds", "Time the engine took for a turn, waiting included");
  Counter& engine_failed = counter("ordo_engine_failures_total", "Turns the engine did not give");
  Counter& logins_failed = counter("ordo_logins_failed_total", "Logins with a wrong name or password");
  Counter& passwords = counter("ordo_passwords_hashed_total", "Passwords hashed, to keep or to compare them");
  prometheus::Family<Counter>& limits =
      prometheus::BuildCounter().Name("ordo_limited_total").Help("Times a limit was hit").Register(registry);
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::connection_opened() {
  impl_->connections.Increment();
  impl_->connections_total.Increment();
}
void Metrics::connection_closed() { impl_->connections.Decrement(); }
void Metrics::client_dropped() { impl_->dropped.Increment(); }
void Metrics::message_received() { impl_->received.Increment(); }
void Metrics::message_refused() { impl_->refused.Increment(); }
void Metrics::move_stored(std::chrono::microseconds took) { impl_->moves.Observe(in_seconds(took)); }
void Metrics::append_conflict() { impl_->conflicts.Increment(); }
void Metrics::game_created() { impl_->created.Increment(); }
void Metrics::game_ended() { impl_->ended.Increment(); }
void Metrics::rooms_loaded(std::size_t number) { impl_->rooms.Set(static_cast<double>(number)); }

void Metrics::request_done(int status, std::chrono::microseconds took) {
  impl_->requests.Observe(in_seconds(took));
  impl_->by_status.Add({{"status", std::to_string(status)}}).Increment();
}

void Metrics::engine_turn(std::chrono::microseconds took, bool ok) {
  impl_->engine.Observe(in_seconds(took));
  if (!ok) impl_->engine_failed.Increment();
}

void Metrics::login_failed() { impl_->logins_failed.Increment(); }
void Metrics::password_hashed() { impl_->passwords.Increment(); }
void Metrics::limited(std::string_view what) { impl_->limits.Add({{"what", std::string(what)}}).Increment(); }

std::string Metrics::text() const {
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace ordo::server
