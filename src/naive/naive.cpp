// The naive reference generator, written from the rules page sentence by sentence.
#include "naive/naive.h"

#include <algorithm>

namespace ordo::naive {
namespace {

[[nodiscard]] constexpr int file_of(int cell) noexcept { return cell % kFiles; }
[[nodiscard]] constexpr int rank_of(int cell) noexcept { return cell / kFiles; }
[[nodiscard]] constexpr int cell_at(int file, int rank) noexcept { return rank * kFiles + file; }
[[nodiscard]] constexpr bool on_board(int file, int rank) noexcept {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

struct Neighbours {
  int count = 0;
  std::array<int, 8> cells{};
};

constexpr auto kNeighbours = [] {
  std::array<Neighbours, kCells> table{};
  for (int cell = 0; cell < kCells; ++cell) {
    Neighbours& neighbours = table[static_cast<std::size_t>(cell)];
    for (int dr = -1; dr <= 1; ++dr) {
      for (int df = -1; df <= 1; ++df) {
        const int file = file_of(cell) + df;
        const int rank = rank_of(cell) + dr;
        if ((df == 0 && dr == 0) || !on_board(file, rank)) continue;
        neighbours.cells[static_cast<std::size_t>(neighbours.count++)] = cell_at(file, rank);
      }
    }
  }
  return table;
}();

/// Marks the group of the piece on `start` with `mark` and returns its size.
int flood(const Board& board, int start, std::array<std::uint8_t, kCells>& marks, std::uint8_t mark) {
  const Cell piece = board[start];
  std::array<int, kCells> queue;
  queue[0] = start;
  marks[static_cast<std::size_t>(start)] = mark;
  std::size_t size = 1;
  for (std::size_t next = 0; next < size; ++next) {
    const Neighbours& neighbours = kNeighbours[static_cast<std::size_t>(queue[next])];
    for (int i = 0; i < neighbours.count; ++i) {
      const int cell = neighbours.cells[static_cast<std::size_t>(i)];
      std::uint8_t& seen = marks[static_cast<std::size_t>(cell)];
      if (board[cell] != piece || seen != 0) continue;
      seen = mark;
      queue[size++] = cell;
    }
  }
  return static_cast<int>(size);
}

/// Whether the group of the piece on `start` has all the `count` pieces of its side.
bool is_one_group(const Board& board, int start, int count) {
  std::array<std::uint8_t, kCells> marks{};
  return flood(board, start, marks, 1) == count;
}

/// The groups of a side: for each cell the number of its group from 1 on, and the sizes.
struct Grouping {
  std::array<std::uint8_t, kCells> group{};
  std::array<int, kCells + 1> size{};
  int count = 0;
  int largest = 0;

  Grouping(const Board& board, Cell piece) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (board[cell] != piece || group[static_cast<std::size_t>(cell)] != 0) continue;
      ++count;
      const int found = flood(board, cell, group, static_cast<std::uint8_t>(count));
      size[static_cast<std::size_t>(count)] = found;
      largest = std::max(largest, found);
    }
  }
};

struct Step {
  int df;
  int dr;
};

/// Which ways the pieces may go at the moment.
struct Ways {
  bool forward = false;  ///< and diagonally forward
  bool sideways = false;
  bool backward = false;  ///< and diagonally backward
};

/// In place of a cell that something moves from.
constexpr int kAnywhere = -1;
constexpr int kNowhere = kCells;

/// Where the parts of a turn that are tried begin.
struct Origins {
  int first = kAnywhere;
  int second = kAnywhere;
};

/// Tries all moves of one side on one board.
template <class Visit>
class PartFinder {
 public:
  /// visit(Part, Board after it) is called for each legal part.
  PartFinder(const Board& board, Variant variant, Color mover, Ways ways, Visit& visit)
      : board_(board),
        variant_(variant),
        own_(piece_of(mover)),
        enemy_(piece_of(opponent(mover))),
        up_(mover == Color::White ? 1 : -1),
        ways_(ways),
        pieces_(count_pieces(board, mover)),
        visit_(visit) {}

