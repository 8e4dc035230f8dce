// Folders of table files, and the set that is built in.
#include "tablebase/table_files.h"

#include <algorithm>
#include <vector>

#include "tablebase/builtin.h"
#ifndef __EMSCRIPTEN__
#include <filesystem>

#include "tablebase/mapped_file.h"
#endif

namespace ordo::tablebase {

void add_builtin(Tables& tables) {
  tables.add(std::make_shared<MemorySource>(builtin_bytes()), "The built-in table file");
}

#ifdef __EMSCRIPTEN__
void add_folder(Tables& tables, const std::string& folder) {
  tables.complain(folder + " cannot be read: a browser has no folders");
}
#else
void add_folder(Tables& tables, const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto extension = entry->path().extension();
    if (extension == ".values" || extension == ".distances" || extension == ".tables")
      paths.push_back(entry->path());
  }
  if (error) return tables.complain("Tables in " + folder + ": " + error.message());
  // Values before the distances that belong to them.
  std::sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.extension() == ".distances", a) <
           std::make_pair(b.extension() == ".distances", b);
  });
  for (const auto& path : paths) {
    const auto source = map_file(path.string());
    if (source) {
      tables.add(*source, path.string());
    } else {
      tables.complain(source.error() + ": not used");
    }
  }
}
#endif

void add_files(Tables& tables, std::string_view place) {
  if (place == kNoTables) return;
  if (!place.empty() && place != kBuiltin) add_folder(tables, std::string(place));
  add_builtin(tables);
}

}  // namespace ordo::tablebase
