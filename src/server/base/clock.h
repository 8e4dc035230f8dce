// What time it is, for all that must not ask the machine itself.
#pragma once

#include <functional>

#include "online/types.h"

namespace ordo::server {

using Clock = std::function<online::Instant()>;

}  // namespace ordo::server
