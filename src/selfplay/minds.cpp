// Set by hand, a few terms each, or mixed from these and fitted weights. Nothing here is tuned: that they
// differ is what they are for.
#include "selfplay/minds.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include "selfplay/fashion.h"

namespace ordo::selfplay {
namespace {

using eval::Weight;
using eval::Weights;

/// In sixteenths of a centipoint, the same for a full and an empty board.
using Terms = std::initializer_list<std::pair<int, int>>;

constexpr int kFirstOfSixthRank = eval::kFirstSquare + eval::kSquareFiles * 5;

/// `piece`: what each piece is worth, and `high` how much more on the sixth and seventh rank.
[[nodiscard]] Weights weights(int piece, int high, Terms terms) {
  Weights weights;
  for (int square = eval::kFirstSquare; square <= eval::kLastSquare; ++square) {
    const int worth = piece + (square >= kFirstOfSixthRank ? high : 0);
    weights[static_cast<std::size_t>(square)] = Weight(worth, worth);
  }
  for (const auto& [feature, worth] : terms)
    weights[static_cast<std::size_t>(feature)] = Weight(worth, worth);
  return weights;
}

/// `share` of the first, the rest of the second.
[[nodiscard]] Weights mixed(const Weights& first, const Weights& second, double share) {
  const auto mix = [share](std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(share * a + (1 - share) * b);
  };
  Weights result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = Weight(mix(first[i].full(), second[i].full()), mix(first[i].empty(), second[i].empty()));
  }
  return result;
}

[[nodiscard]] Weights hand() {
  return weights(480, 880,
                 {{eval::kMeanRank, 200},
                  {eval::kWidth, -312},
                  {eval::kCutPoints, -120},
                  {eval::kSupported6, 96},
                  {eval::kSupported7, 96},
                  {eval::kMove, 88}});
}

[[nodiscard]] Weights hoarder() {
  return weights(1600, 200,
                 {{eval::kMeanRank, 60},
                  {eval::kCutPoints, -200},
                  {eval::kAttacked, 160},
                  {eval::kFirstOfWaiter, 60},
                  {eval::kThreat, 480},
                  {eval::kMove, 60}});
}

/// Rows of neighbours everywhere, above all in front of its own home row.
[[nodiscard]] Weights waller() {
  Weights result = weights(
      520, 240, {{eval::kMeanRank, 80}, {eval::kHomeCover, 260}, {eval::kReach8, 200}, {eval::kMove, 60}});
  for (int rank = 0; rank < 7; ++rank) {
    const int worth = rank < 4 ? 280 : 160;
    result[static_cast<std::size_t>(eval::kFirstRow + rank)] = Weight(worth, worth);
  }
  return result;
}

/// Whoever is in front and has nobody ahead is worth all others.
[[nodiscard]] Weights runner() {
  Weights result = weights(240, 640,
                           {{eval::kMeanRank, 60},
                            {eval::kFront4, 320},
                            {eval::kFront5, 720},
                            {eval::kFront6, 1280},
                            {eval::kFront7, 1920},
                            {eval::kReach8, 240},
                            {eval::kSupported7, 200},
                            {eval::kThreat, 960},
                            {eval::kPassedFront, 160},
                            {eval::kMove, 120}});
  for (int rank = 1; rank < 7; ++rank) {
    const int worth = 160 + 120 * rank;
    result[static_cast<std::size_t>(eval::kFirstPassed + rank - 1)] = Weight(worth, worth);
  }
  return result;
}

/// Everybody next to everybody, going forward together.
[[nodiscard]] Weights mass() {
  Weights result = weights(
      480, 320, {{eval::kMeanRank, 200}, {eval::kWidth, -280}, {eval::kCutPoints, -320}, {eval::kMove, 88}});
  for (int feature = eval::kFirstRow; feature < eval::kFirstPassed; ++feature) {
    result[static_cast<std::size_t>(feature)] = Weight(72, 72);
  }
  return result;
}

[[nodiscard]] Mind same(std::string_view name, std::string_view about, const Weights& weights) {
  return {name, about, weights, weights};
}

[[nodiscard]] Mind mix(std::string_view name, std::string_view about, double share) {
  return {name, about, mixed(kFashionOrdo, hand(), share), mixed(eval::kOrdoXWeights, hand(), share)};
}

[[nodiscard]] std::vector<Mind> all_minds() {
  return {
      {"fashion", "as fitted on games with itself: sheds its pieces", kFashionOrdo, eval::kOrdoXWeights},
      same("hand", "seven terms set in one go", hand()),
      mix("mix50", "the mean of fashion and hand", 0.5),
      mix("mix30", "three tenths fashion, the rest hand", 0.3),
      same("hoarder", "wants to keep its pieces and to take others", hoarder()),
      same("waller", "builds rows and guards its home row", waller()),
      same("runner", "sends somebody ahead", runner()),
      same("mass", "moves as one compact body", mass()),
  };
}

}  // namespace

std::span<const Mind> minds() {
  static const std::vector<Mind> all = all_minds();
  return all;
}

const Mind* mind_called(std::string_view name) {
  const auto all = minds();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Mind& mind) { return mind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace ordo::selfplay
