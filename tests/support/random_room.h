// Random commands of random people to a room.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "online/room.h"

namespace ordo::support {

/// Some command; `choice` is any number, `kind` is below kCommandKinds. Most are moves, of what `turn` gives.
inline constexpr int kCommandKinds = 24;
[[nodiscard]] online::Command some_command(const online::Room& room, int kind, std::uint32_t choice,
                                           const std::function<std::string()>& turn);

}  // namespace ordo::support
