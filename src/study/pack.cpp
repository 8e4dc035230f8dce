// A tree in as few letters as fit into the address of a page.
#include "study/pack.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "records/tags.h"
#include "rules/movegen.h"
#include "study/comment.h"
#include "util/check.h"

namespace ordo::study {
namespace {

using rules::Part;
using rules::Position;

/// The second one also knows clocks, which would otherwise be words and longer than the turns. Who has none
/// still writes the first.
constexpr char kPlain = '1';
constexpr char kWithClocks = '2';
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned kBitsPerLetter = 6;
constexpr unsigned kBitsPerGroup =
    4;  ///< of a count: four bits at a time, and one that says whether more follow

constexpr std::int64_t kMaxClock = 360'000'000;  ///< seconds: no game has more than 100,000 hours

class BitWriter {
 public:
  explicit BitWriter(char version) : text_(1, version) {}

  void bits(unsigned value, unsigned count) {
    for (unsigned i = count; i-- > 0;) {
      letter_ = letter_ << 1 | (value >> i & 1U);
      if (++filled_ == kBitsPerLetter) flush();
    }
  }
  void flag(bool value) { bits(value ? 1 : 0, 1); }
  void count(std::size_t value) {
    do {
      bits(static_cast<unsigned>(value & 15U), kBitsPerGroup);
      value >>= kBitsPerGroup;
      flag(value != 0);
    } while (value != 0);
  }
  void text(std::string_view text) {
    count(text.size());
    for (const char c : text) bits(static_cast<unsigned char>(c), 8);
  }
  [[nodiscard]] std::string finish() {
    while (filled_ != 0) flag(false);
    return std::move(text_);
  }

 private:
  void flush() {
    text_ += kLetters[letter_];
    letter_ = 0;
    filled_ = 0;
  }

  std::string text_;
  unsigned letter_ = 0;
  unsigned filled_ = 0;
};

/// Bits after the end are zero, and noticed.
class BitReader {
 public:
  explicit BitReader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool fine() const noexcept { return fine_; }
  [[nodiscard]] unsigned bits(unsigned count) {
    unsigned value = 0;
    for (; count > 0; --count) value = value << 1 | bit();
    return value;
  }
  [[nodiscard]] bool flag() { return bit() != 0; }
  [[nodiscard]] std::size_t count() {
    std::size_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += kBitsPerGroup) {
      value |= static_cast<std::size_t>(bits(kBitsPerGroup)) << shift;
      if (!flag()) return value;
    }
    fine_ = false;
    return 0;
  }
  [[nodiscard]] std::string text() {
    const std::size_t size = count();
    std::string text;
    for (std::size_t i = 0; i < size && fine_; ++i) text += static_cast<char>(bits(8));
    return text;
  }

