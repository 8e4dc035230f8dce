// Random play with a taste for captures, and random groups.
#include "support/random_positions.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ordo::support {
namespace {

using naive::Board;
using naive::Cell;
using naive::Color;
using naive::kCells;
using naive::kFiles;
using naive::kRanks;
using naive::Variant;

constexpr std::string_view kStart = "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w";
constexpr int kLongestGame = 200;

/// The empty cell or piece one step away in a random direction; the cell itself at the edge of the board.
int random_neighbour(int cell, Random& random) {
  const int file = cell % kFiles + random.between(-1, 1);
  const int rank = cell / kFiles + random.between(-1, 1);
  return file < 0 || file >= kFiles || rank < 0 || rank >= kRanks ? cell : rank * kFiles + file;
}

/// A place where a piece of this colour has not won yet.
bool is_open(const Board& board, Color color, int cell) {
  return board[cell] == Cell::Empty && cell / kFiles != (color == Color::White ? kRanks - 1 : 0);
}

int count_neighbours(const Board& board, Cell piece, int cell) {
  int count = 0;
  for (int other = 0; other < kCells; ++other) {
    const int df = std::abs(other % kFiles - cell % kFiles);
    const int dr = std::abs(other / kFiles - cell / kFiles);
    if (other != cell && df <= 1 && dr <= 1 && board[other] == piece) ++count;
  }
  return count;
}

/// Adds one connected group that begins on `seed`; a thin one if `stringy`. It may stay smaller than wished
/// for where there is no room.
void grow(Board& board, Color color, int seed, int size, bool stringy, Random& random) {
  std::vector<int> group{seed};
  board[seed] = naive::piece_of(color);
  for (int attempts = 0; static_cast<int>(group.size()) < size && attempts < 400; ++attempts) {
    const int cell = random_neighbour(random.pick(group), random);
    if (!is_open(board, color, cell)) continue;
    if (stringy && count_neighbours(board, naive::piece_of(color), cell) > 1 && !random.chance(10)) continue;
    board[cell] = naive::piece_of(color);
    group.push_back(cell);
  }
}

/// The same, of rows and columns that touch each other, some of them from edge to edge.
void grow_lines(Board& board, Color color, int seed, int size, Random& random) {
  std::vector<int> group{seed};
  board[seed] = naive::piece_of(color);
  const auto has_room = [&] { return static_cast<int>(group.size()) < size; };
  const auto extend = [&](int cell, int files, int ranks, int length) {
    for (int i = 0; i < length && has_room(); ++i) {
      if (is_open(board, color, cell)) {
        board[cell] = naive::piece_of(color);
        group.push_back(cell);
      } else if (board[cell] != naive::piece_of(color)) {
        return;
      }
      const int file = cell % kFiles + files;
      const int rank = cell / kFiles + ranks;
      if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return;
      cell = rank * kFiles + file;
    }
  };
  for (int attempts = 0; has_room() && attempts < 100; ++attempts) {
    const int cell = random.chance(50) ? random.pick(group) : random_neighbour(random.pick(group), random);
    const int files = random.below(2);
    const bool whole = random.chance(20);
    extend(cell, files, 1 - files, whole ? kFiles : random.between(2, kFiles));
    if (whole) extend(cell, -files, files - 1, kFiles);
  }
}

/// A closed ring around a hole of a few squares near `seed`; nothing where there is no room.
std::optional<std::vector<int>> ring_near(const Board& board, Color color, int seed, Random& random) {
  std::vector<int> hole{seed};
  for (int more = random.between(0, 4); more > 0; --more) {
    const int step = std::array{1, -1, kFiles, -kFiles}[static_cast<std::size_t>(random.below(4))];
    hole.push_back(random.pick(hole) + step);
  }
  std::vector<int> ring;
  for (const int cell : hole) {
    const bool inside =
        cell / kFiles > 0 && cell / kFiles < kRanks - 1 && cell % kFiles > 0 && cell % kFiles < kFiles - 1;
    if (cell < 0 || cell >= kCells || !inside) return std::nullopt;
    for (const int step : {1, -1, kFiles, -kFiles}) {
      const int next = cell + step;
      if (std::find(hole.begin(), hole.end(), next) != hole.end()) continue;
      if (!is_open(board, color, next)) return std::nullopt;
      ring.push_back(next);
    }
  }
  return ring;
}

std::vector<int> pieces(const Board& board, Color color) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (board[cell] == naive::piece_of(color)) cells.push_back(cell);
  }
  return cells;
}

