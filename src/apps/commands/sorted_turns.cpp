// The legal turns of a position as sorted text, fast enough for many thousands of positions.
#include "apps/commands/sorted_turns.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "util/check.h"

namespace ordo::apps {
namespace {

/// The text of a part, at most eight characters, as one number: in the order of the bytes.
class Spelled {
 public:
  explicit Spelled(rules::Part part) : part_(part) {
    const std::string text = rules::to_text(part);
    ORDO_CHECK(text.size() <= sizeof letters_);
    for (const char c : text) letters_ = letters_ << 8 | static_cast<unsigned char>(c);
    letters_ <<= 8 * (sizeof letters_ - text.size());
  }

  [[nodiscard]] rules::Part part() const noexcept { return part_; }
  void append_to(std::string& text) const {
    for (std::uint64_t rest = letters_; rest != 0; rest <<= 8) text += static_cast<char>(rest >> 56);
  }
  friend bool operator<(const Spelled& a, const Spelled& b) noexcept { return a.letters_ < b.letters_; }

 private:
  std::uint64_t letters_ = 0;
  rules::Part part_;
};

void spell_sorted(const rules::Position& position, rules::PartList& parts, std::vector<Spelled>& spelled) {
  rules::generate_parts(position, parts);
  spelled.clear();
  for (const rules::Part part : parts) spelled.emplace_back(part);
  std::sort(spelled.begin(), spelled.end());
}

}  // namespace

// Sorting the first parts, then the second parts of each, sorts the turns: no first part is the
// beginning of another one (only "=b6" could follow, and a capture has either a choice or none).
void append_sorted_turns(const rules::Position& position, char separator, std::string& text) {
  rules::PartList parts;
  std::vector<Spelled> firsts;
  std::vector<Spelled> seconds;
  const std::size_t start = text.size();
  const auto append = [&](const Spelled& first, const Spelled* second) {
    if (text.size() != start) text += separator;
    first.append_to(text);
    if (second == nullptr) return;
    text += ',';
    second->append_to(text);
  };
  spell_sorted(position, parts, firsts);
  for (const Spelled& first : firsts) {
    const rules::Position next = position.after(first.part());
    if (next.to_move() != position.to_move()) {
      append(first, nullptr);
      continue;
    }
    spell_sorted(next, parts, seconds);
    for (const Spelled& second : seconds) append(first, &second);
  }
}

}  // namespace ordo::apps
