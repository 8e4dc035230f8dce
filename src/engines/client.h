// An engine that is asked for turns: the client's side of the Universal Game Interface.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engines/process.h"
#include "engines/program.h"
#include "engines/stop_signal.h"
#include "rules/game.h"
#include "thinking/limits.h"
#include "thinking/score.h"
#include "util/result.h"

namespace ordo::engines {

/// What an engine can do wrong. Each of them loses the game.
enum class Fault : std::uint8_t {
  Crash,      ///< it ended, or closed its output
  Hang,       ///< it gave no answer, long after its time was up
  Time,       ///< it answered too late
  Illegal,    ///< its turn is not allowed
  Malformed,  ///< what it says is no turn, or not the protocol
};
inline constexpr std::size_t kFaults = 5;

/// "crash", "hang", "time", "illegal", "malformed": the word used in records.
[[nodiscard]] std::string_view name(Fault fault) noexcept;

struct Trouble {
  Fault fault;
  std::string detail;  ///< for people, in printable ASCII
};

/// What an engine's answers took it, added up.
struct Effort {
  std::uint64_t turns = 0;
  std::chrono::microseconds time{0};
  std::chrono::microseconds longest{0};
  std::uint64_t depth = 0;  ///< of the turns for which it told one: divide by `told`
  std::uint64_t nodes = 0;  ///< likewise
  std::uint64_t told = 0;

  Effort& operator+=(const Effort& more) noexcept;
};

/// An engine that cannot be started, or does not take its options.
class CannotStart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Everything is to end: thrown out of a wait for an engine.
class Stopped : public std::exception {};

/// One engine process at a time; after any trouble the process is ended, and the next game starts another.
/// Used by one thread.
class Client {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// `patience`: how long it may be silent when nothing limits its time, or when its time is up, before it
  /// counts as hung. What is given by reference must outlive the client.
  Client(const Program& program, rules::Variant variant, Milliseconds patience, const StopSignal& stop);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  /// Asks it to quit, and does not wait long.
  ~Client();

  [[nodiscard]] bool is_running() const noexcept { return process_ != nullptr; }
  /// Starts the engine where it does not run. Throws CannotStart.
  void start();
  /// Sets options of a running engine, between games. One that refuses is not to be trusted.
  [[nodiscard]] std::optional<Trouble> set(const std::vector<OptionSetting>& settings);
  /// Starts it if necessary, and tells it that a game begins. Throws CannotStart.
  [[nodiscard]] std::optional<Trouble> new_game();

  struct Reply {
    std::string turn;      ///< a word; whether it is a turn the caller finds out
    std::string expected;  ///< likewise: what it expects its opponent to play; empty: it does not say
    std::chrono::microseconds used;
    /// Of the best line, as the last `info` with depth and score told it, seen from the side that was asked.
    std::optional<thinking::Score> score;
  };
  /// Asks for a turn and waits for it, at most for `time` (nothing: no matter how long) and then the
  /// patience. An answer after `time` is returned as one: who keeps the clock says what is late. If it
  /// ponders about this game it is told of the hit; if about another one it is stopped first, in its own
  /// time.
  [[nodiscard]] util::Result<Reply, Trouble> ask(const rules::Game& game, const thinking::Limits& limits,
                                                 std::optional<std::chrono::microseconds> time);

  [[nodiscard]] bool ponders() const noexcept { return program_.ponders; }
  /// Lets it think about the game as it is expected to stand when it is to move again, until the next
  /// question.
  [[nodiscard]] std::optional<Trouble> ponder(const rules::Game& expected, const thinking::Limits& limits);

  /// The last line of the last answer that told a depth, as it came; empty: there was none.
  [[nodiscard]] const std::string& last_info() const noexcept { return last_info_; }

  /// For a turn that was refused: the engine is not to be trusted any more.
  void give_up() noexcept;

  /// Of all answers since the last call.
  [[nodiscard]] Effort take_effort() noexcept;

 private:
  [[nodiscard]] std::optional<Trouble> send(std::string_view text, TimePoint deadline);
  /// Also notices that everything is to stop.
  [[nodiscard]] util::Result<std::string_view, Trouble> read(TimePoint deadline);
  /// Reads until the line with this word comes; `visit` is given the others.
  template <class Visit>
  [[nodiscard]] std::optional<Trouble> read_until(std::string_view word, TimePoint deadline, Visit&& visit);
  [[nodiscard]] util::Result<Reply, Trouble> read_answer(TimePoint asked, TimePoint deadline);
  /// If it ponders; what it would have played is of no use.
  [[nodiscard]] std::optional<Trouble> stop_pondering(TimePoint deadline);
  [[nodiscard]] std::optional<Trouble> shake_hands();
  [[nodiscard]] std::optional<Trouble> set_options(const std::vector<std::string>& offered);
  /// An answer nobody asked for would be taken for the answer to the next question.
  [[nodiscard]] std::optional<Trouble> discard_old_lines();
  [[nodiscard]] Trouble trouble(PipeTrouble what);
  [[nodiscard]] Trouble ended(Trouble trouble) noexcept;
  void note_info(std::string_view line);
  void note_effort(std::chrono::microseconds used);

  const Program& program_;
  const rules::Variant variant_;
  const Milliseconds patience_;
  const StopSignal& stop_;
  std::unique_ptr<Process> process_;
  std::string pondered_;    ///< the line with the position it ponders about; empty: it does not
  std::string last_info_;   ///< the last one with a depth since the question
  std::string last_score_;  ///< the last of these lines with the score of the best line
  Effort effort_;
};

}  // namespace ordo::engines
