// Sweeps until nothing changes.
#include "tablebuild/solve.h"

#include <algorithm>
#include <optional>

#include "tablebuild/sweep.h"

namespace ordo::tablebuild {
namespace {

[[nodiscard]] bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

template <Variant V>
void solve_in(Library& library, Size size, int threads, const OnStep& on_step) {
  const bool alone = size.own == size.enemy;
  const auto make_room = [&](Size of) {
    library.table(of) = Grid(library.sets(of.enemy).rows(), library.sets(of.own).size(), tablebase::kDrawn);
  };
  make_room(size);
  if (!alone) make_room(size.turned());
  on_step("captures", 0);
  Sweep<V> first(library, size, threads);
  first.prepare();
  std::optional<Sweep<V>> second;
  if (!alone) {
    second.emplace(library, size.turned(), threads);
    second->prepare();
  }
  // Which rows of a table have changed since its counterpart was brought up to date.
  std::vector<bool> changed(library.sets(size.own).rows(), false);
  for (int sweep = 1; sweep == 1 || any(changed); ++sweep) {
    on_step("sweep", sweep);
    changed = first.run(changed);
    if (!alone) changed = second->run(changed);
  }
  first.finish();
  if (!alone) second->finish();
}

}  // namespace

void solve(Library& library, Size size, int threads, const OnStep& on_step) {
  if (library.variant() == Variant::Ordo) {
    solve_in<Variant::Ordo>(library, size, threads, on_step);
  } else {
    solve_in<Variant::OrdoX>(library, size, threads, on_step);
  }
}

std::uint64_t bytes_to_solve(Variant variant, const ConnectedSets& movers, const ConnectedSets& waiting) {
  const auto bytes = [&](const ConnectedSets& a, const ConnectedSets& b) {
    return variant == Variant::Ordo ? Sweep<Variant::Ordo>::bytes(a, b) : Sweep<Variant::OrdoX>::bytes(a, b);
  };
  return bytes(movers, waiting) + (&movers == &waiting ? 0 : bytes(waiting, movers));
}

}  // namespace ordo::tablebuild
