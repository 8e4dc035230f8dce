// Games, seeks and ratings as JSON for clients: without the ids of users.
#pragma once

#include <string>

#include "online/glicko.h"
#include "online/json_text.h"
#include "store/store.h"

namespace ordo::server {

/// {"id","variant","start","fen","time","rated","white","black","status","outcome","plies","created","last",
/// "deadline"}: `start` and `fen` are the first position and the present one, players and outcome may be
/// null, times are milliseconds since 1970, and the deadline is left out when there is none.
void write_summary(online::JsonWriter& json, const store::GameSummary& summary);
[[nodiscard]] std::string summary_json(const store::GameSummary& summary);

/// {"id","owner":{"name","rating"},"variant","start","time","rated","color","created"}; the colour is the
/// owner's: "white", "black" or "random".
void write_seek(online::JsonWriter& json, const store::Seek& seek);
[[nodiscard]] std::string seek_json(const store::Seek& seek);

/// {"rating","deviation","games","provisional"}, in whole numbers, as of `now`.
void write_rating(online::JsonWriter& json, const online::Rating& rating, online::Instant now);

}  // namespace ordo::server
