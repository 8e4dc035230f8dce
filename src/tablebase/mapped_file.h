// A file of tables, mapped into memory.
#pragma once

#include <memory>
#include <string>

#include "tablebase/byte_source.h"
#include "util/result.h"

namespace ordo::tablebase {

/// The file must not become shorter while it is used; the tools of this project replace files as a whole.
[[nodiscard]] util::Result<std::shared_ptr<const ByteSource>, std::string> map_file(const std::string& path);

}  // namespace ordo::tablebase
