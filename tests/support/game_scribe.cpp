// How games are written down.
#include "support/game_scribe.h"

#include <stdexcept>
#include <utility>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "online/words.h"

namespace ordo::support {
namespace {

namespace json = boost::json;
using namespace online;

/// Clocks are looked at now and then a little after the event.
Duration until_looked_at(std::int64_t seq) { return Duration(seq % 3 * 217); }

std::size_t side(Color color) { return static_cast<std::size_t>(color); }

/// What is to be known after the last event.
json::object state_of(const Room& room, const std::array<Plan, 2>& plans, Instant now) {
  json::object state = json::parse(state_json(room, now)).as_object();
  state.erase("turns");
  json::object both;
  for (const Color color : {Color::White, Color::Black}) {
    both[word(color)] = json::parse(to_json(plans[side(color)]));
  }
  state["plans"] = both;
  return state;
}

}  // namespace

GameScribe::GameScribe(std::string about, const GameSettings& settings, std::optional<Player> white,
                       std::optional<Player> black)
    : about_(std::move(about)),
      table_(settings, std::move(white), std::move(black)),
      known_(state_of(room(), plans_, now())) {
  text_ = "{\n\"about\": " + json::serialize(json::string(about_)) +
          ",\n\"snapshot\": " + snapshot_message(room(), std::nullopt, now(), nullptr, {}) +
          ",\n\"messages\": [";
}

std::string GameScribe::tries(const Player& who, const Command& command, Duration lag) {
  if (const auto* move = std::get_if<Move>(&command); move != nullptr && who.kind == PlayerKind::Engine) {
    return store(room().propose_engine_turn(move->ply, move->turn, now()));
  }
  const auto seat = room().seat_of(who.id);
  return store(table_.ask(who, command, lag, seat ? &plans_[side(opponent(*seat))] : nullptr));
}

void GameScribe::does(const Player& who, const Command& command, Duration lag) {
  if (const std::string why = tries(who, command, lag); !why.empty())
    throw std::runtime_error(about_ + ": " + why);
}

void GameScribe::play(std::initializer_list<std::string_view> turns, Duration each) {
  for (const std::string_view turn : turns) {
    pass(each);
    does(*room().player(room().to_move()), Move{room().plies() + 1, std::string(turn)});
  }
}

void GameScribe::join(const Player& player) { ORDO_CHECK(store(room().propose_join(player)).empty()); }

void GameScribe::tick() {
  for (const Event& event : room().tick(now())) write(event);
}

void GameScribe::set_plan(Color owner, std::string_view plan) {
  const auto read = parse_plan(plan);
  ORDO_CHECK(read.ok());
  auto checked = checked_plan(room().game(), *read);
  ORDO_CHECK(checked.ok());
  plans_[side(owner)] = *std::move(checked);
  json::object message{{"t", "plan"}, {"game", room().id()}};
  message["plan"] = json::parse(to_json(plans_[side(owner)]));
  add_line({{"to", word(owner)}, {"message", std::move(message)}});
}

std::string GameScribe::store(util::Result<Proposal, RoomRefusal> proposal) {
  if (!proposal) return proposal.error().message;
  if (proposal->plan_left) plans_[side(room().to_move()) ^ 1U] = *std::move(proposal->plan_left);
  for (Event event : proposal->events) {
    if (auto* made = std::get_if<RematchMade>(&event)) made->game = "next00000001";
    write(event);
  }
  return {};
}

void GameScribe::write(const Event& event) {
  table_.append(event);
  const bool is_over = room().status() == RoomStatus::Ended || room().status() == RoomStatus::Aborted;
  if (is_over || std::holds_alternative<TakenBack>(event)) plans_ = {};
  const StoredEvent& stored = table_.log().back();
  json::object line{{"message", json::parse(event_message(room().id(), stored))}};
  if (std::holds_alternative<Said>(event)) {
    line["hidden"] = json::parse(hidden_event_message(room().id(), stored));
  }
  add_line(std::move(line));
  if (std::holds_alternative<Ended>(event) && room().settings().rated)
    write(Rated{{1520, 1480}, {1530, 1470}});
}

void GameScribe::add_line(json::object line) {
  const bool is_end_to_come = room().status() == RoomStatus::Playing && room().game().outcome();
  if (!is_end_to_come) {
    const Instant looked_at = room().last_at() + until_looked_at(room().seq());
    json::object state = state_of(room(), plans_, looked_at);
    json::object changed;
    for (const auto& [name, value] : state) {
      if (known_.at(name) != value) changed[name] = value;
    }
    known_ = std::move(state);
    line["now"] = milliseconds(looked_at);
    line["changed"] = std::move(changed);
  }
  text_ += text_.ends_with('[') ? "\n" : ",\n";
  text_ += json::serialize(line);
}

std::string GameScribe::text() const { return text_ + "\n]\n}\n"; }

}  // namespace ordo::support