 private:
  [[nodiscard]] unsigned bit() {
    const std::size_t letter = at_ / kBitsPerLetter;
    if (letter >= text_.size()) {
      fine_ = false;
      return 0;
    }
    const std::size_t value = kLetters.find(text_[letter]);
    if (value == std::string_view::npos) {
      fine_ = false;
      return 0;
    }
    return static_cast<unsigned>(value >> (kBitsPerLetter - 1 - at_++ % kBitsPerLetter)) & 1U;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool fine_ = true;
};

/// What may be played, in the order that numbers it.
[[nodiscard]] std::vector<Part> numbered(const Position& position) {
  rules::PartList list;
  rules::generate_parts(position, list);
  std::vector<Part> parts(list.begin(), list.end());
  std::sort(parts.begin(), parts.end());
  return parts;
}

[[nodiscard]] unsigned width(std::size_t choices) {
  return choices < 2 ? 0 : static_cast<unsigned>(std::bit_width(choices - 1));
}

void write_part(BitWriter& out, const Position& position, Part part) {
  const std::vector<Part> parts = numbered(position);
  const auto found = std::find(parts.begin(), parts.end(), part);
  ORDO_CHECK(found != parts.end());
  out.bits(static_cast<unsigned>(found - parts.begin()), width(parts.size()));
}

void write_turn(BitWriter& out, const Position& position, const rules::Turn& turn) {
  write_part(out, position, turn.first());
  if (turn.has_two_parts()) write_part(out, position.after(turn.first()), turn.second());
}

[[nodiscard]] std::optional<Part> read_part(BitReader& in, const Position& position) {
  const std::vector<Part> parts = numbered(position);
  const std::size_t number = in.bits(width(parts.size()));
  return number < parts.size() ? std::optional(parts[number]) : std::nullopt;
}

[[nodiscard]] std::optional<rules::Turn> read_turn(BitReader& in, const Position& position) {
  const auto first = read_part(in, position);
  if (!first) return std::nullopt;
  const Position next = position.after(*first);
  if (next.to_move() != position.to_move()) return rules::Turn(*first);
  const auto second = read_part(in, next);
  return second ? std::optional(rules::Turn(*first, *second)) : std::nullopt;
}

void write_start(BitWriter& out, const Position& start) {
  const bool is_initial = start == Position::initial(start.variant());
  out.flag(start.variant() == rules::Variant::OrdoX);
  out.flag(is_initial);
  if (is_initial) return;
  for (int i = 0; i < rules::kSquares; ++i) {
    const auto square = bitboard(rules::Square::from_index(i));
    out.flag((start.occupied() & square).any());
    if ((start.occupied() & square).any()) out.flag((start.pieces(rules::Color::Black) & square).any());
  }
  out.flag(start.to_move() == rules::Color::Black);
  out.flag(start.phase() == rules::Phase::Advance);
}

[[nodiscard]] std::optional<Position> read_start(BitReader& in) {
  rules::Setup setup;
  setup.variant = in.flag() ? rules::Variant::OrdoX : rules::Variant::Ordo;
  if (in.flag()) return Position::initial(setup.variant);
  for (int i = 0; i < rules::kSquares; ++i) {
    if (!in.flag()) continue;
    (in.flag() ? setup.black : setup.white) |= bitboard(rules::Square::from_index(i));
  }
  setup.to_move = in.flag() ? rules::Color::Black : rules::Color::White;
  setup.phase = in.flag() ? rules::Phase::Advance : rules::Phase::Whole;
  const auto position = Position::of(setup);
  return position ? std::optional(*position) : std::nullopt;
}

/// What a comment begins with, as comments are written: "[%clk 0:04:31]", in seconds. The rest stays.
[[nodiscard]] std::optional<std::size_t> take_clock(std::string& comment) {
  constexpr std::string_view kOpening = "[%clk ";
  if (!comment.starts_with(kOpening)) return std::nullopt;
  const std::size_t end = comment.find(']');
  if (end == std::string::npos) return std::nullopt;
  const std::string command = comment.substr(0, end + 1);
  const Comment read = parse_comment(command);
  if (!read.clock || *read.clock < 0 || *read.clock > kMaxClock || to_text(read) != command)
    return std::nullopt;
  comment.erase(0, end + 1);
  return static_cast<std::size_t>(*read.clock);
}

[[nodiscard]] bool has_clocks(const Tree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& node) {
    std::string comment = node.comment;
    return take_clock(comment).has_value();
  });
}

void write_notes(BitWriter& out, TreeNode node, bool with_clocks) {
  if (with_clocks) {
    const auto clock = take_clock(node.comment);
    out.flag(clock.has_value());
    if (clock) out.count(*clock);
  }
  const bool has_notes = !node.glyphs.empty() || !node.lead.empty() || !node.comment.empty();
  out.flag(has_notes);
  if (!has_notes) return;
  out.count(node.glyphs.size());
  for (const std::uint8_t glyph : node.glyphs) out.bits(glyph, 8);
  out.text(node.lead);
  out.text(node.comment);
}

void read_notes(BitReader& in, TreeNode& node, bool with_clocks) {
  std::string clock;
  if (with_clocks && in.flag()) {
    Comment told;
    told.clock = static_cast<std::int64_t>(in.count());
    clock = to_text(told);
  }
  node.comment = clock;
  if (!in.flag()) return;
  const std::size_t glyphs = in.count();
  for (std::size_t i = 0; i < glyphs && in.fine(); ++i) {
    node.glyphs.push_back(static_cast<std::uint8_t>(in.bits(8)));
  }
  node.lead = in.text();
  node.comment = clock + in.text();
}

