// Puts prover, check and builder together for one question.
#include "solve/solver.h"

#include <algorithm>

#include "solve/proof_builder.h"
#include "solve/proof_table.h"
#include "solve/prover.h"
#include "solve/refutation_check.h"
#include "util/check.h"

namespace ordo::solve {
namespace {

/// What one position of a refutation that is checked takes, in bytes.
constexpr std::size_t kBytesToCheck = 32;

}  // namespace

class Solver::Impl {
 public:
  explicit Impl(const SolverOptions& options) : options_(options), memory_(options.bytes) {}

  [[nodiscard]] Answer solve(const Question& question, const Limits& limits) {
    const auto started = std::chrono::steady_clock::now();
    memory_.clear();
    question_ = question;
    answer_ = {};
    if (question.position.variant() == Variant::Ordo) {
      solve_in<Variant::Ordo>(limits);
    } else {
      solve_in<Variant::OrdoX>(limits);
    }
    answer_.time =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
    return answer_;
  }

  [[nodiscard]] std::optional<ProofTree> proof(const Limits& limits, std::size_t most) {
    ORDO_CHECK(question_ && answer_.verdict == Verdict::Win);
    return question_->position.variant() == Variant::Ordo ? proof_in<Variant::Ordo>(limits, most)
                                                          : proof_in<Variant::OrdoX>(limits, most);
  }

 private:
  [[nodiscard]] bool attacker_moves() const noexcept {
    return question_->position.to_move() == question_->attacker;
  }

  /// The question as a node. `plies`: within which the win is wanted.
  [[nodiscard]] Node root(int plies = kUnlimited) const noexcept {
    return {View::of(question_->position), attacker_moves(), plies, 0};
  }

  template <Variant V>
  void solve_in(const Limits& limits) {
    Tally tally(limits);
    Prover<V> prover(memory_, options_.tables, tally);
    const Numbers numbers = settle(prover, tally);
    if (numbers.is_proved()) {
      answer_.verdict = Verdict::Win;
      answer_.plies = numbers.plies;
      if (question_->shortest) shorten(prover);
      ProofBuilder<V> builder(prover, options_.tables, tally, 0);
      if (attacker_moves()) answer_.turn = builder.first_turn(question_->position, answer_.plies);
    } else if (numbers.is_refuted()) {
      answer_.verdict = Verdict::NoForcedWin;
    }
    answer_.nodes = tally.nodes();
    answer_.ended = tally.ended();
  }

  /// Proved, refuted for good, or neither.
  template <Variant V>
  [[nodiscard]] Numbers settle(Prover<V>& prover, Tally& tally) {
    if (question_->turns) return prover.prove(root(2 * *question_->turns - (attacker_moves() ? 1 : 0)));
    for (;;) {
      const Numbers numbers = prover.prove(root());
      if (!numbers.is_refuted() || !numbers.provisional) return numbers;
      using Check = RefutationCheck<V>;
      Check check(prover, tally, options_.bytes / kBytesToCheck);
      const auto result = check.check(root());
      answer_.too_large = check.is_too_large();
      if (result == Check::Result::Holds) return Numbers::refuted();
      if (result == Check::Result::Unknown) return {};
      memory_.forget_provisional();
    }
  }

  template <Variant V>
  void shorten(Prover<V>& prover) {
    const int least = attacker_moves() ? 1 : 0;
    while (answer_.plies > least) {
      const Numbers numbers = prover.prove(root(answer_.plies - 2));
      if (!numbers.is_settled()) return;
      if (numbers.is_refuted()) break;
      answer_.plies = numbers.plies;
    }
    answer_.is_shortest = true;
  }

  template <Variant V>
  [[nodiscard]] std::optional<ProofTree> proof_in(const Limits& limits, std::size_t most) {
    Tally tally(limits);
    Prover<V> prover(memory_, options_.tables, tally);
    ProofBuilder<V> builder(prover, options_.tables, tally, most);
    return builder.build(question_->position, question_->attacker, answer_.plies);
  }

  SolverOptions options_;
  ProofTable memory_;
  std::optional<Question> question_;
  Answer answer_;
};

Solver::Solver(const SolverOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Solver::~Solver() = default;

Answer Solver::solve(const Question& question, const Limits& limits) {
  return impl_->solve(question, limits);
}
std::optional<ProofTree> Solver::proof(const Limits& limits, std::size_t most) {
  return impl_->proof(limits, most);
}

}  // namespace ordo::solve
