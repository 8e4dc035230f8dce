// `ordo serve`: reading its options, starting the server, stopping it on a signal.
#include "apps/commands/serve.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): <csignal> does not promise sigtimedwait
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include "apps/commands/this_program.h"
#include "apps/terminal/terminal.h"
#include "server/api/request.h"
#include "server/base/log.h"
#include "server/server.h"
#include "util/number.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

namespace fs = std::filesystem;
using util::failure;

constexpr std::array<std::pair<std::string_view, server::LogLevel>, 4> kLogLevels = {
    {{"debug", server::LogLevel::Debug},
     {"info", server::LogLevel::Info},
     {"warning", server::LogLevel::Warning},
     {"error", server::LogLevel::Error}}};

/// $ORDO_DATA, or where such things belong in a home directory.
[[nodiscard]] util::Result<fs::path, std::string> data_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string chosen = variable("ORDO_DATA"); !chosen.empty()) return fs::path(chosen);
  if (const std::string data = variable("XDG_DATA_HOME"); !data.empty()) return fs::path(data) / "ordo";
  if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".local/share/ordo";
  return failure(std::string("no home directory: say where the data is with --db or $ORDO_DATA"));
}

[[nodiscard]] util::Result<std::string, std::string> default_database() {
  const auto folder = data_folder();
  if (!folder) return failure(folder.error());
  std::error_code error;
  fs::create_directories(*folder, error);
  if (error)
    return failure(fmt::format("cannot make the folder '{}': {}", folder->string(), error.message()));
  return (*folder / "ordo.db").string();
}

/// As many connections as the system allows without asking anybody.
void raise_file_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == files.rlim_max) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

