// Files added, positions looked up, and distances of wins by one ply over those of losses.
#include "tablebase/tables.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "tablebase/split.h"

namespace ordo::tablebase {
namespace {

[[nodiscard]] std::string text_of(const TableName& name) {
  return std::string(rules::title(name.variant)) + " " + std::to_string(name.own) + "v" +
         std::to_string(name.enemy) + (name.kind == Kind::Values ? " values" : " distances");
}

}  // namespace

Tables::Tables(std::size_t megabytes) : budget_(static_cast<std::int64_t>(megabytes) << 20) {}

void Tables::add(const std::shared_ptr<const ByteSource>& source, const std::string& name) {
  for (std::uint64_t offset = 0; offset < source->size();) {
    auto file = TableFile::open(source, offset);
    if (!file) {
      complain(name + (offset == 0 ? " " : ", from byte " + std::to_string(offset) + " on, ") + file.error() +
               ": not used");
      return;
    }
    offset += file->size();
    if (auto complaint = add(*std::move(file), name)) complain(*std::move(complaint));
  }
}

/// What is wrong with it, if it cannot be used. The values of a table come before its distances; a table that
/// is there already stays.
std::optional<std::string> Tables::add(TableFile file, const std::string& name) {
  const TableName of = file.name();
  const LazyTraits& movers = traits(of.variant, of.own);
  const LazyTraits& waiting = traits(of.variant, of.enemy);
  if (file.tiles() != Tiling(waiting.sets().rows(), movers.sets().size()).count())
    return name + " is damaged (" + text_of(of) + "): not used";
  auto& slot = tables_[static_cast<std::size_t>(of.variant)][static_cast<std::size_t>(of.own)]
                      [static_cast<std::size_t>(of.enemy)];
  if (of.kind == Kind::Distances) {
    if (slot && !slot->has_distances() && !slot->add_distances(std::move(file)))
      return name + " belongs to another table of values (" + text_of(of) + "): not used";
    return std::nullopt;
  }
  if (slot) return std::nullopt;
  slot = std::make_unique<PackedTable>(
      std::move(file), movers, waiting, budget_, [this, name](const auto& part) {
        complain(name + " is damaged (" + text_of(part) + "): not used any more");
      });
  int& largest = largest_[static_cast<std::size_t>(of.variant)];
  largest = std::max({largest, of.own, of.enemy});
  return std::nullopt;
}

const LazyTraits& Tables::traits(Variant variant, int pieces) {
  const auto at = static_cast<std::size_t>(pieces);
  if (!sets_[at]) sets_[at] = std::make_unique<ConnectedSets>(pieces);
  auto& slot = traits_[static_cast<std::size_t>(variant)][at];
  if (!slot) slot = std::make_unique<LazyTraits>(variant, *sets_[at]);
  return *slot;
}

void Tables::prepare() const {
  for (const auto& of_variant : traits_) {
    for (const auto& traits : of_variant) {
      if (traits) (void)**traits;
    }
  }
}

void Tables::complain(std::string text) const {
  const std::lock_guard lock(mutex_);
  complaints_.push_back(std::move(text));
}

std::vector<std::string> Tables::complaints() const {
  const std::lock_guard lock(mutex_);
  return complaints_;
}

template <Variant V>
std::optional<Code> Tables::code(const View& view, const Hurry& hurry) const {
  if (V == Variant::Ordo && rules::is_split(view.own)) {
    return code_of_split(view, [&](Bitboard own, Bitboard enemy) { return code<V>({own, enemy}, hurry); });
  }
  const std::optional<Value> value = this->value<V>(view, hurry);
  if (!value) return std::nullopt;
  if (*value == Value::Draw) return kDrawn;
  if (*value == Value::Win) return code_of_win<V>(view, hurry);
  const PackedTable& packed = *table(V, view.own.count(), view.enemy.count());
  const auto cell = cell_of(packed.movers(), packed.waiting(), view.own, view.enemy);
  const std::optional<int> plies = cell ? packed.plies_of_loss(*cell, hurry) : std::nullopt;
  if (!plies) return std::nullopt;
  return code_of({Value::Loss, *plies});
}

/// Only lost positions have their distance in a file: a win comes one ply before the nearest of them.
template <Variant V>
std::optional<Code> Tables::code_of_win(const View& view, const Hurry& hurry) const {
  if (rules::can_enter_home_row<V>(view.own, view.enemy)) return kWinsAtOnce;
  Code worst = kDrawn;  // for the opponent
  bool known = true;
  const auto look = [&](rules::Part part, const rules::Step& step) {
    if (step.wins) {
      worst = kLost;
      return;
    }
    const bool split = V == Variant::Ordo && part.captures() && rules::is_split(step.next.own);
    if (!split) {
      const std::optional<Value> value = this->value<V>(step.next, hurry);
      known = known && value.has_value();
      if (value != Value::Loss) return;
    }
    const std::optional<Code> next = code<V>(step.next, hurry);
    known = known && next.has_value();
    if (next) worst = std::min(worst, *next);
  };
  rules::GroupCache groups(V, 4);
  rules::PartList firsts;
  rules::generate_parts<V>(view, groups, firsts);
  rules::PartList advances;
  for (const rules::Part first : firsts) {
    const rules::Step step = rules::play<V>(view, first);
    if (!step.same_side) {
      look(first, step);
      continue;
    }
    if (rules::can_enter_home_row<V>(step.next.own, step.next.enemy)) return kWinsAtOnce;
    rules::generate_parts<V>(step.next, groups, advances);
    for (const rules::Part advance : advances) look(advance, rules::play<V>(step.next, advance));
  }
  if (worst == kLost || (known && worst < kDrawn)) return before(worst);
  return std::nullopt;
}

std::optional<Value> Tables::value(const rules::Position& position, const Hurry& hurry) const {
  const View view = View::of(position);
  if (position.variant() == Variant::OrdoX) return value<Variant::OrdoX>(view, hurry);
  return rules::is_split(view.own) ? value_of_split(view, hurry) : value<Variant::Ordo>(view, hurry);
}

std::optional<Value> Tables::value_of_split(const View& view, const Hurry& hurry) const {
  const auto code = code_of_split(view, [&](Bitboard own, Bitboard enemy) -> std::optional<Code> {
    const std::optional<Value> value = this->value<Variant::Ordo>({own, enemy}, hurry);
    if (!value) return std::nullopt;
    return *value == Value::Win ? kWinsAtOnce : *value == Value::Draw ? kDrawn : kLost;  // whenever it is
  });
  if (!code) return std::nullopt;
  return value_of(*code);
}

std::optional<Verdict> Tables::verdict(const rules::Position& position, const Hurry& hurry) const {
  if (position.phase() != rules::Phase::Whole) return std::nullopt;
  const View view = View::of(position);
  const auto code = position.variant() == Variant::Ordo ? this->code<Variant::Ordo>(view, hurry)
                                                        : this->code<Variant::OrdoX>(view, hurry);
  if (!code) return std::nullopt;
  return verdict_of(*code);
}

std::vector<TurnVerdict> Tables::turns(const rules::Position& position, const Hurry& hurry) const {
  std::vector<TurnVerdict> turns;
  bool stopped = false;
  std::unordered_map<std::uint64_t, std::optional<Code>> seen;  // many turns of Ordo X lead to the same
  rules::for_each_turn(position, [&](const rules::Turn& turn) {
    const rules::Position next = position.after(turn);
    if (rules::is_decided(next)) {
      turns.push_back({turn, Verdict{Value::Win, 1}});
      return true;
    }
    const auto [entry, is_new] = seen.try_emplace(next.hash());
    if (is_new) {
      if (const auto after = verdict(next, hurry)) entry->second = before(code_of(*after));
      stopped = hurry && hurry();
      if (stopped) return false;
    }
    turns.push_back({turn, entry->second ? std::optional(verdict_of(*entry->second)) : std::nullopt});
    return true;
  });
  if (stopped) return {};
  std::stable_sort(turns.begin(), turns.end(), [](const TurnVerdict& a, const TurnVerdict& b) {
    if (!a.verdict || !b.verdict) return a.verdict.has_value() && !b.verdict;
    return code_of(*a.verdict) > code_of(*b.verdict);
  });
  return turns;
}

}  // namespace ordo::tablebase
