// Whether the side that would be home sooner wins: what counting a race is worth.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "tablebase/tables.h"

namespace ordo::tablebuild {

struct Results {
  std::uint64_t won = 0;
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;

  [[nodiscard]] std::uint64_t positions() const noexcept { return won + drawn + lost; }
};

/// Ordo: the results of the mover, by how many turns more than the other side he would need to the home row
/// if nobody were in the way. Nothing without the table.
[[nodiscard]] std::optional<std::map<int, Results>> results_by_race(const tablebase::Tables& tables, int own,
                                                                    int enemy);

}  // namespace ordo::tablebuild
