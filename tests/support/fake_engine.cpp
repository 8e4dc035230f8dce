// An engine for the tests of matches: plays quickly, or misbehaves in the way its argument names.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "protocol/ugi_command.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"

namespace ordo {
namespace {

namespace ugi = protocol::ugi;
using std::chrono::milliseconds;

[[noreturn]] void hang() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

void say(const std::string& line) {
  std::cout << line << std::endl;
}  // NOLINT(performance-avoid-endl): at once

/// Modes, as `fake_engine MODE [AFTER]`; the engine behaves well for the first AFTER turns of its life.
///   good          the first turn in the order of the text
///   slow          likewise, 30 ms later
///   silent        likewise, without a word about what it thought
///   says:TEXT     likewise, and TEXT is what it says of its first turn of a game, of the second and so on,
///                 with '|' between them, the last one for all that follow. Lines of one turn have ';'
///                 between them; each comes after `info depth 3`
///   mute          never answers `ugi`
///   unready       never answers `isready`
///   crash         ends with exit code 3 instead of answering
///   abort         is ended by a signal
///   hang          never answers
///   late          answers 200 ms after the question
///   hang-at-full-strength   never answers at this level
///   behind-a-door:FILE      answers when there is such a file
///   illegal       moves a piece that is not there
///   skilled       moves a piece that is not there unless its skill is 50 or more
///   stuck         always plays what was right in the initial setup
///   garbage       answers with a word that is no turn
///   empty         answers with no turn at all
///   endless       writes megabytes without the end of a line
///   flood         writes lines without end, but no answer
///   twice         answers every question twice
///   chatty        says what nobody asked, also when the game is over, and does not end on `quit`
///   deaf          stops reading its input
///   mistaken      good, but expects its opponent to play the last turn in the order of the text, not the
///   first restless      likewise, and does not answer when it is stopped
/// With the option Ponder it tells what it expects. It leaves with exit code 4 if it is not left alone then.
class FakeEngine {
 public:
  FakeEngine(std::string mode, int after) : mode_(std::move(mode)), after_(after) {}

  int run() {
    for (std::string line; std::getline(std::cin, line);) {
      const auto command = protocol::parse_ugi_command(line);
      if (!command) {
        say("info string error " + command.error());
        continue;
      }
      if (std::holds_alternative<ugi::Quit>(*command)) {
        if (mode_ == "chatty") hang();
        return 0;
      }
      obey(*command);
    }
    return 0;
  }

 private:
  void obey(const protocol::UgiCommand& command) {
    if (is_pondering_) return end_pondering(command);
    if (std::holds_alternative<ugi::Hello>(command)) {
      if (mode_ == "mute") hang();
      say("id name Fake " + mode_);
      say("option name Variant type combo default ordo var ordo var ordox");
      say("option name Fake Option type string default none");
      say("option name Hash type spin default 64 min 1 max 1024");
      say("option name Threads type spin default 1 min 1 max 8");
      say("option name Level type string default full");
      say("option name Ponder type check default false");
      if (mode_ == "skilled") say("option name Tune ordo.Skill type spin default 0 min 0 max 100");
      say("ugiok");
    } else if (std::holds_alternative<ugi::IsReady>(command)) {
      if (mode_ == "unready") hang();
      if (mode_ == "chatty") say("bestmove a1-a2\ninfo string hello\n\n\t\nwhat?");
      say("readyok");
    } else if (const auto* option = std::get_if<ugi::SetOption>(&command)) {
      if (option->name == "Variant") variant_ = rules::variant_from(option->value).value_or(variant_);
      if (option->name == "Level") level_ = option->value;
      if (option->name == "Ponder") tells_expected_ = option->value == "true";
      if (option->name == "Tune ordo.Skill") skill_ = std::stoi(option->value);
      if (option->value == "bad") say("info string error a bad value");
    } else if (const auto* position = std::get_if<ugi::SetPosition>(&command)) {
      const auto start =
          position->fen ? *rules::parse_fen(variant_, *position->fen) : rules::Position::initial(variant_);
      game_.emplace(start);
      for (const std::string& turn : position->moves) (void)game_->play(turn);
    } else if (const auto* go = std::get_if<ugi::Go>(&command)) {
      is_pondering_ = go->ponder;
      if (is_pondering_) return say(kPonderedInfo);
      answer();
    }
  }

