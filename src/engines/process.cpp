// Starting, reading, writing and ending a child process.
#include "engines/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "util/check.h"
#include "util/text.h"

extern char** environ;  // NOLINT: POSIX leaves its declaration to us

namespace ordo::engines {
namespace {

constexpr std::size_t kBuffer = 2 * Process::kMaxLine;
constexpr std::size_t kErrorTail = 4096;

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  util::Descriptor read;
  util::Descriptor write;
};

[[nodiscard]] Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_errno("cannot make a pipe");
  return {util::Descriptor(ends[0]), util::Descriptor(ends[1])};
}

/// Only our end: the two ends of a pipe do not share this flag.
void make_nonblocking(const util::Descriptor& end) {
  if (fcntl(end.number(), F_SETFL, O_NONBLOCK) != 0) throw_errno("cannot set up a pipe");
}

/// While it lives a broken pipe is an error of write() on this thread, not a signal. Other threads and what
/// the program does with SIGPIPE are left alone.
class PipeSignalBlock {
 public:
  PipeSignalBlock() noexcept {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;
  ~PipeSignalBlock() {
    if (is_broken_) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  void note_broken() noexcept { is_broken_ = true; }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool is_broken_ = false;
};

/// The remaining time for poll(), rounded up so that it does not spin before the deadline.
[[nodiscard]] int poll_timeout(TimePoint deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

/// posix_spawn's lists of what to do in the child.
class SpawnPlan {
 public:
  SpawnPlan(const util::Descriptor& input, const util::Descriptor& output, const util::Descriptor& errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_adddup2(&actions_, input.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors.number(), STDERR_FILENO);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  /// Zero, or the number of the error.
  [[nodiscard]] int spawn(const std::vector<std::string>& command, pid_t& id) const {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));  // NOLINT
    words.push_back(nullptr);
    return posix_spawnp(&id, words[0], &actions_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

util::Result<std::unique_ptr<Process>, std::string> Process::start(const std::vector<std::string>& command,
                                                                   std::uint64_t most_memory, int niceness) {
  ORDO_CHECK(!command.empty());
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  make_nonblocking(input.write);
  make_nonblocking(output.read);
  make_nonblocking(errors.read);
  pid_t id = 0;
  const int error = SpawnPlan(input.read, output.write, errors.write).spawn(command, id);
  if (error != 0) return util::failure(std::generic_category().message(error));
  std::unique_ptr<Process> process(
      new Process(id, std::move(input.write), std::move(output.read), std::move(errors.read)));
  if (niceness > 0) (void)setpriority(PRIO_PROCESS, static_cast<id_t>(id), niceness);
  if (most_memory > 0) {
    // posix_spawn knows no limits. What the program has by now is little, and growing is what is limited.
    const rlimit limit{most_memory, most_memory};
    if (prlimit(id, RLIMIT_AS, &limit, nullptr) != 0 && errno != ESRCH) {
      return util::failure("cannot limit its memory: " + std::generic_category().message(errno));
    }
  }
  return process;
}

Process::Process(pid_t id, util::Descriptor input, util::Descriptor output, util::Descriptor errors) noexcept
    : id_(id), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

Process::~Process() { kill(); }

std::optional<PipeTrouble> Process::write(std::string_view text, TimePoint deadline) {
  PipeSignalBlock block;
  while (!text.empty()) {
    const ssize_t count = ::write(input_.number(), text.data(), text.size());
    if (count > 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EPIPE) {
      block.note_broken();
      return PipeTrouble::Closed;
    } else if (count < 0 && errno == EAGAIN) {
      if (SteadyClock::now() >= deadline) return PipeTrouble::Timeout;
      pollfd writable{input_.number(), POLLOUT, 0};
      (void)poll(&writable, 1, poll_timeout(deadline));
    } else if (count < 0 && errno != EINTR) {
      throw_errno("cannot write to a pipe");
    }
  }
  return std::nullopt;
}

util::Result<std::string_view, PipeTrouble> Process::read_line(TimePoint deadline) {
  if (buffer_.empty()) buffer_.resize(kBuffer);
  while (true) {
    const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(scanned_);
    const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(end_);
    if (const auto newline = std::find(from, to, '\n'); newline != to) {
      const auto stop = static_cast<std::size_t>(newline - buffer_.begin());
      std::string_view line(buffer_.data() + begin_, stop - begin_);
      begin_ = scanned_ = stop + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.size() > kMaxLine) return util::failure(PipeTrouble::TooLong);
      return line;
    }
    scanned_ = end_;
    if (end_ - begin_ > kMaxLine) return util::failure(PipeTrouble::TooLong);
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      scanned_ -= begin_;
      begin_ = 0;
    }
    if (const auto trouble = wait_for_output(deadline)) return util::failure(*trouble);
    const ssize_t count = ::read(output_.number(), buffer_.data() + end_, buffer_.size() - end_);
    if (count > 0) {
      end_ += static_cast<std::size_t>(count);
    } else if (count == 0) {
      take_errors();
      return util::failure(PipeTrouble::Closed);
    } else if (errno != EAGAIN && errno != EINTR) {
      throw_errno("cannot read from a pipe");
    }
  }
}

std::optional<PipeTrouble> Process::wait_for_output(TimePoint deadline) {
  while (true) {
    std::array<pollfd, 2> readable = {{{output_.number(), POLLIN, 0},
                                       {errors_.number(), POLLIN, 0}}};  // poll() skips a negative descriptor
    const int count = poll(readable.data(), readable.size(), poll_timeout(deadline));
    if (count < 0 && errno != EINTR) throw_errno("cannot wait for a pipe");
    if (count > 0 && readable[1].revents != 0) take_errors();
    if (count > 0 && readable[0].revents != 0) return std::nullopt;
    if (SteadyClock::now() >= deadline) return PipeTrouble::Timeout;
  }
}

void Process::take_errors() {
  std::array<char, kErrorTail> piece;  // NOLINT(*-member-init): filled before it is read
  // Not until it is empty: somebody may write faster than we read.
  for (int i = 0; i < 16 && errors_.is_open(); ++i) {
    const ssize_t count = ::read(errors_.number(), piece.data(), piece.size());
    if (count < 0) return;
    if (count == 0) errors_.reset();
    error_tail_.append(piece.data(), static_cast<std::size_t>(count));
    if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
  }
}

bool Process::reap(int options) noexcept {
  if (status_) return true;
  siginfo_t ended{};
  int result = 0;
  do {
    result = waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOWAIT | options);
  } while (result != 0 && errno == EINTR);
  if (result == 0 && ended.si_pid == 0) return false;
  // Until its leader is reaped nobody else can have the number of the group.
  ::kill(-id_, SIGKILL);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
  return true;
}

bool Process::wait(TimePoint deadline) {
  using std::chrono::milliseconds;
  while (!reap(WNOHANG)) {
    if (SteadyClock::now() >= deadline) return false;
    take_errors();
    std::this_thread::sleep_for(milliseconds(1));
  }
  take_errors();
  return true;
}

void Process::kill() noexcept {
  if (status_) return;
  ::kill(-id_, SIGKILL);
  reap(0);
}

std::string Process::obituary() const {
  if (!status_) return "still running";
  std::string text = WIFSIGNALED(*status_) ? fmt::format("signal {} ({})", WTERMSIG(*status_),
                                                         sigdescr_np(WTERMSIG(*status_)) == nullptr
                                                             ? "unknown"
                                                             : sigdescr_np(WTERMSIG(*status_)))
                                           : fmt::format("exit code {}", WEXITSTATUS(*status_));
  const std::string_view errors = util::trimmed(error_tail_);
  if (!errors.empty()) {
    const std::size_t newline = errors.rfind('\n');
    text += ": " + util::quoted(newline == std::string_view::npos ? errors : errors.substr(newline + 1));
  }
  return text;
}

}  // namespace ordo::engines
