// Trees between the library and a page: JSON one way, lines of text the other.
#include "study/tree_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "records/tags.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "study/comment.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace ordo::study {
namespace {

using util::failure;
using util::JsonWriter;

void write_arrows(JsonWriter& json, const std::vector<Arrow>& arrows) {
  json.open('[');
  for (const Arrow& arrow : arrows) {
    json.open('[');
    json.value(arrow.from.index());
    json.value(arrow.to.index());
    json.close(']');
  }
  json.close(']');
}

void write_text(JsonWriter& json, const std::optional<std::string>& text) {
  text ? json.value(*text) : json.null();
}

void write_node(JsonWriter& json, const TreeNode& node, std::size_t depth, const rules::Position& after) {
  const Comment comment = parse_comment(node.comment);
  const auto outcome = rules::outcome(after);
  json.open('[');
  json.value(depth);
  json.value(rules::to_text(node.turn));
  json.value(rules::to_fen(after));
  write_text(json, outcome ? std::optional(std::string(name(outcome->ending))) : std::nullopt);
  json.open('[');
  for (const std::uint8_t glyph : node.glyphs) json.value(static_cast<int>(glyph));
  json.close(']');
  json.value(comment.words);
  write_arrows(json, comment.arrows);
  comment.clock ? json.value(*comment.clock) : json.null();
  write_text(json, comment.score ? std::optional(score_text(*comment.score)) : std::nullopt);
  json.value(node.lead);
  json.close(']');
}

[[nodiscard]] std::string_view take(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

[[nodiscard]] std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[nodiscard]] bool read_notes(TreeNode& node, std::string_view line) {
  std::string_view glyphs = take(line, '\t');
  while (!glyphs.empty()) {
    const auto glyph = number(take(glyphs, ' '));
    if (!glyph || *glyph > 255) return false;
    node.glyphs.push_back(static_cast<std::uint8_t>(*glyph));
  }
  Comment comment;
  std::string_view arrows = take(line, '\t');
  while (!arrows.empty()) {
    const std::string_view arrow = take(arrows, ' ');
    const auto from = rules::Square::parse(arrow.substr(0, 2));
    const auto to = rules::Square::parse(arrow.substr(std::min<std::size_t>(2, arrow.size())));
    if (!from || !to) return false;
    comment.arrows.push_back({*from, *to});
  }
  if (const std::string_view clock = take(line, '\t'); !clock.empty()) {
    const auto seconds = number(clock);
    if (!seconds || *seconds > 1'000'000'000) return false;
    comment.clock = static_cast<std::int64_t>(*seconds);
  }
  if (const std::string_view score = take(line, '\t'); !score.empty()) {
    comment.score = parse_score(score);
    if (!comment.score) return false;
  }
  util::append_words(node.lead, take(line, '\t'));
  util::append_words(comment.words, line);
  node.comment = to_text(comment);
  return true;
}

class TreeReader {
 public:
  explicit TreeReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] util::Result<Tree, std::string> read() {
    if (auto why = read_head()) return failure(std::move(*why));
    while (!rest_.empty()) {
      const std::string_view tag = take(rest_, '\n');
      if (tag.empty()) break;
      const std::size_t tab = std::min(tag.find('\t'), tag.size());
      const std::string_view value = tag.substr(std::min(tab + 1, tag.size()));
      if (!records::is_tag_name(tag.substr(0, tab))) return failure(std::string("a tag without a name"));
      tree_.tags.push_back({std::string(tag.substr(0, tab)), std::string(value)});
    }
    path_.assign(1, {0, tree_.start});
    for (bool is_root = true; !rest_.empty(); is_root = false) {
      if (auto why = read_node(take(rest_, '\n'), is_root)) return failure(std::move(*why));
    }
    return std::move(tree_);
  }

 private:
  [[nodiscard]] std::optional<std::string> read_head() {
    std::string_view head = take(rest_, '\n');
    const auto variant = rules::variant_from(take(head, '\t'));
    const auto result = rules::game_result_from(take(head, '\t'));
    if (!variant || !result) return "the variant or the result is missing";
    tree_.result = *result;
    tree_.ending = rules::ending_from(head);
    const std::string_view fen = take(rest_, '\n');
    const auto start = rules::parse_fen(*variant, fen.empty() ? rules::kInitialFen : fen);
    if (!start) return start.error().message;
    tree_.start = *start;
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> read_node(std::string_view line, bool is_root) {
    const auto depth = number(take(line, '\t'));
    const std::string_view word = take(line, '\t');
    if (!depth || (*depth == 0) != is_root || *depth > path_.size()) return "a node at no depth";
    if (tree_.nodes.size() > kMaxNodes) return fmt::format("more than {} turns", kMaxNodes);
    std::size_t node = 0;
    if (!is_root) {
      path_.resize(*depth, path_.front());
      const rules::Position& before = path_.back().position;
      const auto turn = rules::read_turn(before, word);
      if (!turn) return turn.error().message;
      node = tree_.add(path_.back().node, *turn);
      const rules::Position after = before.after(*turn);
      path_.push_back({node, after});
    }
    if (!read_notes(tree_.nodes[node], line)) return "notes that cannot be read";
    return std::nullopt;
  }

  struct Step {
    std::size_t node;
    rules::Position position;
  };

  std::string_view rest_;
  Tree tree_;
  std::vector<Step> path_;  ///< from the root to the node before
};

}  // namespace

std::string tree_json(const Tree& tree) {
  const Comment root = parse_comment(tree.nodes[0].comment);
  return util::json_object([&](JsonWriter& json) {
    json.member("variant", rules::name(tree.start.variant()));
    json.member("fen", rules::to_fen(tree.start));
    json.list_member("tags", tree.tags, [&json](const records::Tag& tag) {
      json.open('[');
      json.value(tag.name);
      json.value(tag.value);
      json.close(']');
    });
    json.member("result", name(tree.result));
    json.name("ending");
    write_text(json, tree.ending ? std::optional(std::string(name(*tree.ending))) : std::nullopt);
    json.member("comment", root.words);
    json.name("arrows");
    write_arrows(json, root.arrows);
    json.name("nodes");
    json.open('[');
    // Children in order, each with all that comes after it.
    struct Step {
      std::size_t node;
      std::size_t depth;
      rules::Position before;
    };
    std::vector<Step> waiting;
    const auto wait_for = [&](std::size_t node, std::size_t depth, const rules::Position& position) {
      const std::vector<std::size_t>& children = tree.nodes[node].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        waiting.push_back({*child, depth + 1, position});
      }
    };
    wait_for(0, 0, tree.start);
    while (!waiting.empty()) {
      const Step step = waiting.back();
      waiting.pop_back();
      const rules::Position after = step.before.after(tree.nodes[step.node].turn);
      write_node(json, tree.nodes[step.node], step.depth, after);
      wait_for(step.node, step.depth, after);
    }
    json.close(']');
  });
}

util::Result<Tree, std::string> parse_tree(std::string_view text) { return TreeReader(text).read(); }

}  // namespace ordo::study
