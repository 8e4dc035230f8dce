// The endgame tables: what positions with few pieces are worth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rules/position.h"
#include "rules/query.h"
#include "rules/view.h"
#include "tablebase/packed_table.h"
#include "tablebase/verdict.h"

namespace ordo::tablebase {

using rules::Variant;
using rules::View;

/// A turn, and what the position after it is worth to who played it; nothing if no table knows.
struct TurnVerdict {
  rules::Turn turn;
  std::optional<Verdict> verdict;
};

/// Asked by any number of threads once all files are added. A file that is missing, damaged or foreign is
/// complained about once and then not there: the answers are those of fewer tables, never wrong ones.
class Tables {
 public:
  /// `megabytes`: how much memory unpacked tiles may take. When it is used up, tiles that were not asked for
  /// before are as good as not there.
  explicit Tables(std::size_t megabytes = 256);

  /// All tables of a source. `name`: what complaints call it.
  void add(const std::shared_ptr<const ByteSource>& source, const std::string& name);
  /// What unpacking the first tile of each size would wait for: some tenths of a second for 6 pieces.
  void prepare() const;
  /// Something else that is to be said once, about a file that could not be added.
  void complain(std::string text) const;
  /// What was wrong so far, a sentence each.
  [[nodiscard]] std::vector<std::string> complaints() const;

  [[nodiscard]] bool has(Variant variant, int own, int enemy) const noexcept {
    return own < kSizes && enemy < kSizes && table(variant, own, enemy) != nullptr;
  }
  [[nodiscard]] bool is_empty() const noexcept { return largest_[0] == 0 && largest_[1] == 0; }
  /// The most pieces a side has in any table; 0 without tables.
  [[nodiscard]] int largest(Variant variant) const noexcept {
    return largest_[static_cast<std::size_t>(variant)];
  }
  /// The table itself, or null.
  [[nodiscard]] const PackedTable* find(Variant variant, int own, int enemy) const noexcept {
    return has(variant, own, enemy) ? table(variant, own, enemy) : nullptr;
  }

  /// For searches. Nothing if there is no table, the mover is split, has only its advance left, or is in a
  /// hurry.
  template <Variant V>
  [[nodiscard]] std::optional<Value> value(const View& view, const Hurry& hurry = {}) const noexcept {
    const int own = view.own.count();
    const int enemy = view.enemy.count();
    if (own > largest(V) || enemy > largest(V) || view.phase != rules::Phase::Whole) return std::nullopt;
    const PackedTable* packed = table(V, own, enemy);
    if (packed == nullptr) return std::nullopt;
    const auto cell = cell_of(packed->movers(), packed->waiting(), view.own, view.enemy);
    if (!cell) return std::nullopt;
    if (rules::can_enter_home_row<V>(view.own, view.enemy)) return Value::Win;
    return packed->value(*cell, hurry);
  }

  /// The same of a position that is not over, split movers (Ordo) included.
  [[nodiscard]] std::optional<Value> value(const rules::Position& position, const Hurry& hurry = {}) const;
  /// With the distance. Split movers (Ordo) are answered by one ply over the tables. Of a position that is
  /// not over.
  [[nodiscard]] std::optional<Verdict> verdict(const rules::Position& position,
                                               const Hurry& hurry = {}) const;
  /// Every legal turn, best first; those that nobody knows come last. None for who is in a hurry, and stays
  /// in it. A lost side of Ordo X may have thousands of turns, each with thousands of answers.
  [[nodiscard]] std::vector<TurnVerdict> turns(const rules::Position& position,
                                               const Hurry& hurry = {}) const;

 private:
  static constexpr int kSizes = ConnectedSets::kMostPieces + 1;
  using Sized = std::array<std::array<std::unique_ptr<PackedTable>, kSizes>, kSizes>;

  [[nodiscard]] const PackedTable* table(Variant variant, int own, int enemy) const noexcept {
    return tables_[static_cast<std::size_t>(variant)][static_cast<std::size_t>(own)]
                  [static_cast<std::size_t>(enemy)]
                      .get();
  }
  [[nodiscard]] const LazyTraits& traits(Variant variant, int pieces);
  [[nodiscard]] std::optional<std::string> add(TableFile file, const std::string& name);

  [[nodiscard]] std::optional<Value> value_of_split(const View& view, const Hurry& hurry) const;
  template <Variant V>
  [[nodiscard]] std::optional<Code> code(const View& view, const Hurry& hurry) const;
  template <Variant V>
  [[nodiscard]] std::optional<Code> code_of_win(const View& view, const Hurry& hurry) const;

  mutable std::mutex mutex_;  ///< of the complaints
  mutable std::vector<std::string> complaints_;
  mutable Budget budget_;
  std::array<std::unique_ptr<ConnectedSets>, kSizes> sets_;
  std::array<std::array<std::unique_ptr<LazyTraits>, kSizes>, 2> traits_;
  std::array<Sized, 2> tables_;
  std::array<int, 2> largest_{};
};

}  // namespace ordo::tablebase
