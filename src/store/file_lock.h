// A lock on a file that ends with the process: only one server may serve an SQLite file.
#pragma once

#include <string>

namespace ordo::store {

class FileLock {
 public:
  /// Takes `path`, which is made if it is not there and stays. Throws SqlError if another process has it.
  explicit FileLock(const std::string& path, const std::string& what);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int descriptor_;
};

}  // namespace ordo::store
