// Sweeps until nothing changes.
#include "tablebuild/solve.h"

#include <algorithm>
#include <optional>

#include "tablebuild/sweep.h"

namespace ordo::tablebuild {
namespace {

template <Variant V>
void solve_in(Library& library, Size size, const SolveOrder& order) {
  const bool alone = size.own == size.enemy;
  order.on_step("captures", 0);
  Sweep<V> first(library, size, order.threads);
  first.prepare();
  std::optional<Sweep<V>> second;
  if (!alone) {
    second.emplace(library, size.turned(), order.threads);
    second->prepare();
  }
  if (order.drops_smaller) library.drop_all_but(size);
  for (const Size of : {size, size.turned()}) {
    if (!library.table(of).exists())
      library.table(of) = Grid(library.sets(of.enemy).rows(), library.sets(of.own).size(), tablebase::kDrawn);
  }
  // Where a table has changed since its counterpart was brought up to date.
  Changes changed(library.sets(size.own).rows(), library.enemies(size.enemy).stretches().size());
  int sweep = 0;
  do {
    order.on_step("sweep", ++sweep);
    changed = first.run(changed);
    if (!alone) changed = second->run(changed);
  } while (changed.any());
  first.finish();
  if (!alone) second->finish();
}

}  // namespace

void solve(Library& library, Size size, const SolveOrder& order) {
  if (library.variant() == Variant::Ordo) {
    solve_in<Variant::Ordo>(library, size, order);
  } else {
    solve_in<Variant::OrdoX>(library, size, order);
  }
}

void solve(Library& library, int threads) {
  for (int own = 1; own <= library.most(); ++own) {
    for (int enemy = 1; enemy <= own; ++enemy) solve(library, {own, enemy}, {threads});
  }
}

SolveBytes bytes_to_solve(Variant variant, const ConnectedSets& movers, const ConnectedSets& waiting) {
  const auto bytes = [&](const ConnectedSets& a, const ConnectedSets& b) -> SolveBytes {
    return variant == Variant::Ordo ? SolveBytes{Sweep<Variant::Ordo>::bytes_to_prepare(a, b),
                                                 Sweep<Variant::Ordo>::bytes_to_run(a, b)}
                                    : SolveBytes{Sweep<Variant::OrdoX>::bytes_to_prepare(a, b),
                                                 Sweep<Variant::OrdoX>::bytes_to_run(a, b)};
  };
  SolveBytes both = bytes(movers, waiting);
  if (&movers != &waiting) {
    const SolveBytes other = bytes(waiting, movers);
    both = {both.to_prepare + other.to_prepare, both.to_sweep + other.to_sweep};
  }
  return both;
}

}  // namespace ordo::tablebuild
