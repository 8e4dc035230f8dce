// The rating in a pool, and how it is told.
#include "match/pool.h"

#include <algorithm>

#include <fmt/format.h>

#include "match/summary.h"
#include "util/json_writer.h"

namespace ordo::match {
namespace {

[[nodiscard]] std::vector<Pentanomial> pairs_of(const PoolResult& result) {
  std::vector<Pentanomial> pairs;
  for (const PoolResult::Opponent& opponent : result.opponents) pairs.push_back(opponent.tally.pairs);
  return pairs;
}

[[nodiscard]] double score_of(const PoolResult::Opponent& opponent) {
  const auto estimated = estimate(opponent.tally.pairs);
  return estimated ? estimated->score : 1;
}

/// Against whom least was scored; nobody if there are no opponents.
[[nodiscard]] const PoolResult::Opponent* worst(const PoolResult& result) {
  const auto found = std::min_element(result.opponents.begin(), result.opponents.end(),
                                      [](const auto& a, const auto& b) { return score_of(a) < score_of(b); });
  return found == result.opponents.end() ? nullptr : &*found;
}

[[nodiscard]] std::uint64_t faults(const Tally& tally, std::size_t who) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : tally.faults[who]) sum += count;
  return sum;
}

}  // namespace

std::vector<std::pair<std::size_t, std::string>> pool_lines(std::string_view text) {
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line[first] != '#') lines.emplace_back(number, line);
  }
  return lines;
}

std::optional<Estimate> pool_rating(const PoolResult& result) { return estimate(pairs_of(result)); }

std::string pool_text(const PoolResult& result) {
  std::string text = fmt::format("{} against a pool of {}: {}, {} games each, {}\n",
                                 result.plan.contestants[0].name, result.opponents.size(),
                                 rules::title(result.plan.variant), result.plan.games, end_text(result.end));
  if (const auto rating = pool_rating(result)) {
    text += fmt::format("  {:<12} {:5.1f} %  Elo {} (95 %)\n", "all", 100 * rating->score, elo_text(*rating));
  }
  for (const PoolResult::Opponent& opponent : result.opponents) {
    const Tally& tally = opponent.tally;
    const auto estimated = estimate(tally.pairs);
    text += fmt::format("  {:<12} {:5.1f} %  Elo {}  {}  faults {} and {}\n", opponent.name,
                        estimated ? 100 * estimated->score : 0, estimated ? elo_text(*estimated) : "?",
                        score_text(tally), faults(tally, 0), faults(tally, 1));
  }
  if (const PoolResult::Opponent* opponent = worst(result)) {
    text += fmt::format("  {:<12} {:5.1f} %  {}\n", "worst", 100 * score_of(*opponent), opponent->name);
  }
  return text;
}

std::string pool_json(const PoolResult& result) {
  return util::json_object([&](util::JsonWriter& json) {
    json.member("variant", rules::name(result.plan.variant));
    json.member("name", result.plan.contestants[0].name);
    json.member("limits", to_text(result.plan.contestants[0].pace));
    json.member("end", end_text(result.end));
    json.member("planned", result.plan.games);
    if (const auto rating = pool_rating(result)) write_estimate(json, *rating);
    if (const PoolResult::Opponent* opponent = worst(result)) json.member("worst", opponent->name);
    json.name("opponents");
    json.open('[');
    for (const PoolResult::Opponent& opponent : result.opponents) {
      json.open('{');
      json.member("name", opponent.name);
      json.member("games", opponent.tally.games);
      json.member("wins", opponent.tally.count(GameScore::Win));
      json.member("draws", opponent.tally.count(GameScore::Draw));
      json.member("losses", opponent.tally.count(GameScore::Loss));
      if (const auto estimated = estimate(opponent.tally.pairs)) write_estimate(json, *estimated);
      json.member("faults", faults(opponent.tally, 0));
      json.member("opponent_faults", faults(opponent.tally, 1));
      json.close('}');
    }
    json.close(']');
  });
}

}  // namespace ordo::match
