// The network's sums, and the weighted sum of the features between the weights for a full and an empty board.
#include "eval/evaluate.h"

#include <algorithm>

#include "eval/features.h"
#include "util/check.h"

namespace ordo::eval {

using rules::Bitboard;

namespace {

constexpr int kLimit = 19'000;

/// A row of sums in registers: eight words of 128 bits, or four of 256.
class Accumulator {
 public:
  void add(const Network::Row& row) noexcept {
    const std::int16_t* values = row.values.data();
#ifdef __wasm__  // else clang computes each of the eight addresses instead of one, with offsets in the loads
    asm("" : "+r"(values));
#endif
    for (std::size_t i = 0; i < kWords; ++i) {
      Word word;
      __builtin_memcpy(&word, values + i * kLanes, sizeof word);
      words_[i] += word;
    }
  }
  void store(Network::Row& row) const noexcept {
    for (std::size_t i = 0; i < kWords; ++i)
      __builtin_memcpy(row.values.data() + i * kLanes, &words_[i], sizeof words_[i]);
  }

 private:
#ifdef __AVX2__
  static constexpr std::size_t kLanes = 16;
#else
  static constexpr std::size_t kLanes = 8;
#endif
  static constexpr std::size_t kWords = Network::kHidden / kLanes;
  using Word = std::int16_t __attribute__((vector_size(2 * kLanes)));
  std::array<Word, kWords> words_{};
};

}  // namespace

Evaluator::Evaluator(const Weights& weights, const Network* network, std::size_t size)
    : weights_(weights), mask_(size - 1) {
  ORDO_CHECK(size > 0 && (size & mask_) == 0);
  judge_by(network);
}

void Evaluator::judge_by(const Network* network) {
  const std::size_t size = mask_ + 1;
  if (network == nullptr) {
    if (structures_.empty()) structures_.resize(size);
  } else if (network != network_) {
    for (Sums* known : {&movers_, &waiters_}) {
      known->pieces.assign(size, Bitboard());
      known->sums.resize(size);
    }
  }
  network_ = network;
}

int Evaluator::operator()(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  return network_ != nullptr ? by_network(own, enemy, phase) : by_weights(own, enemy, phase);
}

int Evaluator::by_network(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  const Network& network = *network_;
  const Network::Row& mover = sum(movers_, own, kMoverRows);
  const Network::Row& waiter = sum(waiters_, enemy.turned(), kWaiterRows);
  Accumulator contact;
  visit_contact_rows(own, enemy, phase,
                     [&](int row) { contact.add(network.rows[static_cast<std::size_t>(row)]); });
  Network::Row between;
  contact.store(between);
  const int value = network.value(mover, waiter, between, own.count() + enemy.count());
  return std::clamp(value, -kLimit, kLimit);
}

const Network::Row& Evaluator::sum(Sums& known, Bitboard pieces, std::size_t first_row) noexcept {
  const std::size_t place = place_of(pieces);
  Network::Row& row = known.sums[place];
  if (known.pieces[place] != pieces) {
    known.pieces[place] = pieces;
    Accumulator accumulator;
    visit_side(pieces, [&](int number) {
      accumulator.add(network_->rows[first_row + static_cast<std::size_t>(number)]);
    });
    accumulator.store(row);
  }
  return row;
}

int Evaluator::by_weights(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  const Structure mine = structure(own);
  const Structure theirs = structure(enemy.turned());
  Weight sum = mine.worth;
  sum.add(theirs.worth, -1);
  visit_contact(own, enemy, mine.cuts, theirs.cuts, phase == rules::Phase::Advance,
                [&](int feature, int count) { sum.add(weights_[static_cast<std::size_t>(feature)], count); });
  const int pieces = own.count() + enemy.count();
  return std::clamp((sum.full() * pieces + sum.empty() * (kFullBoard - pieces)) / (16 * kFullBoard), -kLimit,
                    kLimit);
}

std::size_t Evaluator::place_of(Bitboard pieces) const noexcept {
  const std::uint64_t key = (pieces.low() * 0x9E3779B97F4A7C15U) ^ (pieces.high() * 0xC2B2AE3D27D4EB4FU);
  return (key ^ key >> 32) >> 7 & mask_;
}

const Evaluator::Structure& Evaluator::structure(Bitboard pieces) noexcept {
  Structure& structure = structures_[place_of(pieces)];
  if (structure.pieces != pieces) judge(pieces, structure);
  return structure;
}

void Evaluator::judge(Bitboard pieces, Structure& structure) const noexcept {
  structure.pieces = pieces;
  structure.cuts = rules::possible_cut_points(pieces);
  Weight worth;
  detail::add_structure(pieces, structure.cuts, 1, [&](int feature, int count) {
    worth.add(weights_[static_cast<std::size_t>(feature)], count);
  });
  structure.worth = worth;
}

int evaluate(const rules::Position& position, const Judgement& judgement) {
  const rules::Variant variant = position.variant();
  return Evaluator(judgement.of(variant), judgement.network(variant), 2)(position.own(), position.enemy(),
                                                                         position.phase());
}

}  // namespace ordo::eval
