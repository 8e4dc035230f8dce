// The two kinds of database, and what they have in common inside.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "store/database.h"

namespace ordo::store {

[[nodiscard]] bool is_postgres_address(std::string_view address) noexcept;

[[nodiscard]] std::unique_ptr<Database> open_sqlite(const DatabaseOptions& options);
[[nodiscard]] std::unique_ptr<Database> open_postgres(const DatabaseOptions& options);

/// One connection for a command that works alone, without threads and migrations. Of a file it only reads
/// unless `writes`, so it may be used beside a server.
[[nodiscard]] std::unique_ptr<Connection> connect(const std::string& address, bool writes);

/// Those who want to hear notices. Thread-safe.
class Listeners {
 public:
  void add(std::function<void(const Notice&)> heard, std::function<void()> reconnected);
  void tell(const Notice& notice) const;
  void tell_reconnected() const;

 private:
  struct Listener {
    std::function<void(const Notice&)> heard;
    std::function<void()> reconnected;
  };
  mutable std::mutex mutex_;
  std::vector<Listener> listeners_;  // guarded by mutex_, which is held while they are called
};

}  // namespace ordo::store
