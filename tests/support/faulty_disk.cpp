// A disk that fails when it is told to, below SQLite.
#include "support/faulty_disk.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <random>
#include <sqlite3.h>
#include <string>

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
    if (fault != fault_ || first_ == 0) return false;
    ++calls_;
    return is_lasting_ ? calls_ >= first_ : calls_ == first_;
  }
  [[nodiscard]] int calls() const {
    const std::lock_guard lock(guard_);
    return calls_;
  }
  /// Whether the power was cut by an earlier call.
  [[nodiscard]] bool is_dark() const {
    const std::lock_guard lock(guard_);
    return fault_ == DiskFault::PowerCut && first_ > 0 && calls_ >= first_;
  }

 private:
  mutable std::mutex guard_;
  DiskFault fault_ = DiskFault::WriteFails;  // guarded, as all
  int first_ = 0;                            // 0: nothing fails
  bool is_lasting_ = false;
  int calls_ = 0;
};

constexpr sqlite3_int64 kSector = 512;
using Sector = std::array<char, kSector>;

/// What a file was when it was last synced, as far as it has changed since.
struct Unsynced {
  sqlite3_int64 size = 0;
  std::map<sqlite3_int64, Sector> sectors;  ///< by their number
};

/// Of all files that have been opened, by name. Thread-safe.
class Memory {
 public:
  /// To be told before anything else of a file.
  void meet(const std::string& name, sqlite3_file* real) {
    const std::lock_guard lock(guard_);
    if (files_.contains(name)) return;
    real->pMethods->xFileSize(real, &files_[name].size);
  }
  /// These bytes are about to change.
  void remember(const std::string& name, sqlite3_file* real, sqlite3_int64 from, sqlite3_int64 to) {
    const std::lock_guard lock(guard_);
    for (sqlite3_int64 number = from / kSector; number * kSector < to; ++number) {
      const auto [place, is_new] = files_[name].sectors.try_emplace(number);
      if (is_new)
        real->pMethods->xRead(real, place->second.data(), kSector, number * kSector);  // zeros behind the end
    }
  }
  void synced(const std::string& name, sqlite3_file* real) {
    const std::lock_guard lock(guard_);
    Unsynced& file = files_[name];
    file.sectors.clear();
    real->pMethods->xFileSize(real, &file.size);
  }
  void forget() {
    const std::lock_guard lock(guard_);
    files_.clear();
  }
  void lose(std::uint32_t seed) {
    const std::lock_guard lock(guard_);
    std::mt19937 random(seed);
    const auto is_lost = [&random] { return random() % 2 == 0; };
    for (const auto& [name, unsynced] : files_) {
      std::error_code none;
      if (!std::filesystem::exists(name)) continue;
      std::fstream file(name, std::ios::in | std::ios::out | std::ios::binary);
      for (const auto& [number, sector] : unsynced.sectors) {
        if (is_lost()) file.seekp(number * kSector).write(sector.data(), kSector);
      }
      file.close();
      if (is_lost()) std::filesystem::resize_file(name, static_cast<std::uintmax_t>(unsynced.size), none);
    }
    files_.clear();
  }

 private:
  std::mutex guard_;
  std::map<std::string, Unsynced> files_;
};

/// The real file is in memory of its own: SQLite has reserved room for one of the system's.
struct File : sqlite3_file {
  sqlite3_file* real;
  Plan* plan;
  Memory* memory;
  const char* name;  ///< SQLite keeps it as long as the file is open; null: a temporary file
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
  if (plan.is_dark()) return SQLITE_IOERR_WRITE;
  if (of(file).name != nullptr) of(file).memory->remember(of(file).name, of(file).real, at, at + size);
  if (plan.strikes(DiskFault::PowerCut)) return write(size), SQLITE_IOERR_WRITE;
  if (plan.strikes(DiskFault::WriteFails)) return SQLITE_IOERR_WRITE;
  if (plan.strikes(DiskFault::WriteIsTorn)) return write(size / 2), SQLITE_IOERR_WRITE;
  if (plan.strikes(DiskFault::NoSpace)) return write(size / 2), SQLITE_FULL;
  return write(size);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  if (of(file).plan->is_dark()) return SQLITE_IOERR_TRUNCATE;
  if (of(file).name != nullptr) {
    sqlite3_int64 before = 0;
    of(file).real->pMethods->xFileSize(of(file).real, &before);
    of(file).memory->remember(of(file).name, of(file).real, size, before);
  }
  if (of(file).plan->strikes(DiskFault::PowerCut)) return SQLITE_IOERR_TRUNCATE;
  if (of(file).plan->strikes(DiskFault::TruncateFails)) return SQLITE_IOERR_TRUNCATE;
  return of(file).real->pMethods->xTruncate(of(file).real, size);
}

int sync_file(sqlite3_file* file, int /*flags*/) {
  Plan& plan = *of(file).plan;
  if (plan.is_dark() || plan.strikes(DiskFault::PowerCut) || plan.strikes(DiskFault::SyncFails))
    return SQLITE_IOERR_FSYNC;
  if (of(file).name != nullptr) of(file).memory->synced(of(file).name, of(file).real);
  return SQLITE_OK;
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
  Memory* memory;
};

int delete_file(sqlite3_vfs* vfs, const char* name, int is_synced) {
  const auto& its = *static_cast<Vfs*>(vfs);
  return its.plan->is_dark() ? SQLITE_IOERR_DELETE : its.real->xDelete(its.real, name, is_synced);
}

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
  made->memory = its.memory;
  made->name = name;
  if (name != nullptr) its.memory->meet(name, real);
  return SQLITE_OK;
}

}  // namespace

struct FaultyDisk::Impl {
  Plan plan;
  Memory memory;
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
  impl_->vfs.xDelete = delete_file;
  impl_->vfs.real = real;
  impl_->vfs.plan = &impl_->plan;
  impl_->vfs.memory = &impl_->memory;
  ORDO_CHECK(static_cast<std::size_t>(real->szOsFile) >= sizeof(File));
  ORDO_CHECK(sqlite3_vfs_register(&impl_->vfs, 1) == SQLITE_OK);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&impl_->vfs); }

void FaultyDisk::arm(DiskFault fault, int first, bool lasting) {
  impl_->memory.forget();
  impl_->plan.arm(fault, first, lasting);
}
void FaultyDisk::mend() { impl_->plan.arm(DiskFault::WriteFails, 0, false); }
int FaultyDisk::calls() const { return impl_->plan.calls(); }
void FaultyDisk::lose_unsynced(std::uint32_t seed) { impl_->memory.lose(seed); }

}  // namespace ordo::tests
