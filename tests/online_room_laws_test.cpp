// What holds of every room, whoever does what and when: tried on random commands of random people.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "online/message.h"
#include "online/room_record.h"
#include "rules/movegen.h"
#include "support/random_room.h"
#include "support/scale.h"
#include "support/table.h"

namespace ordo::online {
namespace {

using namespace ordo::support;

struct Step {
  int who;
  int what;
  std::uint32_t choice;
  int waits;  ///< milliseconds
  int lag;
};

rc::Gen<Step> any_step() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, 10), rc::gen::inRange(0, kCommandKinds),
                     rc::gen::arbitrary<std::uint32_t>(),
                     rc::gen::weightedElement<int>({{10, 0}, {10, 300}, {6, 2'000}, {1, 61'000}}),
                     rc::gen::element(0, 100, 5'000)),
      [](const auto& parts) {
        const auto& [who, what, choice, waits, lag] = parts;
        return Step{who, what, choice, waits, lag};
      });
}

GameSettings any_settings(bool rated) {
  const auto time = *rc::gen::element<std::string>("none", "5+1", "1d");
  GameSettings settings = *rc::gen::arbitrary<bool>() ? from_fen(kNearTheEnd, time) : support::settings(time);
  if (*rc::gen::arbitrary<bool>()) settings.start = rules::Position::initial(rules::Variant::OrdoX);
  settings.rated = rated;
  return settings;
}

/// A legal turn, mostly one for the position on the board.
std::string some_turn(const Room& room, std::uint32_t choice) {
  const auto positions = room.game().positions();
  const rules::Position& position =
      choice % 11 == 0 ? positions[choice / 11 % positions.size()] : room.game().position();
  const std::uint64_t count = rules::count_turns(position);
  if (count == 0) return "a1-a2";
  std::uint64_t index = choice % count;
  std::string text;
  rules::for_each_turn(position, [&](const rules::Turn& turn) {
    if (index-- == 0) text = rules::to_text(turn);
  });
  return text;
}

/// Everything there is to know about a room, as text.
std::string description(const Room& room, Instant now) {
  std::string text = snapshot_message(room, Color::White, now, nullptr, {});
  for (const Color color : {Color::White, Color::Black}) {
    text += room.may_offer_draw(color) ? " draw" : " -";
    text += room.may_ask_takeback(color) ? " takeback" : " -";
  }
  for (int ply = 1; ply <= room.plies(); ++ply) text += ' ' + std::to_string(room.seq_of_ply(ply));
  return text;
}

void check_clocks(const Room& room, Instant now) {
  const TimeControl& time = room.settings().time;
  for (const Color color : {Color::White, Color::Black}) {
    const auto left = room.left(color, now);
    RC_ASSERT(left.has_value() == (time.kind != TimeControl::Kind::None));
    if (!left) continue;
    // Every event may have been a turn that was taken back: its increment stays.
    RC_ASSERT(*left >= Duration::zero());
    RC_ASSERT(*left <= time.per_turn + time.initial + room.seq() * time.increment);
  }
}

void check_same_as_replayed(const Room& room, const std::vector<StoredEvent>& log, Instant now) {
  std::vector<StoredEvent> read;
  for (const StoredEvent& event : log) {
    auto body = parse_event(to_json(event.event));
    RC_ASSERT(body.ok());
    read.push_back({event.seq, event.at, *std::move(body)});
  }
  RC_ASSERT(read == log);
  const auto replayed = Room::replay(room.id(), read);
  RC_ASSERT(replayed.ok());
  RC_ASSERT(description(*replayed, now) == description(room, now));
  RC_ASSERT(description(*replayed, now + std::chrono::hours(1)) ==
            description(room, now + std::chrono::hours(1)));
}

/// Whoever is told how the game stands knows as much as who has seen it all.
void check_same_as_told(const Room& room, Instant now) {
  const auto message = boost::json::parse(snapshot_message(room, Color::White, now, nullptr, {}));
  const auto told = read_snapshot(message.as_object());
  RC_ASSERT(told.ok());
  RC_ASSERT(told->seat == Color::White);
  for (const Duration later : {Duration(0), Duration(70), Duration(3'600'000)}) {
    RC_ASSERT(state_json(told->room, now + later) == state_json(room, now + later));
  }
}

