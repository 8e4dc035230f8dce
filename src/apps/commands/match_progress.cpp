// Telling how far a match is.
#include "apps/commands/match_progress.h"

#include <utility>

namespace ordo::apps {

void MatchProgress::show(std::size_t done, std::string_view line) {
  if (is_terminal_) {
    out_ << "\r\033[K" << line << std::flush;
    is_open_ = true;
  } else if (tenth(done) != tenth(std::exchange(shown_, done))) {
    out_ << line << '\n' << std::flush;
  }
}

void MatchProgress::finish() {
  if (std::exchange(is_open_, false)) out_ << '\n' << std::flush;
}

}  // namespace ordo::apps
