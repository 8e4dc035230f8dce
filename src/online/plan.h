// Conditional turns: "if my opponent plays this, I answer that, and then …", a small tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "util/result.h"

namespace ordo::online {

struct PlanBranch;

/// What the owner will answer to the opponent's next turn; the branches have different conditions.
struct Plan {
  std::vector<PlanBranch> branches;

  [[nodiscard]] bool empty() const noexcept { return branches.empty(); }
  friend bool operator==(const Plan&, const Plan&);
};

struct PlanBranch {
  std::string if_turn;  ///< canonical text
  std::string answer;   ///< canonical text
  Plan then;

  friend bool operator==(const PlanBranch&, const PlanBranch&) = default;
};

inline constexpr std::size_t kMaxPlanBranches = 60;  ///< of the whole tree
inline constexpr int kMaxPlanDepth = 12;             ///< answers one after the other

/// [{"if":"c3-c4","answer":"f6-f5","then":[…]}]; "then" is left out when empty.
[[nodiscard]] std::string to_json(const Plan& plan);
[[nodiscard]] util::Result<Plan, std::string> parse_plan(std::string_view json);

/// The same plan with canonical turns, if all of them are legal from `game` on with the owner's opponent to
/// move; otherwise what is wrong, in words for people.
[[nodiscard]] util::Result<Plan, std::string> checked_plan(const rules::Game& game, const Plan& plan);

/// The branch for this turn, or nothing.
[[nodiscard]] const PlanBranch* branch_for(const Plan& plan, std::string_view turn) noexcept;

}  // namespace ordo::online
