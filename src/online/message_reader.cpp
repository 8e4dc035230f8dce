// What clients say, read strictly.
#include <array>
#include <limits>

#include <fmt/format.h>

#include "online/chat_text.h"
#include "online/message.h"
#include "online/plan_json.h"
#include "util/json_reader.h"
#include "util/text.h"

namespace ordo::online {
namespace {

using Body = decltype(ClientMessage::body);

/// What every JSON reader has exactly.
constexpr std::int64_t kMaxNumber = (std::int64_t{1} << 53) - 1;

[[nodiscard]] GameId game(util::ObjectReader& reader) {
  const std::string_view text = reader.text("game");
  if (!is_id(text)) reader.fail(fmt::format("'game' must be an id of {} letters and digits.", kIdLength));
  return GameId(text);
}

[[nodiscard]] Body move(util::ObjectReader& reader) {
  GameCommand command{game(reader), Move{static_cast<int>(reader.integer("ply", 1, kMaxPly)), {}}};
  const std::string_view turn = reader.text("turn");
  if (turn.empty() || turn.size() > kMaxTurnText) {
    reader.fail(fmt::format("'turn' must have 1 to {} bytes.", kMaxTurnText));
  }
  std::get<Move>(command.command).turn = turn;
  return command;
}

[[nodiscard]] Body say(util::ObjectReader& reader) {
  GameCommand command{game(reader), Say{}};
  auto text = clean_chat(reader.text("text"));
  if (text) {
    std::get<Say>(command.command).text = *std::move(text);
  } else {
    reader.fail(std::move(text).error());
  }
  if (reader.optional("id") != nullptr) {
    std::get<Say>(command.command).id = reader.integer("id", 0, kMaxNumber);
  }
  return command;
}

[[nodiscard]] Body set_plan(util::ObjectReader& reader) {
  SetPlan message{game(reader), {}, {}};
  if (reader.optional("ply") != nullptr) {
    message.ply = static_cast<int>(reader.integer("ply", 1, kMaxPly));
  }
  if (const boost::json::value* value = reader.required("plan")) {
    auto plan = read_plan(*value);
    if (plan) {
      message.plan = *std::move(plan);
    } else {
      reader.fail(std::move(plan).error());
    }
  }
  return message;
}

template <class C>
[[nodiscard]] Body command(util::ObjectReader& reader) {
  return GameCommand{game(reader), C{}};
}
template <bool wins>
[[nodiscard]] Body claim(util::ObjectReader& reader) {
  return GameCommand{game(reader), ClaimGone{wins}};
}
template <class M>
[[nodiscard]] Body about_game(util::ObjectReader& reader) {
  return M{game(reader)};
}
template <class M>
[[nodiscard]] Body switched(util::ObjectReader& reader) {
  return M{reader.boolean("on")};
}

struct MessageKind {
  std::string_view word;
  Body (*read)(util::ObjectReader&);
};

constexpr std::array<MessageKind, 22> kMessageKinds = {{
    {"move", move},
    {"ping", [](util::ObjectReader& reader) -> Body { return Ping{reader.integer("n", 0, kMaxNumber)}; }},
    {"watch", about_game<Watch>},
    {"unwatch", about_game<Unwatch>},
    {"resign", command<Resign>},
    {"draw", command<OfferDraw>},
    {"draw-no", command<DeclineDraw>},
    {"takeback", command<AskTakeback>},
    {"takeback-no", command<DeclineTakeback>},
    {"abort", command<Abort>},
    {"rematch", command<AskRematch>},
    {"claim", command<ClaimTime>},
    {"claim-win", claim<true>},
    {"claim-draw", claim<false>},
    {"say", say},
    {"plan", set_plan},
    {"lobby", switched<FollowLobby>},
    {"feed", switched<FollowFeed>},
    {"mine", switched<FollowMine>},
    {"people", switched<FollowPeople>},
    {"challenges", switched<FollowChallenges>},
    {"chat", switched<SwitchChat>},
}};

}  // namespace

util::Result<ClientMessage, MessageError> parse_message(std::string_view text) {
  if (text.size() > kMaxMessage) {
    return util::failure(MessageError{fmt::format("A message has at most {} bytes.", kMaxMessage), {}});
  }
  const util::JsonDocument document(text);
  util::ObjectReader reader(document);
  std::optional<std::int64_t> re;
  if (reader.optional("re") != nullptr) {
    const std::int64_t number = reader.integer("re", 0, kMaxNumber);
    if (!reader.failed()) re = number;
  }
  const std::string_view word = reader.text("t");
  for (const MessageKind& kind : kMessageKinds) {
    if (kind.word != word) continue;
    ClientMessage message{kind.read(reader), re};
    if (auto error = reader.finish()) return util::failure(MessageError{std::move(*error), re});
    return message;
  }
  reader.fail(fmt::format("There is no message {}.", util::quoted(word)));
  return util::failure(MessageError{*reader.finish(), re});
}

}  // namespace ordo::online
