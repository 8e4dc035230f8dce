// Anything as a request: its target, its cookies, and its body for every route that takes one.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "server/api/decode.h"
#include "server/api/request.h"
#include "util/check.h"
#include "util/utf8.h"

using namespace ordo;
using namespace ordo::server;

namespace {

template <class T>
void explained(const Decoded<T>& decoded) {
  ORDO_CHECK(decoded.ok() || !decoded.error().empty());
}

void read_target(std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return;
  ORDO_CHECK(target->path.starts_with('/') && util::is_utf8(target->path));
  for (const auto& [name, value] : target->query) ORDO_CHECK(util::is_utf8(name) && util::is_utf8(value));
  const auto query = decode_game_query(target->query);
  explained(query);
  if (query && query->before) {
    const std::string mark = page_mark(query->before->first, query->before->second);
    const auto again = decode_game_query({{"before", mark}});
    ORDO_CHECK(again.ok() && again->before == query->before);
  }
  explained(decode_events_query(target->query));
  explained(decode_number_query(target->query, "after"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_target(text);
  (void)cookie_value(text, "ordo_session");
  (void)bearer_token(text);
  (void)limit_key(client_address(text, "127.0.0.1", {*Network::from("127.0.0.0/8")}));
  if (const auto network = Network::from(text)) ORDO_CHECK(network->contains(network->address));
  (void)is_host_named(text, {"ordo.example"});
  ORDO_CHECK(!is_origin_allowed(text, "", false, {}));

  const auto signup = decode_signup(text);
  explained(signup);
  if (signup) ORDO_CHECK(!trouble_with_name(signup->name) && decode_login(text).ok());
  explained(decode_login(text));
  explained(decode_password_change(text));
  explained(decode_deletion(text));
  explained(decode_position(text));
  explained(decode_token_wish(text));
  explained(decode_command(text, "abcdefGHIJ12"));
  explained(decode_switch(text));
  const auto kept = decode_kept_game(text);
  explained(kept);
  if (kept) {
    const std::string again = online::to_json(kept->game);
    const auto read = online::parse_kept_game(again);
    ORDO_CHECK(read.ok() && online::to_json(*read) == again);
  }
  const auto game = decode_new_game(text);
  explained(game);
  const auto seek = decode_seek(text);
  explained(seek);
  if (seek) ORDO_CHECK(game.ok() && game->settings == seek->settings && !game->engine_level);
  explained(decode_challenge(text));
  explained(decode_names(text));
  return 0;
}
