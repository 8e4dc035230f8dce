# Writes the source of util/version.h to `output`, anew only if the commit is another. Run by every build.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
set(commit unknown)
file(READ ${CMAKE_CURRENT_LIST_DIR}/commit.txt archived) # `git archive` puts the commit in
string(STRIP "${archived}" archived)
if(archived MATCHES "^[0-9a-f]+$")
  set(commit ${archived})
elseif(EXISTS ${root}/.git)
  execute_process(COMMAND git describe --always --dirty --exclude=* WORKING_DIRECTORY ${root}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(commit ${described})
  endif()
endif()
file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Written by cmake/write_version.cmake.
#include "util/version.h"

namespace ordo::util {

std::string_view version_number() noexcept { return "@version@"; }
std::string_view version() noexcept { return "@version@+@commit@"; }

}  // namespace ordo::util
]])
