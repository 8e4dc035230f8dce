// A lock that ends with the process: only one server may serve an SQLite file, by whatever name.
#pragma once

#include <string>

namespace ordo::store {

class FileLock {
 public:
  /// Locks the database `file`, which is made, empty, if it is not there. What is locked is a file beside it,
  /// with ".lock" behind its real name, which stays. Throws SqlError if another process has the lock, and for
  /// a file with several real names: SQLite would keep a log for each of them.
  explicit FileLock(const std::string& file);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int descriptor_;
};

/// Takes from others, but not from the group, the right to read or write the database and its log.
void hide_from_others(const std::string& file) noexcept;

}  // namespace ordo::store
