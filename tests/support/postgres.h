// A real PostgreSQL server of the tests' own, in a temporary folder.
#pragma once

#include <string>

#include <sys/types.h>

namespace ordo::tests {

/// Started when first asked for, stopped at the end of the program (or of whatever ends it). Throws if the
/// programs of PostgreSQL are not there: such a test fails, it is not skipped.
class PostgresServer {
 public:
  /// The one of this program.
  [[nodiscard]] static PostgresServer& instance();

  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer();

  /// A new, empty database; its address.
  [[nodiscard]] std::string fresh_database();

  /// Ends all connections and starts again.
  void restart();
  /// SIGKILL, as if the machine had died (but for what the kernel still writes), then starts again.
  void crash_and_restart();
  void stop();
  void start();
  /// SIGSTOP to all its processes: connections stay open, and nobody answers. Then goes on.
  void freeze();
  void thaw();
  /// The socket it listens at.
  [[nodiscard]] std::string socket() const { return folder_ + "/.s.PGSQL.5432"; }

 private:
  PostgresServer();
  void wait_for_exit();
  void signal_all(int number) const;

  std::string folder_;
  std::string programs_;
  pid_t process_ = -1;
  int databases_ = 0;
};

}  // namespace ordo::tests
