// The positions games start from: read from a file, or found by playing at random and keeping what is near
// equal.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "rules/position.h"
#include "search/engine.h"
#include "util/result.h"

namespace ordo::match {

/// How openings are found.
struct BookOptions {
  rules::Variant variant = rules::Variant::Ordo;
  std::uint64_t seed = 1;
  int plies = 6;                ///< random turns
  std::uint64_t nodes = 20000;  ///< of the search that judges them
  int bound = 60;               ///< in centipoints (thinking::Score): how far from equal it may find them
};

/// Turns to play at random so that there is choice and still balance: an Ordo X turn is two moves, of
/// thousands.
[[nodiscard]] constexpr int default_plies(rules::Variant variant) noexcept {
  return variant == rules::Variant::Ordo ? 6 : 2;
}

/// Openings by number, each found when it is first asked for. Opening n depends on nothing but the options, n
/// and the engine's evaluation, and all are different. Any thread may ask.
class Book {
 public:
  explicit Book(const BookOptions& options);
  /// These, again from the first one when there are no more. There is at least one.
  explicit Book(std::vector<rules::Position> openings);

  /// Opening `number` has been played already, and is this one whatever the engine thinks of it now. To be
  /// told before anything is asked.
  void remember(std::size_t number, const rules::Position& opening);

  /// Throws std::runtime_error if nothing near equal is found.
  [[nodiscard]] rules::Position opening(std::size_t number);

 private:
  [[nodiscard]] rules::Position find(std::size_t number);
  [[nodiscard]] bool is_near_equal(const rules::Position& position);

  const BookOptions options_;
  const bool is_fixed_;
  std::mutex mutex_;  ///< guards everything below
  std::vector<rules::Position> openings_;
  std::map<std::size_t, rules::Position> remembered_;
  std::unordered_set<std::uint64_t> hashes_;  ///< of openings_ and remembered_
  std::unique_ptr<search::Engine> engine_;    ///< made when first needed
};

/// Reads positions, one a line; empty lines and lines that begin with '#' are skipped. Failing: the line and
/// why.
[[nodiscard]] util::Result<std::vector<rules::Position>, std::string> parse_book(rules::Variant variant,
                                                                                 std::string_view text);

}  // namespace ordo::match
