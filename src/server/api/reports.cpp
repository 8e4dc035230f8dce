// Reports on games, and what is known of a position: asked for, looked at, stopped.
#include "rules/fen.h"
#include "rules/outcome.h"
#include "server/api/api.h"
#include "util/json_writer.h"
#include "util/number.h"

namespace ordo::server {
namespace {

using util::JsonWriter;

constexpr int kMostPly = 100'000;

[[nodiscard]] std::string_view word(store::ReportState state) noexcept {
  switch (state) {
    case store::ReportState::Waiting:
      return "waiting";
    case store::ReportState::Done:
      return "done";
    case store::ReportState::Stopped:
      return "stopped";
    case store::ReportState::Failed:
      break;
  }
  return "failed";
}

[[nodiscard]] Response report_response(const store::GameReport& report, const Identity& who, int from,
                                       const std::vector<std::string>& found) {
  return object_response([&](JsonWriter& json) {
    json.member("game", report.game);
    json.member("state", word(report.state));
    json.member("nodes", report.nodes);
    json.member("positions", report.positions);
    json.member("done", from + static_cast<int>(found.size()));
    json.member("mine", who.is_known() && report.asked_by == who.user);
    json.member("from", from);
    json.list_member("found", found, [&json](const std::string& body) { json.raw(body); });
  });
}

[[nodiscard]] Response no_report(const online::GameId& game) {
  return object_response([&](JsonWriter& json) {
    json.member("game", game);
    json.member("state", "none");
    for (const char* name : {"nodes", "positions", "done", "from"}) json.member(name, 0);
    json.member("mine", false);
    json.raw_member("found", "[]");
  });
}

/// `most`: as deeply as anybody can ask for.
[[nodiscard]] Response known_response(const rules::Position& position,
                                      const std::optional<store::Evaluation>& known, std::int64_t most) {
  return object_response([&](JsonWriter& json) {
    json.member("variant", rules::name(position.variant()));
    json.member("fen", rules::to_fen(position));
    json.member("most", most);
    json.name("known");
    if (!known) return json.null();
    json.open('{');
    json.member("nodes", known->nodes);
    json.name("game");
    known->game.empty() ? json.null() : json.value(known->game);
    json.member("ply", known->ply);
    json.member("at", online::milliseconds(known->at));
    json.raw_member("lines", known->body);
    json.close('}');
  });
}

}  // namespace

Awaitable<Response> Api::ask_report(const Request& request) {
  const online::GameId id = request.arguments[0];
  if (!is_id(id)) co_return error_response(404, "no-such-game", "there is no such game");
  const auto report = co_await services_.reports.ask(request.identity, id);
  if (!report) co_return refused_response(report.error());
  Response response = report_response(*report, request.identity, report->done, {});
  response.status = 202;
  co_return response;
}

Awaitable<Response> Api::report(const Request& request) {
  const online::GameId id = request.arguments[0];
  const auto from = util::number_from<int>(request.parameter("from").value_or("0"), 0, kMostPly);
  if (!from) co_return bad_request("from must be a number of turns");
  if (!is_id(id)) co_return error_response(404, "no-such-game", "there is no such game");
  using Found = std::pair<std::optional<store::GameReport>, std::vector<std::string>>;
  auto look = [id, first = *from](store::Store& store) {
    return Found(store.report(id), store.report_positions(id, first));
  };
  const Found found = co_await reading(services_.database, std::move(look));
  // Most games have none: that is an answer, and no failure.
  if (!found.first) co_return no_report(id);
  co_return report_response(*found.first, request.identity, *from, found.second);
}

Awaitable<Response> Api::stop_report(const Request& request) {
  const online::GameId id = request.arguments[0];
  if (!is_id(id)) co_return error_response(404, "no-such-report", "nobody has asked for one");
  const auto refused = co_await services_.reports.stop(request.identity, id);
  if (refused) co_return refused_response(*refused);
  co_return json_response("{}");
}

Awaitable<Response> Api::analysis(const Request& request) {
  const auto position = decode_position_query(request);
  if (!position) co_return bad_request(position.error());
  auto look = [key = evaluation_key(*position)](store::Store& store) { return store.evaluation(key); };
  const auto known = co_await reading(services_.database, std::move(look), store::Reading::List);
  co_return known_response(*position, known, services_.reports.look_nodes());
}

Awaitable<Response> Api::look_deeper(const Request& request) {
  const auto position = decode_position(request.body);
  if (!position) co_return bad_request(position.error());
  if (rules::outcome(*position)) co_return bad_request("fen: the game is over");
  const auto known = co_await services_.reports.look(request.identity, *position);
  if (!known) co_return refused_response(known.error());
  Response response = known_response(*position, *known, services_.reports.look_nodes());
  response.status = *known ? 200 : 202;
  co_return response;
}

}  // namespace ordo::server
