// Single events of many games, stored with one statement.
#pragma once

#include <span>

#include "store/sql.h"
#include "store/store.h"

namespace ordo::store {

/// PostgreSQL only. Sets is_stored of each: false where the number is taken.
void store_lone_events(Connection& connection, std::span<LoneEvent* const> events);

}  // namespace ordo::store