/// One child, as most nodes have, takes one bit.
void write_children(BitWriter& out, std::size_t children) {
  if (children == 1) {
    out.flag(false);
    return;
  }
  for (std::size_t i = children == 0 ? 1 : children; i > 0; --i) out.flag(true);
  out.flag(false);
}

[[nodiscard]] std::size_t read_children(BitReader& in) {
  std::size_t ones = 0;
  while (in.flag()) ++ones;
  return ones == 0 ? 1 : ones == 1 ? 0 : ones;
}

/// A node whose children are yet to come.
struct Open {
  std::size_t node;
  Position position;
  std::size_t done = 0;   ///< children
  std::size_t count = 0;  ///< all of them
};

void write_nodes(BitWriter& out, const Tree& tree, bool with_clocks) {
  std::vector<Open> open;
  const auto visit = [&](std::size_t node, const Position& position) {
    write_notes(out, tree.nodes[node], with_clocks);
    write_children(out, tree.nodes[node].children.size());
    open.push_back({node, position, 0, tree.nodes[node].children.size()});
  };
  visit(0, tree.start);
  while (!open.empty()) {
    Open& top = open.back();
    if (top.done == top.count) {
      open.pop_back();
      continue;
    }
    const std::size_t child = tree.nodes[top.node].children[top.done++];
    const rules::Turn& turn = tree.nodes[child].turn;
    write_turn(out, top.position, turn);
    visit(child, Position(top.position).after(turn));
  }
}

[[nodiscard]] bool read_nodes(BitReader& in, Tree& tree, bool with_clocks) {
  std::vector<Open> open;
  const auto visit = [&](std::size_t node, const Position& position) {
    read_notes(in, tree.nodes[node], with_clocks);
    open.push_back({node, position, 0, read_children(in)});
  };
  visit(0, tree.start);
  while (!open.empty() && in.fine() && tree.nodes.size() <= kMaxNodes) {
    Open& top = open.back();
    if (top.done == top.count) {
      open.pop_back();
      continue;
    }
    ++top.done;
    const auto turn = read_turn(in, top.position);
    if (!turn) return false;
    const Position next = top.position.after(*turn);
    visit(tree.add(top.node, *turn), next);
  }
  return open.empty() && in.fine();
}

}  // namespace

std::string pack(const Tree& tree) {
  const bool with_clocks = has_clocks(tree);
  BitWriter out(with_clocks ? kWithClocks : kPlain);
  write_start(out, tree.start);
  out.bits(static_cast<unsigned>(tree.result), 2);
  out.flag(tree.ending.has_value());
  if (tree.ending) out.bits(static_cast<unsigned>(*tree.ending), 3);
  out.count(tree.tags.size());
  for (const records::Tag& tag : tree.tags) {
    out.text(tag.name);
    out.text(tag.value);
  }
  write_nodes(out, tree, with_clocks);
  return out.finish();
}

util::Result<Tree, std::string> unpack(std::string_view text) {
  const auto refuse = [](const char* why) { return util::failure(std::string(why)); };
  if (text.empty() || (text.front() != kPlain && text.front() != kWithClocks))
    return refuse("this is no study that this version knows");
  if (text.size() > kMaxPacked) return refuse("this is too long for a study");
  BitReader in(text.substr(1));
  Tree tree;
  const auto start = read_start(in);
  if (!start || !in.fine()) return refuse("the study has no position to start from");
  tree.start = *start;
  tree.result = static_cast<rules::GameResult>(in.bits(2));
  if (in.flag()) tree.ending = static_cast<rules::Ending>(in.bits(3));
  const std::size_t tags = in.count();
  if (tags > records::kMaxTags) return refuse("the study has too many tags");
  for (std::size_t i = 0; i < tags && in.fine(); ++i) {
    std::string name = in.text();
    tree.tags.push_back({std::move(name), in.text()});
  }
  if (!read_nodes(in, tree, text.front() == kWithClocks)) return refuse("the study is cut off or damaged");
  // As a record, since only the reader of records knows all that may be wrong with a game.
  const auto is_name = [](const records::Tag& tag) { return records::is_tag_name(tag.name); };
  if (!std::all_of(tree.tags.begin(), tree.tags.end(), is_name))
    return refuse("the study has a tag without a name");
  auto record = record_of(tree);
  if (!record) return util::failure(std::move(record).error());
  return tree_of(*record);
}

}  // namespace ordo::study
