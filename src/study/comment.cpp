// What a comment of a record holds beside words: arrows and marks, what a clock showed, what a search
// thought.
#include "study/comment.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "util/text.h"

namespace ordo::study {
namespace {

using rules::Square;
using thinking::Score;

template <class Number>
[[nodiscard]] std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "Ge2e4,Rc3": a letter for the colour, which is not kept, and one square or two.
[[nodiscard]] bool read_arrows(std::string_view list, std::size_t squares, std::vector<Arrow>& arrows) {
  std::vector<Arrow> found;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view one = util::trimmed(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (one.size() != 1 + 2 * squares) return false;
    const auto from = Square::parse(one.substr(1, 2));
    const auto to = Square::parse(one.substr(one.size() - 2));
    if (!from || !to) return false;
    const Arrow arrow{*from, *to};
    const auto is_in = [&arrow](const std::vector<Arrow>& all) {
      return std::find(all.begin(), all.end(), arrow) != all.end();
    };
    if (!is_in(arrows) && !is_in(found)) found.push_back(arrow);
  }
  arrows.insert(arrows.end(), found.begin(), found.end());
  return true;
}

/// "0:04:31", and with tenths, which are not kept.
[[nodiscard]] std::optional<std::int64_t> read_clock(std::string_view text) {
  text = text.substr(0, text.find('.'));
  std::int64_t seconds = 0;
  int fields = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const auto field = number<std::int64_t>(text.substr(0, end));
    if (!field || *field < 0 || *field > 1'000'000 || ++fields > 3) return std::nullopt;
    seconds = seconds * 60 + *field;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields == 3 ? std::optional(seconds) : std::nullopt;
}

/// Whether the command is known and was understood.
[[nodiscard]] bool obey(std::string_view name, std::string_view value, Comment& comment) {
  if (name == "csl") return read_arrows(value, 1, comment.arrows);
  if (name == "cal") return read_arrows(value, 2, comment.arrows);
  if (name == "clk" && !comment.clock) {
    comment.clock = read_clock(value);
    return comment.clock.has_value();
  }
  if (name == "eval" && !comment.score) {
    comment.score = parse_score(value);
    return comment.score.has_value();
  }
  return false;
}

void append_arrows(std::string& text, std::string_view name, const std::vector<Arrow>& arrows, bool marks) {
  std::string list;
  for (const Arrow& arrow : arrows) {
    if ((arrow.from == arrow.to) != marks) continue;
    list.append(list.empty() ? "G" : ",G").append(arrow.from.text());
    if (!marks) list += arrow.to.text();
  }
  if (!list.empty()) text += fmt::format("[%{} {}]", name, list);
}

}  // namespace

std::optional<Score> parse_score(std::string_view text) {
  if (text.starts_with('#')) {
    const auto turns = number<int>(text.substr(1));
    if (!turns || *turns == 0 || std::abs(*turns) > Score::kMaxPlies / 2) return std::nullopt;
    return *turns > 0 ? Score::win_after(2 * *turns - 1) : Score::loss_after(-2 * *turns);
  }
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  for (std::size_t i = 0; i < 2; ++i) digits += i < fraction.size() ? fraction[i] : '0';
  const bool is_number = std::all_of(digits.begin(), digits.end(), util::is_digit) && point > 0;
  const auto value = is_number ? number<int>(digits) : std::nullopt;
  if (!value || *value > Score::kTableWin) return std::nullopt;
  return Score(is_negative ? -*value : *value);
}

std::string score_text(Score score) {
  if (score.is_proven()) return fmt::format("#{}{}", score.is_win() ? "" : "-", score.turns_to_win());
  const int value = std::clamp(score.value(), -Score::kTableWin, Score::kTableWin);
  return fmt::format("{}{}.{:02}", value < 0 ? "-" : "", std::abs(value) / 100, std::abs(value) % 100);
}

Comment parse_comment(std::string_view raw) {
  Comment comment;
  std::string normal;
  util::append_words(normal, raw);  // as a record keeps it: what is read now is read again
  std::string_view text = normal;
  std::string words;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find("[%"), text.size());
    const std::size_t end = text.find(']', start);
    words.append(text.substr(0, start));
    text.remove_prefix(start);
    if (end == std::string_view::npos) break;
    const std::string_view command = text.substr(2, end - start - 2);
    const std::size_t space = std::min(command.find(' '), command.size());
    const std::string_view value = util::trimmed(command.substr(space));
    words += ' ';
    if (!obey(command.substr(0, space), value, comment))
      words.append(text.substr(0, end - start + 1)).append(" ");
    text.remove_prefix(end - start + 1);
  }
  words.append(text);
  util::append_words(comment.words, words);
  std::stable_partition(comment.arrows.begin(), comment.arrows.end(),
                        [](const Arrow& arrow) { return arrow.from == arrow.to; });
  return comment;
}

std::string to_text(const Comment& comment) {
  std::string text;
  append_arrows(text, "csl", comment.arrows, true);
  append_arrows(text, "cal", comment.arrows, false);
  if (comment.clock) {
    const std::int64_t seconds = *comment.clock;
    text += fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  if (comment.score) text += fmt::format("[%eval {}]", score_text(*comment.score));
  util::append_words(text, comment.words);
  return text;
}

}  // namespace ordo::study
