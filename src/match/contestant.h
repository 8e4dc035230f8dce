// Who plays in a match: an engine, and how long it may think.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/program.h"
#include "thinking/limits.h"
#include "util/result.h"

namespace ordo::match {

/// How long a player may think. At least one of them is set.
struct Pace {
  std::optional<thinking::Clock> clock;
  std::optional<thinking::Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  [[nodiscard]] bool is_set() const noexcept { return clock || move_time || nodes || depth; }
  [[nodiscard]] bool is_timed() const noexcept { return clock || move_time; }
};

/// An engine, and how long it may think.
struct Contestant : engines::Program {
  Pace pace;
};

/// Reads what parse_program reads, and `tc=1+0.01 nodes=1000 depth=6 movetime=20 ponder=true`. Failing: what
/// is wrong.
[[nodiscard]] util::Result<Contestant, std::string> parse_contestant(std::string_view text);

/// Sets what `key` says: tc (seconds, as `60+0.5` or `60`), movetime (milliseconds), nodes or depth. False:
/// it is none of these keys.
[[nodiscard]] util::Result<bool, std::string> set_pace(Pace& pace, std::string_view key,
                                                       std::string_view value);

/// "tc=1+0.01", "nodes=1000 depth=6", as parse_contestant reads it.
[[nodiscard]] std::string to_text(const Pace& pace);
/// "tc=1+0.01 ponder=true": how long it may think, and whether in its opponent's time.
[[nodiscard]] std::string conditions_text(const Contestant& contestant);
/// Everything, in one line.
[[nodiscard]] std::string to_text(const Contestant& contestant);

}  // namespace ordo::match
