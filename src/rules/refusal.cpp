// Looks for the reason step by step, in the order in which a player would ask.
#include "rules/refusal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"

namespace ordo::rules {
namespace {

[[nodiscard]] std::optional<Square> moved(Square square, int files, int ranks) noexcept {
  const int file = square.file() + files;
  const int rank = square.rank() + ranks;
  if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return std::nullopt;
  return Square(file, rank);
}

/// The same part with the left or lower end named first, if that can be written.
[[nodiscard]] PartText in_order(PartText text) noexcept {
  if (!text.other_end || *text.other_end >= text.end) return text;
  const auto to = moved(*text.other_end, text.to.file() - text.end.file(), text.to.rank() - text.end.rank());
  if (!to) return text;
  std::swap(text.end, *text.other_end);
  text.to = *to;
  return text;
}

/// The canonical name of the subgroup that is to stay, if it is one the attacker may choose.
[[nodiscard]] std::optional<Square> subgroup_name(const Position& position, Square captured,
                                                  Square keep) noexcept {
  const Bitboard enemy = position.pieces(opponent(position.to_move()));
  const Bitboard names = largest_subgroups(enemy, captured);
  if (position.variant() != Variant::OrdoX || !enemy.has(captured) || !names.several()) return std::nullopt;
  const Bitboard chosen = names & group_of(enemy - bitboard(captured), keep);
  return chosen.any() ? std::optional(chosen.first()) : std::nullopt;
}

/// A part somebody wants to play.
struct Attempt {
  Attempt(const Position& on, const PartText& written)
      : position(on),
        text(in_order(written)),
        shown(to_text(text)),
        files(text.to.file() - text.end.file()),
        ranks(text.to.rank() - text.end.rank()),
        forward(on.to_move() == Color::White ? ranks : -ranks),
        steps(std::max(std::abs(files), std::abs(ranks))) {}

  [[nodiscard]] Color mover() const { return position.to_move(); }
  [[nodiscard]] bool is_ordo() const { return text.other_end.has_value(); }
  [[nodiscard]] bool is_row() const { return is_ordo() && text.end.rank() == text.other_end->rank(); }
  [[nodiscard]] Bitboard own() const { return position.pieces(mover()); }
  [[nodiscard]] Bitboard enemy() const { return position.pieces(opponent(mover())); }
  [[nodiscard]] Square last() const { return text.other_end.value_or(text.end); }
  /// The squares from end to end; only for ends on one line.
  [[nodiscard]] Bitboard squares() const {
    const Square low = std::min(text.end, last());
    const int length =
        std::abs(last().file() - text.end.file()) + std::abs(last().rank() - text.end.rank()) + 1;
    return line(is_row() ? Shape::row(length) : Shape::column(length), low);
  }

