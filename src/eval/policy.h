// What can be seen of a quiet part before it is played: numbers of weights, which add up to how likely it is
// the best one. One place for the search and for the program that trains networks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "rules/group.h"
#include "rules/query.h"
#include "rules/turn.h"
#include "rules/view.h"

namespace ordo::eval {

/// The policy's weights, in 1/256 of a logit: of parts whose sums differ by 256 one is e times as likely as
/// the other.
using PolicyWeights = std::span<const std::int16_t>;

/// The traits of a node, whose side to move is not split, that parts are seen against.
class PolicyInputs {
 public:
  static constexpr std::size_t kKinds = 3;  ///< singletons, rows, columns
  /// The numbers of the weights. Squares are those of the left or lower end, one for a square and its mirror
  /// image.
  static constexpr std::size_t kHalfFiles = rules::kFiles / 2;
  static constexpr std::size_t kFolded = kHalfFiles * rules::kRanks;
  static constexpr std::size_t kAround = 256;  ///< sets of neighbours
  static constexpr std::size_t kFrom = 0;
  static constexpr std::size_t kTo = kFrom + kKinds * kFolded;
  static constexpr std::size_t kWay = kTo + kKinds * kFolded;  ///< how many ranks and files it goes
  static constexpr std::size_t kShape = kWay + kKinds * rules::kRanks * rules::kFiles;
  static constexpr std::size_t kLeft = kShape + rules::Shape::kCount;  ///< singletons: own neighbours left,
  static constexpr std::size_t kMet = kLeft + kAround;                 ///< own neighbours met,
  static constexpr std::size_t kFaced = kMet + kAround;                ///< and enemies
  static constexpr std::size_t kMostJoined = 7;
  static constexpr std::size_t kJoined = kFaced + kAround;  ///< ordos: how many own neighbours are met
  static constexpr std::size_t kThere = kJoined + 2 * (kMostJoined + 1);  ///< what can be done where it goes,
  static constexpr std::size_t kHere = kThere + kKinds * 64;              ///< and where it was
  static constexpr std::size_t kCount = kHere + kKinds * 32;

  /// All of these once for whole turns and once for advances after a preparation, each for many and for few
  /// pieces.
  static constexpr std::size_t kSets = 4;
  static constexpr std::size_t kAll = kSets * kCount;

  explicit PolicyInputs(const rules::View& view) noexcept;

  /// Calls add(number of the weight) for each weight of a quiet part.
  template <class Add>
  [[gnu::always_inline]] void visit(rules::Part part, Add&& add) const {
    const rules::Square from = part.from();
    const rules::Square to = part.to();
    const std::size_t kind = part.is_singleton() ? 0 : part.is_column() ? 2 : 1;
    const Bitboard origin = part.origin();
    const Bitboard destination = part.destination();
    add(first_ + kFrom + kind * kFolded + folded(part, from));
    add(first_ + kTo + kind * kFolded + folded(part, to));
    add(first_ + kWay + kind * rules::kRanks * rules::kFiles + way(from, to));
    add(first_ + kShape + static_cast<std::size_t>(part.shape().code()));
    const Bitboard rest = own_ - origin;
    if (kind == 0) {
      add(first_ + kLeft + rules::neighbours(own_, from));
      add(first_ + kMet + rules::neighbours(rest, to));
      add(first_ + kFaced + rules::neighbours(enemy_, to));
    } else {
      const auto joined = static_cast<std::size_t>((rules::dilated(destination) & rest).count());
      add(first_ + kJoined + (kind - 1) * (kMostJoined + 1) + std::min(joined, kMostJoined));
    }
    const int top = part.is_column() ? to.rank() + part.length() - 1 : to.rank();
    add(first_ + kThere + kind * 64 +
        flags((destination & contact_).any(), (destination & guards_).any(), (destination & runs_).any(),
              (destination & splits_).any(), (destination & passed_).any(), top > front_));
    add(first_ + kHere + kind * 32 +
        flags((origin & contact_).any(), (origin & guards_).any(), (origin & runs_).any(),
              (origin & cuts_).any(), from.rank() == rear_));
  }

  /// How likely a quiet part is the best one, compared with the others of the node.
  [[nodiscard]] int sum(rules::Part part, PolicyWeights weights) const noexcept {
    int sum = 0;
    visit(part, [&](std::size_t number) { sum += weights[number]; });
    return sum;
  }

 private:
  using Bitboard = rules::Bitboard;

  [[nodiscard]] static std::size_t folded(rules::Part part, rules::Square end) noexcept {
    constexpr int kLast = kHalfFiles - 1;
    const int mirrored = rules::kFiles - part.shape().width() - end.file();
    return static_cast<std::size_t>(end.rank()) * kHalfFiles +
           static_cast<std::size_t>(std::min({end.file(), mirrored, kLast}));
  }
  [[nodiscard]] static std::size_t way(rules::Square from, rules::Square to) noexcept {
    return static_cast<std::size_t>((to.rank() - from.rank()) * rules::kFiles +
                                    std::abs(to.file() - from.file()));
  }
  template <class... Flags>
  [[nodiscard]] static std::size_t flags(Flags... set) noexcept {
    std::size_t bits = 0;
    ((bits = bits << 1 | (set ? 1U : 0U)), ...);
    return bits;
  }

  Bitboard own_;
  Bitboard enemy_;
  Bitboard contact_;       ///< squares that an enemy can slide onto: from there he can be captured, too
  Bitboard guards_;        ///< squares on an enemy's open way to the own home row
  Bitboard runs_;          ///< squares with an open way to the eighth rank
  Bitboard splits_;        ///< squares from which what may hold the enemy together can be captured
  Bitboard passed_;        ///< squares with no enemy ahead on their file or the next
  Bitboard cuts_;          ///< own possible cut points
  int front_ = 0;          ///< the own pieces' highest rank
  int rear_ = 0;           ///< and their lowest
  std::size_t first_ = 0;  ///< of the set that counts
};

}  // namespace ordo::eval
