// The analysis of a group: which pieces and ordos may land where without splitting it.
#include "rules/group.h"

#include "rules/query.h"
#include "util/check.h"

namespace ordo::rules {
namespace {

using enum Direction;

[[nodiscard]] constexpr Direction opposite(Direction d) noexcept {
  constexpr std::array kOpposite = {S, SW, SE, W, E, N, NW, NE};
  return kOpposite[index(d)];
}

[[nodiscard]] constexpr Direction towards(int files, int ranks) noexcept {
  for (const Direction d : {N, NE, NW, E, W, S, SE, SW}) {
    if (file_step(d) == files && rank_step(d) == ranks) return d;
  }
  ORDO_CHECK(false);
}

/// The direction d with a step along a, or against it.
[[nodiscard]] constexpr Direction combined(Direction d, Direction a, int sign) noexcept {
  return towards(file_step(d) + sign * file_step(a), rank_step(d) + sign * rank_step(a));
}

/// Adds up sets square by square: where at least one, two, three of them have the square.
struct Tally {
  Bitboard one;
  Bitboard two;
  Bitboard three;

  void add(Bitboard set) noexcept {
    three |= two & set;
    two |= one & set;
    one |= set;
  }
};

/// Whether a connected group encloses nothing, by Euler's formula: pieces, less neighbouring pairs, plus
/// triples of neighbours, less full squares of four, make one less the number of holes. Then every gap around
/// a piece or a line separates two parts that only it joins; otherwise it may be bridged elsewhere, around a
/// hole.
[[nodiscard]] bool has_no_hole(Bitboard own) noexcept {
  const Bitboard east = own.shift<W>();  // an own piece stands to the east of this square
  const Bitboard north = own.shift<S>();
  const Bitboard northeast = own.shift<SW>();
  const int pairs =
      (own & east).count() + (own & north).count() + (own & northeast).count() + (east & north).count();
  const Bitboard four = own & east & north & northeast;
  const Bitboard three_or_four = (own & east & (north | northeast)) | (north & northeast & (own | east));
  return own.count() - pairs + three_or_four.count() + 2 * four.count() == 1;
}

/// All lines of one orientation, length by length, with what the connection rule needs to know of each.
/// "Along" leads from the first end (left or lower) to the other; "next" means one square along.
/// Sets that speak of a line are kept at its first end.
template <Direction Along>
class Lines {
 public:
  static constexpr Direction kBack = opposite(Along);
  static constexpr Direction kSide = Along == E ? N : E;  // the two long sides of a line
  static constexpr Direction kOther = opposite(kSide);

  explicit Lines(Bitboard own) noexcept
      : own_(own),
        side_(own.shift<kOther>()),
        other_(own.shift<kSide>()),
        own_ahead_(own.shift<kBack>()),
        first_gap_(((other_ | own).template shift<Along>()) - other_),
        back_gap_((side_.template shift<Along>() | side_) - own.shift<Along>()),
        last_gap_(((side_ | own).template shift<kBack>()) - side_),
        front_gap_((other_.template shift<kBack>() | other_) - own_ahead_),
        side_step_(side_.template shift<kBack>() - side_),
        other_step_((other_.template shift<Along>() - other_).template shift<kBack>()),
        free_(kBoard - own),
        last_free_(free_),
        ends_(own),
        all_free_(free_) {
    const Bitboard three = own | own.shift<Along>() | own_ahead_;
    const Bitboard beside = three.shift<kSide>() | three.shift<kOther>();
    const Bitboard in_line = own.shift<Along>() | own_ahead_;
    touched_.start(beside | in_line);
    beside_.start(beside);
    ahead_of_side_.start(in_line | three.shift<kOther>());
    ahead_of_other_.start(in_line | three.shift<kSide>());
    behind_side_ = own.shift<kSide>();
    behind_other_ = own.shift<kOther>();
    last_behind_side_ = behind_side_;
    last_behind_other_ = behind_other_;
  }

