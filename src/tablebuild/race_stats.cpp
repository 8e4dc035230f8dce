// All positions of a table, sorted by the difference of two races.
#include "tablebuild/race_stats.h"

#include "tablebase/set_traits.h"

namespace ordo::tablebuild {

std::optional<std::map<int, Results>> results_by_race(const tablebase::Tables& tables, int own, int enemy) {
  constexpr auto kOrdo = rules::Variant::Ordo;
  const tablebase::PackedTable* table = tables.find(kOrdo, own, enemy);
  if (table == nullptr) return std::nullopt;
  const auto mine = tablebase::set_traits(kOrdo, table->movers());
  const auto theirs = tablebase::set_traits(kOrdo, table->waiting());
  std::map<int, Results> results;
  for (std::uint32_t row = 0; row < table->waiting().rows(); ++row) {
    const std::uint32_t number = table->waiting().of_row(row);
    const rules::Bitboard other = table->waiting()[number].turned();
    const std::uint64_t images = row < table->waiting().twins() ? 2 : 1;
    for (std::uint32_t column = 0; column < table->movers().size(); ++column) {
      const rules::View view{table->movers()[column], other, rules::Phase::Whole};
      if ((view.own & view.enemy).any()) continue;
      const auto value = tables.value<kOrdo>(view);
      if (!value) return std::nullopt;
      Results& here = results[mine[column].race - theirs[number].race];
      (*value == tablebase::Value::Win    ? here.won
       : *value == tablebase::Value::Draw ? here.drawn
                                          : here.lost) += images;
    }
  }
  return results;
}

}  // namespace ordo::tablebuild
