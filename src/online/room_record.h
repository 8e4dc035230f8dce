// A game of the server as a record to keep.
#pragma once

#include <span>
#include <string>

#include "online/room.h"
#include "records/record.h"

namespace ordo::online {

/// With the tags Event, Site ("ordo"), Date, White, Black, TimeControl, GameId and, where known, WhiteRating
/// and BlackRating (when sitting down). The dates are those of UTC. An aborted game has the Termination
/// "aborted".
[[nodiscard]] records::Record record_of_room(const Room& room);

/// The same, and where there was a clock what each turn left on it, as PGN has it: {[%clk 0:04:31]}.
/// `events`: the log of the room.
[[nodiscard]] records::Record record_of_room(const Room& room, std::span<const StoredEvent> events);

/// "2024.05.17", of UTC.
[[nodiscard]] std::string record_date(Instant at);

}  // namespace ordo::online
