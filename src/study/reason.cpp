// Why a turn was bad, where the board itself can tell.
#include "study/reason.h"

#include <array>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/query.h"

namespace ordo::study {
namespace {

using rules::Bitboard;
using rules::Position;
using rules::Turn;

constexpr std::size_t kMostReasons = 2;

/// The enemy pieces that a turn takes off the board.
[[nodiscard]] Bitboard removed(const Position& position, const Turn& turn) {
  const rules::Color enemy = rules::opponent(position.to_move());
  return position.pieces(enemy) - position.after(turn).pieces(enemy);
}

[[nodiscard]] bool wins_now(const Position& position, const Turn& turn) {
  const auto outcome = rules::outcome(position.after(turn));
  return outcome && outcome->winner == position.to_move();
}

/// Ordo: leaves the opponent in several groups. Ordo X: takes more than the piece it lands on.
[[nodiscard]] bool breaks(const Position& position, const Turn& turn) {
  if (position.variant() == rules::Variant::OrdoX) return removed(position, turn).count() > 1;
  return rules::is_split(position.after(turn), rules::opponent(position.to_move()));
}

[[nodiscard]] std::string captured_on(const Turn& turn) {
  if (turn.has_two_parts() && turn.second().captures()) return turn.second().to().text();
  return turn.first().captures() ? turn.first().to().text() : std::string();
}

/// The squares of the home row that the side to move can reach at once.
[[nodiscard]] Bitboard open_squares(const Position& position) {
  return rules::outcome(position) ? Bitboard{} : rules::winning_squares(position);
}

class Finder {
 public:
  explicit Finder(const Slip& slip)
      : slip_(slip),
        after_played_(slip.before.after(slip.played)),
        after_best_(slip.before.after(slip.best)) {}

  [[nodiscard]] std::vector<Reason> find() {
    look_at_wins();
    look_at_groups();
    look_at_proofs();
    look_at_parts();
    if (found_.size() > kMostReasons) found_.resize(kMostReasons);
    return std::move(found_);
  }

 private:
  void add(Why why, std::string turn, std::string square = {}, int count = 0) {
    found_.push_back({why, std::move(turn), std::move(square), count});
  }

  void look_at_wins() {
    if (wins_now(slip_.before, slip_.best) && !wins_now(slip_.before, slip_.played)) {
      add(Why::MissedWin, rules::to_text(slip_.best));
      return;
    }
    const Bitboard open = open_squares(after_played_);
    if (open.any() && open_squares(after_best_).none()) {
      add(Why::HomeRowOpen, {}, open.first().text(), open.count());
    }
  }

  void look_at_groups() {
    const bool is_x = slip_.before.variant() == rules::Variant::OrdoX;
    if (!found_.empty() && found_[0].why == Why::MissedWin) return;
    if (breaks(slip_.before, slip_.best) && !breaks(slip_.before, slip_.played)) {
      add(is_x ? Why::MissedCutOff : Why::MissedSplit, rules::to_text(slip_.best), {},
          removed(slip_.before, slip_.best).count());
    }
    if (slip_.reply && breaks(after_played_, *slip_.reply)) {
      add(is_x ? Why::AllowedCutOff : Why::AllowedSplit, rules::to_text(*slip_.reply), {},
          removed(after_played_, *slip_.reply).count());
    }
  }

  void look_at_proofs() {
    if (!found_.empty()) return;
    if (slip_.best_score.is_win() && !slip_.kept.is_win()) {
      add(Why::MissedForcedWin, rules::to_text(slip_.best), {}, slip_.best_score.turns_to_win());
    }
    if (slip_.kept.is_loss() && !slip_.best_score.is_loss()) {
      add(Why::AllowedForcedWin, slip_.reply ? rules::to_text(*slip_.reply) : std::string(), {},
          slip_.kept.turns_to_win());
    }
  }

  void look_at_parts() {
    if (slip_.best.has_two_parts() && slip_.best.first() != slip_.played.first()) {
      add(Why::MissedPreparation, rules::to_text(slip_.best), {});
      found_.back().square = rules::to_text(slip_.best.first());
    } else if (const std::string square = captured_on(slip_.best);
               !square.empty() && captured_on(slip_.played).empty()) {
      add(Why::MissedCapture, rules::to_text(slip_.best), square);
    }
    if (!slip_.reply) return;
    if (const std::string square = captured_on(*slip_.reply);
        !square.empty() && captured_on(slip_.played).empty()) {
      add(Why::AllowedCapture, rules::to_text(*slip_.reply), square);
    }
  }

  const Slip& slip_;
  Position after_played_;
  Position after_best_;
  std::vector<Reason> found_;
};

}  // namespace

std::string_view name(Why why) noexcept {
  constexpr std::array<std::string_view, 11> kNames = {
      "missed-win",         "home-row-open",   "missed-split",      "missed-cut-off",
      "allowed-split",      "allowed-cut-off", "missed-forced-win", "allowed-forced-win",
      "missed-preparation", "missed-capture",  "allowed-capture"};
  return kNames[static_cast<std::size_t>(why)];
}

std::vector<Reason> reasons(const Slip& slip) { return Finder(slip).find(); }

std::string sentence(const Reason& reason, std::string_view opponent) {
  switch (reason.why) {
    case Why::MissedWin:
      return fmt::format("Overlooked the win by {}.", reason.turn);
    case Why::HomeRowOpen:
      return fmt::format("Left the home row open at {}.", reason.square);
    case Why::MissedSplit:
      return fmt::format("Could have split {}'s group with {}.", opponent, reason.turn);
    case Why::MissedCutOff:
      return fmt::format("Could have removed {} of {}'s pieces with {}.", reason.count, opponent,
                         reason.turn);
    case Why::AllowedSplit:
      return fmt::format("Lets {} split the group with {}.", opponent, reason.turn);
    case Why::AllowedCutOff:
      return fmt::format("Lets {} remove {} pieces with {}.", opponent, reason.count, reason.turn);
    case Why::MissedForcedWin:
      return fmt::format("Overlooked a forced win in {} with {}.", reason.count, reason.turn);
    case Why::AllowedForcedWin:
      return fmt::format("Now {} wins by force in {}.", opponent, reason.count);
    case Why::MissedPreparation:
      return fmt::format("Overlooked the preparation {}.", reason.square);
    case Why::MissedCapture:
      return fmt::format("Could have captured on {}.", reason.square);
    case Why::AllowedCapture:
      return fmt::format("Lets {} capture on {}.", opponent, reason.square);
  }
  return {};
}

}  // namespace ordo::study
