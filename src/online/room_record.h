// A game of the server as a record to keep.
#pragma once

#include <string>

#include "online/room.h"
#include "records/record.h"

namespace ordo::online {

/// With the tags Event, Site ("ordo"), Date, White, Black, TimeControl, GameId and, where known, WhiteRating
/// and BlackRating (when sitting down). The dates are those of UTC. An aborted game has the Termination
/// "aborted".
[[nodiscard]] records::Record record_of_room(const Room& room);

/// "2024.05.17", of UTC.
[[nodiscard]] std::string record_date(Instant at);

}  // namespace ordo::online
