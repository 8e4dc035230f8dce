// A child process spoken to in lines: started, read with deadlines, and always killed and reaped.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "util/descriptor.h"
#include "util/result.h"

namespace ordo::engines {

using SteadyClock = std::chrono::steady_clock;
using TimePoint = SteadyClock::time_point;

/// Why there is no line, or why one could not be sent.
enum class PipeTrouble : std::uint8_t {
  Timeout,  ///< the deadline has passed
  Closed,   ///< the child has closed its end, most likely by ending
  TooLong,  ///< a line without end: nothing after it can be trusted
};

/// Used by one thread at a time. The child is the leader of a process group of its own, so that a Ctrl-C
/// meant for us does not reach it and whatever it starts is killed with it. No other child inherits the pipes
/// to it.
class Process {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 16;

  /// Starts a program, searched for in PATH, with its arguments; `command` is not empty. Failing: why, e.g.
  /// "No such file or directory". Throws std::system_error where there are no descriptors left.
  /// `most_memory`: bytes of address space it may grow to; zero: as much as we may. `niceness`: how much it
  /// stands back for others, where the system lets us say so.
  [[nodiscard]] static util::Result<std::unique_ptr<Process>, std::string> start(
      const std::vector<std::string>& command, std::uint64_t most_memory = 0, int niceness = 0);

  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills it if it still lives.
  ~Process();

  /// Sends text, which ends its lines itself. Nothing: it was sent.
  [[nodiscard]] std::optional<PipeTrouble> write(std::string_view text, TimePoint deadline);

  /// The next line without its end ("\n" or "\r\n"), valid until the next call. A line that has come is
  /// returned even after the deadline; what comes without an end before the child closes its output is no
  /// line.
  [[nodiscard]] util::Result<std::string_view, PipeTrouble> read_line(TimePoint deadline);

  /// Waits until it has ended by itself; false if it lives on at the deadline.
  bool wait(TimePoint deadline);
  void kill() noexcept;

  /// How it ended, as "exit code 3" or "signal 11 (Segmentation fault)", and the last line of its error
  /// output. "still running" if it has not.
  [[nodiscard]] std::string obituary() const;

 private:
  Process(pid_t id, util::Descriptor input, util::Descriptor output, util::Descriptor errors) noexcept;

  /// Waits for output, taking in error output meanwhile.
  [[nodiscard]] std::optional<PipeTrouble> wait_for_output(TimePoint deadline);
  void take_errors();
  bool reap(int options) noexcept;

  pid_t id_;
  util::Descriptor input_;
  util::Descriptor output_;
  util::Descriptor errors_;
  std::optional<int> status_;  ///< as waitpid gave it, once it has ended

  std::vector<char> buffer_;  ///< output: what lies in [begin_, end_) has not been returned
  std::size_t begin_ = 0;
  std::size_t scanned_ = 0;  ///< up to here there is no end of line
  std::size_t end_ = 0;
  std::string error_tail_;  ///< the end of what it wrote to its error output
};

}  // namespace ordo::engines
