// Builds tables in a folder: in order, announced, and so that a build that was killed goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tablebase/table_format.h"
#include "tablebuild/library.h"

namespace ordo::tablebuild {

struct BuildOrder {
  Variant variant = Variant::Ordo;
  int most = 1;              ///< pieces a side
  std::optional<Size> only;  ///< keep the files of this size and its counterpart alone
  int threads = 1;
  std::filesystem::path folder;
  /// A table that is being solved is saved whenever so many positions have been looked at.
  double sweep_before_saving = 3e10;
};

/// How far a build is.
struct BuildProgress {
  Size size;         ///< the table, solved together with its counterpart
  const char* what;  ///< "captures", "sweep", "packing", "kept from before"
  int sweep;
  double share;  ///< of all positions, those that are done: from 0 to 1
};

/// "ordo_3v2.values": the name of a file.
[[nodiscard]] std::string file_name(const tablebase::TableName& name);

/// The most bytes of memory a build has in use at a time.
[[nodiscard]] std::uint64_t bytes_to_build(Variant variant, int most);

/// Makes all tables of the order, those with fewer pieces first. What is in the folder already, whole, is
/// kept. Throws std::system_error where files cannot be written, std::bad_alloc.
void build(const BuildOrder& order, const std::function<void(const BuildProgress&)>& on_progress);

}  // namespace ordo::tablebuild
