// Writing records.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "records/record.h"
#include "records/tags.h"
#include "rules/fen.h"
#include "util/check.h"
#include "util/text.h"

namespace ordo::records {
namespace {

using util::append_words;
using util::is_control;

constexpr std::size_t kWidth = 80;

/// In characters, not bytes: what UTF-8 continues is not counted.
[[nodiscard]] std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Fills lines with tokens.
class LineFiller {
 public:
  explicit LineFiller(std::string& text) : text_(text) {}

  void add(std::string_view token) {
    flush();
    token_ += token;
  }
  /// Glued to the token that comes next, or to the last one.
  void open() {
    flush();
    token_ = '(';
    is_open_ = true;
  }
  void close() { token_ += ')'; }

  /// In braces; a text with a closing brace in it fits only into comments that end with their line.
  /// False if there are no words to write.
  bool comment(std::string_view text) {
    std::string words;
    append_words(words, text);
    if (words.empty()) return false;
    if (words.find('}') == std::string::npos) {
      for_each_word('{' + words + '}', [this](std::string_view word) { add(word); });
      return true;
    }
    is_open_ = false;
    flush();
    new_line();
    for_each_word(words, [this](std::string_view word) {
      if (is_line_empty() || column_ + 1 + width(word) > kWidth) {
        new_line();
        write(";");
      }
      write(" ");
      write(word);
    });
    new_line();
    return true;
  }

  void finish() {
    flush();
    new_line();
  }

 private:
  template <class Visit>
  static void for_each_word(std::string_view words, Visit&& visit) {
    for (std::size_t start = 0; start < words.size();) {
      const std::size_t end = std::min(words.find(' ', start), words.size());
      visit(words.substr(start, end - start));
      start = end + 1;
    }
  }

  /// Writes the token that waited for something to be glued to it.
  void flush() {
    if (token_.empty() || std::exchange(is_open_, false)) return;
    if (column_ + 1 + width(token_) > kWidth) new_line();
    if (!is_line_empty()) write(" ");
    write(token_);
    token_.clear();
  }
  void write(std::string_view piece) {
    text_ += piece;
    column_ += width(piece);
  }
  void new_line() {
    if (!is_line_empty()) text_ += '\n';
    column_ = 0;
  }
  /// Not the same as column 0: what is no UTF-8 may have no width.
  [[nodiscard]] bool is_line_empty() const { return text_.empty() || text_.back() == '\n'; }

  std::string& text_;
  std::string token_;
  bool is_open_ = false;  ///< the token is '(' still without what it is glued to
  std::size_t column_ = 0;
};

void write_tag(std::string& text, std::string_view name, std::string_view value) {
  ORDO_CHECK(is_tag_name(name));
  text += '[';
  text += name;
  text += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += is_control(c) ? ' ' : c;
  }
  text += "\"]\n";
}

void write_tags(std::string& text, const Record& record) {
  constexpr std::array<std::string_view, 5> kRoster = {"Event", "Site", "Date", "White", "Black"};
  for (const std::string_view name : kRoster) {
    write_tag(text, name, tag_value(record, name).value_or(name == "Date" ? "????.??.??" : "?"));
  }
  write_tag(text, "Result", name(record.result));
  write_tag(text, "Variant", title(record.start.variant()));
  if (record.start != rules::Position::initial(record.start.variant()))
    write_tag(text, "FEN", rules::to_fen(record.start));
  if (record.ending) write_tag(text, "Termination", name(*record.ending));
  for (const Tag& tag : record.tags) {
    const bool is_written = std::find(kRoster.begin(), kRoster.end(), tag.name) != kRoster.end() ||
                            tag.name == "Result" || tag.name == "Variant" || tag.name == "FEN" ||
                            (tag.name == "Termination" && record.ending);
    if (!is_written) write_tag(text, tag.name, tag.value);
  }
}

/// `ply` counts from 0, even for White.
void write_line(LineFiller& filler, const Variation& line, std::size_t ply) {
  constexpr std::array<std::string_view, 7> kSuffixes = {"", "!", "?", "!!", "??", "!?", "?!"};
  filler.comment(line.comment);
  bool needs_number = true;
  for (const RecordedTurn& played : line.turns) {
    std::string token;
    if (ply % 2 == 0 || needs_number) token = fmt::format("{}{} ", ply / 2 + 1, ply % 2 == 0 ? "." : "...");
    token += to_text(played.turn);
    std::span<const std::uint8_t> glyphs = played.glyphs;
    if (!glyphs.empty() && glyphs[0] > 0 && glyphs[0] < kSuffixes.size()) {
      token += kSuffixes[glyphs[0]];
      glyphs = glyphs.subspan(1);
    }
    filler.add(token);
    for (const std::uint8_t glyph : glyphs) filler.add(fmt::format("${}", glyph));
    needs_number = filler.comment(played.comment) || !played.variations.empty();
    for (const Variation& variation : played.variations) {
      filler.open();
      write_line(filler, variation, ply);
      filler.close();
    }
    ++ply;
  }
}

}  // namespace

std::string write_record(const Record& record) {
  std::string text;
  write_tags(text, record);
  text += '\n';
  LineFiller filler(text);
  write_line(filler, record.main_line, record.start.to_move() == rules::Color::White ? 0 : 1);
  filler.add(name(record.result));
  filler.finish();
  return text;
}

std::string write_records(std::span<const Record> records) {
  std::string text;
  for (const Record& record : records) {
    if (!text.empty()) text += '\n';
    text += write_record(record);
  }
  return text;
}

}  // namespace ordo::records
