// What a side's own pieces decide about its moves, whatever the enemy does.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/bitboard.h"
#include "rules/variant.h"

namespace ordo::rules {

/// The five directions of a player who moves up the board; the first three advance.
inline constexpr std::size_t kMoverDirections = 5;

[[nodiscard]] constexpr std::size_t index(Direction d) noexcept { return static_cast<std::size_t>(d); }

/// Which of the mover's directions are asked for.
enum class Ways : std::uint8_t { All, Forward, Sideways };

/// How much of the connection rule is settled beforehand. Hoped: what may split the group when it is lifted
/// is only known to land next to some own piece; stays_whole() has to be asked before such a part is played.
/// That pays where few of the parts listed will be.
enum class Connection : std::uint8_t { Proven, Hoped };

/// The connection rule, solved for all moves at once.
///
/// Whether a move keeps the group together depends on the own pieces only; the enemy merely blocks the
/// way. And a square is reached in a given direction by one piece at most: the nearest own piece
/// behind it. So for each direction one set of squares says it all: "the nearest own piece behind this
/// square may land here". What an enemy leaves of that is an intersection (see generate.h). A group is
/// analysed once and serves every position in which these pieces stand, which in a tree search is
/// all the replies to moves that capture nothing.
///
/// All sets are as the mover sees them, moving up.
struct Group {
  /// The ordos of one length and orientation.
  struct Ordos {
    Bitboard ends;  ///< their left or lower ends
    /// Where that end may land. For moves in single file: where the leading piece may land.
    std::array<Bitboard, kMoverDirections> land;
  };

  Bitboard own;
  Ways ways;  ///< the directions that are analysed: all, or forward
  std::array<Bitboard, kMoverDirections> singleton;
  int pieces;
  bool connected;
  int longest_row;     ///< the pieces of the longest horizontal ordo that own pieces do not hem in
  int longest_column;  ///< and of the longest vertical one
  /// By length, from 2 up to the longest. In Ordo rows have only Direction::N, columns only E and W.
  std::array<Ordos, kFiles + 1> rows;
  std::array<Ordos, kRanks + 1> columns;
};

/// Fills in the analysis of `own` (at least one piece); if it is split, only that it is: reconnect.h has its
/// moves. Ways::Forward is enough for the advance after a preparation.
void analyse(Variant variant, Bitboard own, Ways ways, Group& group,
             Connection connection = Connection::Proven) noexcept;

/// The pieces that have own neighbours on two or more sides with gaps between them: only these can be
/// cut points. One pass for all pieces.
[[nodiscard]] Bitboard possible_cut_points(Bitboard pieces) noexcept;

/// Remembers analyses, since the same few groups come again and again in a tree. Not for several threads.
class GroupCache {
 public:
  /// `size` groups of under 2 kB each; a power of two.
  explicit GroupCache(Variant variant, std::size_t size = 4096, Connection connection = Connection::Proven);

  /// Valid until the next call.
  [[nodiscard]] const Group& operator()(Bitboard own, Ways ways) noexcept {
    const std::uint64_t key = (own.low() * 0x9E3779B97F4A7C15U) ^ (own.high() * 0xC2B2AE3D27D4EB4FU);
    Group& group = groups_[(key ^ key >> 32) >> 7 & mask_];
    if (group.own != own || (group.ways != ways && group.ways != Ways::All))
      analyse(variant_, own, ways, group, connection_);
    return group;
  }

 private:
  Variant variant_;
  Connection connection_;
  std::size_t mask_;
  std::vector<Group> groups_;
};

/// The same door without a memory.
class GroupOnce {
 public:
  explicit GroupOnce(Variant variant) noexcept : variant_(variant) {}
  [[nodiscard]] const Group& operator()(Bitboard own, Ways ways) noexcept {
    analyse(variant_, own, ways, group_);
    return group_;
  }

 private:
  Variant variant_;
  Group group_;
};

}  // namespace ordo::rules
