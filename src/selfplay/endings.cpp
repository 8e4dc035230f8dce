// Two connected sets, and what their table says.
#include "selfplay/endings.h"

#include <optional>

#include "rules/query.h"
#include "util/random.h"

namespace ordo::selfplay {
namespace {

using rules::Bitboard;
using rules::Variant;

[[nodiscard]] Outlook outlook_of(tablebase::Value value) noexcept {
  return value == tablebase::Value::Win    ? Outlook::Won
         : value == tablebase::Value::Draw ? Outlook::Drawn
                                           : Outlook::Lost;
}

/// Nothing if what was drawn is no position, or one to be won at once.
template <Variant V>
[[nodiscard]] std::optional<Sample> drawn(const tablebase::Tables& tables, util::Random& random) {
  const auto pieces = [&] {
    return 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(tables.largest(V))));
  };
  const tablebase::PackedTable* table = tables.find(V, pieces(), pieces());
  if (table == nullptr) return std::nullopt;
  const auto one_of = [&](const tablebase::ConnectedSets& sets) {
    return sets[static_cast<std::uint32_t>(random.below(sets.size()))];
  };
  Sample sample;
  sample.own = one_of(table->movers());
  sample.enemy = one_of(table->waiting()).turned();
  if ((sample.own & sample.enemy).any()) return std::nullopt;
  const rules::View view{sample.own, sample.enemy, rules::Phase::Whole};
  const auto value = tables.value<V>(view);
  if (!value || rules::winning_turn(view.as_white(V))) return std::nullopt;
  sample.outlook = outlook_of(*value);
  sample.score = Sample::kNoScore;
  return sample;
}

}  // namespace

std::vector<Sample> random_endings(Variant variant, std::uint64_t seed, std::uint32_t number,
                                   const tablebase::Tables& tables) {
  constexpr int kSamples = 16;
  std::vector<Sample> samples;
  if (tables.largest(variant) == 0) return samples;
  util::Random random(seed, number);
  while (samples.size() < kSamples) {
    auto sample = variant == Variant::Ordo ? drawn<Variant::Ordo>(tables, random)
                                           : drawn<Variant::OrdoX>(tables, random);
    if (!sample) continue;
    sample->game = number;
    samples.push_back(*sample);
  }
  return samples;
}

}  // namespace ordo::selfplay
