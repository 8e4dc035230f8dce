// Fits the weights of the evaluation: lets different minds play each other, then moves the weights so that
// the evaluation predicts how the games ended. fit --help
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "eval/features.h"
#include "eval/judgement.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "tools/arguments.h"

namespace {

using namespace ordo;

constexpr std::string_view kHelp =
    R"(Fits the weights of the evaluation on games of different minds with each other: those of bench/players and the
engine's own, all of them distorted from game to game. Games with itself alone would teach it fashions.

usage: fit variant=ordo|ordox out=FILE [games=3000] [nodes=1500] [threads=2] [seed=1] [rounds=400]
           [result=1] [pull=0.0002] [distortion=0.3]

  out         the source file to write: src/eval/weights_ordo.cpp or src/eval/weights_ordo_x.cpp
  games       games to play, each from another random opening
  nodes       the engines' limit for a turn
  result      how much of the target is the result of the game; the rest is what the searches said
  pull        how strongly weights are kept small
  distortion  by about what share each weight of a player is another in each game

Build again with the new file, and let `ordo match` say whether it is better.
)";

struct Settings {
  rules::Variant variant = rules::Variant::Ordo;
  std::string out;
  int games = 3000;
  int nodes = 1500;
  int threads = 2;
  int seed = 1;
  int rounds = 400;
  double result = 1;
  double pull = 0.0002;
  double distortion = 0.3;
};

/// A position as the fit sees it, and what the evaluation should say of it.
struct Sample {
  std::array<std::int8_t, eval::kFeatureCount> counts{};
  std::uint8_t pieces = 0;
  float target = 0;  ///< the expected result for the side to move: 0 to 1
};

constexpr double kSlope = 2.302585092994046 / 400;  // thinking/score.h: ten to one at 400 centipoints
[[nodiscard]] double expectation(double centipoints) { return 1 / (1 + std::exp(-centipoints * kSlope)); }

[[nodiscard]] Sample sample_of(const rules::Position& position) {
  Sample sample;
  const rules::Bitboard own = position.own();
  const rules::Bitboard enemy = position.enemy();
  eval::visit_features(own, enemy, position.phase() == rules::Phase::Advance, [&](int feature, int count) {
    auto& sum = sample.counts[static_cast<std::size_t>(feature)];
    sum = static_cast<std::int8_t>(sum + count);
  });
  sample.pieces = static_cast<std::uint8_t>(own.count() + enemy.count());
  return sample;
}

/// A few random turns that do not lose at once.
[[nodiscard]] rules::Game random_opening(rules::Variant variant, std::mt19937_64& random) {
  for (;;) {
    rules::Game game(variant);
    const int turns = variant == rules::Variant::Ordo ? 4 + static_cast<int>(random() % 9)
                                                      : 2 + static_cast<int>(random() % 5);
    for (int i = 0; i < turns && !game.outcome(); ++i) {
      std::vector<rules::Turn> all;
      rules::for_each_turn(game.position(), [&](const rules::Turn& turn) { all.push_back(turn); });
      game.play(all[random() % all.size()]);
    }
    if (!game.outcome() && !rules::winning_turn(game.position())) return game;
  }
}

[[nodiscard]] double result_for(rules::Color color, const std::optional<rules::Outcome>& outcome) {
  if (!outcome || !outcome->winner.has_value()) return 0.5;
  return outcome->winner == color ? 1 : 0;
}

/// Somebody with a judgement that nobody had before.
class Player {
 public:
  Player(const Settings& settings, std::mt19937_64& random)
      : weights_(distorted(drawn(settings, random), settings.distortion, random)),
        engine_(small(), eval::Judgement{&weights_, &weights_, {}}) {}

  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits) {
    return engine_.think(game, limits);
  }

 private:
  [[nodiscard]] static thinking::EngineOptions small() {
    thinking::EngineOptions options;
    options.hash_megabytes = 2;
    return options;
  }

  /// The engine's own half of the time, so that what it would do is known best.
  [[nodiscard]] static const eval::Weights& drawn(const Settings& settings, std::mt19937_64& random) {
    constexpr int kOwn = 2;
    const auto minds = selfplay::minds();
    const selfplay::Mind& mind = minds[random() % minds.size()];
    return random() % kOwn == 0 ? eval::Judgement{}.of(settings.variant)
                                : mind.judgement().of(settings.variant);
  }

  [[nodiscard]] static eval::Weights distorted(const eval::Weights& weights, double distortion,
                                               std::mt19937_64& random) {
    std::normal_distribution<double> bell(1, distortion);
    eval::Weights result;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double factor = bell(random);
      result[i] = eval::Weight(static_cast<std::int32_t>(weights[i].full() * factor),
                               static_cast<std::int32_t>(weights[i].empty() * factor));
    }
    return result;
  }

  eval::Weights weights_;
  search::Engine engine_;
};

