// Reading what is said about kept games.
#include <algorithm>

#include <fmt/format.h>

#include "online/kept_game_json.h"
#include "server/api/decode.h"
#include "util/json_reader.h"
#include "util/number.h"

namespace ordo::server {

using util::failure;

bool is_kept_id(std::string_view text) noexcept {
  constexpr std::size_t kLongest = 40;
  const auto is_good = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
  };
  return !text.empty() && text.size() <= kLongest && std::all_of(text.begin(), text.end(), is_good);
}

Decoded<bool> decode_switch(std::string_view body) {
  const util::JsonDocument document(body);
  util::ObjectReader reader(document);
  const bool is_on = reader.boolean("on");
  if (auto error = reader.finish()) return failure(*std::move(error));
  return is_on;
}

Decoded<KeptGameBody> decode_kept_game(std::string_view body) {
  const util::JsonDocument document(body);
  util::ObjectReader reader(document);
  const std::int64_t base = reader.integer("base", 0, kMaxVersion);
  const boost::json::value* value = reader.required("game");
  if (auto error = reader.finish()) return failure(*std::move(error));
  auto game = online::read_kept_game(*value);
  if (!game) return failure(R"("game": )" + game.error());
  return KeptGameBody{base, *std::move(game)};
}

Decoded<std::int64_t> decode_number_query(const Query& query, std::string_view name) {
  std::int64_t wanted = 0;
  for (const auto& [key, value] : query) {
    if (key != name) return failure(fmt::format(R"(there is no parameter "{}")", key));
    const auto given = util::number_from<std::int64_t>(value, 0, kMaxVersion);
    if (!given) return failure(fmt::format(R"("{}" must be a number from 0 on)", name));
    wanted = *given;
  }
  return wanted;
}

}  // namespace ordo::server