/// One command and what comes of it.
void make(const Step& step, Room& room, std::vector<StoredEvent>& log, Instant now) {
  const std::vector<Player> people = {kAnna, kBert, kGuest, kEngine};
  const auto& mover = room.player(room.to_move());
  const Player& who = step.who < 4 || !mover ? people[static_cast<std::size_t>(step.who) % 4] : *mover;
  const Command command =
      some_command(room, step.what, step.choice, [&] { return some_turn(room, step.choice); });
  const bool is_engine = who.kind == PlayerKind::Engine;
  auto proposal =
      is_engine && std::holds_alternative<Move>(command)
          ? room.propose_engine_turn(std::get<Move>(command).ply, std::get<Move>(command).turn, now)
          : room.propose(who.id, command, now, Duration(step.lag));
  if (!is_engine && !room.seat_of(who.id)) {
    RC_ASSERT(!proposal.ok());
    RC_ASSERT(proposal.error().reason == RoomReason::NotAPlayer);
  }
  if (!proposal) {
    RC_ASSERT(!proposal.error().message.empty());
    return;
  }
  RC_ASSERT(proposal->events.empty() == proposal->done_as.has_value());
  const bool was_over = room.status() == RoomStatus::Ended || room.status() == RoomStatus::Aborted;
  std::optional<rules::Turn> turn = proposal->turn;
  for (Event event : proposal->events) {
    if (auto* made = std::get_if<RematchMade>(&event)) made->game = "new000000001";
    if (was_over) {
      RC_ASSERT(std::holds_alternative<Said>(event) || std::holds_alternative<RematchOffered>(event) ||
                std::holds_alternative<RematchMade>(event));
    }
    log.push_back({room.next_seq(), std::max(now, room.last_at()), event});
    const auto applied = room.apply(log.back(), std::exchange(turn, {}));  // the log is read as text
    RC_ASSERT(applied.ok());
    RC_ASSERT(room.seq() == static_cast<std::int64_t>(log.size()));
  }
  const auto over = room.status() == RoomStatus::Ended;
  RC_ASSERT(room.game().outcome().has_value() == over);
}

void play_at_random(bool rated, const std::optional<Player>& black) {
  std::vector<StoredEvent> log = {{1, kNoon, Created{any_settings(rated), {kAnna, black}, {}}}};
  auto started = Room::replay("game00000001", log);
  RC_ASSERT(started.ok());
  Room room = *std::move(started);
  Instant now = kNoon;
  const auto steps = *rc::gen::scale(3, rc::gen::container<std::vector<Step>>(any_step()));
  for (const Step& step : steps) {
    now = std::max(now + Duration(step.waits), room.last_at());
    if (room.status() == RoomStatus::Waiting) {
      if (auto joining = room.propose_join(kBert); joining && step.choice % 3 == 0) {
        log.push_back({room.next_seq(), now, joining->events.front()});
        RC_ASSERT(room.apply(log.back()).ok());
      }
    }
    if (step.choice % 5 == 0) {
      for (const Event& event : room.look_around({step.choice % 2 == 0, step.choice % 3 == 0})) {
        log.push_back({room.next_seq(), now, event});
        RC_ASSERT(room.apply(log.back()).ok());
      }
    }
    make(step, room, log, now);
    check_clocks(room, now);
    if (const auto due = room.deadline()) {
      RC_ASSERT(room.tick(*due - Duration(1)).empty() || room.game().outcome());
      RC_ASSERT(!room.tick(*due).empty());
    }
  }
  check_same_as_replayed(room, log, now);
  check_same_as_told(room, now);
  RC_CLASSIFY(room.status() == RoomStatus::Ended, "ended");
  RC_CLASSIFY(room.plies() >= 4, "four turns or more");
  const std::string record = records::write_record(record_of_room(room));
  RC_ASSERT(records::parse_record(record).ok());
}

RC_GTEST_PROP(RoomLaw, ACasualGameIsWhatItsLogSays, ()) { play_at_random(false, kBert); }
RC_GTEST_PROP(RoomLaw, ARatedGameIsWhatItsLogSays, ()) { play_at_random(true, kBert); }
RC_GTEST_PROP(RoomLaw, AGameByLinkIsWhatItsLogSays, ()) { play_at_random(false, std::nullopt); }
RC_GTEST_PROP(RoomLaw, AGameWithTheEngineIsWhatItsLogSays, ()) { play_at_random(false, kEngine); }

TEST(RoomMemory, ARoomAndItsTurnsStaySmall) {
  // Thousands of rooms are kept; each turn adds a position, a turn and a number.
  EXPECT_LE(sizeof(Room), 768);
  EXPECT_LE(sizeof(rules::Position) + sizeof(rules::Turn) + sizeof(std::uint32_t), 64);
}

}  // namespace
}  // namespace ordo::online
