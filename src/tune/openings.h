// The openings of each iteration: no iteration has to find those of the iterations before it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "match/book.h"
#include "rules/position.h"

namespace ordo::tune {

/// Which opening a pair is played from depends on nothing but the settings, the iteration and the pair. Any
/// thread may ask.
class Openings {
 public:
  /// Found anew for each iteration.
  explicit Openings(const match::BookOptions& options) : options_(options) {}
  /// From a book, `pairs` for each iteration, again from its beginning when there are no more.
  Openings(std::unique_ptr<match::Book> book, std::size_t pairs) : book_(std::move(book)), pairs_(pairs) {}

  /// `iteration` from 1, `pair` from 0. Throws what match::Book throws.
  [[nodiscard]] rules::Position opening(std::size_t iteration, std::size_t pair);

 private:
  [[nodiscard]] match::Book& book_of(std::size_t iteration);

  const match::BookOptions options_;
  std::mutex mutex_;  ///< guards what follows
  std::unique_ptr<match::Book> book_;
  std::size_t pairs_ = 0;      ///< 0: the book is of one iteration,
  std::size_t iteration_ = 0;  ///< this one
};

}  // namespace ordo::tune
