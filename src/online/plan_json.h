// A plan as part of a larger JSON text.
#pragma once

#include <boost/json/value.hpp>

#include "online/plan.h"

namespace ordo::online {

/// Failing: what is wrong, in words for people.
[[nodiscard]] util::Result<Plan, std::string> read_plan(const boost::json::value& value);

}  // namespace ordo::online
