// Connected sets, grown square by square from smaller ones.
#include "tablebase/connected_sets.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "util/check.h"

namespace ordo::tablebase {
namespace {

using Words = std::pair<std::uint64_t, std::uint64_t>;

[[nodiscard]] Words words(Bitboard set) { return {set.high(), set.low()}; }

constexpr std::uint64_t kLeftFile = 0x0001000100010001U;
constexpr std::uint64_t kRightFile = kLeftFile << (rules::kFiles - 1);

[[nodiscard]] bool touches(Bitboard set, std::uint64_t file) {
  return ((set.low() | set.high()) & file) != 0;
}

/// A set as a shape in the lower left corner, and where it stands. Sets of one shape stand together, so that
/// neighbours in a table are alike.
struct Placed {
  Words shape;
  int ranks = 0;
  int files = 0;

  explicit Placed(Bitboard set) {
    for (; (set & rules::kRank1).none(); ++ranks) set = set.shift<rules::Direction::S>();
    for (; !touches(set, kLeftFile); ++files) set = set.shift<rules::Direction::W>();
    shape = words(set);
  }
  friend bool operator<(const Placed& a, const Placed& b) {
    return std::tie(a.shape, a.ranks, a.files) < std::tie(b.shape, b.ranks, b.files);
  }
};

/// Of two mirror images the one that comes first: by the shape, so that most shapes are there as a whole.
[[nodiscard]] bool comes_first(Bitboard set) {
  const Placed here(set);
  const Placed there(set.mirrored());
  return here.shape != there.shape ? here.shape < there.shape : here.files < there.files;
}

[[nodiscard]] std::vector<Bitboard> all_sets(int pieces) {
  const Bitboard room = rules::kBoard - rules::kRank8;
  std::vector<Bitboard> sets;
  room.for_each([&](rules::Square square) { sets.push_back(rules::bitboard(square)); });
  for (int count = 2; count <= pieces; ++count) {
    std::vector<Bitboard> grown;
    for (const Bitboard set : sets) {
      ((rules::dilated(set) & room) - set).for_each([&](rules::Square square) {
        grown.push_back(set | rules::bitboard(square));
      });
    }
    std::sort(grown.begin(), grown.end(), [](Bitboard a, Bitboard b) { return words(a) < words(b); });
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    sets = std::move(grown);
  }
  std::sort(sets.begin(), sets.end(), [](Bitboard a, Bitboard b) { return Placed(a) < Placed(b); });
  return sets;
}

}  // namespace

ConnectedSets::ConnectedSets(int pieces) : pieces_(pieces) {
  ORDO_CHECK(pieces >= 1 && pieces <= kMostPieces);
  const std::vector<Bitboard> all = all_sets(pieces);
  std::vector<Bitboard> mirrors;
  for (const Bitboard set : all) {
    if (comes_first(set)) {
      sets_.push_back(set);
      mirrors.push_back(set.mirrored());
    }
  }
  twins_ = static_cast<std::uint32_t>(sets_.size());
  sets_.insert(sets_.end(), mirrors.begin(), mirrors.end());
  std::copy_if(all.begin(), all.end(), std::back_inserter(sets_),
               [](Bitboard set) { return set == set.mirrored(); });
  slots_.assign(std::bit_ceil(2 * sets_.size()), kNone);
  mask_ = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t slot = first_slot(sets_[number]);
    while (slots_[slot] != kNone) slot = (slot + 1) & mask_;
    slots_[slot] = number;
  }
  find_neighbours();
}

void ConnectedSets::find_neighbours() {
  for (std::uint32_t number = 0; number < size(); ++number) {
    const Bitboard set = sets_[number];
    const auto earlier = [&](bool exists, Bitboard other) {
      const std::uint32_t found = exists ? this->number(other) : kNone;
      const bool is_alike = found != kNone && is_folded(found) == is_folded(number);
      return is_alike && found < number ? found : number;
    };
    const std::uint32_t beside = is_folded(number)
                                     ? earlier(!touches(set, kRightFile), set.shift<rules::Direction::E>())
                                     : earlier(!touches(set, kLeftFile), set.shift<rules::Direction::W>());
    neighbours_.push_back({beside, earlier((set & rules::kRank1).none(), set.shift<rules::Direction::S>())});
  }
}

}  // namespace ordo::tablebase
