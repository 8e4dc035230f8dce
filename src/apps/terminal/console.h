// Where `ordo` reads and writes, and what its exit codes mean.
#pragma once

#include <istream>
#include <ostream>
#include <string_view>

namespace ordo::apps {

inline constexpr int kFine = 0;
inline constexpr int kNo = 1;     ///< the answer is no, or the data is bad
inline constexpr int kUsage = 2;  ///< wrong use of the command line

/// Given to every subcommand, so that tests can stand in for the terminal.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;

  /// Says why the answer is no.
  int refuse(std::string_view why) const {
    err << "ordo: " << why << '\n';
    return kNo;
  }
};

}  // namespace ordo::apps
