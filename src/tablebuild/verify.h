// Whether what table files say is true.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tablebase/tables.h"
#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// Reads the tables of this size and of its counterpart into a library that has all smaller ones, and holds
/// every entry against the best of its successors: a won one leads to a lost one, and is as far from the end
/// as the nearest of them; all that a lost one leads to is won, and the farthest as far as it says; from a
/// drawn one no turn wins, and one at least draws. Distances grow along the way to the end, so where all
/// entries are right by their successors, and those of the smaller tables are, all of them are. Nothing is
/// solved. Returns what is wrong first, or nothing.
struct Wrong {
  Size size;
  std::string text;
};
[[nodiscard]] std::optional<Wrong> prove(Library& library, const tablebase::Tables& tables, Size size,
                                         int threads);

/// Compares a solved table with what its files say, cell by cell, figures and distances included. Returns
/// what differs first, or nothing.
[[nodiscard]] std::optional<std::string> difference(const Library& library, const tablebase::Tables& tables,
                                                    Size size, int threads);

/// What a position is worth by the best of its successors; `probe` knows what those are worth.
using Probe = std::function<std::optional<Code>(const rules::Position&)>;
using Judge = std::function<Code(const rules::Position&, const Probe&)>;
/// By the turns that the rules list one by one.
[[nodiscard]] Code judge_by_turns(const rules::Position& position, const Probe& probe);
/// By the naive generator, which shares nothing with the rules that tables are made by; slow.
[[nodiscard]] Code judge_naively(const rules::Position& position, const Probe& probe);

/// Holds every entry of a table in the library, or one in `every`, against the best of its successors as a
/// judge finds them. Returns what is wrong first, or nothing.
[[nodiscard]] std::optional<std::string> flaw(const Library& library, Size size, const Judge& judge,
                                              std::uint64_t every, int threads);

}  // namespace ordo::tablebuild
