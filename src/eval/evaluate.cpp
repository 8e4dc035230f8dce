// The network's sums, and the weighted sum of the features between the weights for a full and an empty board.
#include "eval/evaluate.h"

#include <algorithm>

#include "eval/features.h"
#include "util/check.h"

namespace ordo::eval {

using rules::Bitboard;

namespace {

constexpr int kLimit = 19'000;

#ifdef __AVX2__
constexpr std::size_t kLanes = 16;
#else
constexpr std::size_t kLanes = 8;
#endif

/// So many sums in registers: words of 128 or 256 bits. Halves of halves, since an array would be kept in
/// memory.
template <std::size_t Count>
class Accumulator {
 public:
  void add(const std::int16_t* values) noexcept {
    low_.add(values);
    high_.add(values + Count / 2);
  }
  void store(std::int16_t* values) const noexcept {
    low_.store(values);
    high_.store(values + Count / 2);
  }

 private:
  Accumulator<Count / 2> low_;
  Accumulator<Count / 2> high_;
};

template <>
class Accumulator<kLanes> {
 public:
  void add(const std::int16_t* values) noexcept {
    Word word;
    __builtin_memcpy(&word, values, sizeof word);
    word_ += word;
  }
  void store(std::int16_t* values) const noexcept { __builtin_memcpy(values, &word_, sizeof word_); }

 private:
  using Word = std::int16_t __attribute__((vector_size(2 * kLanes)));
  Word word_{};
};

/// Of all units.
class RowSum {
 public:
  void add(const Network::Row& row) noexcept {
    const std::int16_t* values = row.values.data();
#ifdef __wasm__  // else clang computes each of the eight addresses instead of one, with offsets in the loads
    asm("" : "+r"(values));
#endif
    sums_.add(values);
  }
  void store(Network::Row& row) const noexcept { sums_.store(row.values.data()); }

 private:
  Accumulator<Network::kHidden> sums_;
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
    movers_.blocks.fill(*network, kMoverRows);
    waiters_.blocks.fill(*network, kWaiterRows);
    contacts_.fill(*network);
  }
  network_ = network;
}

int Evaluator::operator()(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  return network_ != nullptr ? by_network(own, enemy, phase) : by_weights(own, enemy, phase);
}

int Evaluator::by_network(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  const Network& network = *network_;
  const Network::Row& mover = sum(movers_, own);
  const Network::Row& waiter = sum(waiters_, enemy.turned());
  RowSum contact;
  contacts_.visit(own, enemy, phase, [&](const Network::Row& some) { contact.add(some); });
  Network::Row between;
  contact.store(between);
  const int value = network.value(mover, waiter, between, own.count() + enemy.count());
  return std::clamp(value, -kLimit, kLimit);
}

const Network::Row& Evaluator::sum(Sums& known, Bitboard pieces) noexcept {
  const std::size_t place = place_of(pieces);
  Network::Row& row = known.sums[place];
  if (known.pieces[place] != pieces) {
    known.pieces[place] = pieces;
    RowSum accumulator;
    known.blocks.visit(pieces, [&](const Network::Row& some) { accumulator.add(some); });
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

namespace {

/// Row by row: for one position it is not worth adding up blocks first.
[[nodiscard]] int by_rows(const Network& network, Bitboard own, Bitboard enemy, rules::Phase phase) {
  const auto row = [&](std::size_t number) -> const Network::Row& { return network.rows[number]; };
  Network::Row mover{};
  visit_side(own, [&](int number) { add_row(mover, row(kMoverRows + static_cast<std::size_t>(number))); });
  Network::Row waiter{};
  visit_side(enemy.turned(),
             [&](int number) { add_row(waiter, row(kWaiterRows + static_cast<std::size_t>(number))); });
  Network::Row contact{};
  visit_contact_rows(own, enemy, phase,
                     [&](int number) { add_row(contact, row(static_cast<std::size_t>(number))); });
  const int value = network.value(mover, waiter, contact, own.count() + enemy.count());
  return std::clamp(value, -kLimit, kLimit);
}

}  // namespace

int evaluate(const rules::Position& position, const Judgement& judgement) {
  const rules::Variant variant = position.variant();
  if (const Network* network = judgement.network(variant))
    return by_rows(*network, position.own(), position.enemy(), position.phase());
  return Evaluator(judgement.of(variant), nullptr, 2)(position.own(), position.enemy(), position.phase());
}

}  // namespace ordo::eval
