// How far a match is: one line that changes on a terminal, a line now and then elsewhere.
#pragma once

#include <ostream>
#include <string_view>

namespace ordo::apps {

class MatchProgress {
 public:
  /// Elsewhere than on a terminal about ten lines are written on the way to `total`.
  MatchProgress(std::ostream& out, bool is_terminal, std::size_t total)
      : out_(out), is_terminal_(is_terminal), total_(total) {}
  MatchProgress(const MatchProgress&) = delete;
  MatchProgress& operator=(const MatchProgress&) = delete;
  ~MatchProgress() { finish(); }

  void show(std::size_t done, std::string_view line);
  /// Leaves the changing line as it is and goes to the next.
  void finish();

 private:
  [[nodiscard]] std::size_t tenth(std::size_t done) const noexcept { return done * 10 / total_; }

  std::ostream& out_;
  const bool is_terminal_;
  const std::size_t total_;
  std::size_t shown_ = 0;
  bool is_open_ = false;  ///< a line without its end has been written
};

}  // namespace ordo::apps