  /// `origin`: the left or lower end of what moves.
  void run(int origin) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (board_[cell] != own_ || (origin != kAnywhere && origin != cell)) continue;
      singleton(cell);
      ordos(cell, false);
      ordos(cell, true);
    }
  }

 private:
  void singleton(int from) {
    for (int df = -1; df <= 1; ++df) {
      if (ways_.forward) slide(from, {df, up_});
      if (ways_.sideways && df != 0) slide(from, {df, 0});
      if (ways_.backward) slide(from, {df, -up_});
    }
  }

  void slide(int from, Step step) {
    int file = file_of(from) + step.df;
    int rank = rank_of(from) + step.dr;
    for (; on_board(file, rank); file += step.df, rank += step.dr) {
      const int to = cell_at(file, rank);
      if (board_[to] == own_) return;
      const bool captures = board_[to] == enemy_;
      Board next = board_;
      next[from] = Cell::Empty;
      next[to] = own_;
      if (is_one_group(next, to, pieces_)) {
        const Part part{from, to, 1, false, captures};
        if (captures && variant_ == Variant::OrdoX) {
          remove_subgroups(part, next);
        } else {
          visit_(part, next);
        }
      }
      if (captures) return;
    }
  }

  /// Ordo X: what the capture cut off goes. The attacker chooses between equally large largest subgroups.
  void remove_subgroups(Part part, const Board& captured) {
    const Grouping grouping(captured, enemy_);
    if (grouping.count <= 1) {
      visit_(part, captured);
      return;
    }
    const auto tied = std::count(grouping.size.begin(), grouping.size.end(), grouping.largest);
    for (int stays = 1; stays <= grouping.count; ++stays) {
      if (grouping.size[static_cast<std::size_t>(stays)] != grouping.largest) continue;
      Board next = captured;
      part.keep = -1;
      for (int file = 0; file < kFiles; ++file) {
        for (int rank = 0; rank < kRanks; ++rank) {
          const int cell = cell_at(file, rank);
          const int group = grouping.group[static_cast<std::size_t>(cell)];
          if (group != 0 && group != stays) next[cell] = Cell::Empty;
          if (group == stays && tied > 1 && part.keep < 0) part.keep = cell;
        }
      }
      visit_(part, next);
    }
  }

  /// All ordos with their left or lower end on `from`.
  void ordos(int from, bool column) {
    for (int length = 2;; ++length) {
      const int file = file_of(from) + (column ? 0 : length - 1);
      const int rank = rank_of(from) + (column ? length - 1 : 0);
      if (!on_board(file, rank) || board_[cell_at(file, rank)] != own_) return;
      if (variant_ == Variant::Ordo) {  // side by side only
        if (!column && ways_.forward) move_ordo(from, column, length, {0, up_});
        if (!column && ways_.backward) move_ordo(from, column, length, {0, -up_});
        if (column && ways_.sideways) move_ordo(from, column, length, {-1, 0});
        if (column && ways_.sideways) move_ordo(from, column, length, {1, 0});
      } else {
        for (int df = -1; df <= 1; ++df) {
          if (ways_.forward) move_ordo(from, column, length, {df, up_});
          if (ways_.sideways && df != 0) move_ordo(from, column, length, {df, 0});
        }
      }
    }
  }

  void move_ordo(int from, bool column, int length, Step step) {
    const int along = column ? kFiles : 1;  // from one piece of the ordo to the next
    const int last_file = file_of(from + along * (length - 1));
    const int last_rank = rank_of(from + along * (length - 1));
    Board lifted = board_;  // the squares the ordo leaves are not in its way
    for (int i = 0; i < length; ++i) lifted[from + along * i] = Cell::Empty;
    for (int distance = 1;; ++distance) {
      const int df = step.df * distance;
      const int dr = step.dr * distance;
      if (!on_board(file_of(from) + df, rank_of(from) + dr) || !on_board(last_file + df, last_rank + dr))
        return;
      const int to = cell_at(file_of(from) + df, rank_of(from) + dr);
      Board next = lifted;
      for (int i = 0; i < length; ++i) {
        const int cell = to + along * i;
        if (lifted[cell] != Cell::Empty) return;
        next[cell] = own_;
      }
      if (is_one_group(next, to, pieces_)) visit_(Part{from, to, length, column, false}, next);
    }
  }

  const Board& board_;
  Variant variant_;
  Cell own_;
  Cell enemy_;
  int up_;
  Ways ways_;
  int pieces_;
  Visit& visit_;
};

template <class Visit>
void for_each_part(const Board& board, Variant variant, Color mover, Ways ways, int origin, Visit&& visit) {
  PartFinder<Visit>(board, variant, mover, ways, visit).run(origin);
}

/// visit(Turn, Board after it) for each legal turn.
template <class Visit>
void for_each_turn(const Position& position, Origins origins, Visit&& visit) {
  const Board& board = position.board;
  const Color mover = position.to_move;
  if (outcome_by_pieces(board)) return;
  if (position.variant == Variant::Ordo) {
    const Ways ways{true, true, is_split(board, mover)};
    for_each_part(board, Variant::Ordo, mover, ways, origins.first, [&](const Part& part, const Board& next) {
      visit(Turn{part, {}}, next);
    });
    return;
  }
  const Ways advance{true, false, false};
  const Ways preparation{false, true, false};
  const auto try_advances = [&](const Part& first, const Board& between) {
    if (first.captures && count_pieces(between, opponent(mover)) == 0) {  // the game is over
      visit(Turn{first, {}}, between);
      return;
    }
    const auto visit_both = [&](const Part& second, const Board& next) { visit(Turn{first, second}, next); };
    for_each_part(between, Variant::OrdoX, mover, advance, origins.second, visit_both);
  };
  const auto visit_alone = [&](const Part& part, const Board& next) { visit(Turn{part, {}}, next); };
  for_each_part(board, Variant::OrdoX, mover, advance, origins.first, visit_alone);
  for_each_part(board, Variant::OrdoX, mover, preparation, origins.first, try_advances);
}

