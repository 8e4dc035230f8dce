// The server about itself: what it offers, whether it is well, what it has counted.
#include <array>

#include "online/command.h"
#include "online/message.h"
#include "online/plan.h"
#include "server/api/api.h"
#include "util/json_writer.h"
#include "util/version.h"

namespace ordo::server {

Awaitable<Response> Api::server(const Request& /*request*/) {
  const Limits& limits = services_.config.limits;
  co_return object_response([&](util::JsonWriter& json) {
    json.member("version", util::version());
    json.member("now", online::milliseconds(services_.clock()));
    json.raw_member("variants", R"(["ordo","ordox"])");
    json.member("levels", services_.config.engine_command.empty() ? 0 : kMaxEngineLevel);
    json.name("limits");
    json.open('{');
    json.member("message", online::kMaxMessage);
    json.member("body", limits.body_bytes);
    json.member("chat", online::kMaxChatText);
    json.member("plan", online::kMaxPlanBranches);
    json.member("games", limits.games_of_a_user);
    json.member("seeks", limits.seeks_of_a_user);
    json.member("watched", limits.watched_by_a_client);
    json.member("tokens", limits.tokens_of_a_user);
    json.member("kept", limits.kept_games_of_a_user);
    json.close('}');
  });
}

Awaitable<Response> Api::healthz(const Request& /*request*/) { co_return json_response(R"({"ok":true})"); }

Awaitable<Response> Api::readyz(const Request& /*request*/) {
  if (services_.is_draining) co_return error_response(503, "draining", "this node is about to stop");
  const std::optional<std::string> trouble = co_await services_.readiness.trouble();
  // Why is in the log: it may name files and machines.
  if (trouble) co_return error_response(503, "database", "the database cannot store anything just now");
  co_return json_response(R"({"ok":true})");
}

// All handlers are of one type. NOLINTNEXTLINE(readability-make-member-function-const)
Awaitable<Response> Api::metrics_text(const Request& request) {
  if (!services_.config.metrics_public && !request.is_local) {
    co_return error_response(403, "local-only", "metrics are shown to this machine only");
  }
  Response response;
  response.type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = services_.metrics.text();
  co_return response;
}

}  // namespace ordo::server
