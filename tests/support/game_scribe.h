// Writes down a game of a room: each message of it, and what those who follow it must then know.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "online/message.h"
#include "support/table.h"

namespace ordo::support {

/// The log of one game as a file of tests/data/games, which C++ and TypeScript replay.
///
/// "snapshot" is what somebody who looks on is told first. Each line of "messages" has a "message" of the
/// server (for players; "hidden" is what others get instead; "to", if given, is the only one who gets it).
/// "changed" has those members of the state, as in snapshots and as of "now", that are not what they were
/// before. "turns" is not among them, being known from "fen" and "ply"; "plans" has the conditional turns of
/// both sides. There is no "changed" while a game is over on the board and its end is still to be told: both
/// come in one commit.
class GameScribe {
 public:
  GameScribe(std::string about, const online::GameSettings& settings, std::optional<online::Player> white,
             std::optional<online::Player> black);

  [[nodiscard]] const online::Room& room() const { return table_.room(); }
  [[nodiscard]] online::Instant now() const { return table_.now(); }

  void pass(online::Duration time) { table_.pass(time); }
  /// Does what is asked and writes it down. If it is refused nothing happens: why, or an empty text.
  std::string tries(const online::Player& who, const online::Command& command, online::Duration lag = {});
  /// The same; throws if it is refused.
  void does(const online::Player& who, const online::Command& command, online::Duration lag = {});
  /// Whoever is to move makes each of these turns, `each` after the one before.
  void play(std::initializer_list<std::string_view> turns, online::Duration each = {});
  void join(const online::Player& player);
  /// What time alone brings about by now.
  void tick();
  /// Who of White and Black is connected now.
  void look_around(bool white, bool black) {
    for (const online::Event& event : room().look_around({white, black})) write(event);
  }
  /// The server was away.
  void pause(online::Duration stood, online::Duration added) { write(online::Paused{stood, added}); }
  void set_plan(online::Color owner, std::string_view plan);

  /// The file.
  [[nodiscard]] std::string text() const;

 private:
  std::string store(util::Result<online::Proposal, online::RoomRefusal> proposal);
  void write(const online::Event& event);
  void add_line(boost::json::object line);

  std::string about_;
  Table table_;
  std::array<online::Plan, 2> plans_;
  boost::json::object known_;  ///< the state that the lines so far come to
  std::string text_;
};

}  // namespace ordo::support
