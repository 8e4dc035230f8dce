// Solves the tables of a size, when all smaller ones are done.
#pragma once

#include <cstdint>
#include <functional>

#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// Called now and then with what is being done, a few words.
using OnStep = std::function<void(const char* what, int sweep)>;

/// Puts the table of this size and that of its counterpart, with own and enemy exchanged, into the library:
/// they lead to each other. Everything starts as not known; what is still not known when a sweep changes
/// nothing is drawn, since nobody can force anything. In Ordo X nothing is.
void solve(Library& library, Size size, int threads, const OnStep& on_step);

/// The most bytes that solving takes beside the library.
[[nodiscard]] std::uint64_t bytes_to_solve(Variant variant, const ConnectedSets& movers,
                                           const ConnectedSets& waiting);

}  // namespace ordo::tablebuild
