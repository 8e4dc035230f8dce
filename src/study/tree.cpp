// A record as a tree of turns: how a study of a game is walked, drawn and packed.
#include "study/tree.h"

#include <algorithm>
#include <utility>

#include "rules/game.h"
#include "rules/movegen.h"
#include "util/text.h"

namespace ordo::study {
namespace {

using records::Record;
using records::RecordedTurn;
using records::Variation;

[[nodiscard]] bool says_nothing(const records::Tag& tag) {
  return tag.value == "?" || tag.value == "????.??.??" || tag.value.empty();
}

/// The child with that turn, made if there is none.
[[nodiscard]] std::size_t child_of(Tree& tree, std::size_t parent, const rules::Turn& turn) {
  for (const std::size_t child : tree.nodes[parent].children) {
    if (tree.nodes[child].turn == turn) return child;
  }
  return tree.add(parent, turn);
}

void join(std::string& words, const std::string& more) { util::append_words(words, more); }

/// Lines yet to be put into a tree: from a turn of a variation on, below a node.
struct Waiting {
  const Variation* line;
  std::size_t at;
  std::size_t parent;
};

/// The line from a node on as a record has it. False: nested more deeply than records are.
[[nodiscard]] bool fill(const Tree& tree, Variation& line, std::size_t first, int depth) {
  if (depth > records::kMaxVariationDepth) return false;
  for (std::size_t node = first; node != 0;) {
    const TreeNode& from = tree.nodes[node];
    line.turns.push_back({from.turn, from.glyphs, from.comment, {}});
    const std::vector<std::size_t>& siblings = tree.nodes[from.parent].children;
    // Where a variation begins its siblings stand elsewhere already.
    const bool has_branches = siblings.front() == node;
    for (std::size_t i = 1; has_branches && i < siblings.size(); ++i) {
      Variation& branch = line.turns.back().variations.emplace_back();
      branch.comment = tree.nodes[siblings[i]].lead;
      if (!fill(tree, branch, siblings[i], depth + 1)) return false;
    }
    node = from.children.empty() ? 0 : from.children.front();
  }
  return true;
}

}  // namespace

std::size_t Tree::add(std::size_t parent, const rules::Turn& turn) {
  const std::size_t number = nodes.size();
  nodes.push_back({.turn = turn, .glyphs = {}, .lead = {}, .comment = {}, .parent = parent, .children = {}});
  nodes[parent].children.push_back(number);
  return number;
}

Tree tree_of(const Record& record) {
  Tree tree;
  tree.tags = record.tags;
  std::erase_if(tree.tags, says_nothing);
  tree.start = record.start;
  tree.result = record.result;
  tree.ending = record.ending;
  tree.nodes[0].comment = record.main_line.comment;
  // The continuation of a turn comes before what could have been played instead of it.
  std::vector<Waiting> waiting = {{&record.main_line, 0, 0}};
  while (!waiting.empty()) {
    const Waiting next = waiting.back();
    waiting.pop_back();
    if (next.at == next.line->turns.size()) continue;
    const RecordedTurn& played = next.line->turns[next.at];
    const std::size_t node = child_of(tree, next.parent, played.turn);
    if (next.at == 0 && next.line != &record.main_line) {
      // A variation that became part of the line it branched from begins nothing.
      const bool begins = tree.nodes[next.parent].children.front() != node;
      join(begins ? tree.nodes[node].lead : tree.nodes[node].comment, next.line->comment);
    }
    join(tree.nodes[node].comment, played.comment);
    for (const std::uint8_t glyph : played.glyphs) tree.nodes[node].glyphs.push_back(glyph);
    for (auto branch = played.variations.rbegin(); branch != played.variations.rend(); ++branch) {
      waiting.push_back({&*branch, 0, next.parent});
    }
    waiting.push_back({next.line, next.at + 1, node});
  }
  return tree;
}

util::Result<Record, std::string> record_of(const Tree& tree) {
  Record record;
  record.tags = tree.tags;
  record.start = tree.start;
  record.main_line.comment = tree.nodes[0].comment;
  const std::vector<std::size_t>& firsts = tree.nodes[0].children;
  if (!firsts.empty() && !fill(tree, record.main_line, firsts.front(), 0)) {
    return util::failure(std::string("variations are nested too deeply"));
  }
  rules::Game game(tree.start);
  for (const RecordedTurn& played : record.main_line.turns) {
    if (game.outcome() || !rules::is_legal(game.position(), played.turn)) break;  // said below
    game.play(played.turn);
  }
  if (game.outcome()) {
    record.result = result_of(game.outcome());
    record.ending = game.outcome()->ending;
  } else if (!tree.ending || rules::is_by_players(*tree.ending)) {
    record.result = tree.result;
    record.ending = tree.ending;
  }
  // The reader knows what a record may be: whatever it is made of goes through it once.
  auto read = records::parse_record(records::write_record(record));
  if (!read) return util::failure(records::to_text(read.error()));
  return std::move(read).value();
}

}  // namespace ordo::study
