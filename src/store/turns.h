// Turns of many games, stored with one statement.
#pragma once

#include <span>

#include "store/sql.h"
#include "store/store.h"

namespace ordo::store {

/// PostgreSQL only. Sets is_stored of each: false where the number is taken.
void store_turns(Connection& connection, std::span<Turn* const> turns);

}  // namespace ordo::store
