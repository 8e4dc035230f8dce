// Ctrl-C as a wish to end soon, with what has been reached.
#pragma once

#include <atomic>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): <csignal> does not promise sigaction

namespace ordo::apps {

/// While it lives, the first SIGINT only sets a flag; the second ends the program as ever. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  [[nodiscard]] const std::atomic<bool>& flag() const noexcept;

 private:
  struct sigaction before_ {};
};

}  // namespace ordo::apps
