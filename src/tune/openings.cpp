// A book of its own for each iteration, or a part of one.
#include "tune/openings.h"

#include "util/random.h"

namespace ordo::tune {

rules::Position Openings::opening(std::size_t iteration, std::size_t pair) {
  match::Book& book = book_of(iteration);
  return book.opening(pairs_ == 0 ? pair : (iteration - 1) * pairs_ + pair);
}

/// It stays until somebody asks for another iteration: nobody does while one is being played.
match::Book& Openings::book_of(std::size_t iteration) {
  const std::lock_guard lock(mutex_);
  if (pairs_ == 0 && iteration_ != iteration) {
    match::BookOptions options = options_;
    options.seed = util::Random(options_.seed, iteration).next();
    book_ = std::make_unique<match::Book>(options);
    iteration_ = iteration;
  }
  return *book_;
}

}  // namespace ordo::tune
