// What the endgame tables say of a position and of each of its turns.
#include <optional>

#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "server/api/api.h"
#include "tablebase/tables.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

void write_verdict(util::JsonWriter& json, const std::optional<tablebase::Verdict>& verdict) {
  json.name("value");
  if (!verdict) {
    json.null();
    return;
  }
  json.value(verdict->value == tablebase::Value::Win    ? "win"
             : verdict->value == tablebase::Value::Loss ? "loss"
                                                        : "draw");
  if (verdict->value != tablebase::Value::Draw) json.member("plies", verdict->plies);
}

}  // namespace

// All handlers are of one type. NOLINTNEXTLINE(readability-make-member-function-const)
Awaitable<Response> Api::tablebase(const Request& request) {
  const auto position = decode_position_query(request);
  if (!position) co_return bad_request(position.error());
  if (rules::outcome(*position)) co_return bad_request("fen: the game is over");
  const bool known =
      services_.tables.has(position->variant(), position->own().count(), position->enemy().count());
  co_return object_response([&](util::JsonWriter& json) {
    json.member("variant", rules::name(position->variant()));
    json.member("fen", rules::to_fen(*position));
    write_verdict(json, known ? services_.tables.verdict(*position) : std::nullopt);
    json.name("turns");
    json.open('[');
    // Without a table for the position itself few of its turns lead to one: they would be listed in vain.
    if (known) {
      for (const tablebase::TurnVerdict& turn : services_.tables.turns(*position)) {
        json.open('{');
        json.member("turn", rules::to_text(turn.turn));
        write_verdict(json, turn.verdict);
        json.close('}');
      }
    }
    json.close(']');
  });
}

// All handlers are of one type. NOLINTNEXTLINE(readability-make-member-function-const)
Awaitable<Response> Api::table_files(const Request&) {
  co_return object_response([&](util::JsonWriter& json) {
    json.name("files");
    json.open('[');
    for (const TableDownloads::File& file : services_.downloads.files()) {
      json.open('{');
      json.member("variant", rules::name(file.name.variant));
      json.member("kind", file.name.kind == tablebase::Kind::Values ? "values" : "distances");
      json.member("own", file.name.own);
      json.member("enemy", file.name.enemy);
      json.member("bytes", file.bytes->size());
      json.member("path", file.path);
      json.close('}');
    }
    json.close(']');
  });
}

}  // namespace ordo::server