  void end_pondering(const protocol::UgiCommand& command) {
    if (std::holds_alternative<ugi::IsReady>(command)) return say("readyok");
    const bool is_hit = std::holds_alternative<ugi::PonderHit>(command);
    if (!is_hit && !std::holds_alternative<ugi::Stop>(command))
      std::exit(4);  // NOLINT(concurrency-mt-unsafe)
    if (!is_hit && mode_ == "restless") hang();
    is_pondering_ = false;
    say("bestmove " + choice(game_->position(), true) + expectation());
  }

  void answer() {
    if (turns_++ < after_ || mode_ == "good") return play();
    if (mode_ == "crash") {
      std::cerr << "first words\nout of luck" << std::endl;  // NOLINT(performance-avoid-endl)
      std::exit(3);                                          // NOLINT(concurrency-mt-unsafe)
    }
    if (mode_ == "abort") std::raise(SIGKILL);
    if (mode_ == "hang" || mode_ == "deaf") hang();
    if (mode_ == "hang-at-full-strength" && level_ == "full") hang();
    if (mode_.starts_with(kDoor)) {
      while (!std::filesystem::exists(mode_.substr(kDoor.size())))
        std::this_thread::sleep_for(milliseconds(1));
    }
    if (mode_ == "late") std::this_thread::sleep_for(milliseconds(200));
    if (mode_ == "slow") std::this_thread::sleep_for(milliseconds(30));
    if (mode_ == "illegal" || (mode_ == "skilled" && skill_ < 50)) return say("bestmove a5-a6");
    if (mode_ == "stuck") return say("bestmove a2-a4");
    if (mode_ == "garbage") return say("bestmove \x01\xFFrubbish");
    if (mode_ == "empty") return say("bestmove");
    if (mode_ == "endless") {
      const std::string piece(1 << 16, 'x');
      while (std::cout << piece) std::cout.flush();
    }
    while (mode_ == "flood") say("info depth 1 nodes 1 string still thinking");
    play();
    if (mode_ == "twice") play();
  }

  void play() {
    const std::string best = choice(game_->position(), true);
    if (mode_.starts_with(kSays)) {
      recite(mode_.substr(kSays.size()));
    } else if (mode_ != "silent") {
      say("info depth 3 score cp 7 nodes 100 time 1 pv " + best);
    }
    say("bestmove " + best + expectation());
  }

  /// The first turn in the order of the text, or the last.
  [[nodiscard]] static std::string choice(const rules::Position& position, bool first) {
    std::string best;
    rules::for_each_turn(position, [&](const rules::Turn& turn) {
      const std::string text = rules::to_text(turn);
      if (best.empty() || (first ? text < best : text > best)) best = text;
    });
    return best;
  }

  [[nodiscard]] std::string expectation() const {
    rules::Game ahead = *game_;
    if (!tells_expected_ || !ahead.play(choice(ahead.position(), true)) || ahead.outcome()) return "";
    return " ponder " + choice(ahead.position(), mode_ != "mistaken" && mode_ != "restless");
  }

  /// Says what the text has for this turn.
  void recite(const std::string& text) {
    std::istringstream turns(text);
    std::string lines;
    for (std::size_t turn = 0; turn <= game_->turns().size() / 2 && std::getline(turns, lines, '|'); ++turn) {
    }
    std::istringstream parts(lines);
    for (std::string line; std::getline(parts, line, ';');) say("info depth 3 " + line);
  }

  static constexpr std::string_view kDoor = "behind-a-door:";
  static constexpr std::string_view kSays = "says:";
  static constexpr const char* kPonderedInfo = "info depth 9 score cp 7 nodes 1000 time 1";

  const std::string mode_;
  const int after_;
  std::string level_;
  int skill_ = 0;
  int turns_ = 0;
  bool tells_expected_ = false;
  bool is_pondering_ = false;
  rules::Variant variant_ = rules::Variant::Ordo;
  std::optional<rules::Game> game_;
};

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return ordo::FakeEngine(arguments.empty() ? "good" : arguments[0],
                          arguments.size() > 1 ? std::stoi(arguments[1]) : 0)
      .run();
}
