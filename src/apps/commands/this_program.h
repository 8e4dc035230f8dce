// Where this program lies, to start it again as an engine.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace ordo::apps {

[[nodiscard]] inline std::string path_of_this_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("ordo") : path.string();
}

}  // namespace ordo::apps
