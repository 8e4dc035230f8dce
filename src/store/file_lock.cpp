// A lock on a file that ends with the process: only one server may serve an SQLite file.
#include "store/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/file.h>

#include "store/sql.h"

namespace ordo::store {

FileLock::FileLock(const std::string& path, const std::string& what)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {  // NOLINT(*-vararg)
  if (descriptor_ < 0 && errno == ENOENT) {
    throw SqlError(SqlTrouble::Other, fmt::format("{} cannot be made: there is no folder {}", what,
                                                  std::filesystem::path(path).parent_path().string()));
  }
  if (descriptor_ < 0) {
    throw SqlError(SqlTrouble::Other,
                   fmt::format("{}: cannot be opened: {}", path, std::generic_category().message(errno)));
  }
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  close(descriptor_);
  if (error == EWOULDBLOCK) {
    throw SqlError(SqlTrouble::Other,
                   fmt::format("{} is in use by another ordo: one file is served by one server (several "
                               "servers share a PostgreSQL database)",
                               what));
  }
  throw SqlError(SqlTrouble::Other,
                 fmt::format("{}: cannot be locked: {}", path, std::generic_category().message(error)));
}

FileLock::~FileLock() { close(descriptor_); }

}  // namespace ordo::store
