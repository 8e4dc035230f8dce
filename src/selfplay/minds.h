// Other ideas of what a good position is, for the search of the engine: strangers to measure it by.
#pragma once

#include <span>
#include <string_view>

#include "eval/judgement.h"

namespace ordo::selfplay {

struct Mind {
  std::string_view name;
  std::string_view about;
  eval::Weights ordo;
  eval::Weights ordo_x;

  [[nodiscard]] eval::Judgement judgement() const noexcept { return {&ordo, &ordo_x, {}}; }
};

/// All of them, for as long as the program runs.
[[nodiscard]] std::span<const Mind> minds();
/// The one of that name, or null.
[[nodiscard]] const Mind* mind_called(std::string_view name);

}  // namespace ordo::selfplay
