// The record of a room: its game, with tags that say who played it and how.
#include "online/room_record.h"

#include <chrono>

#include <fmt/format.h>

namespace ordo::online {
namespace {

[[nodiscard]] std::string player_name(const std::optional<Player>& player) {
  return player ? player->name : "?";
}

}  // namespace

std::string record_date(Instant at) {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(at));
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

records::Record record_of_room(const Room& room) {
  const GameSettings& settings = room.settings();
  std::vector<records::Tag> tags = {
      {"Event", settings.rated ? "Rated game" : "Casual game"},
      {"Site", "ordo"},
      {"Date", record_date(room.created_at())},
      {"White", player_name(room.player(Color::White))},
      {"Black", player_name(room.player(Color::Black))},
  };
  for (const Color color : {Color::White, Color::Black}) {
    const auto& player = room.player(color);
    if (player && player->rating) {
      tags.push_back({fmt::format("{}Rating", rules::name(color)), fmt::format("{}", *player->rating)});
    }
  }
  tags.push_back({"TimeControl", to_text(settings.time)});
  tags.push_back({"GameId", room.id()});
  records::Record record = records::record_of(room.game(), std::move(tags));
  if (room.status() == RoomStatus::Aborted) record.tags.push_back({"Termination", "aborted"});
  return record;
}

records::Record record_of_room(const Room& room, std::span<const StoredEvent> events) {
  records::Record record = record_of_room(room);
  std::vector<records::RecordedTurn>& turns = record.main_line.turns;
  // Turns that were taken back are made anew, with the same number.
  for (const StoredEvent& stored : events) {
    const auto* moved = std::get_if<Moved>(&stored.event);
    if (moved == nullptr || !moved->left || moved->ply < 1 ||
        static_cast<std::size_t>(moved->ply) > turns.size())
      continue;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*moved->left).count();
    turns[static_cast<std::size_t>(moved->ply - 1)].comment =
        fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  return record;
}

}  // namespace ordo::online
