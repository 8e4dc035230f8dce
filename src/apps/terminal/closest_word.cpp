// "Did you mean …": the known words nearest to a mistyped one.
#include "apps/terminal/closest_word.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ordo::apps {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment: three rows of the usual table are enough.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string closest_words(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 32;  // nobody mistypes a command of ours at such length
  if (word.empty() || word.size() > kLongest) return {};
  std::size_t best = 2;
  std::vector<std::string> words;
  for (const std::string_view candidate : known) {
    const std::size_t distance = candidate.starts_with(word) ? 1 : edit_distance(word, candidate);
    if (distance > best || distance >= candidate.size()) continue;
    if (distance < best) words.clear();
    best = distance;
    words.push_back(fmt::format("'{}'", candidate));
  }
  return fmt::format("{}", fmt::join(words, " or "));
}

}  // namespace ordo::apps
