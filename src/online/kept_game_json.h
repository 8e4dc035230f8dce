// A kept game as part of a larger JSON text.
#pragma once

#include <boost/json/value.hpp>

#include "online/kept_game.h"

namespace ordo::online {

/// Failing: what is wrong, in words for people.
[[nodiscard]] util::Result<KeptGame, std::string> read_kept_game(const boost::json::value& value);

}  // namespace ordo::online
