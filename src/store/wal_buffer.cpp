// Fewer system calls for SQLite's write-ahead log.
#include "store/wal_buffer.h"

#include <cstddef>
#include <new>
#include <sqlite3.h>
#include <vector>

#include "util/check.h"

namespace ordo::store {
namespace {

// The system's VFS takes less than 128 KB at once; what SQLite writes is at most a page of 64 KB.
constexpr std::size_t kMostBytes = 120 * 1024;

/// What SQLite holds for the system's file.
struct WalFile : sqlite3_file {
  sqlite3_file* real = nullptr;  // behind this one, in memory of SQLite's
  std::vector<std::byte> waiting;
  sqlite3_int64 begin = 0;  // where in the file they go

  [[nodiscard]] int flush() {
    if (waiting.empty()) return SQLITE_OK;
    const int code = real->pMethods->xWrite(real, waiting.data(), static_cast<int>(waiting.size()), begin);
    waiting.clear();
    return code;
  }
};

[[nodiscard]] WalFile& wal(sqlite3_file* file) { return *static_cast<WalFile*>(file); }

int write_wal(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  WalFile& to = wal(file);
  const auto count = static_cast<std::size_t>(size);
  const bool follows = at == to.begin + static_cast<sqlite3_int64>(to.waiting.size());
  if (!follows || to.waiting.size() + count > kMostBytes) {
    if (const int code = to.flush(); code != SQLITE_OK) return code;
  }
  if (to.waiting.empty()) to.begin = at;
  const auto* first = static_cast<const std::byte*>(bytes);
  to.waiting.insert(to.waiting.end(), first, first + count);
  return SQLITE_OK;
}

int close_wal(sqlite3_file* file) {
  WalFile& closing = wal(file);
  const int flushed = closing.flush();
  const int closed = closing.real->pMethods->xClose(closing.real);
  closing.~WalFile();
  return flushed != SQLITE_OK ? flushed : closed;
}

/// Whatever is not writing comes after what was written. `Method`: of the system's file.
template <auto Method, class... Arguments>
int after_flush(sqlite3_file* file, Arguments... arguments) {
  WalFile& to = wal(file);
  const int code = to.flush();
  return code != SQLITE_OK ? code : (to.real->pMethods->*Method)(to.real, arguments...);
}

using Methods = sqlite3_io_methods;

/// Version 1: shared memory and mapping belong to the file of the database, not to its log.
constexpr Methods kWalMethods = {1,
                                 close_wal,
                                 after_flush<&Methods::xRead, void*, int, sqlite3_int64>,
                                 write_wal,
                                 after_flush<&Methods::xTruncate, sqlite3_int64>,
                                 after_flush<&Methods::xSync, int>,
                                 after_flush<&Methods::xFileSize, sqlite3_int64*>,
                                 after_flush<&Methods::xLock, int>,
                                 after_flush<&Methods::xUnlock, int>,
                                 after_flush<&Methods::xCheckReservedLock, int*>,
                                 after_flush<&Methods::xFileControl, int, void*>,
                                 after_flush<&Methods::xSectorSize>,
                                 after_flush<&Methods::xDeviceCharacteristics>,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr};

[[nodiscard]] sqlite3_vfs* system_vfs() { return sqlite3_vfs_find(nullptr); }

int open_file(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  sqlite3_vfs* system = system_vfs();
  if ((flags & SQLITE_OPEN_WAL) == 0) return system->xOpen(system, name, file, flags, flags_out);
  auto* real = reinterpret_cast<sqlite3_file*>(reinterpret_cast<std::byte*>(file) + sizeof(WalFile));
  file->pMethods = nullptr;  // nothing to close, should this fail
  const int code = system->xOpen(system, name, real, flags, flags_out);
  if (code != SQLITE_OK) return code;
  auto* made = new (file) WalFile;
  made->pMethods = &kWalMethods;
  made->real = real;
  return SQLITE_OK;
}

/// Like the system's in everything but opening files; its functions find in the copy what they need.
[[nodiscard]] sqlite3_vfs buffered() {
  sqlite3_vfs vfs = *system_vfs();
  vfs.pNext = nullptr;
  vfs.zName = "ordo-buffered-wal";
  vfs.szOsFile += static_cast<int>(sizeof(WalFile));
  vfs.xOpen = open_file;
  return vfs;
}

}  // namespace

const char* buffered_wal_vfs() {
  static sqlite3_vfs vfs = buffered();
  static const int kRegistered = sqlite3_vfs_register(&vfs, 0);
  ORDO_CHECK(kRegistered == SQLITE_OK);
  return vfs.zName;
}

}  // namespace ordo::store
