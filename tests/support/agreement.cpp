// The comparison, one question after the other.
#include "support/agreement.h"

#include <algorithm>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "support/convert.h"

namespace ordo::support {
namespace {

using rules::Part;
using rules::Position;
using rules::Square;
using rules::Turn;

using Difference = std::optional<std::string>;

/// A turn by its text, and where it leads.
struct Line {
  std::string text;
  Position after;
  friend bool operator<(const Line& a, const Line& b) { return a.text < b.text; }
};

Difference compare_turns(const Position& position, const naive::Position& reference,
                         const std::vector<naive::Turn>& reference_turns) {
  std::vector<Line> fast;
  rules::for_each_turn(position, [&](const Turn& turn) {
    fast.push_back({rules::to_text(turn), position.after(turn)});
  });
  std::vector<Line> naive;
  naive.reserve(reference_turns.size());
  for (const naive::Turn& turn : reference_turns) {
    naive.push_back({naive::to_text(turn), to_rules(naive::after(reference, turn))});
  }
  std::sort(fast.begin(), fast.end());
  std::sort(naive.begin(), naive.end());
  for (std::size_t i = 0; i < std::max(fast.size(), naive.size()); ++i) {
    if (i >= naive.size() || (i < fast.size() && fast[i].text < naive[i].text))
      return fast[i].text + " is too many";
    if (i >= fast.size() || naive[i].text < fast[i].text) return naive[i].text + " is missing";
    if (!(fast[i].after == naive[i].after)) return fast[i].text + " leads elsewhere";
  }
  return std::nullopt;
}

/// A part by its text, and the number of turns it begins.
using PartLine = std::pair<std::string, std::uint64_t>;

Difference compare_parts(const Position& position, const std::vector<naive::Turn>& reference_turns) {
  std::vector<PartLine> naive;
  for (const naive::Turn& turn : reference_turns) {  // turns with the same first part come together
    std::string text = naive::to_text(turn.first);
    if (naive.empty() || naive.back().first != text) naive.emplace_back(std::move(text), 0);
    ++naive.back().second;
  }
  std::vector<PartLine> fast;
  rules::PartList parts;
  rules::generate_parts(position, parts);
  for (const Part part : parts) {
    const Position next = position.after(part);
    const bool is_preparation = next.to_move() == position.to_move();
    fast.emplace_back(rules::to_text(part), is_preparation ? rules::count_turns(next) : 1);
    if (!rules::is_legal(position, part)) return "is_legal of the part " + rules::to_text(part);
    if (is_preparation && !rules::has_turn(next)) return "has_turn after " + rules::to_text(part);
  }
  std::sort(naive.begin(), naive.end());
  std::sort(fast.begin(), fast.end());
  if (fast != naive) return "the parts, or the turns they begin";
  return std::nullopt;
}

Difference compare_summary(const Position& position, const naive::Position& reference, std::size_t turns) {
  if (rules::count_turns(position) != turns)
    return "count_turns: " + std::to_string(rules::count_turns(position));
  if (rules::has_turn(position) != (turns > 0)) return "has_turn";
  const auto same = [](const std::optional<rules::Outcome>& fast,
                       const std::optional<naive::Outcome>& naive) {
    if (!fast || !naive) return !fast && !naive;
    return fast->winner == naive->winner && rules::name(fast->ending) == naive->reason;
  };
  // A naive outcome counts the turns again: not needed where there are some.
  if (!same(rules::outcome(position), turns > 0 ? std::nullopt : naive::outcome(reference))) return "outcome";
  if (!same(rules::outcome_by_pieces(position), naive::outcome_by_pieces(reference.board))) {
    return "outcome_by_pieces";
  }
  return std::nullopt;
}

/// A part that differs in one thing: where it starts or goes, its length, its kind, its choice.
Part altered(Part part, Random& random) {
  const auto any_square = [&] { return Square::from_index(random.below(rules::kSquares)); };
  const auto near_square = [&](Square square) {
    return Square(std::clamp(square.file() + random.between(-1, 1), 0, rules::kFiles - 1),
                  std::clamp(square.rank() + random.between(-1, 1), 0, rules::kRanks - 1));
  };
  const auto rebuilt = [&](Square from, Square to, int length, bool is_column) {
    if (length == 1 && !is_column) return Part::singleton(from, to, part.captures());
    return is_column ? Part::column(from, to, std::min(length, rules::kRanks)) : Part::row(from, to, length);
  };
  switch (random.below(8)) {
    case 0:
      return rebuilt(any_square(), part.to(), part.length(), part.is_column());
    case 1:
      return rebuilt(part.from(), any_square(), part.length(), part.is_column());
    case 2:
      return rebuilt(near_square(part.from()), part.to(), part.length(), part.is_column());
    case 3:
      return rebuilt(part.from(), near_square(part.to()), part.length(), part.is_column());
    case 4:
      return rebuilt(part.from(), part.to(), random.between(1, 10), part.is_column());
    case 5:
      return rebuilt(part.from(), part.to(), part.length(), !part.is_column());
    case 6:
      return Part::singleton(part.from(), part.to(), !part.captures());
    default:
      return part.keeping(random.chance(50) ? near_square(part.to()) : any_square());
  }
}

Turn altered(const Turn& turn, const Turn& other, Random& random) {
  if (!turn.has_two_parts()) {
    switch (random.below(3)) {
      case 0:
        return Turn(turn.first(), other.first());
      case 1:
        return Turn(other.first(), turn.first());
      default:
        return Turn(altered(turn.first(), random));
    }
  }
  switch (random.below(6)) {
    case 0:
      return Turn(turn.first());
    case 1:
      return Turn(turn.second(), turn.first());
    case 2:
      return Turn(turn.first(), other.first());
    case 3:
      return Turn(turn.first(), other.has_two_parts() ? other.second() : turn.first());
    case 4:
      return Turn(altered(turn.first(), random), turn.second());
    default:
      return Turn(turn.first(), altered(turn.second(), random));
  }
}

Difference compare_legality(const Position& position, Random& random) {
  constexpr int kSample = 20;
  std::vector<Turn> turns;
  rules::for_each_turn(position, [&](const Turn& turn) { turns.push_back(turn); });
  std::sort(turns.begin(), turns.end());
  if (std::adjacent_find(turns.begin(), turns.end()) != turns.end()) return "a turn comes twice";
  for (std::size_t i = 0; i < turns.size(); i += 1 + turns.size() / kSample) {
    if (!rules::is_legal(position, turns[i])) return "is_legal denies " + rules::to_text(turns[i]);
  }
  for (int i = 0; i < kSample && !turns.empty(); ++i) {
    const Turn turn = altered(random.pick(turns), random.pick(turns), random);
    const bool member = std::binary_search(turns.begin(), turns.end(), turn);
    if (rules::is_legal(position, turn) != member) {
      return "is_legal " + std::string(member ? "denies " : "grants ") + rules::to_text(turn);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> disagreement(const naive::Position& position,
                                        const std::vector<naive::Turn>& turns, Random& random) {
  const Position fast = to_rules(position);
  Difference difference = compare_turns(fast, position, turns);
  if (!difference) difference = compare_parts(fast, turns);
  if (!difference) difference = compare_summary(fast, position, turns.size());
  if (!difference) difference = compare_legality(fast, random);
  if (!difference) return std::nullopt;
  return std::string(rules::name(position.variant)) + " \"" + naive::to_fen(position) + "\": " + *difference;
}

}  // namespace ordo::support