  const Position& position;
  PartText text;
  std::string shown;
  int files;
  int ranks;
  int forward;  ///< the ranks gained, as the mover sees it
  int steps;
};

using Finding = std::optional<Refusal>;

template <class... Arguments>
[[nodiscard]] Refusal refusal(Reason reason, fmt::format_string<Arguments...> message,
                              Arguments&&... arguments) {
  return {reason, fmt::format(message, std::forward<Arguments>(arguments)...)};
}

[[nodiscard]] Finding over(const Position& position, std::string_view shown) {
  const auto ended = outcome(position);
  if (!ended) return std::nullopt;
  return refusal(Reason::GameOver, "{} cannot be played, the game is over. {}", shown, describe(*ended));
}

[[nodiscard]] Finding wrong_piece(const Attempt& a) {
  for (const Square end : {a.text.end, a.last()}) {
    if (a.enemy().has(end)) {
      return refusal(Reason::NotYours, "{}: the piece on {} is {}'s, and it is {}'s turn", a.shown,
                     end.text(), name(opponent(a.mover())), name(a.mover()));
    }
    if (!a.own().has(end))
      return refusal(Reason::NoPiece, "{}: there is no piece on {}", a.shown, end.text());
  }
  return std::nullopt;
}

[[nodiscard]] Finding no_ordo(const Attempt& a) {
  if (!a.is_ordo()) return std::nullopt;
  const Square end = a.text.end;
  const Square last = a.last();
  if (end == last) {
    return refusal(Reason::NotAnOrdo, "{} names {} twice: a single piece is written once, as in {}{}{}",
                   a.shown, end.text(), end.text(), a.text.captures ? 'x' : '-', a.text.to.text());
  }
  if (end.file() != last.file() && end.rank() != last.rank()) {
    return refusal(Reason::NotAnOrdo, "{}: {} and {} are neither in one row nor in one column", a.shown,
                   end.text(), last.text());
  }
  const Bitboard gaps = a.squares() - a.own();
  if (gaps.none()) return std::nullopt;
  return refusal(Reason::NotAnOrdo, "{} is no ordo: {} between its ends is not {}'s", a.shown,
                 gaps.first().text(), name(a.mover()));
}

[[nodiscard]] Finding no_step(const Attempt& a) {
  if (a.steps == 0) return refusal(Reason::NoStep, "{} stays where it is", a.shown);
  if (a.files == 0 || a.ranks == 0 || std::abs(a.files) == std::abs(a.ranks)) return std::nullopt;
  return refusal(Reason::NoStep, "{} goes in no straight line", a.shown);
}

[[nodiscard]] Finding off_board(const Attempt& a) {
  if (moved(a.last(), a.files, a.ranks)) return std::nullopt;
  return refusal(Reason::OffBoard, "{}: the piece on {} would leave the board", a.shown, a.last().text());
}

[[nodiscard]] Finding wrong_direction(const Attempt& a) {
  if (a.position.variant() == Variant::OrdoX) {
    if (a.forward < 0) return refusal(Reason::Direction, "{} goes backward: nothing does in Ordo X", a.shown);
    if (a.forward == 0 && a.position.phase() == Phase::Advance) {
      return refusal(Reason::NotAdvance,
                     "{} goes sideways: after a preparation the second part must go forward", a.shown);
    }
    return std::nullopt;
  }
  const bool reconnecting = is_split(a.own());
  if (a.is_ordo() && !a.is_row()) {
    if (a.ranks == 0) return std::nullopt;
    return refusal(Reason::Direction, "{}: in Ordo a vertical ordo moves only sideways", a.shown);
  }
  if (a.is_row() && a.files != 0) {
    return refusal(Reason::Direction, "{}: in Ordo a horizontal ordo moves only straight forward{}", a.shown,
                   reconnecting ? " or, to reconnect, straight backward" : "");
  }
  if (a.forward >= 0 || reconnecting) return std::nullopt;
  return refusal(Reason::Direction, "{} goes backward: only a split group may, to reconnect", a.shown);
}

/// What `square` on the way, or at the end of it, does to the part.
[[nodiscard]] Finding met(const Attempt& a, Square square, bool is_target) {
  const bool is_own = a.own().has(square);
  const std::string_view owner = name(is_own ? a.mover() : opponent(a.mover()));
  if (!is_target) {
    return refusal(Reason::Blocked, "{} is blocked by {}'s piece on {}", a.shown, owner, square.text());
  }
  if (is_own)
    return refusal(Reason::OwnPiece, "{}: {}'s own piece stands on {}", a.shown, owner, square.text());
  if (a.is_ordo()) {
    return refusal(Reason::OrdoCaptures, "{}: {}'s piece stands on {}, and an ordo never captures", a.shown,
                   owner, square.text());
  }
  if (a.text.captures) return std::nullopt;
  PartText capture = a.text;
  capture.captures = true;
  return refusal(Reason::IsCapture, "{}: {}'s piece stands on {}, write the capture as {}", a.shown, owner,
                 square.text(), to_text(capture));
}

[[nodiscard]] Finding in_the_way(const Attempt& a) {
  const Bitboard leaving = a.squares();
  for (int step = 1; step <= a.steps; ++step) {
    // Enemies first: where both kinds stand on the target, the enemy is the better reason.
    for (const Bitboard obstacles : {a.enemy(), a.own() - leaving}) {
      Finding finding;
      leaving.for_each([&](Square from) {
        const auto square = moved(from, a.files / a.steps * step, a.ranks / a.steps * step);
        if (!finding && square && obstacles.has(*square)) finding = met(a, *square, step == a.steps);
      });
      if (finding) return finding;
    }
  }
  return std::nullopt;
}

[[nodiscard]] Finding no_capture(const Attempt& a) {
  if (!a.text.captures) return std::nullopt;
  PartText quiet = a.text;
  quiet.captures = false;
  quiet.keep = std::nullopt;
  if (a.is_ordo()) {
    return refusal(Reason::OrdoCaptures, "{}: an ordo never captures, write its move as {}", a.shown,
                   to_text(quiet));
  }
  if (a.enemy().has(a.text.to)) return std::nullopt;
  return refusal(Reason::NothingToCapture, "{} captures nothing: {} is empty, write {}", a.shown,
                 a.text.to.text(), to_text(quiet));
}

/// "14 and 2": the sizes of the groups, the largest first.
[[nodiscard]] std::string sizes_of_groups(Bitboard pieces) {
  std::vector<int> sizes;
  for (Bitboard rest = pieces; rest.any();) {
    const Bitboard group = group_of(rest, rest.first());
    sizes.push_back(group.count());
    rest -= group;
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  const int last = sizes.back();
  sizes.pop_back();
  return fmt::format("{} and {}", fmt::join(sizes, ", "), last);
}

[[nodiscard]] Finding split(const Attempt& a) {
  Bitboard after = a.own() - a.squares();
  a.squares().for_each([&](Square from) { after |= bitboard(*moved(from, a.files, a.ranks)); });
  if (!is_split(after)) return std::nullopt;
  const std::string sizes = sizes_of_groups(after);
  if (is_split(a.own())) {
    return refusal(Reason::MustReconnect, "{} does not reconnect: {}'s group would stay split, {}", a.shown,
                   name(a.mover()), sizes);
  }
  return refusal(Reason::WouldSplit, "{} would split {}'s group into {}", a.shown, name(a.mover()), sizes);
}

[[nodiscard]] Finding wrong_choice(const Attempt& a) {
  const Bitboard names = a.position.variant() == Variant::OrdoX && a.text.captures
                             ? largest_subgroups(a.enemy(), a.text.to)
                             : Bitboard{};
  if (!names.several()) {
    if (!a.text.keep) return std::nullopt;
    PartText plain = a.text;
    plain.keep = std::nullopt;
    return refusal(Reason::NoChoice, "{}: there is no choice between subgroups, write {}", a.shown,
                   to_text(plain));
  }
  std::vector<std::string> choices;
  names.for_each([&](Square square) { choices.push_back('=' + square.text()); });
  if (!a.text.keep) {
    return refusal(Reason::NeedsChoice, "{} leaves {} equally large subgroups: say which one stays with {}",
                   a.shown, choices.size(), fmt::join(choices, " or "));
  }
  if (subgroup_name(a.position, a.text.to, *a.text.keep)) return std::nullopt;
  return refusal(Reason::NoChoice, "{}: {} is in none of the largest subgroups, say which one stays with {}",
                 a.shown, a.text.keep->text(), fmt::join(choices, " or "));
}

/// A legal preparation that stands alone.
[[nodiscard]] Refusal needs_advance(const Position& position, Part preparation) {
  PartList advances;
  generate_parts(position.after(preparation), advances);
  ORDO_CHECK(!advances.empty());
  return refusal(Reason::NeedsAdvance, "{} goes sideways: in Ordo X a forward move must follow, as in {}",
                 to_text(preparation), to_text(Turn(preparation, advances[0])));
}

}  // namespace

std::optional<Part> part_meant(const Position& position, const PartText& written) noexcept {
  const PartText text = in_order(written);
  if (!text.other_end) {
    const Part part = Part::singleton(text.end, text.to, text.captures);
    if (!text.keep) return part;
    if (!text.captures) return std::nullopt;
    const auto keep = subgroup_name(position, text.to, *text.keep);
    return keep ? std::optional(part.keeping(*keep)) : std::nullopt;
  }
  const int files = text.other_end->file() - text.end.file();
  const int ranks = text.other_end->rank() - text.end.rank();
  const bool is_line = (files > 0 && ranks == 0) || (files == 0 && ranks > 0);
  if (!is_line || text.captures || text.keep || !moved(text.to, files, ranks)) return std::nullopt;
  return ranks == 0 ? Part::row(text.end, text.to, files + 1) : Part::column(text.end, text.to, ranks + 1);
}

Refusal why_not(const Position& position, const PartText& text) {
  const Attempt attempt(position, text);
  if (auto finding = over(position, attempt.shown)) return *std::move(finding);
  for (const auto find : {wrong_piece, no_ordo, no_step, off_board, wrong_direction, in_the_way, no_capture,
                          split, wrong_choice}) {
    if (auto finding = find(attempt)) return *std::move(finding);
  }
  util::check_failed("there is a reason for every part the generator does not list", __FILE__, __LINE__);
}

Refusal why_not(const Position& position, const TurnText& text) {
  const std::string first = to_text(in_order(text.first));
  if (auto finding = over(position, first)) return *std::move(finding);
  const auto part = resolve_part(position, text.first);
  if (!text.second) return part ? needs_advance(position, *part) : part.error();

  if (position.variant() == Variant::Ordo) {
    return refusal(Reason::TooManyParts, "{} is all of the turn: in Ordo nothing can follow it", first);
  }
  if (position.phase() == Phase::Advance) {
    return refusal(Reason::TooManyParts, "{} is the rest of the turn: its preparation has been played",
                   first);
  }
  if (text.first.end.rank() != text.first.to.rank()) {
    return refusal(Reason::NotPreparation,
                   "{} does not go sideways: only a sideways move can be followed by another", first);
  }
  if (!part) return part.error();
  const Position next = position.after(*part);
  if (next.to_move() != position.to_move()) {
    return refusal(Reason::TooManyParts, "{} takes the last piece and wins: nothing can follow it", first);
  }
  Refusal refused = why_not(next, *text.second);
  refused.message = fmt::format("after {}: {}", first, refused.message);
  return refused;
}

}  // namespace ordo::rules