void play_one(const Settings& settings, int number, std::vector<Sample>& samples) {
  std::mt19937_64 random(static_cast<std::uint64_t>(settings.seed) * 1'000'003 +
                         static_cast<std::uint64_t>(number));
  rules::Game game = random_opening(settings.variant, random);
  Player first(settings, random);
  Player second(settings, random);
  struct Seen {
    Sample sample;
    rules::Color mover;
    double expected;
  };
  std::vector<Seen> seen;
  thinking::Limits limits;
  limits.nodes = static_cast<std::uint64_t>(settings.nodes);
  while (!game.outcome() && game.turns().size() < 300) {
    Player& player = game.turns().size() % 2 == 0 ? first : second;
    const thinking::Answer answer = player.think(game, limits);
    const thinking::Score score = answer.lines.front().score;
    const rules::Position& position = game.position();
    // What is about to be captured, split or won is for the search to see, not for the evaluation.
    const bool quiet = !answer.best->first().captures() && !score.is_proven() &&
                       !rules::is_split(position, position.to_move());
    if (quiet) seen.push_back({sample_of(position), position.to_move(), expectation(score.value())});
    game.play(*answer.best);
    if (settings.variant == rules::Variant::OrdoX && quiet && answer.best->has_two_parts()) {
      const rules::Position middle = game.positions()[game.turns().size() - 1].after(answer.best->first());
      seen.push_back({sample_of(middle), middle.to_move(), expectation(score.value())});
    }
  }
  for (Seen& one : seen) {
    const double result = result_for(one.mover, game.outcome());
    one.sample.target = static_cast<float>(settings.result * result + (1 - settings.result) * one.expected);
    samples.push_back(one.sample);
  }
}

[[nodiscard]] std::vector<Sample> play_games(const Settings& settings) {
  std::vector<Sample> all;
  std::mutex guard;
  std::atomic<int> next{0};
  std::atomic<int> done{0};
  const auto work = [&] {
    std::vector<Sample> mine;
    for (int number = next++; number < settings.games; number = next++) {
      play_one(settings, number, mine);
      if (const int count = ++done; count % std::max(1, settings.games / 10) == 0)
        std::cerr << fmt::format("{} of {} games\n", count, settings.games);
    }
    const std::scoped_lock lock(guard);
    all.insert(all.end(), mine.begin(), mine.end());
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < settings.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return all;
}

using Vector = std::array<double, std::size_t{2} * eval::kFeatureCount>;

/// One weight for a full and one for an empty board: the counts split between the two.
void spread(const Sample& sample, Vector& inputs) {
  const double full = static_cast<double>(sample.pieces) / eval::kFullBoard;
  for (std::size_t i = 0; i < eval::kFeatureCount; ++i) {
    inputs[2 * i] = sample.counts[i] * full;
    inputs[2 * i + 1] = sample.counts[i] * (1 - full);
  }
}

/// The mean error, and its slope.
[[nodiscard]] double error_of(const std::vector<Sample>& samples, const Vector& weights, double pull,
                              Vector& slope) {
  slope.fill(0);
  double error = 0;
  Vector inputs{};
  for (const Sample& sample : samples) {
    spread(sample, inputs);
    double value = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) value += inputs[i] * weights[i];
    const double p = std::clamp(expectation(value), 1e-9, 1 - 1e-9);
    error -= sample.target * std::log(p) + (1 - sample.target) * std::log(1 - p);
    const double miss = (p - sample.target) * kSlope;
    for (std::size_t i = 0; i < inputs.size(); ++i) slope[i] += miss * inputs[i];
  }
  const auto count = static_cast<double>(samples.size());
  for (std::size_t i = 0; i < slope.size(); ++i) {
    slope[i] = slope[i] / count + 2 * pull * kSlope * kSlope * weights[i];
    error += pull * kSlope * kSlope * weights[i] * weights[i] * count;
  }
  return error / count;
}