  [[nodiscard]] int length() const noexcept { return length_; }
  [[nodiscard]] Bitboard ends() const noexcept { return ends_; }

  void grow() noexcept {
    ++length_;
    ends_ &= own_ahead_;
    own_ahead_ = own_ahead_.shift<kBack>();
    inner_gaps_.add(side_step_);
    inner_gaps_.add(other_step_);
    side_step_ = side_step_.shift<kBack>();
    other_step_ = other_step_.shift<kBack>();
    last_gap_ = last_gap_.shift<kBack>();
    front_gap_ = front_gap_.shift<kBack>();
    last_free_ = last_free_.shift<kBack>();
    all_free_ &= last_free_;
    touched_.grow();
    beside_.grow();
    ahead_of_side_.grow();
    ahead_of_other_.grow();
    last_behind_side_ = last_behind_side_.shift<kBack>();
    last_behind_other_ = last_behind_other_.shift<kBack>();
  }

  /// The gaps between arcs of own neighbours around each placement of a line. Where there is one gap or
  /// none, lifting the line cannot split the group, and landing there cannot join two.
  [[nodiscard]] Tally gaps() const noexcept {
    Tally gaps = inner_gaps_;
    gaps.add(first_gap_);
    gaps.add(back_gap_);
    gaps.add(last_gap_);
    gaps.add(front_gap_);
    return gaps;
  }

  /// Where lines that leave the rest whole may land: wherever they touch it. `joints`: where distant
  /// placements may be at all.
  template <Direction D>
  [[nodiscard]] Bitboard land(Bitboard lines, Bitboard joints = kBoard) const noexcept {
    if constexpr (D == Along) {
      return path<D>(lines) & (beside_.any | own_ahead_);
    } else if constexpr (D == kBack) {
      return path<D>(lines) & (beside_.any | own_.shift<Along>());
    } else {
      const Bitboard near = lines.shift<D>() & all_free_;
      const Bitboard far = slide<D>(near, all_free_) - near;
      return (near & touches_after_one_step<D>()) | (far & touched_.any & joints);
    }
  }

  /// The lines that reach one of these landings.
  template <Direction D>
  [[nodiscard]] Bitboard sources(Bitboard landings) const noexcept {
    constexpr Direction kHome = opposite(D);
    const Bitboard way = D == Along ? last_free_ : D == kBack ? free_ : all_free_;
    return slide<kHome>(landings, way).template shift<kHome>() & ends_;
  }

  /// The squares between a line and the next own piece, as the first end passes them.
  template <Direction D>
  [[nodiscard]] Bitboard path(Bitboard lines) const noexcept {
    if constexpr (D == Along) return slide<D>(lines, last_free_) - lines;
    if constexpr (D == kBack) return slide<D>(lines, free_) - lines;
    return slide<D>(lines, all_free_) - lines;
  }

  /// From the first ends to the ends that lead a move along the line.
  [[nodiscard]] Bitboard leading_ends(Bitboard firsts) const noexcept {
    for (int i = 1; i < length_; ++i) firsts = firsts.shift<Along>();
    return firsts;
  }

  /// The first ends of all placements of a line of this length that meet the set.
  [[nodiscard]] Bitboard meeting(Bitboard set) const noexcept {
    Bitboard firsts = set;
    for (int i = 1; i < length_; ++i) {
      set = set.shift<kBack>();
      firsts |= set;
    }
    return firsts;
  }

  [[nodiscard]] Bitboard squares(Square first) const noexcept {
    return line(Along == E ? Shape::row(length_) : Shape::column(length_), first);
  }

 private:
  /// A set of squares, and the first ends of the placements that meet it.
  struct Meeting {
    Bitboard last;
    Bitboard any;
    void start(Bitboard set) noexcept { last = any = set; }
    void grow() noexcept {
      last = last.shift<kBack>();
      any |= last;
    }
  };

