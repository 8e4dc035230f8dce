// The files of endgame tables, handed out by range to whoever looks positions up for himself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/api/request.h"
#include "tablebase/byte_source.h"
#include "tablebase/table_format.h"

namespace ordo::server {

/// What a request for a file says about the part it wants; each empty if it says nothing.
struct WantedPart {
  std::string_view range;
  std::string_view if_range;
  std::string_view if_none_match;
};

/// Immutable, hence thread-safe. Files are mapped, not read.
class TableDownloads {
 public:
  struct File {
    std::string path;  ///< "/tables/5f0c22d1-3357872/ordo_5v5.values": other bytes have another one
    std::string etag;
    tablebase::TableName name;
    std::shared_ptr<const tablebase::ByteSource> bytes;
  };

  /// The files of values and distances of a folder; of what is no folder there are none. One that is not
  /// whole is left out: who opens the tables complains of it.
  explicit TableDownloads(const std::string& folder);

  [[nodiscard]] const std::vector<File>& files() const noexcept { return files_; }
  /// The answer to GET or HEAD of a path under /tables/.
  [[nodiscard]] Response answer(std::string_view path, const WantedPart& wanted) const;

 private:
  std::vector<File> files_;
};

}  // namespace ordo::server
