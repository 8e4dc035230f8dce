// Proof trees as text.
#include <algorithm>
#include <map>
#include <ostream>
#include <string>

#include "rules/fen.h"
#include "rules/notation.h"
#include "solve/proof_tree.h"

namespace ordo::solve {
namespace {

class TreeWriter {
 public:
  TreeWriter(const ProofTree& tree, std::ostream& out) : tree_(tree), out_(out) {}

  void write() {
    const int turns = (tree_.plies() + 1) / 2;
    const bool moves = tree_.first.has_value();
    const rules::Color winner = moves ? tree_.start.to_move() : opponent(tree_.start.to_move());
    line(0, rules::to_fen(tree_.start) + ": " + std::string(rules::name(winner)) + " wins in at most " +
                std::to_string(turns));
    if (moves) {
      follow(0, rules::to_text(*tree_.first), tree_.next);
    } else if (tree_.next != ProofTree::kOver) {
      show(0, tree_.next);
    }
  }

 private:
  void line(int depth, const std::string& text) {
    out_ << std::string(static_cast<std::size_t>(depth) * 2, ' ') << text << '\n';
    ++lines_;
  }

  /// A line that leads to a stand, and what is below it unless that stands elsewhere.
  void follow(int depth, const std::string& text, int next) {
    if (next == ProofTree::kOver) return line(depth, text + "#");
    const ProofTree::Stand& stand = tree_.stands[static_cast<std::size_t>(next)];
    if (stand.from_table) return line(depth, text + " (table: loss " + std::to_string(stand.plies) + ")");
    if (stand.replies.empty()) return line(depth, text + "#");
    const auto [known, is_new] = written_.try_emplace(next, lines_ + 1);
    if (!is_new) return line(depth, text + " (as after line " + std::to_string(known->second) + ")");
    line(depth, text);
    show(depth + 1, next);
  }

  void show(int depth, int number) {
    const ProofTree::Stand& stand = tree_.stands[static_cast<std::size_t>(number)];
    if (stand.from_table) return line(depth, "(table: loss " + std::to_string(stand.plies) + ")");
    const std::optional<rules::Turn> usual = usual_end(stand);
    for (const ProofTree::Reply& reply : stand.replies) {
      if (usual && reply.next == ProofTree::kOver && reply.attack == *usual) continue;
      follow(depth, rules::to_text(reply.defence) + " " + rules::to_text(reply.attack), reply.next);
    }
    if (usual) line(depth, "others " + rules::to_text(*usual) + "#");
  }

  /// The turn that wins at once against most answers, if against two at least.
  [[nodiscard]] static std::optional<rules::Turn> usual_end(const ProofTree::Stand& stand) {
    std::map<rules::Turn, int> counts;
    for (const ProofTree::Reply& reply : stand.replies) {
      if (reply.next == ProofTree::kOver) ++counts[reply.attack];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end() || most->second < 2) return std::nullopt;
    return most->first;
  }

  const ProofTree& tree_;
  std::ostream& out_;
  std::map<int, std::size_t> written_;  ///< stands, by the line that leads to them
  std::size_t lines_ = 0;
};

}  // namespace

void write(const ProofTree& tree, std::ostream& out) { TreeWriter(tree, out).write(); }

}  // namespace ordo::solve
