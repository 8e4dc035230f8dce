// The scripts of the games, and the dice.
#include "support/game_logs.h"

#include <algorithm>

#include "rules/movegen.h"
#include "support/game_scribe.h"
#include "support/random_positions.h"
#include "support/random_room.h"

namespace ordo::support {
namespace {

using namespace online;
using namespace std::chrono_literals;
using rules::Variant;

GameScribe offers_and_chat() {
  GameScribe game("By link, no clock: offers, requests, chat, a draw, a rematch", settings("none"), kAnna,
                  {});
  game.pass(90min);
  game.join(kGuest);
  game.play({"e3-d3", "e6-d6"}, 2s);
  game.does(kAnna, OfferDraw{});
  game.does(kGuest, Say{"not yet"});
  game.does(kGuest, DeclineDraw{});
  game.play({"d3-e3"}, 3s);
  game.does(kAnna, OfferDraw{});
  game.play({"d6-e6"}, 1s);  // it lapses
  game.does(kGuest, OfferDraw{});
  game.does(kGuest, AskTakeback{});
  game.does(kAnna, DeclineTakeback{});
  game.play({"c2-c4", "c7-c5"}, 1s);
  game.does(kGuest, AskTakeback{});
  game.does(kAnna, AskTakeback{});  // one turn goes
  game.play({"h7-h5"}, 1s);
  game.does(kGuest, AskTakeback{});
  game.does(kAnna, Say{"take it"});
  game.does(kAnna, AskTakeback{});
  game.play({"c7-c5"}, 1s);
  game.does(kGuest, OfferDraw{});
  game.does(kAnna, OfferDraw{});
  game.does(kGuest, Say{"again?"});
  game.does(kGuest, AskRematch{});
  game.does(kAnna, AskRematch{});
  return game;
}

GameScribe clock() {
  GameScribe game("Fischer clocks: lag, a takeback into the first turns, resignation", settings("10+0.5"),
                  kAnna, kBert);
  game.play({"e3-d3", "e6-d6"}, 20s);
  game.pass(1s);
  game.does(kAnna, AskTakeback{});
  game.pass(700ms);
  game.does(kBert, AskTakeback{});  // no turn is left, and no clock runs
  game.play({"c2-c4"}, 30s);
  game.play({"c7-c5"}, 1s);
  game.pass(3s);
  game.does(kAnna, Move{3, "e3-d3"}, 200ms);
  game.pass(2'500ms);
  game.does(kBert, OfferDraw{});
  game.pass(1'500ms);
  game.does(kBert, Resign{});
  game.does(kAnna, AskRematch{});
  return game;
}

GameScribe gone(bool is_won) {
  GameScribe game(is_won ? "Who has gone comes back in time, and once does not: a win is claimed"
                         : "Who has gone does not come back after the server was away: a draw is claimed",
                  settings("60+1", !is_won), kAnna, {});
  game.pass(5s);
  game.join(kBert);
  game.look_around(false, true);
  game.pass(3min);
  game.look_around(true, true);  // from now on a minute for the first turn
  game.play({"e3-d3"}, 50s);
  game.look_around(true, false);
  game.pass(2min);
  game.look_around(true, true);
  game.play({"e6-d6"}, 10s);
  game.look_around(true, false);  // it is Anna's turn
  game.play({"d3-e3"}, 2s);
  game.pass(4s);
  if (is_won) {
    game.look_around(true, true);
    game.play({"d6-e6", "e3-d3"}, 1s);
    game.look_around(false, false);
    game.look_around(true, false);
    game.pass(claim_patience(game.room().settings().time));
    game.does(kAnna, ClaimGone{true});
  } else {
    game.pass(30s);
    game.pause(30s, 10s);
    game.pass(17s);
    game.does(kAnna, Say{"well"});
    game.pass(5s);
    game.does(kAnna, ClaimGone{false});
  }
  return game;
}

GameScribe nobody_returns() {
  GameScribe game("Aborted by the server: one of them never comes to a game with a clock", settings("60+0"),
                  kAnna, kBert);
  game.look_around(true, false);
  game.play({"e3-d3"}, 5min);
  game.pass(kComePatience);
  game.tick();
  return game;
}

GameScribe moves_from_elsewhere() {
  GameScribe game("Who makes a turn is there, and a takeback makes nobody wait for less", settings("60+1"),
                  kAnna, kBert);
  game.play({"e3-d3", "e6-d6"}, 1s);
  game.look_around(false, false);
  game.play({"d3-e3", "d6-e6", "e3-d3"}, 2s);
  game.look_around(true, false);
  game.pass(2s);
  game.does(kBert, AskTakeback{});
  game.pass(1s);
  game.does(kAnna, AskTakeback{});
  game.play({"d6-e6"}, 1s);
  return game;
}

GameScribe paused() {
  GameScribe game("The server is away: before the clocks run, and while they do", settings("10+0.5"), kAnna,
                  kBert);
  game.pass(70s);
  game.pause(50s, 0s);
  game.play({"e3-d3", "e6-d6"}, 20s);
  game.play({"d3-e3"}, 2s);
  game.pass(9s);
  game.does(kBert, OfferDraw{});
  game.pass(21s);
  game.pause(20s, 10s);
  game.play({"d6-e6"}, 1s);
  game.pass(3s);
  game.pause(1s, 0s);
  game.pass(1s);
  game.does(kAnna, Resign{});
  return game;
}

GameScribe paused_for_days() {
  GameScribe game("The server is away for longer than a turn may take", settings("1d"), kAnna, kBert);
  game.play({"e3-d3"}, 5h);
  game.pass(50h);
  game.pause(48h, 0s);
  game.play({"e6-d6"}, 20h);
  return game;
}

GameScribe flag(bool is_claimed) {
  GameScribe game(is_claimed ? "A flag that the opponent claims" : "A flag that the server calls",
                  settings("5+1"), kAnna, kBert);
  game.play({"e3-d3", "e6-d6", "d3-e3"}, 2s);
  game.pass(5s + kMaxLagCredit);
  if (is_claimed) game.does(kAnna, ClaimTime{});
  game.tick();
  return game;
}

GameScribe too_late() {
  GameScribe game("Correspondence: a turn after the time is up", settings("1d"), kAnna, kBert);
  game.play({"e3-d3", "e6-d6"}, 23h);
  game.pass(24h);
  game.does(kAnna, Move{3, "d3-e3"});
  return game;
}

GameScribe nobody_moves() {
  GameScribe game("Aborted by the server: no first turn within a minute", settings("60+0"), kAnna, kBert);
  game.play({"e3-d3"}, 59s);
  game.pass(kFirstTurnPatience);
  game.tick();
  return game;
}

GameScribe aborted() {
  GameScribe game("Aborted by a player after the first turn", settings("3d"), kAnna, kBert);
  game.play({"e3-d3"}, 2h);
  game.pass(30min);
  game.does(kBert, Abort{});
  return game;
}

GameScribe nobody_comes(bool is_given_up) {
  GameScribe game(is_given_up ? "By link, given up: no clock has ever run" : "By link, and nobody comes",
                  settings("2d"), is_given_up ? std::nullopt : std::optional(kAnna),
                  is_given_up ? std::optional(kAnna) : std::nullopt);
  game.pass(is_given_up ? Duration(26h) : kJoinPatience);
  if (is_given_up) game.does(kAnna, Abort{});
  game.tick();
  return game;
}

GameScribe two_free_seats() {
  GameScribe game("Both seats are free at first", settings("1d"), {}, {});
  game.pass(5min);
  game.join(kBert);
  game.pass(5min);
  game.join(kGuest);
  game.play({"e3-d3"}, 1h);
  return game;
}

GameScribe rated() {
  GameScribe game("Rated, to an end on the board", settings("180+2", true), kAnna, kBert);
  game.play(
      {"c2:d2-c4", "c7:d7-c6", "c1:d1-c3", "a6:e6-a5", "d4xd5",    "f7xd5",    "a3xc5", "a7xc5", "f3xd5",
       "g8xd5",    "e3xc5",    "c8:d8-c6", "c5xb5",    "b7xb5",    "g2xd5",    "h8-i8", "b3xb5", "a5xb5",
       "h2xe5",    "b5xd5",    "e5xd5",    "g7:h7-g5", "a2:b2-a4", "c6xd5",    "a4-a5", "i8-e4", "a5xd5",
       "e4xd5",    "g1:h1-g3", "e7-e5",    "e2:f2-e3", "j6-j5",    "f3:i3-f4", "j5xi4", "i2xi4", "f6xf4",
       "c4xf4",    "d6-f6",    "g4xg5",    "i7xg5",    "j2:j3-g2", "f6xf4",    "b4xf4"},
      3'210ms);
  ORDO_CHECK(game.room().status() == RoomStatus::Ended);
  game.does(kBert, AskRematch{});
  return game;
}

GameScribe engine() {
  GameScribe game("With the engine: it grants takebacks, declines draws, takes rematches", settings("30+1"),
                  kEngine, kBert);
  game.play({"e3-d3", "e6-d6", "d3-e3"}, 2s);
  game.does(kBert, OfferDraw{});
  game.does(kBert, AskTakeback{});
  game.play({"c7-c5", "c2-c4"}, 2s);
  game.does(kBert, Resign{});
  game.does(kBert, AskRematch{});
  return game;
}

GameScribe conditional_turns() {
  GameScribe game("Correspondence with conditional turns, followed, left and taken back", settings("3d"),
                  kAnna, kBert);
  game.play({"e3-d3"}, 5h);
  game.set_plan(Color::White, R"([{"if":"e6-d6","answer":"d3-e3","then":[{"if":"d6-e6","answer":"c2-c4"}]},
                                  {"if":"c7-c5","answer":"c2-c4"}])");
  game.play({"e6-d6"}, 26h);  // and the answer
  game.set_plan(Color::White, R"([{"if":"d6-e6","answer":"c2-c4"},{"if":"c7-c5","answer":"c2-c4"}])");
  game.play({"h7-h5"}, 2h);  // not foreseen
  game.play({"c2-c4"}, 1h);
  game.set_plan(Color::White, R"([{"if":"c7-c5","answer":"e3-d3"}])");
  game.does(kAnna, AskTakeback{});
  game.pass(1h);
  game.does(kBert, AskTakeback{});
  game.play({"e3-d3"}, 1h);
  game.does(kBert, OfferDraw{});
  game.does(kAnna, OfferDraw{});
  return game;
}

GameScribe black_begins() {
  GameScribe game("From a position with Black to move: home row",
                  from_fen("10/4w5/3w6/10/10/5b4/4b5/10 b", "1d"), kAnna, kBert);
  game.pass(1h);
  game.does(kBert, Say{"that was quick"});
  game.play({"f3-f1"}, 1h);
  return game;
}

GameScribe subgroups() {
  GameScribe game("Ordo X: preparations, the choice of a subgroup, the last piece",
                  from_fen("bb3bb3/2bbb5/3w6/ww1w6/w1w7/10/10/10 w", "60+1", Variant::OrdoX), kAnna, kBert);
  game.play({"a4-b4,b5xd7=a8", "a8:b8-c8,c8-b7", "d7xc7=b7,b4:c4-b6", "b7xc7,c7xc6=d5", "d6xc6"}, 4s);
  return game;
}

GameScribe repetition() {
  GameScribe game("The third time of a position", settings("none"), kGuest, kBert);
  game.play({"e3-d3", "e6-d6", "d3-e3", "d6-e6", "e3-d3", "e6-d6", "d3-e3", "d6-e6"}, 1s);
  return game;
}

/// By its text, so that it is the same in whatever order they are generated.
std::string some_turn(const rules::Position& position, Random& random) {
  std::vector<std::string> turns;
  rules::for_each_turn(position, [&](const rules::Turn& turn) { turns.push_back(rules::to_text(turn)); });
  if (turns.empty()) return "a1-a2";
  std::sort(turns.begin(), turns.end());
  return random.pick(turns);
}

GameScribe at_random(int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  const std::vector<std::string> times = {"none", "5+1", "1d"};
  const std::vector<std::optional<Player>> opponents = {kBert, std::nullopt, kEngine};
  const auto variant = seed % 2 == 0 ? Variant::Ordo : Variant::OrdoX;
  const std::string& time = times[static_cast<std::size_t>(seed / 2 % 3)];
  GameSettings settings = seed % 5 == 0 ? from_fen(kNearTheEnd, time, variant) : support::settings(time);
  if (seed % 5 != 0) settings.start = rules::Position::initial(variant);
  GameScribe game("At random " + std::to_string(seed), settings, kAnna, random.pick(opponents));
  const std::vector<Player> people = {kAnna, kBert, kEngine};
  const std::vector<Duration> waits = {0ms, 0ms, 300ms, 300ms, 900ms, 2s};
  for (int i = 0; i < 40; ++i) {
    game.pass(random.pick(waits));
    if (game.room().status() == RoomStatus::Waiting && random.chance(50)) game.join(kBert);
    if (random.chance(10)) {
      const bool white = random.chance(60);
      game.look_around(white, random.chance(60));
    }
    const auto& mover = game.room().player(game.room().to_move());
    const Player& who = mover && random.chance(70) ? *mover : random.pick(people);
    const int kind = random.below(kCommandKinds);
    if (kind == 0 && random.chance(70)) continue;  // or most would end so
    // Before the command: compilers differ in which argument of a call they draw first.
    const Duration lag(random.below(600));
    game.tries(
        who,
        some_command(game.room(), kind, 1, [&] { return some_turn(game.room().game().position(), random); }),
        lag);
  }
  return game;
}

}  // namespace

std::vector<GameFile> game_files() {
  std::vector<GameFile> files;
  const auto add = [&](const std::string& name, const GameScribe& game) {
    files.push_back({name + ".json", game.text()});
  };
  add("offers_and_chat", offers_and_chat());
  add("clock", clock());
  add("gone_win", gone(true));
  add("gone_draw", gone(false));
  add("nobody_returns", nobody_returns());
  add("moves_from_elsewhere", moves_from_elsewhere());
  add("paused", paused());
  add("paused_for_days", paused_for_days());
  add("flag_claimed", flag(true));
  add("flag_called", flag(false));
  add("too_late", too_late());
  add("nobody_moves", nobody_moves());
  add("aborted", aborted());
  add("nobody_comes", nobody_comes(false));
  add("given_up", nobody_comes(true));
  add("two_free_seats", two_free_seats());
  add("rated", rated());
  add("engine", engine());
  add("conditional_turns", conditional_turns());
  add("black_begins", black_begins());
  add("subgroups", subgroups());
  add("repetition", repetition());
  for (int seed = 1; seed <= 10; ++seed) add("random_" + std::to_string(seed), at_random(seed));
  return files;
}

}  // namespace ordo::support
