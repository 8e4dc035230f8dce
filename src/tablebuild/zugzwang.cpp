// Each position twice: as it is, and with the other side to move.
#include "tablebuild/zugzwang.h"

namespace ordo::tablebuild {
namespace {

using tablebase::Value;

[[nodiscard]] int worth(Value value) { return static_cast<int>(value) - 1; }

template <rules::Variant V>
[[nodiscard]] std::optional<Zugzwangs> count(const tablebase::Tables& tables, int own, int enemy) {
  const tablebase::PackedTable* table = tables.find(V, own, enemy);
  if (table == nullptr) return std::nullopt;
  Zugzwangs found;
  for (std::uint32_t row = 0; row < table->waiting().rows(); ++row) {
    const rules::Bitboard other = table->waiting()[table->waiting().of_row(row)].turned();
    const std::uint64_t images = row < table->waiting().twins() ? 2 : 1;
    for (std::uint32_t column = 0; column < table->movers().size(); ++column) {
      const rules::View view{table->movers()[column], other, rules::Phase::Whole};
      if ((view.own & view.enemy).any()) continue;
      const auto moving = tables.value<V>(view);
      if (!moving) return std::nullopt;
      if (*moving == Value::Win) continue;
      const auto waiting = tables.value<V>({view.enemy.turned(), view.own.turned(), rules::Phase::Whole});
      if (!waiting) return std::nullopt;
      if (worth(*moving) >= -worth(*waiting)) continue;
      found.one_sided += images;
      if (*moving != Value::Loss || *waiting != Value::Loss) continue;
      found.mutual += images;
      if (!found.example) found.example = view.as_white(V);
    }
  }
  return found;
}

}  // namespace

std::optional<Zugzwangs> count_zugzwangs(const tablebase::Tables& tables, rules::Variant variant, int own,
                                         int enemy) {
  return variant == rules::Variant::Ordo ? count<rules::Variant::Ordo>(tables, own, enemy)
                                         : count<rules::Variant::OrdoX>(tables, own, enemy);
}

}  // namespace ordo::tablebuild
