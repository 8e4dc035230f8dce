// Tables from where a user says they are.
#pragma once

#include <string>
#include <string_view>

#include "tablebase/tables.h"

namespace ordo::tablebase {

/// Only what the program brings, and nothing at all: what may stand where a folder is expected.
inline constexpr std::string_view kBuiltin = "builtin";
inline constexpr std::string_view kNoTables = "none";

void add_builtin(Tables& tables);
/// All files of a folder that end in .values, .distances or .tables. A folder that cannot be read is
/// complained about like a damaged file.
void add_folder(Tables& tables, const std::string& folder);
/// `place`: a folder, then what is built in for what is not there; or one of the words above. Empty: builtin.
void add_files(Tables& tables, std::string_view place);

}  // namespace ordo::tablebase
