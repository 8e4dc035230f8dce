// Any text as a plan: what is accepted reads the same when written, and what the rules admit is canonical.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "online/plan.h"
#include "util/check.h"

using namespace ordo::online;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto plan = parse_plan({reinterpret_cast<const char*>(data), size});
  if (!plan) {
    ORDO_CHECK(!plan.error().empty());
    return 0;
  }
  const auto again = parse_plan(to_json(*plan));
  ORDO_CHECK(again.ok() && *again == *plan);
  for (const auto variant : {ordo::rules::Variant::Ordo, ordo::rules::Variant::OrdoX}) {
    const ordo::rules::Game game(variant);
    const auto checked = checked_plan(game, *plan);
    if (!checked) {
      ORDO_CHECK(!checked.error().empty());
      continue;
    }
    const auto twice = checked_plan(game, *checked);
    ORDO_CHECK(twice.ok() && *twice == *checked);
    for (const PlanBranch& branch : checked->branches) {
      ORDO_CHECK(branch_for(*checked, branch.if_turn) == &branch);
    }
  }
  return 0;
}