/// While it lives, SIGTERM and SIGINT call `stop`; the second of them ends the program at once. To be made
/// before any other thread, so that all of them leave the signals to this one.
class SignalWatch {
 public:
  SignalWatch() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch() {
    is_over_ = true;
    if (thread_.joinable()) thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  void start(server::Server& server) {
    thread_ = std::thread([this, &server] {
      bool is_stopping = false;
      while (!is_over_) {
        const timespec pause{0, 100'000'000};
        const int caught = sigtimedwait(&signals_, nullptr, &pause);
        if (caught < 0) continue;
        if (std::exchange(is_stopping, true)) std::_Exit(128 + caught);
        server.stop();
      }
    });
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

void describe_serve(const Command& command, ServeOptions& options) {
  command.option("--listen", options.listen, "ADDRESS:PORT; port 0 takes any that is free")
      .of_type("ADDRESS")
      .with_default();
  command.option("--db", options.database, "A file, or postgresql://… (default: ordo.db in the data folder)")
      .of_type("FILE|URL");
  command.option("--threads", options.threads, "For connections (default: one for each CPU)").within(1, 256);
  command.option("--web", options.web, "Folder of the built web app (default: the one beside this program)")
      .of_type("DIR");
  command
      .option("--tables", options.tables,
              "Folder of endgame tables, besides those built in; 'none': no tables")
      .of_type("DIR");
  command.option("--engines", options.engines, "Engine processes for opponents; 0: no engine opponents")
      .within(0, 64);
  command.option("--engine-memory", options.engine_memory, "Of each engine process, in MiB; 0: no limit")
      .within(0, 1'000'000)
      .with_default();
  command
      .option("--report-nodes", options.report_nodes,
              "How many nodes the engine looks at for each position of a report on a game")
      .within(1, 1'000'000'000)
      .with_default();
  command.option("--origin", options.origins, "https://…: pages from there may use this server, too")
      .of_type("URL");
  command
      .option("--trust-proxy", options.proxies,
              "Believe X-Forwarded-For and -Proto of proxies there, as in 127.0.0.1 or 10.0.0.0/8")
      .of_type("ADDRESS");
  command.option("--host-name", options.host_names, "Answer only if asked for by this name (default: any)")
      .of_type("NAME");
  command.flag("--metrics-public", options.metrics_public, "Show /metrics to everybody");
  command.option("--connections-per-address", options.connections_per_address, "At most so many at once")
      .within(1, 1'000'000);
  command.option("--message-rate", options.message_rate, "Messages a second of one WebSocket")
      .within(1, 1'000'000);
  command.option("--request-rate", options.request_rate, "Requests a second of one address")
      .within(1, 1'000'000);
  command.flag("--no-limits", options.no_limits,
               "No limits on rates, connections and games: for measuring and tests, never in the open");
  command.option("--log-level", options.log_level, "debug, info, warning or error").with_default();
  const Option json = command.flag("--log-json", options.log_json, "JSON lines, also at a terminal");
  command.flag("--pretty", options.pretty, "Words instead of JSON, also when not at a terminal")
      .excludes(json);
  command.footer(
      "Ends on SIGTERM or SIGINT after telling everybody to reconnect; a second signal ends it at once.\n"
      "The data folder is $ORDO_DATA, or ~/.local/share/ordo.\n\n"
      "Examples:\n"
      "  ordo serve\n"
      "  ordo serve --listen 127.0.0.1:8080 --db postgresql://ordo@localhost/ordo --trust-proxy 127.0.0.1");
}

void apply_limits(const ServeOptions& options, server::Limits& limits) {
  if (options.no_limits) {
    constexpr int kMany = 1'000'000;
    limits.connections = limits.connections_per_address = kMany;
    limits.requests = limits.costly = limits.messages = {.per_second = kMany, .burst = kMany};
    limits.games_of_a_user = limits.seeks_of_a_user = limits.watched_by_a_client = kMany;
    limits.engine_games_of_a_user = limits.engine_games_of_a_network = kMany;
    limits.challenges = limits.challenges_to_one = {.per_second = kMany, .burst = kMany};
    limits.reports_of_a_user = limits.reports_of_a_network = limits.reports = limits.looks_of_a_network =
        kMany;
  }
  if (options.connections_per_address > 0) {
    limits.connections_per_address = options.connections_per_address;
    limits.connections = std::max(limits.connections, options.connections_per_address);
  }
  const auto set = [](server::Rate& rate, double per_second) {
    if (per_second > 0) rate = {per_second, 3 * per_second};
  };
  set(limits.messages, options.message_rate);
  set(limits.requests, options.request_rate);
  set(limits.costly,
      options.request_rate > 0 ? std::max(limits.costly.per_second, options.request_rate / 10) : 0);
}

}  // namespace

util::Result<ListenAddress, std::string> parse_listen(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto bad = [&] {
    return failure(fmt::format("'{}' is not ADDRESS:PORT, as in 127.0.0.1:8080", text));
  };
  if (colon == std::string::npos) return bad();
  ListenAddress address;
  address.host = text.substr(0, colon);
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  } else if (address.host.find(':') != std::string::npos) {
    return bad();
  }
  if (address.host.empty()) address.host = "0.0.0.0";
  const auto port = util::number_from<std::uint16_t>(std::string_view(text).substr(colon + 1));
  if (!port) return bad();
  address.port = *port;
  return address;
}

std::string web_beside(const std::string& program) {
  const fs::path folder = fs::path(program).parent_path();
  for (const char* candidate : {"../../web/dist", "../share/ordo/web"}) {
    const fs::path web = (folder / candidate).lexically_normal();
    std::error_code error;
    if (fs::is_regular_file(web / "index.html", error)) return web.string();
  }
  return "";
}

util::Result<server::ServerConfig, std::string> server_config(const ServeOptions& options) {
  const auto listen = parse_listen(options.listen);
  if (!listen) return failure("--listen: " + listen.error());
  server::ServerConfig config;
  config.address = listen->host;
  config.port = listen->port;
  config.threads = options.threads;
  config.database.address = options.database;
  if (options.database.empty()) {
    auto file = default_database();
    if (!file) return failure(file.error());
    config.database.address = *std::move(file);
  }
  config.tables = options.tables;
  config.web = options.web.empty() ? web_beside(options.self) : options.web;
  config.engines = options.engines;
  if (options.engines < 0) config.engines = std::thread::hardware_concurrency() > 4 ? 2 : 1;
  config.engine_memory = static_cast<std::size_t>(options.engine_memory) << 20;
  config.report_nodes = options.report_nodes;
  if (config.engines > 0) config.engine_command = {options.self, "ugi"};
  for (const std::string& origin : options.origins) {
    const bool has_scheme = origin.starts_with("https://") || origin.starts_with("http://");
    if (!has_scheme || origin.ends_with('/')) {
      return failure(fmt::format("--origin: '{}' is not an origin, as in https://example.org", origin));
    }
  }
  config.origins = options.origins;
  for (const std::string& proxy : options.proxies) {
    const auto network = server::Network::from(proxy);
    if (!network) {
      return failure(fmt::format(
          "--trust-proxy: '{}' is neither an address nor a network, as in 127.0.0.1 or 10.0.0.0/8", proxy));
    }
    config.proxies.push_back(*network);
  }
  for (const std::string& name : options.host_names) {
    if (name.empty() || !server::is_host(name) || name.find(':') != std::string::npos) {
      return failure(fmt::format("--host-name: '{}' is no name, as in ordo.example.org", name));
    }
  }
  config.host_names = options.host_names;
  config.metrics_public = options.metrics_public;
  apply_limits(options, config.limits);
  return config;
}

int run_serve(const ServeOptions& options, Console& console) {
  const auto* const level = std::find_if(kLogLevels.begin(), kLogLevels.end(),
                                         [&](const auto& known) { return known.first == options.log_level; });
  if (level == kLogLevels.end()) {
    console.err << "ordo: --log-level must be debug, info, warning or error\n";
    return kUsage;
  }
  const auto config = server_config(options);
  if (!config) {
    console.err << "ordo: " << util::printable(config.error()) << '\n';
    return kUsage;
  }
  raise_file_limit();
  signal(SIGPIPE, SIG_IGN);
  const auto log =
      server::make_log(level->second, options.pretty || (options.is_terminal && !options.log_json));
  SignalWatch signals;
  server::Server server(*config, *log);
  signals.start(server);
  console.out << "Listening on http://" << server.address() << std::endl;
  if (config->web.empty()) {
    log->write(
        server::LogLevel::Warning, "no web app",
        {{"advice", std::string_view("build it as web/README.md says, or name its folder with --web")}});
  }
  server.run();
  return kFine;
}

void add_serve(const Command& ordo) {
  ordo.add<ServeOptions>("serve", "Run the game server", describe_serve,
                         [](ServeOptions options, Console& console) {
                           options.self = path_of_this_program();
                           options.is_terminal = isatty(STDERR_FILENO) == 1;
                           return run_serve(options, console);
                         });
}

}  // namespace ordo::apps
