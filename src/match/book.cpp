// Finding and reading openings.
#include "match/book.h"

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "util/check.h"
#include "util/random.h"
#include "util/text.h"

namespace ordo::match {
namespace {

/// One in a few is near equal; so many refusals in a row mean that none ever will be.
constexpr int kMaxAttempts = 2000;
constexpr std::size_t kHashMegabytes = 4;

[[nodiscard]] rules::Turn random_turn(const rules::Position& position, util::Random& random) {
  std::uint64_t skip = random.below(rules::count_turns(position));
  rules::Turn chosen;
  rules::for_each_turn(position, [&](const rules::Turn& turn) {
    chosen = turn;
    return skip-- != 0;
  });
  return chosen;
}

/// Nothing if the game ended on the way.
[[nodiscard]] std::optional<rules::Position> random_position(const BookOptions& options,
                                                             util::Random& random) {
  rules::Game game(options.variant);
  for (int ply = 0; ply < options.plies; ++ply) {
    game.play(random_turn(game.position(), random));
    if (game.outcome()) return std::nullopt;
  }
  return game.position();
}

}  // namespace

Book::Book(const BookOptions& options) : options_(options), is_fixed_(false) {}

Book::Book(std::vector<rules::Position> openings) : is_fixed_(true), openings_(std::move(openings)) {
  ORDO_CHECK(!openings_.empty());
}

void Book::remember(std::size_t number, const rules::Position& opening) {
  if (is_fixed_) return;
  const std::lock_guard lock(mutex_);
  remembered_.emplace(number, opening);
  hashes_.insert(opening.hash());
}

rules::Position Book::opening(std::size_t number) {
  const std::lock_guard lock(mutex_);
  if (is_fixed_) return openings_[number % openings_.size()];
  while (openings_.size() <= number) {
    const auto known = remembered_.find(openings_.size());
    openings_.push_back(known == remembered_.end() ? find(openings_.size()) : known->second);
  }
  return openings_[number];
}

rules::Position Book::find(std::size_t number) {
  util::Random random(options_.seed, number);
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    const auto position = random_position(options_, random);
    if (!position || hashes_.contains(position->hash()) || !is_near_equal(*position)) continue;
    hashes_.insert(position->hash());
    return *position;
  }
  throw std::runtime_error(
      fmt::format("no new opening of {} turns was found within {} centipoints of equality in {} attempts; "
                  "allow more turns, or more "
                  "centipoints",
                  options_.plies, options_.bound, kMaxAttempts));
}

bool Book::is_near_equal(const rules::Position& position) {
  if (!engine_) {
    thinking::EngineOptions options;
    options.hash_megabytes = kHashMegabytes;
    engine_ = std::make_unique<search::Engine>(options);
  }
  engine_->new_game();
  thinking::Limits limits;
  limits.nodes = options_.nodes;
  const thinking::Answer answer = engine_->think(rules::Game(position), limits);
  return !answer.lines.empty() && std::abs(answer.lines.front().score.value()) <= options_.bound;
}

util::Result<std::vector<rules::Position>, std::string> parse_book(rules::Variant variant,
                                                                   std::string_view text) {
  std::vector<rules::Position> openings;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = util::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const auto position = rules::parse_fen(variant, line);
    if (!position) return util::failure(fmt::format("line {}: {}", number, position.error().message));
    if (position->phase() != rules::Phase::Whole)
      return util::failure(fmt::format("line {}: the position is in the middle of a turn", number));
    if (rules::outcome(*position)) return util::failure(fmt::format("line {}: the game is over", number));
    openings.push_back(*position);
  }
  if (openings.empty()) return util::failure(std::string("there is no position in it"));
  return openings;
}

}  // namespace ordo::match