/// The pieces without which the others are several groups; all of them equally large ones, if asked for.
std::vector<int> separators(const Board& board, Color color, bool tied) {
  std::vector<int> cells;
  for (const int cell : pieces(board, color)) {
    Board without = board;
    without[cell] = Cell::Empty;
    auto groups = naive::groups(without, color);
    if (groups.size() < 2) continue;
    std::sort(groups.begin(), groups.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
    if (!tied || groups[0].size() == groups[1].size()) cells.push_back(cell);
  }
  return cells;
}

/// An open cell from which a piece of this colour would capture on `target`.
std::optional<int> attacker_of(const Board& board, Color color, int target, Random& random) {
  const int backward = color == Color::White ? -1 : 1;
  const std::array<std::array<int, 2>, 5> ways = {
      {{0, backward}, {-1, backward}, {1, backward}, {-1, 0}, {1, 0}}};
  const auto& way = ways[static_cast<std::size_t>(random.below(5))];
  std::vector<int> cells;
  for (int file = target % kFiles + way[0], rank = target / kFiles + way[1];
       file >= 0 && file < kFiles && rank >= 0 && rank < kRanks; file += way[0], rank += way[1]) {
    const int cell = rank * kFiles + file;
    if (board[cell] != Cell::Empty) break;
    if (is_open(board, color, cell)) cells.push_back(cell);
  }
  if (cells.empty()) return std::nullopt;
  return random.pick(cells);
}

std::optional<naive::Position> try_build(Variant variant, const Wish& wish, Random& random) {
  naive::Position position;
  position.variant = variant;
  position.to_move = random.chance(50) ? Color::White : Color::Black;
  const Color mover = position.to_move;
  const Color waiting = opponent(mover);
  Board& board = position.board;

  const bool tied = random.chance(wish.tied_percent);
  const int first_seed = random.below(kCells);
  if (!is_open(board, waiting, first_seed)) return std::nullopt;
  const auto add_group = [&](Color color, int seed, bool stringy) {
    const int size = random.between(wish.fewest, wish.most);
    if (wish.of_lines) {
      grow_lines(board, color, seed, size, random);
    } else {
      grow(board, color, seed, size, stringy, random);
    }
  };
  add_group(waiting, first_seed, tied || random.chance(50));

  std::optional<int> seed;
  if (tied) {
    const std::vector<int> targets = separators(board, waiting, true);
    if (targets.empty()) return std::nullopt;
    seed = attacker_of(board, mover, random.pick(targets), random);
  } else {
    int cell = first_seed;  // a few random steps away, so that the groups meet
    for (int steps = random.between(2, 12); steps > 0; --steps) cell = random_neighbour(cell, random);
    if (is_open(board, mover, cell)) seed = cell;
  }
  if (!seed) return std::nullopt;
  if (random.chance(wish.ringed_percent)) {
    const auto ring = ring_near(board, mover, *seed, random);
    if (!ring) return std::nullopt;
    for (const int cell : *ring) board[cell] = naive::piece_of(mover);
    seed = ring->front();
  }
  add_group(mover, *seed, random.chance(50));

  if (random.chance(wish.split_percent)) {
    const std::vector<int> cuts = separators(board, mover, false);
    if (cuts.empty()) return std::nullopt;
    const int cut = random.pick(cuts);
    board[cut] = Cell::Empty;
    if (random.chance(50)) {  // the piece that captured it stands there, if its group allows that
      board[cut] = naive::piece_of(waiting);
      if (naive::is_split(board, waiting) || cut / kFiles == (waiting == Color::White ? kRanks - 1 : 0)) {
        board[cut] = Cell::Empty;
      }
    }
  }
  return position;
}

}  // namespace

naive::Position build_position(Variant variant, const Wish& wish, Random& random) {
  for (;;) {
    if (const auto position = try_build(variant, wish, random)) return *position;
  }
}

naive::Position RandomGames::next() {
  if (over_) {
    position_ = random_.chance(60) ? *naive::from_fen(variant_, kStart)
                                   : build_position(variant_, {.fewest = 5, .most = 16}, random_);
    over_ = false;
    plies_ = 0;
  } else {
    position_ = naive::after(position_, choose());
    ++plies_;
  }
  turns_ = naive::turns(position_);
  over_ = plies_ == kLongestGame || turns_.empty();
  return position_;
}

naive::Turn RandomGames::choose() {
  const bool prefers_capture = random_.chance(40);
  naive::Turn turn;
  for (int attempts = 0; attempts < 12; ++attempts) {
    turn = random_.pick(turns_);
    const bool wins = naive::outcome_by_pieces(naive::after(position_, turn).board).has_value();
    if (wins && !random_.chance(5)) continue;
    if (!prefers_capture || turn.first.captures || turn.second.captures) break;
  }
  return turn;
}

}  // namespace ordo::support
