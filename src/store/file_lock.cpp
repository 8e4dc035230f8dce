// A lock that ends with the process: only one server may serve an SQLite file, by whatever name.
#include "store/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "store/sql.h"

namespace ordo::store {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_file(const std::string& why) { throw SqlError(SqlTrouble::Other, why); }

[[nodiscard]] std::string text_of_error(int error) { return std::generic_category().message(error); }

/// The name behind all symbolic links.
[[nodiscard]] std::string real_name(const std::string& file) {
  struct stat found {};
  // Where a link leads cannot be said before something is there. (One that is there is not opened: when this
  // process closed it, SQLite's own locks on it would go.)
  if (stat(file.c_str(), &found) != 0) {
    const int made = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);  // NOLINT(*-vararg)
    if (made >= 0) {
      close(made);
    } else if (errno == ENOENT) {
      refuse_file(fmt::format("{} cannot be made: there is no folder {}", file,
                              fs::path(file).parent_path().string()));
    } else {
      refuse_file(fmt::format("{} cannot be made: {}", file, text_of_error(errno)));
    }
  } else if (found.st_nlink > 1) {
    refuse_file(fmt::format(
        "{} has another name (a hard link), and the two would have different logs: remove one", file));
  }
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) refuse_file(fmt::format("{}: {}", file, error.message()));
  return real.string();
}

}  // namespace

FileLock::FileLock(const std::string& file) {
  const std::string path = real_name(file) + ".lock";
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);  // NOLINT(*-vararg)
  if (descriptor_ < 0) refuse_file(fmt::format("{}: cannot be opened: {}", path, text_of_error(errno)));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  close(descriptor_);
  if (error == EWOULDBLOCK) {
    refuse_file(
        fmt::format("{} is in use by another ordo: one file is served by one server (several servers "
                    "share a PostgreSQL database)",
                    file));
  }
  refuse_file(fmt::format("{}: cannot be locked: {}", path, text_of_error(error)));
}

FileLock::~FileLock() { close(descriptor_); }

void hide_from_others(const std::string& file) noexcept {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    struct stat found {};
    const std::string name = real.string() + suffix;
    if (stat(name.c_str(), &found) != 0 || (found.st_mode & S_IRWXO) == 0) continue;
    // It may belong to somebody else, whose concern it is then.
    [[maybe_unused]] const int changed = chmod(name.c_str(), found.st_mode & (S_IRWXU | S_IRWXG));
  }
}

}  // namespace ordo::store
