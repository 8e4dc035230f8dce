// A network from where a user says it is.
#pragma once

#include <string>

#include "eval/network.h"
#include "util/result.h"

namespace ordo::eval {

/// The networks of the program itself, and none: what may stand where a file is expected.
inline constexpr std::string_view kBuiltinNetworks = "builtin";
inline constexpr std::string_view kNoNetwork = "none";

/// Or why there is none, with the name of the file.
[[nodiscard]] util::Result<Network, std::string> read_network_file(const std::string& path);

}  // namespace ordo::eval