/// Adam: steps by the slope, each weight at a pace of its own.
[[nodiscard]] Vector fitted(const Settings& settings, const std::vector<Sample>& samples, Vector weights) {
  Vector slope{};
  Vector mean{};
  Vector square{};
  for (int round = 1; round <= settings.rounds; ++round) {
    const double error = error_of(samples, weights, settings.pull, slope);
    const double pace = 4.0 * (1.0 - 0.9 * round / settings.rounds);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      mean[i] = 0.9 * mean[i] + 0.1 * slope[i];
      square[i] = 0.99 * square[i] + 0.01 * slope[i] * slope[i];
      const double m = mean[i] / (1 - std::pow(0.9, round));
      const double s = square[i] / (1 - std::pow(0.99, round));
      weights[i] -= pace * m / (std::sqrt(s) + 1e-12);
    }
    if (round % 50 == 0 || round == 1) std::cerr << fmt::format("round {}: error {:.5f}\n", round, error);
  }
  return weights;
}

[[nodiscard]] Vector present(const eval::Weights& weights) {
  Vector vector{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    vector[2 * i] = weights[i].full() / 16.0;
    vector[2 * i + 1] = weights[i].empty() / 16.0;
  }
  return vector;
}

[[nodiscard]] std::string source(const Settings& settings, const Vector& weights) {
  const bool ordo = settings.variant == rules::Variant::Ordo;
  std::string text = fmt::format(
      "// The weights for {}, written by tools/fit.\n#include \"eval/weights.h\"\n\nnamespace ordo::eval "
      "{{\n\n"
      "// clang-format off\nconst Weights {} = {{{{\n",
      rules::title(settings.variant), ordo ? "kOrdoWeights" : "kOrdoXWeights");
  for (std::size_t i = 0; i < eval::kFeatureCount; ++i) {
    text += fmt::format("    {{{}, {}}},  // {}\n", std::lround(weights[2 * i] * 16),
                        std::lround(weights[2 * i + 1] * 16), eval::kFeatureLabels[i]);
  }
  return text + "}};\n// clang-format on\n\n}  // namespace ordo::eval\n";
}

/// False if an argument makes no sense.
[[nodiscard]] bool use(std::string_view name, std::string_view value, Settings& settings) {
  const std::map<std::string_view, int*> whole = {{"games", &settings.games},
                                                  {"nodes", &settings.nodes},
                                                  {"threads", &settings.threads},
                                                  {"seed", &settings.seed},
                                                  {"rounds", &settings.rounds}};
  const std::map<std::string_view, double*> real = {
      {"result", &settings.result}, {"pull", &settings.pull}, {"distortion", &settings.distortion}};
  if (name == "out") return tools::read_text(value, settings.out);
  if (name == "variant") return tools::read_variant(value, settings.variant);
  if (const auto found = whole.find(name); found != whole.end())
    return tools::read_positive(value, *found->second);
  const auto found = real.find(name);
  return found != real.end() && tools::read_number(value, *found->second);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  const auto read = tools::read_arguments(
      argc, argv, "fit", kHelp,
      [&](std::string_view name, std::string_view value) { return use(name, value, settings); });
  if (read) return *read;
  if (settings.out.empty()) {
    std::cerr << "fit: say where to write: out=FILE\n";
    return 2;
  }
  const std::vector<Sample> samples = play_games(settings);
  if (samples.empty()) {
    std::cerr << "fit: the games gave no quiet position\n";
    return 1;
  }
  std::cerr << fmt::format("{} positions\n", samples.size());
  const bool ordo = settings.variant == rules::Variant::Ordo;
  const Vector weights = fitted(settings, samples, present(ordo ? eval::kOrdoWeights : eval::kOrdoXWeights));
  std::ofstream out(settings.out);
  out << source(settings, weights) << std::flush;
  if (!out) {
    std::cerr << fmt::format("fit: cannot write {}\n", settings.out);
    return 1;
  }
  return 0;
}
