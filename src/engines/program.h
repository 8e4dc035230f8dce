// How an engine is started and what it is told.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace ordo::engines {

struct OptionSetting {
  std::string name;
  std::string value;
};

struct Program {
  std::string name;                  ///< for people
  std::vector<std::string> command;  ///< empty: the engine of this program
  std::vector<OptionSetting> options;
  std::uint64_t most_memory = 0;  ///< bytes of address space; zero: no limit
  int niceness = 0;               ///< how much it stands back for other processes, 0 to 19
  bool ponders = false;           ///< it is told so, and may think in its opponent's time
};

/// Keys of the caller's own beside those of a program.
struct OtherKeys {
  std::string_view names;  ///< for people, as "tc, depth"
  /// False: it is none of them. Failing: what is wrong with the value.
  std::function<util::Result<bool, std::string>(std::string_view key, std::string_view value)> take;
};

/// Reads `name=A cmd="./engine ugi" option.Hash=16`, with quotation marks as in split_words. The name of an
/// option may have spaces: `option.Feature Killers=false`. Failing: what is wrong.
[[nodiscard]] util::Result<Program, std::string> parse_program(std::string_view text,
                                                               const OtherKeys& others = {});

/// In one line, as parse_program reads it.
[[nodiscard]] std::string to_text(const Program& program);

/// Fills in what the engine of this program, at the path `self`, needs: its command, and a small hash table
/// unless another size is asked for. Others stay as they are.
void fill_in_own_engine(Program& program, const std::string& self);

}  // namespace ordo::engines
