// Who plays in a match: how an engine is started, what it is told, and how long it may think.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/limits.h"
#include "util/result.h"

namespace ordo::match {

/// How long a player may think. At least one of them is set.
struct Pace {
  std::optional<search::Clock> clock;
  std::optional<search::Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  [[nodiscard]] bool is_set() const noexcept { return clock || move_time || nodes || depth; }
  [[nodiscard]] bool is_timed() const noexcept { return clock || move_time; }
};

struct OptionSetting {
  std::string name;
  std::string value;
};

struct Contestant {
  std::string name;
  std::vector<std::string> command;  ///< empty: the engine of this program
  std::vector<OptionSetting> options;
  Pace pace;
  std::uint64_t most_memory = 0;  ///< bytes of address space; zero: no limit
};

/// Reads `name=A cmd="./engine ugi" tc=1+0.01 nodes=1000 depth=6 movetime=20 option.Hash=16`, with quotation
/// marks as in split_words. The name of an option may have spaces: `option.Feature Killers=false`. Failing:
/// what is wrong.
[[nodiscard]] util::Result<Contestant, std::string> parse_contestant(std::string_view text);

/// Sets what `key` says: tc (seconds, as `60+0.5` or `60`), movetime (milliseconds), nodes or depth. False:
/// it is none of these keys.
[[nodiscard]] util::Result<bool, std::string> set_pace(Pace& pace, std::string_view key,
                                                       std::string_view value);

/// "tc=1+0.01", "nodes=1000 depth=6", as parse_contestant reads it.
[[nodiscard]] std::string to_text(const Pace& pace);
/// Everything, in one line.
[[nodiscard]] std::string to_text(const Contestant& contestant);

/// The same with what the engine of this program, at the path `self`, needs filled in: its command, and a
/// small hash table unless another size is asked for. Others are returned as they are.
[[nodiscard]] Contestant with_own_engine(Contestant contestant, const std::string& self);

}  // namespace ordo::match
