// Whether what table files say is true.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tablebase/tables.h"
#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// Compares a solved table with what its files say, cell by cell, figures and distances included. Returns
/// what differs first, or nothing.
[[nodiscard]] std::optional<std::string> difference(const Library& library, const tablebase::Tables& tables,
                                                    Size size, int threads);

/// What a position is worth by the best of its successors; `probe` knows what those are worth.
using Probe = std::function<std::optional<Code>(const rules::Position&)>;
using Judge = std::function<Code(const rules::Position&, const Probe&)>;
/// By the turns that the rules list one by one.
[[nodiscard]] Code judge_by_turns(const rules::Position& position, const Probe& probe);

/// Holds every entry of a solved table, or one in `every`, against the best of its successors. Returns what
/// is wrong first, or nothing. Distances grow along the way to the end, so where every entry is right by its
/// successors, all of them are.
[[nodiscard]] std::optional<std::string> flaw(const Library& library, Size size, const Judge& judge,
                                              std::uint64_t every, int threads);

}  // namespace ordo::tablebuild
