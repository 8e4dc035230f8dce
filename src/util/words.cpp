// Words and quotation marks.
#include "util/words.h"

#include "util/text.h"

namespace ordo::util {

Result<std::vector<std::string>, std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_word = false;  // also an empty pair of quotation marks is one
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && quote != '\'' && (quote == 0 || next == '"' || next == '\\')) {
      if (i + 1 == text.size()) return failure(std::string("a backslash stands at the end"));
      word += next;
      is_word = true;
      ++i;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_word = true;
    } else if (!is_space(c)) {
      word += c;
      is_word = true;
    } else if (is_word) {
      words.push_back(word);
      word.clear();
      is_word = false;
    }
  }
  if (quote != 0) return failure(std::string("a quotation mark ") + quote + " is not closed");
  if (is_word) words.push_back(word);
  return words;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    const bool is_plain = !word.empty() && word.find_first_of(" \t\n\r\v\f'\"\\") == std::string::npos;
    if (is_plain) {
      text += word;
      continue;
    }
    text += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text;
}

}  // namespace ordo::util
