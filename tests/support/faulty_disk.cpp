// A disk that fails when it is told to, below SQLite.
#include "support/faulty_disk.h"

#include <cstddef>
#include <mutex>
#include <new>
#include <sqlite3.h>

#include "store/sqlite_connection.h"
#include "support/databases.h"
#include "util/check.h"

namespace ordo::tests {
namespace {

/// What is to fail. Thread-safe.
class Plan {
 public:
  void arm(DiskFault fault, int first, bool lasting) {
    const std::lock_guard lock(guard_);
    fault_ = fault;
    first_ = first;
    is_lasting_ = lasting;
    calls_ = 0;
  }
  /// Counts a call that this fault could hit; whether it does.
  [[nodiscard]] bool strikes(DiskFault fault) {
    const std::lock_guard lock(guard_);
    if (fault != fault_) return false;
    ++calls_;
    return is_lasting_ ? calls_ >= first_ : calls_ == first_;
  }
  [[nodiscard]] int calls() const {
    const std::lock_guard lock(guard_);
    return calls_;
  }

 private:
  mutable std::mutex guard_;
  DiskFault fault_ = DiskFault::WriteFails;  // guarded, as all
  int first_ = 0;                            // 0: nothing fails
  bool is_lasting_ = false;
  int calls_ = 0;
};

/// The real file is in memory of its own: SQLite has reserved room for one of the system's.
struct File : sqlite3_file {
  sqlite3_file* real;
  Plan* plan;
};

[[nodiscard]] File& of(sqlite3_file* file) { return *static_cast<File*>(file); }

int close_file(sqlite3_file* file) {
  const int code = of(file).real->pMethods->xClose(of(file).real);
  sqlite3_free(of(file).real);
  return code;
}

int write_file(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  const auto write = [&](int many) {
    return of(file).real->pMethods->xWrite(of(file).real, bytes, many, at);
  };
  Plan& plan = *of(file).plan;
  if (plan.strikes(DiskFault::WriteFails)) return SQLITE_IOERR_WRITE;
  if (plan.strikes(DiskFault::WriteIsTorn)) return write(size / 2), SQLITE_IOERR_WRITE;
  if (plan.strikes(DiskFault::NoSpace)) return write(size / 2), SQLITE_FULL;
  return write(size);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  if (of(file).plan->strikes(DiskFault::TruncateFails)) return SQLITE_IOERR_TRUNCATE;
  return of(file).real->pMethods->xTruncate(of(file).real, size);
}

int sync_file(sqlite3_file* file, int /*flags*/) {
  return of(file).plan->strikes(DiskFault::SyncFails) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

using Methods = sqlite3_io_methods;

template <auto Method, class... Arguments>
int passed(sqlite3_file* file, Arguments... arguments) {
  return (of(file).real->pMethods->*Method)(of(file).real, arguments...);
}
void pass_barrier(sqlite3_file* file) { of(file).real->pMethods->xShmBarrier(of(file).real); }

/// Version 2: with shared memory, without mapping.
constexpr Methods kMethods = {2,
                              close_file,
                              passed<&Methods::xRead, void*, int, sqlite3_int64>,
                              write_file,
                              truncate_file,
                              sync_file,
                              passed<&Methods::xFileSize, sqlite3_int64*>,
                              passed<&Methods::xLock, int>,
                              passed<&Methods::xUnlock, int>,
                              passed<&Methods::xCheckReservedLock, int*>,
                              passed<&Methods::xFileControl, int, void*>,
                              passed<&Methods::xSectorSize>,
                              passed<&Methods::xDeviceCharacteristics>,
                              passed<&Methods::xShmMap, int, int, int, void volatile**>,
                              passed<&Methods::xShmLock, int, int, int>,
                              pass_barrier,
                              passed<&Methods::xShmUnmap, int>,
                              nullptr,
                              nullptr};

struct Vfs : sqlite3_vfs {
  sqlite3_vfs* real;
  Plan* plan;
};

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  const auto& its = *static_cast<Vfs*>(vfs);
  auto* real = static_cast<sqlite3_file*>(sqlite3_malloc(its.real->szOsFile));
  file->pMethods = nullptr;  // nothing to close, should this fail
  const int code = its.real->xOpen(its.real, name, real, flags, flags_out);
  if (code != SQLITE_OK) {
    sqlite3_free(real);
    return code;
  }
  auto* made = new (file) File;
  made->pMethods = &kMethods;
  made->real = real;
  made->plan = its.plan;
  return SQLITE_OK;
}

}  // namespace

struct FaultyDisk::Impl {
  Plan plan;
  Vfs vfs{};
};

FaultyDisk::FaultyDisk() : impl_(std::make_unique<Impl>()) {
  {
    // What our own code sets up once must be set up on the system's disk.
    const TemporaryFolder folder;
    const store::SqliteConnection first(folder.file("x"), store::SqliteMode::Create);
  }
  sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
  static_cast<sqlite3_vfs&>(impl_->vfs) = *real;
  impl_->vfs.pNext = nullptr;
  impl_->vfs.zName = "ordo-faulty-disk";
  impl_->vfs.xOpen = open_file;
  impl_->vfs.real = real;
  impl_->vfs.plan = &impl_->plan;
  ORDO_CHECK(static_cast<std::size_t>(real->szOsFile) >= sizeof(File));
  ORDO_CHECK(sqlite3_vfs_register(&impl_->vfs, 1) == SQLITE_OK);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&impl_->vfs); }

void FaultyDisk::arm(DiskFault fault, int first, bool lasting) { impl_->plan.arm(fault, first, lasting); }
void FaultyDisk::mend() { impl_->plan.arm(DiskFault::WriteFails, 0, false); }
int FaultyDisk::calls() const { return impl_->plan.calls(); }

}  // namespace ordo::tests
