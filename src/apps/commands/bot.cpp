// Reading the options of `ordo bot`.
#include "apps/commands/bot.h"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "apps/commands/interrupt.h"
#include "apps/commands/this_program.h"
#include "online/time_control.h"
#include "rules/variant.h"
#include "util/json_writer.h"
#include "util/number.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

/// From the file, or the environment; failing: why there is none.
util::Result<std::string, std::string> read_token(const BotOptions& options) {
  std::string token;
  if (!options.token_file.empty()) {
    constexpr std::size_t kMaxToken = 4096;
    auto text = util::read_text_file(options.token_file, kMaxToken);
    if (!text) return util::failure(text.error());
    token = *std::move(text);
  } else if (const char* given =
                 std::getenv("ORDO_TOKEN")) {  // NOLINT(concurrency-mt-unsafe): before any thread
    token = given;
  }
  token = std::string(util::trimmed(token));
  if (token.empty())
    return util::failure(std::string("no token: give --token-file, or ORDO_TOKEN in the environment"));
  return token;
}

util::Result<BotSettings, std::string> read_settings(const BotOptions& options) {
  BotSettings settings;
  if (const auto read = read_server(options.server, settings); !read)
    return util::failure("--server: " + read.error());
  auto token = read_token(options);
  if (!token) return util::failure(token.error());
  settings.token = *std::move(token);
  auto engine = engines::parse_program(options.engine);
  if (!engine) return util::failure("--engine: " + engine.error());
  settings.engine = *std::move(engine);
  if (settings.engine.name.empty()) settings.engine.name = "engine";
  engines::fill_in_own_engine(settings.engine, path_of_this_program());
  settings.engines = options.engines;
  settings.most_time = std::chrono::milliseconds(options.most_time);
  settings.join = options.join;
  settings.most_games = options.most_games;
  settings.rematch = !options.no_rematch;
  for (const std::string& words : options.seeks) {
    auto body = seek_body(words);
    if (!body) return util::failure("--seek: " + body.error());
    settings.seeks.push_back(*std::move(body));
  }
  return settings;
}

}  // namespace

util::Result<std::string, std::string> seek_body(const std::string& words) {
  std::string variant = "ordo";
  std::string time = "none";
  std::string color = "random";
  bool rated = false;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (rules::variant_from(word)) {
      variant = word;
    } else if (word == "rated") {
      rated = true;
    } else if (word == "white" || word == "black") {
      color = word;
    } else if (const auto control = online::parse_time_control(word)) {
      time = online::to_text(*control);
    } else {
      return util::failure(
          fmt::format("'{}' is no game, time, colour or 'rated': {}", word, control.error()));
    }
  }
  return util::json_object([&](util::JsonWriter& json) {
    json.member("variant", variant);
    json.member("time", time);
    json.member("color", color);
    json.member("rated", rated);
  });
}

util::Result<bool, std::string> read_server(const std::string& url, BotSettings& settings) {
  constexpr std::string_view kScheme = "http://";
  if (url.starts_with("https://")) {
    return util::failure(
        std::string("only http: behind a proxy with TLS, go to the server itself or through a local tunnel"));
  }
  std::string rest = url.starts_with(kScheme) ? url.substr(kScheme.size()) : url;
  if (rest.ends_with('/')) rest.pop_back();
  const std::size_t colon = rest.rfind(':');
  settings.host = rest.substr(0, colon);
  settings.port = colon == std::string::npos ? "80" : rest.substr(colon + 1);
  if (util::number_from<std::uint16_t>(settings.port).value_or(0) == 0)
    return util::failure("'" + settings.port + "' is no port");
  if (settings.host.empty() || settings.host.find('/') != std::string::npos)
    return util::failure("'" + url + "' has no host");
  return true;
}

int run_bot(const BotOptions& options, Console& console) {
  const auto settings = read_settings(options);
  if (!settings) {
    console.err << "ordo bot: " << settings.error() << '\n';
    return kUsage;
  }
  const InterruptWatch interrupt;
  try {
    run_bot_client(*settings, interrupt.flag(),
                   [&console](const std::string& text) { console.out << text << std::endl; });
  } catch (const BotRefused& refused) {
    console.err << "ordo bot: " << refused.what() << '\n';
    return kNo;
  }
  return kFine;
}

void add_bot(const Command& ordo) {
  ordo.add<BotOptions>(
      "bot", "Let an engine play on a server",
      [](const Command& command, BotOptions& options) {
        command.option("--server", options.server, "Where it is; http://127.0.0.1:8080 if not given")
            .of_type("URL");
        command
            .option("--token-file", options.token_file,
                    "A file with the token; ORDO_TOKEN in the environment will do as well")
            .of_type("FILE");
        command
            .option("--engine", options.engine,
                    "As in 'ordo match': cmd=\"PROGRAM ARG\" option.NAME=VALUE; our own if not given")
            .of_type("SPEC");
        command
            .option("--engines", options.engines,
                    "Processes, 1 if not given: so many turns are thought about at once")
            .of_type("N")
            .within(1, 64);
        command.option("--time", options.most_time, "At most so long for a turn, 1000 if not given")
            .of_type("MS")
            .within(10, 600'000);
        command
            .option("--seek", options.seeks,
                    "Keep a seek open: a game, a time, a colour, 'rated', in any order")
            .of_type("WORDS");
        command.option("--join", options.join, "Sit down at this game by link").of_type("GAME");
        command.option("--games", options.most_games, "Seek no more while so many go on, 4 if not given")
            .of_type("N")
            .within(1, 100);
        command.flag("--no-rematch", options.no_rematch, "Decline rematches");
        command.footer(
            "Make a token with the account the bot is to play as: POST /api/tokens (docs/api.md). The bot "
            "plays all games of\n"
            "that account that are going on, declines draws and takebacks, and comes back when the "
            "connection breaks. Ctrl-C\n"
            "ends it; its games go on when it is started again.\n\n"
            "Example:\n"
            "  ordo bot --token-file token.txt --engine 'option.Level=5' --seek 'ordo 300+3 rated' --seek "
            "'ordox 600+5'");
      },
      run_bot);
}

}  // namespace ordo::apps
