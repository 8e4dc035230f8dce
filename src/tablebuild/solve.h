// Solves the tables of a size, when all smaller ones are done.
#pragma once

#include <cstdint>
#include <functional>

#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// Called before each step with what it is, a few words.
using OnStep = std::function<void(const char* what, int sweep)>;

struct SolveOrder {
  int threads = 1;
  OnStep on_step = [](const char*, int) {};
  bool drops_smaller = false;  ///< the smaller tables, once what captures lead to is taken in
};

/// Puts the table of this size and that of its counterpart, with own and enemy exchanged, into the library:
/// they lead to each other. Everything starts as not known, or as an earlier attempt that was cut short
/// before a sweep has left it; what is still not known when a sweep changes nothing is drawn, since nobody
/// can force anything. In Ordo X nothing is.
void solve(Library& library, Size size, const SolveOrder& order);
/// All tables of a library.
void solve(Library& library, int threads);

/// The most bytes that solving takes beside the library: while captures are taken in, when the tables that
/// are solved need not be there, and then.
struct SolveBytes {
  std::uint64_t to_prepare;
  std::uint64_t to_sweep;
};
[[nodiscard]] SolveBytes bytes_to_solve(Variant variant, const ConnectedSets& movers,
                                        const ConnectedSets& waiting);

}  // namespace ordo::tablebuild