/// The cell that a text begins with.
[[nodiscard]] int cell_from(std::string_view text) {
  if (text.size() < 2) return kNowhere;
  const int file = text[0] - 'a';
  const int rank = text[1] - '1';
  return on_board(file, rank) ? cell_at(file, rank) : kNowhere;
}

/// The board after a legal part.
Board make(const Board& board, Variant variant, Color mover, const Part& part) {
  Board next = board;
  const int along = part.column ? kFiles : 1;
  for (int i = 0; i < part.length; ++i) next[part.from + along * i] = Cell::Empty;
  for (int i = 0; i < part.length; ++i) next[part.to + along * i] = piece_of(mover);
  if (variant == Variant::Ordo || !part.captures) return next;
  const Grouping grouping(next, piece_of(opponent(mover)));
  int stays = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const int group = grouping.group[static_cast<std::size_t>(cell)];
    if (group == 0 || grouping.size[static_cast<std::size_t>(group)] != grouping.largest) continue;
    if (part.keep < 0 || part.keep == cell) stays = group;
  }
  for (int cell = 0; cell < kCells; ++cell) {
    const int group = grouping.group[static_cast<std::size_t>(cell)];
    if (group != 0 && group != stays) next[cell] = Cell::Empty;
  }
  return next;
}

}  // namespace

std::vector<Turn> turns(const Position& position) {
  std::vector<Turn> list;
  for_each_turn(position, {}, [&](const Turn& turn, const Board&) { list.push_back(turn); });
  return list;
}

std::optional<Position> played(const Position& position, std::string_view text) {
  const auto comma = text.find(',');
  Origins origins{cell_from(text), kNowhere};
  if (comma != std::string_view::npos) origins.second = cell_from(text.substr(comma + 1));
  std::optional<Position> found;
  for_each_turn(position, origins, [&](const Turn& turn, const Board& next) {
    if (to_text(turn) == text) found = Position{position.variant, opponent(position.to_move), next};
  });
  return found;
}

std::uint64_t count_turns(const Position& position) { return perft(position, 1); }

Position after_preparation(const Position& position, const Part& part) {
  return {position.variant, position.to_move, make(position.board, position.variant, position.to_move, part)};
}

Position after(const Position& position, const Turn& turn) {
  Position next = after_preparation(position, turn.first);
  if (turn.second.length > 0) next = after_preparation(next, turn.second);
  next.to_move = opponent(position.to_move);
  return next;
}

std::optional<Outcome> outcome(const Position& position) {
  if (const auto decided = outcome_by_pieces(position.board)) return decided;
  if (count_turns(position) > 0) return std::nullopt;
  return Outcome{opponent(position.to_move),
                 is_split(position.board, position.to_move) ? "cannot-reconnect" : "no-move"};
}

std::optional<Outcome> outcome_by_pieces(const Board& board) {
  for (int file = 0; file < kFiles; ++file) {
    if (board[cell_at(file, kRanks - 1)] == Cell::White) return Outcome{Color::White, "home-row"};
    if (board[cell_at(file, 0)] == Cell::Black) return Outcome{Color::Black, "home-row"};
  }
  if (count_pieces(board, Color::Black) == 0) return Outcome{Color::White, "last-piece"};
  if (count_pieces(board, Color::White) == 0) return Outcome{Color::Black, "last-piece"};
  return std::nullopt;
}

int count_pieces(const Board& board, Color color) {
  int count = 0;
  for (int cell = 0; cell < kCells; ++cell) count += board[cell] == piece_of(color) ? 1 : 0;
  return count;
}

std::vector<std::vector<int>> groups(const Board& board, Color color) {
  const Grouping grouping(board, piece_of(color));
  std::vector<std::vector<int>> list(static_cast<std::size_t>(grouping.count));
  for (int cell = 0; cell < kCells; ++cell) {
    const int group = grouping.group[static_cast<std::size_t>(cell)];
    if (group > 0) list[static_cast<std::size_t>(group - 1)].push_back(cell);
  }
  return list;
}

bool is_split(const Board& board, Color color) { return Grouping(board, piece_of(color)).count > 1; }

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for_each_turn(position, {}, [&](const Turn&, const Board& next) {
    count += depth == 1 ? 1 : perft({position.variant, opponent(position.to_move), next}, depth - 1);
  });
  return count;
}

std::uint64_t perft_made(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const Turn& turn : turns(position)) count += perft_made(after(position, turn), depth - 1);
  return count;
}

}  // namespace ordo::naive