  /// A line one step on, seen from its new first end, touches own pieces: neighbours in its new line or
  /// ahead of it, or pieces left behind in the old line that are not its own.
  template <Direction D>
  [[nodiscard]] Bitboard touches_after_one_step() const noexcept {
    constexpr bool kToSide = D == kSide || D == combined(kSide, Along, 1) || D == combined(kSide, Along, -1);
    constexpr Direction kStraight = kToSide ? kSide : kOther;
    const Bitboard ahead = kToSide ? ahead_of_side_.any : ahead_of_other_.any;
    const Bitboard behind = kToSide ? behind_side_ : behind_other_;
    const Bitboard last_behind = kToSide ? last_behind_side_ : last_behind_other_;
    const Bitboard before_first = behind.shift<Along>();
    const Bitboard after_last = last_behind.shift<kBack>();
    if constexpr (D == kStraight) return ahead | before_first | after_last;
    if constexpr (D == combined(kStraight, Along, 1)) return ahead | last_behind | after_last;
    return ahead | before_first | behind;
  }

  int length_ = 1;
  Bitboard own_;
  Bitboard side_;       ///< an own piece stands at the side of this square
  Bitboard other_;      ///< or at its other side
  Bitboard own_ahead_;  ///< an own piece stands next after the line
  // The gaps between arcs. Walking around a line, each arc of neighbours is entered once from a gap: an
  // empty square followed by an own piece, where a corner may be skipped, as neighbours touch across it.
  Bitboard first_gap_;
  Bitboard back_gap_;
  Bitboard last_gap_;
  Bitboard front_gap_;
  Bitboard side_step_;
  Bitboard other_step_;
  Tally inner_gaps_;
  Bitboard free_;
  Bitboard last_free_;  ///< the square of the last piece is no own piece
  Bitboard ends_;
  Bitboard all_free_;  ///< no own piece on any square of the placement
  Meeting touched_;    ///< next to an own piece
  Meeting beside_;     ///< next to an own piece that is not in the same line
  Meeting ahead_of_side_;
  Meeting ahead_of_other_;
  Bitboard behind_side_;
  Bitboard behind_other_;
  Bitboard last_behind_side_;
  Bitboard last_behind_other_;
};

/// Those of `firsts` from where the line on `first` would touch every group that is left when it is lifted.
/// `two_parts`: it is known that lifting it leaves two.
template <Direction Along>
[[nodiscard]] Bitboard rejoining(const Lines<Along>& lines, Bitboard own, Square first, Bitboard firsts,
                                 bool two_parts) noexcept {
  const Bitboard lifted = lines.squares(first);
  Bitboard rest = own - lifted;
  Bitboard around = dilated(lifted) & rest;  // a seed in the middle of things floods faster
  while (rest.any() && firsts.any()) {
    const Bitboard part = flood(bitboard((around.any() ? around : rest).first()), rest);
    firsts &= lines.meeting(dilated(part));
    rest -= part;
    around -= part;
    if (two_parts) return firsts & lines.meeting(dilated(rest));
  }
  return firsts;
}

/// What is known of a group before its lines are looked at.
struct Known {
  Bitboard own;
  int pieces;
  bool simple;  ///< it encloses nothing
  Connection connection;
};

/// Where the lines of the present length may land in the directions Ds, if they are not the whole group.
template <Direction... Ds, Direction Along>
void analyse_lines(const Lines<Along>& lines, const Known& group,
                   std::array<Bitboard, kMoverDirections>& land) noexcept {
  const Tally gaps = lines.gaps();
  const Bitboard suspects = lines.ends() & gaps.two;
  const Bitboard safe = lines.ends() - suspects;
  ((land[index(Ds)] = lines.template land<Ds>(safe)), ...);
  std::array<Bitboard, kMoverDirections> hopes;
  ((hopes[index(Ds)] = lines.template land<Ds>(suspects, group.simple ? gaps.two : kBoard)), ...);
  if (group.connection == Connection::Hoped) {
    ((land[index(Ds)] |= hopes[index(Ds)]), ...);
    return;
  }
  const Bitboard promising = suspects & (lines.template sources<Ds>(hopes[index(Ds)]) | ...);
  promising.for_each([&](Square first) {
    const Bitboard line = bitboard(first);
    std::array<Bitboard, kMoverDirections> mine;
    ((mine[index(Ds)] = lines.template path<Ds>(line) & hopes[index(Ds)]), ...);
    const bool two_parts = group.simple && !gaps.three.has(first);
    const Bitboard firsts = rejoining(lines, group.own, first, (mine[index(Ds)] | ...), two_parts);
    ((land[index(Ds)] |= mine[index(Ds)] & firsts), ...);
  });
}

/// The same for any group, written as Group wants it.
template <Direction... Ds, Direction Along>
void analyse_length(const Lines<Along>& lines, const Known& group,
                    std::array<Bitboard, kMoverDirections>& land) noexcept {
  if (lines.length() == group.pieces) {  // one line, or one piece, has nothing to stay connected with
    ((land[index(Ds)] = lines.template path<Ds>(lines.ends())), ...);
  } else {
    analyse_lines<Ds...>(lines, group, land);
  }
  ((Ds == Along ? void(land[index(Ds)] = lines.leading_ends(land[index(Ds)])) : void()), ...);
}

/// Analyses the ordos of one orientation, and returns the greatest length that has room to move. A part
/// of a line has room wherever the line has, so the first length without any is the last to look at.
template <Direction... Ds, Direction Along, std::size_t Size>
[[nodiscard]] int analyse_ordos(Lines<Along>& lines, const Known& group,
                                std::array<Group::Ordos, Size>& ordos) noexcept {
  for (;;) {
    lines.grow();
    if (((lines.template path<Ds>(lines.ends())) | ...).none()) return lines.length() - 1;
    Group::Ordos& same_length = ordos[static_cast<std::size_t>(lines.length())];
    same_length.ends = lines.ends();
    analyse_length<Ds...>(lines, group, same_length.land);
  }
}

}  // namespace

void analyse(Variant variant, Bitboard own, Ways ways, Group& group, Connection connection) noexcept {
  group.own = own;
  group.ways = ways;
  group.pieces = own.count();
  group.connected = !is_split(own);
  if (!group.connected) {
    group.singleton = {};
    group.longest_row = group.longest_column = 1;
    return;
  }
  const Known known{own, group.pieces, has_no_hole(own), connection};
  Lines<E> rows(own);
  Lines<N> columns(own);
  if (variant == Variant::Ordo && ways == Ways::Forward) {
    analyse_length<N, NE, NW>(rows, known, group.singleton);
    group.longest_row = analyse_ordos<N>(rows, known, group.rows);
    group.longest_column = 1;  // columns go sideways only
  } else if (variant == Variant::Ordo) {
    analyse_length<N, NE, NW, E, W>(rows, known, group.singleton);
    group.longest_row = analyse_ordos<N>(rows, known, group.rows);
    group.longest_column = analyse_ordos<E, W>(columns, known, group.columns);
  } else if (ways == Ways::Forward) {
    analyse_length<N, NE, NW>(rows, known, group.singleton);
    group.longest_row = analyse_ordos<N, NE, NW>(rows, known, group.rows);
    group.longest_column = analyse_ordos<N, NE, NW>(columns, known, group.columns);
  } else {
    analyse_length<N, NE, NW, E, W>(rows, known, group.singleton);
    group.longest_row = analyse_ordos<N, NE, NW, E, W>(rows, known, group.rows);
    group.longest_column = analyse_ordos<N, NE, NW, E, W>(columns, known, group.columns);
  }
}

GroupCache::GroupCache(Variant variant, std::size_t size, Connection connection)
    : variant_(variant), connection_(connection), mask_(size - 1), groups_(size) {
  ORDO_CHECK(size > 0 && (size & mask_) == 0);
}

Bitboard possible_cut_points(Bitboard pieces) noexcept { return pieces & Lines<E>(pieces).gaps().two; }

}  // namespace ordo::rules
