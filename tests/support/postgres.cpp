// A real PostgreSQL server of the tests' own, in a temporary folder.
#include "support/postgres.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <pwd.h>
#include <signal.h>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <libpq-fe.h>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace ordo::tests {
namespace {

namespace fs = std::filesystem;

[[nodiscard]] std::string find_programs() {
  std::vector<fs::path> folders;
  const fs::path debian = "/usr/lib/postgresql";
  if (fs::is_directory(debian)) {
    for (const auto& version : fs::directory_iterator(debian)) folders.push_back(version.path() / "bin");
  }
  std::ranges::sort(folders, std::greater{});
  for (const char* usual : {"/usr/local/pgsql/bin", "/usr/local/bin", "/usr/bin"})
    folders.emplace_back(usual);
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / "postgres") && fs::exists(folder / "initdb")) return folder.string();
  }
  throw std::runtime_error("the programs of PostgreSQL (initdb, postgres) are not installed");
}

/// PostgreSQL does not run as root: then it gets a user of its own.
[[nodiscard]] const passwd* other_user() {
  if (geteuid() != 0) return nullptr;
  for (const char* name : {"postgres", "nobody"}) {
    if (const passwd* user = getpwnam(name)) return user;
  }
  throw std::runtime_error("there is no user to run PostgreSQL as");
}

/// Starts a program as that user, its output in `log`; it is told to quit when this process ends.
[[nodiscard]] pid_t spawn(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const passwd* user = other_user();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child > 0) return child;
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  setpgid(0, 0);  // an interrupt at the terminal is for the tests
  if (user != nullptr && (setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) _exit(126);
  prctl(PR_SET_PDEATHSIG, SIGQUIT);
  execv(arguments[0], arguments.data());
  _exit(127);
}

[[nodiscard]] std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

using ConnectionHandle = std::unique_ptr<PGconn, decltype(&PQfinish)>;

[[nodiscard]] std::string address(const std::string& folder, const std::string& database) {
  return fmt::format("postgresql://ordo@/{}?host={}", database, folder);
}

}  // namespace

PostgresServer& PostgresServer::instance() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() : programs_(find_programs()) {
  std::string name = "/tmp/ordo-pg-XXXXXX";  // short: the path of a socket may have 107 bytes
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for PostgreSQL");
  folder_ = name;
  if (const passwd* user = other_user()) {
    if (chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) throw std::runtime_error("cannot chown");
  }
  const std::string log = folder_ + "/initdb.log";
  const pid_t made = spawn({programs_ + "/initdb", "-D", folder_ + "/data", "-A", "trust", "-U", "ordo", "-E",
                            "UTF8", "--locale=C", "--no-sync"},
                           log);
  int status = 0;
  waitpid(made, &status, 0);
  if (status != 0) throw std::runtime_error("initdb failed: " + text_of(log));
  start();
}

PostgresServer::~PostgresServer() {
  if (process_ > 0) {
    kill(process_, SIGQUIT);
    wait_for_exit();
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PostgresServer::start() {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  const std::string log = folder_ + "/server.log";
  while (std::chrono::steady_clock::now() < deadline) {
    if (process_ < 0) {
      process_ = spawn(
          {programs_ + "/postgres", "-D", folder_ + "/data", "-k", folder_, "-c", "listen_addresses=", "-c",
           "fsync=on", "-c", "max_connections=60", "-c", "shared_buffers=32MB"},
          log);
    }
    const ConnectionHandle connection(PQconnectdb(address(folder_, "postgres").c_str()), &PQfinish);
    if (PQstatus(connection.get()) == CONNECTION_OK) return;
    std::this_thread::sleep_for(50ms);
    // After a crash it refuses to start as long as something of the old one is there.
    if (waitpid(process_, nullptr, WNOHANG) == process_) process_ = -1;
  }
  throw std::runtime_error("PostgreSQL does not start: " + text_of(log));
}

void PostgresServer::stop() {
  kill(process_, SIGINT);
  wait_for_exit();
}

void PostgresServer::restart() {
  stop();
  start();
}

void PostgresServer::crash_and_restart() {
  kill(process_, SIGKILL);
  wait_for_exit();
  start();
}

/// The first of them, and those it has started.
void PostgresServer::signal_all(int number) const {
  kill(process_, number);
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string number_of_process = entry.path().filename();
    if (number_of_process.find_first_not_of("0123456789") != std::string::npos) continue;
    // "PID (name) state PARENT …"
    std::ifstream file(entry.path() / "stat");
    std::string line;
    std::getline(file, line);  // nothing, if it has just ended
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) continue;
    std::istringstream words(line.substr(name_end + 1));
    std::string state;
    pid_t parent = 0;
    if (words >> state >> parent && parent == process_) kill(std::stoi(number_of_process), number);
  }
}

void PostgresServer::freeze() { signal_all(SIGSTOP); }
void PostgresServer::thaw() { signal_all(SIGCONT); }

void PostgresServer::wait_for_exit() {
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

std::string PostgresServer::fresh_database() {
  const std::string name = fmt::format("test{}", ++databases_);
  const ConnectionHandle connection(PQconnectdb(address(folder_, "postgres").c_str()), &PQfinish);
  const std::unique_ptr<PGresult, decltype(&PQclear)> made(
      PQexec(connection.get(), fmt::format("CREATE DATABASE {}", name).c_str()), &PQclear);
  if (PQresultStatus(made.get()) != PGRES_COMMAND_OK)
    throw std::runtime_error(PQerrorMessage(connection.get()));
  return address(folder_, name);
}

}  // namespace ordo::tests
