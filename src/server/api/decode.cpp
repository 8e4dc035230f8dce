// Reading bodies and queries of the HTTP interface.
#include "server/api/decode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <variant>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "online/message.h"
#include "online/words.h"
#include "rules/fen.h"
#include "rules/outcome.h"
#include "util/json_reader.h"

namespace ordo::server {
namespace {

using util::failure;
using util::JsonDocument;
using util::ObjectReader;

constexpr std::size_t kMinName = 3;
constexpr std::size_t kMaxFen = 200;

/// Who could be taken for the house.
constexpr std::array<std::string_view, 16> kReservedNames = {
    "admin", "administrator", "anonymous", "bot",  "deleted", "engine", "guest",  "me",
    "mod",   "moderator",     "nobody",    "ordo", "root",    "server", "system", "support"};

[[nodiscard]] bool is_letter_or_digit(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

[[nodiscard]] std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Code points; what was read as JSON is UTF-8.
[[nodiscard]] std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

[[nodiscard]] std::optional<std::string> trouble_with_password(std::string_view password) {
  const std::size_t characters = characters_of(password);
  if (characters < kMinPassword) return fmt::format("a password needs at least {} characters", kMinPassword);
  if (characters > kMaxPassword)
    return fmt::format("a password may have at most {} characters", kMaxPassword);
  return std::nullopt;
}

/// Of a password that only needs to be compared: one that cannot fit is kept from costing anything.
[[nodiscard]] std::string any_password(ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.text(name);
  if (characters_of(text) > kMaxPassword)
    reader.fail(fmt::format("a password may have at most {} characters", kMaxPassword));
  return std::string(text);
}

/// "Admin-", "guest_1234", "Engine-11": with signs and numbers around it a reserved name is no other.
[[nodiscard]] bool is_reserved(std::string_view name) {
  std::string core = lower(name);
  std::erase_if(core, [](char c) { return c == '_' || c == '-'; });
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!core.empty() && is_digit(core.back())) core.pop_back();
  core.erase(core.begin(), std::find_if_not(core.begin(), core.end(), is_digit));
  return std::find(kReservedNames.begin(), kReservedNames.end(), core) != kReservedNames.end();
}

template <class T>
[[nodiscard]] Decoded<T> finished(ObjectReader& reader, T value) {
  if (auto error = reader.finish()) return failure(*std::move(error));
  return value;
}

[[nodiscard]] Decoded<rules::Position> position_of(std::string_view variant, std::string_view fen) {
  const auto known = rules::variant_from(variant);
  if (!known) return failure(std::string("variant must be ordo or ordox"));
  if (fen.size() > kMaxFen) return failure(std::string("fen is too long for a position"));
  const auto position = rules::parse_fen(*known, fen);
  if (!position) return failure("fen: " + position.error().message);
  return *position;
}

void read_start(ObjectReader& reader, rules::Variant variant, online::GameSettings& settings) {
  settings.start = rules::Position::initial(variant);
  if (!reader.has("start")) return;
  const std::string_view text = reader.text("start");
  if (reader.failed()) return;
  if (text.size() > kMaxFen) return reader.fail(R"("start" is too long for a position)");
  const auto position = rules::parse_fen(variant, text);
  if (!position) return reader.fail(R"("start": )" + position.error().message);
  if (position->phase() != rules::Phase::Whole)
    return reader.fail(R"("start" is a position in the middle of a turn)");
  if (rules::outcome(*position)) return reader.fail(R"("start" is a position in which the game is over)");
  settings.start = *position;
}

[[nodiscard]] GameBody read_new_game(ObjectReader& reader) {
  GameBody game;
  const std::string_view variant_name = reader.text("variant");
  const auto variant = rules::variant_from(variant_name);
  if (!reader.failed() && !variant) reader.fail(R"("variant" must be "ordo" or "ordox")");
  if (reader.failed()) return game;
  read_start(reader, *variant, game.settings);
  if (reader.has("color")) {
    const std::string_view color = reader.text("color");
    game.color = online::color_from(color);
    if (!game.color && color != "random") reader.fail(R"("color" must be "white", "black" or "random")");
  }
  if (reader.has("rated")) game.settings.rated = reader.boolean("rated");
  if (reader.has("time")) {
    const auto time = online::parse_time_control(reader.text("time"));
    if (time) {
      game.settings.time = *time;
    } else {
      reader.fail(R"("time": )" + time.error());
    }
  }
  if (game.settings.rated && game.settings.start != rules::Position::initial(*variant)) {
    reader.fail("a rated game begins from the initial position");
  }
  return game;
}

void read_opponent(ObjectReader& reader, GameBody& game) {
  const boost::json::value* opponent = reader.optional("opponent");
  if (opponent == nullptr) return;
  if (const auto* text = opponent->if_string()) {
    if (*text != "link") reader.fail(R"("opponent" must be "link" or {"engine":LEVEL})");
    return;
  }
  ObjectReader engine(*opponent);
  game.engine_level = static_cast<int>(engine.integer("engine", 1, kMaxEngineLevel));
  if (auto error = engine.finish()) return reader.fail(R"("opponent": )" + *error);
  if (game.settings.rated) reader.fail("a game with the engine cannot be rated");
}

[[nodiscard]] std::optional<bool> truth(std::string_view text) noexcept {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

template <class T>
[[nodiscard]] std::optional<T> number(std::string_view text) noexcept {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[nodiscard]] std::optional<std::pair<online::Instant, online::GameId>> page_mark_from(
    std::string_view text) {
  constexpr std::int64_t kLatest = 253'402'300'800'000;  // the year 10000
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || !is_id(text.substr(dash + 1))) return std::nullopt;
  const auto at = number<std::int64_t>(text.substr(0, dash));
  if (!at || *at < 0 || *at > kLatest) return std::nullopt;
  return std::pair(online::instant_from(*at), online::GameId(text.substr(dash + 1)));
}

/// Takes one parameter in; false: its value is none.
[[nodiscard]] bool take_parameter(GameQuery& wanted, std::string_view key, const std::string& value) {
  constexpr std::array<std::string_view, 6> kResults = {"1-0", "0-1", "1/2-1/2", "won", "lost", "drawn"};
  if (key == "player") return !(wanted.player = value)->empty();
  if (key == "opponent") return !(wanted.opponent = value)->empty();
  if (key == "variant") return (wanted.variant = rules::variant_from(value)).has_value();
  if (key == "rated") return (wanted.rated = truth(value)).has_value();
  if (key == "live") return (wanted.live = truth(value)).has_value();
  if (key == "before") return (wanted.before = page_mark_from(value)).has_value();
  if (key == "result") {
    wanted.result = value;
    return std::find(kResults.begin(), kResults.end(), value) != kResults.end();
  }
  wanted.limit = number<int>(value).value_or(0);
  return wanted.limit >= 1 && wanted.limit <= kMaxPage;
}

}  // namespace

bool is_id(std::string_view text) noexcept {
  return text.size() == online::kIdLength && std::all_of(text.begin(), text.end(), is_letter_or_digit);
}

std::optional<std::string> trouble_with_name(std::string_view name) {
  if (name.size() < kMinName || name.size() > kMaxName) {
    return fmt::format("a name has {} to {} characters", kMinName, kMaxName);
  }
  const auto is_good = [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; };
  if (!std::all_of(name.begin(), name.end(), is_good)) {
    return "a name consists of letters from A to Z, digits, '_' and '-'";
  }
  if (!is_letter_or_digit(name.front())) return "a name begins with a letter or a digit";
  if (is_reserved(name)) return "this name is reserved";
  return std::nullopt;
}

Decoded<NameAndPassword> decode_signup(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  NameAndPassword wanted{std::string(reader.text("name")), std::string(reader.text("password"))};
  if (reader.failed()) return finished(reader, std::move(wanted));
  if (auto trouble = trouble_with_name(wanted.name)) reader.fail(*std::move(trouble));
  if (auto trouble = trouble_with_password(wanted.password)) reader.fail(*std::move(trouble));
  return finished(reader, std::move(wanted));
}

Decoded<NameAndPassword> decode_login(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  NameAndPassword given{std::string(reader.text("name")), any_password(reader, "password")};
  if (given.name.size() > kMaxName) reader.fail(fmt::format("a name has at most {} characters", kMaxName));
  return finished(reader, std::move(given));
}

Decoded<PasswordChange> decode_password_change(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  PasswordChange change{any_password(reader, "old"), std::string(reader.text("new"))};
  if (!reader.failed()) {
    if (auto trouble = trouble_with_password(change.new_password)) reader.fail(*std::move(trouble));
  }
  return finished(reader, std::move(change));
}

Decoded<rules::Position> decode_position(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  const std::string variant(reader.text("variant"));
  const std::string fen(reader.text("fen"));
  if (auto error = reader.finish()) return failure(*std::move(error));
  return position_of(variant, fen);
}

Decoded<rules::Position> decode_position_query(const Request& request) {
  const auto fen = request.parameter("fen");
  if (!fen) return failure(std::string("fen is missing"));
  return position_of(request.parameter("variant").value_or("ordo"), *fen);
}

Decoded<std::string> decode_deletion(std::string_view body) {
  if (body.empty()) return std::string();
  const JsonDocument document(body);
  ObjectReader reader(document);
  std::string password;
  if (reader.has("password")) password = any_password(reader, "password");
  return finished(reader, std::move(password));
}

Decoded<TokenWish> decode_token_wish(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  TokenWish wish{.label = std::string(reader.text("label"))};
  if (!reader.failed() && (wish.label.empty() || wish.label.size() > kMaxLabel)) {
    reader.fail(fmt::format(R"("label" must have 1 to {} bytes)", kMaxLabel));
  }
  if (reader.has("days")) wish.days = static_cast<int>(reader.integer("days", 1, kMaxTokenDays));
  return finished(reader, std::move(wish));
}

Decoded<GameBody> decode_new_game(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  GameBody game = read_new_game(reader);
  if (!reader.failed()) read_opponent(reader, game);
  return finished(reader, game);
}

Decoded<ChallengeBody> decode_challenge(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  ChallengeBody challenge;
  challenge.to = reader.text("to");
  if (!reader.failed() && (challenge.to.empty() || challenge.to.size() > kMaxName))
    reader.fail(R"("to" must be the name of somebody)");
  challenge.game = read_new_game(reader);
  return finished(reader, std::move(challenge));
}

Decoded<std::vector<std::string>> decode_names(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  std::vector<std::string> names;
  if (const boost::json::value* list = reader.required("names")) {
    const auto* const array = list->if_array();
    if (array == nullptr || array->size() > kMaxNames) {
      reader.fail(fmt::format(R"("names" must be a list of at most {} names)", kMaxNames));
    } else {
      for (const boost::json::value& name : *array) {
        const auto* const text = name.if_string();
        if (text == nullptr || text->empty() || text->size() > kMaxName) {
          reader.fail(R"("names" must be names)");
          break;
        }
        names.emplace_back(*text);
      }
    }
  }
  return finished(reader, std::move(names));
}

Decoded<GameBody> decode_seek(std::string_view body) {
  const JsonDocument document(body);
  ObjectReader reader(document);
  GameBody game = read_new_game(reader);
  return finished(reader, game);
}

Decoded<online::Command> decode_command(std::string_view body, const online::GameId& game) {
  const JsonDocument document(body);
  if (document.error()) return failure(*document.error());
  const auto* object = document.value().if_object();
  if (object == nullptr) return failure(std::string("a command is a JSON object"));
  if (object->contains("game")) return failure(std::string(R"("game" is in the path already)"));
  // The same reader as for the WebSocket, so that the two cannot differ.
  boost::json::object message(*object);
  message["game"] = game;
  auto parsed = online::parse_message(boost::json::serialize(message));
  if (!parsed) return failure(parsed.error().message);
  const auto* command = std::get_if<online::GameCommand>(&parsed->body);
  if (command == nullptr) return failure(std::string("this is not a command for a game"));
  return command->command;
}

Decoded<GameQuery> decode_game_query(const Query& query) {
  constexpr std::array<std::string_view, 8> kKnown = {"player", "opponent", "variant", "result",
                                                      "rated",  "live",     "before",  "limit"};
  GameQuery wanted;
  std::vector<std::string_view> seen;
  for (const auto& [key, value] : query) {
    if (std::find(kKnown.begin(), kKnown.end(), key) == kKnown.end()) {
      return failure(fmt::format(R"(there is no parameter "{}")", key));
    }
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      return failure(fmt::format(R"("{}" is there twice)", key));
    seen.push_back(key);
    if (!take_parameter(wanted, key, value))
      return failure(fmt::format(R"("{}" cannot be "{}")", key, value));
  }
  if (wanted.opponent && !wanted.player) return failure(std::string(R"("opponent" needs "player")"));
  const bool is_relative =
      wanted.result && (*wanted.result == "won" || *wanted.result == "lost" || *wanted.result == "drawn");
  if (is_relative && !wanted.player)
    return failure(fmt::format(R"("result={}" needs "player")", *wanted.result));
  return wanted;
}

Decoded<std::int64_t> decode_events_query(const Query& query) {
  std::int64_t from = 1;
  for (const auto& [key, value] : query) {
    if (key != "from") return failure(fmt::format(R"(there is no parameter "{}")", key));
    const auto given = number<std::int64_t>(value);
    if (!given || *given < 1) return failure(std::string(R"("from" must be a number from 1 on)"));
    from = *given;
  }
  return from;
}

std::string page_mark(online::Instant last_at, const online::GameId& game) {
  return fmt::format("{}-{}", online::milliseconds(last_at), game);
}

}  // namespace ordo::server
