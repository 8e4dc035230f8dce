// The command line without a process: arguments and input in, output and exit code out.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "apps/commands/command.h"

namespace ordo::support {

struct Ran {
  int code;
  std::string out;
  std::string err;
};

[[nodiscard]] inline Ran run(std::vector<const char*> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), "ordo");
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  apps::Console console{in, out, err};
  const int code = apps::run_ordo(static_cast<int>(arguments.size()), arguments.data(), console);
  return {code, out.str(), err.str()};
}

}  // namespace ordo::support
