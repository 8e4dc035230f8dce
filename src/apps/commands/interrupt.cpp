// Ctrl-C as a wish to end soon, with what has been reached.
#include "apps/commands/interrupt.h"

namespace ordo::apps {
namespace {

// A signal handler can reach nothing but what is global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int /*signal*/) { interrupted = true; }

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupted = false;
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_);
}

InterruptWatch::~InterruptWatch() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& InterruptWatch::flag() const noexcept { return interrupted; }

}  // namespace ordo::apps
