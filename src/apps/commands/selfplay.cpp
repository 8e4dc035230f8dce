// `ordo selfplay`: games of different minds with each other, as material to train the evaluation on.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/commands/command.h"
#include "apps/commands/interrupt.h"
#include "apps/commands/match_progress.h"
#include "apps/terminal/terminal.h"
#include "eval/judgement.h"
#include "eval/network_file.h"
#include "rules/variant.h"
#include "selfplay/harvest.h"
#include "selfplay/minds.h"
#include "util/check.h"

namespace ordo::apps {
namespace {

struct SelfplayOptions {
  static constexpr int kUsual = -1;
  std::string variant = "ordo";
  std::uint64_t games = 10'000;
  std::uint64_t nodes = 1500;
  std::uint64_t seed = 1;
  int threads = 1;
  double distortion = 0.3;
  double taken_over = selfplay::PlaySettings().taken_over;
  int disagreement = 0;
  int odds = selfplay::PlaySettings().odds;
  int asides = kUsual;
  std::string stranger;
  std::string network = std::string(eval::kBuiltinNetworks);
  bool endings = false;
  std::string out;
};

[[nodiscard]] rules::Variant variant_of(const SelfplayOptions& options) {
  const auto variant = rules::variant_from(options.variant);
  ORDO_CHECK(variant.has_value());
  return *variant;
}

/// Empty if there is such a mind.
[[nodiscard]] std::string wrong_if_no_mind(const std::string& name) {
  if (selfplay::mind_called(name) != nullptr) return {};
  std::string all;
  for (const selfplay::Mind& mind : selfplay::minds()) all += fmt::format(" {}", mind.name);
  return fmt::format("there is no '{}'; there are:{}", name, all);
}

/// The one that was asked for; null: none was.
[[nodiscard]] util::Result<std::unique_ptr<eval::Network>, std::string> network_of(
    const SelfplayOptions& options) {
  if (options.network == eval::kNoNetwork) return std::unique_ptr<eval::Network>();
  const rules::Variant variant = variant_of(options);
  if (options.network == eval::kBuiltinNetworks) {
    const eval::Network* own = eval::Judgement::own().network(variant);
    return own == nullptr ? nullptr : std::make_unique<eval::Network>(*own);
  }
  auto network = eval::read_network_file(options.network);
  if (!network) return util::failure(network.error());
  if (network->variant != variant)
    return util::failure(fmt::format("{} is for {}", options.network, rules::title(network->variant)));
  return std::make_unique<eval::Network>(*std::move(network));
}

[[nodiscard]] selfplay::HarvestSettings settings_of(const SelfplayOptions& options,
                                                    const eval::Network* network) {
  selfplay::HarvestSettings settings;
  settings.play = {.variant = variant_of(options),
                   .nodes = options.nodes,
                   .seed = options.seed,
                   .distortion = options.distortion,
                   .taken_over = options.taken_over,
                   .disagreement = options.disagreement,
                   .odds = options.odds,
                   .asides = options.asides != SelfplayOptions::kUsual
                                 ? options.asides
                                 : selfplay::usual_asides(variant_of(options)),
                   .stranger = selfplay::mind_called(options.stranger),
                   .network = network};
  settings.games = static_cast<std::uint32_t>(options.games);
  settings.threads = options.threads;
  settings.endings = options.endings;
  settings.folder = options.out;
  return settings;
}

int run_selfplay(const SelfplayOptions& options, Console& console) {
  const InterruptWatch watch;
  const auto network = network_of(options);
  if (!network) return console.refuse(network.error());
  const selfplay::HarvestSettings settings = settings_of(options, network->get());
  MatchProgress progress(console.err, stderr_is_terminal(), settings.games);
  const auto start = std::chrono::steady_clock::now();
  const auto result = selfplay::harvest(settings, watch.flag(), [&](const selfplay::Harvest& sum) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double left = seconds * (settings.games - sum.games) / (sum.games - sum.kept);
    progress.show(sum.games, fmt::format("{}/{} games, {} positions, {:.0f} min left", sum.games,
                                         settings.games, sum.samples, left / 60));
  });
  progress.finish();
  if (!result) return console.refuse(result.error());
  console.out << fmt::format("{} games ({} of them were there), {} positions in {}\n", result->games,
                             result->kept, result->samples, options.out);
  return watch.flag() ? kNo : kFine;
}

/// Who plays, and what is searched besides.
void add_players(const Command& command, SelfplayOptions& options) {
  command
      .option("--distortion", options.distortion,
              "By what share a player's weights are others in each game, 0.3 if not given")
      .within(0.0, 1.0)
      .shown_as("SHARE");
  command
      .option("--taken-over", options.taken_over,
              "The share of games that others begin and the engine ends on both sides, 0.67")
      .within(0.0, 1.0)
      .shown_as("SHARE");
  command
      .option("--disagreement", options.disagreement,
              "In half of these the engine takes over once both believe to be winning, by CP together")
      .within(0, 10'000)
      .shown_as("CP");
  command
      .option("--odds", options.odds,
              "How many times as many positions a stranger searches who meets the engine: enough to be its "
              "equal")
      .within(1, 100)
      .shown_as("N");
  command
      .option("--asides", options.asides,
              "Positions off the line to search for each turn of the engine; 8 in Ordo X, none in Ordo "
              "if not given")
      .within(0, 100)
      .shown_as("N");
  command
      .option("--stranger", options.stranger,
              "The only one the engine meets, by its name in bench/players; any if not given")
      .checked(wrong_if_no_mind)
      .shown_as("NAME");
}

}  // namespace

void add_selfplay(const Command& ordo) {
  ordo.add<SelfplayOptions>(
      "selfplay", "Play games of different minds, to train the evaluation on",
      [](const Command& command, SelfplayOptions& options) {
        constexpr std::uint64_t kMost = 1'000'000'000;
        constexpr int kMostThreads = 256;
        command.option("-o,--out", options.out, "The folder for the files; made if it is not there")
            .required()
            .shown_as("FOLDER");
        command.option("-v,--variant", options.variant, "The game: ordo (the default) or ordox")
            .one_of({"ordo", "ordox"})
            .shown_as("GAME");
        command.option("-g,--games", options.games, "How many, 10000 if not given")
            .within(std::uint64_t{1}, kMost)
            .shown_as("N");
        command.option("--nodes", options.nodes, "Positions to search for a turn, 1500 if not given")
            .within(std::uint64_t{1}, kMost)
            .shown_as("N");
        command.option("--threads", options.threads, "Games at once, 1 if not given")
            .within(1, kMostThreads)
            .shown_as("N");
        command
            .option("--network", options.network,
                    "What the engine judges by: a file, builtin (the default) or none")
            .shown_as("FILE");
        command.flag("--endings", options.endings,
                     "No games: sixteen endings that the tables know in place of each");
        command.option("--seed", options.seed, "Of openings and players, 1 if not given").shown_as("N");
        add_players(command, options);
        command.footer(
            "The engine's own judgement meets those of bench/players, all of them distorted anew for each "
            "game: an\n"
            "engine that only plays itself learns fashions. With --asides positions that were not played are "
            "searched, too,\n"
            "a few parts off the line, as searches come to them. Stopped or killed, it goes on when it is "
            "run "
            "again with the\n"
            "same settings; more --games add to what is there. tools/train learns from the files.");
      },
      run_selfplay);
}

}  // namespace ordo::apps
