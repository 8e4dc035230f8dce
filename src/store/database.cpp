// What both kinds of database share: being opened, being waited for, being listened to.
#include "store/database.h"

#include <future>
#include <utility>

#include "store/drivers.h"
#include "store/postgres_connection.h"
#include "store/sqlite_connection.h"

namespace ordo::store {
namespace {

/// Calls `submit(job, done)` and waits.
template <class Submit>
void wait_for(const Database::Job& job, Submit submit) {
  std::promise<void> finished;
  submit(job, [&finished](const std::exception_ptr& failed) {
    if (failed) {
      finished.set_exception(failed);
    } else {
      finished.set_value();
    }
  });
  finished.get_future().get();
}

}  // namespace

bool is_postgres_address(std::string_view address) noexcept {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

std::unique_ptr<Database> Database::open(const DatabaseOptions& options) {
  return is_postgres_address(options.address) ? open_postgres(options) : open_sqlite(options);
}

std::unique_ptr<Connection> connect(const std::string& address, bool writes) {
  if (is_postgres_address(address)) return std::make_unique<PostgresConnection>(address);
  return std::make_unique<SqliteConnection>(address, writes ? SqliteMode::ReadWrite : SqliteMode::ReadOnly);
}

void Database::write_now(const Job& job) {
  wait_for(job, [this](const Job& work, Done done) { write(work, std::move(done)); });
}

void Database::read_now(const Job& job) {
  wait_for(job, [this](const Job& work, Done done) { read(work, std::move(done)); });
}

void Listeners::add(std::function<void(const Notice&)> heard, std::function<void()> reconnected) {
  const std::lock_guard lock(mutex_);
  listeners_.push_back({std::move(heard), std::move(reconnected)});
}

void Listeners::tell(const Notice& notice) const {
  const std::lock_guard lock(mutex_);
  for (const Listener& listener : listeners_) listener.heard(notice);
}

void Listeners::tell_reconnected() const {
  const std::lock_guard lock(mutex_);
  for (const Listener& listener : listeners_) listener.reconnected();
}

}  // namespace ordo::store
