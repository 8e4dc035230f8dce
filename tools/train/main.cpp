// Trains a network on the games of `ordo selfplay`. train --help
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "eval/network_file.h"
#include "policy_trainer.h"
#include "quantise.h"
#include "tools/arguments.h"
#include "trainer.h"

namespace {

using namespace ordo;

constexpr std::string_view kHelp =
    R"(Trains a network for the evaluation on games of different minds: what `ordo selfplay` has written.

usage: train variant=ordo|ordox out=FILE data=FOLDER [data=FOLDER …] [epochs=20] [batch=16384] [rate=0.0015] [decay=0.01]
             [from=FILE] [result=0.5] [hindsight=0] [slope=0.0058] [scale=1] [layers=all|heads] [policy=3] [threads=2] [seed=1]

  out        the network: data/ordo.net or data/ordox.net
  data       a folder of samples
  from       a network to go on from; without it learning starts from small random numbers
  epochs     how often every sample is learned from, in another order and mirrored or not
  result     how much of the target is the result of the game; the rest is what the search said
  hindsight  where the engine played both sides: how much of what it expects comes from a turn later, and so on to the result
  scale      what the scores are multiplied by in the end, as calibrate says: one factor, or one for each of the eight
             heads with commas between them; with epochs=0 nothing else is done
  layers     heads: the first layer stays as it is, and so do the heads of which the data has no positions
  policy     how often every sample is learned from for the policy, which parts to try first; 0: it stays as it is
  slope      the logarithm of the odds that a centipoint of those scores stands for
)";

struct Settings {
  train::TrainSettings train;
  std::string out;
  std::string from;
  train::HeadFactors scale = train::each_head(1);
  double hindsight = 0;
  int policy_epochs = train::PolicySettings().epochs;
  rules::Variant variant = rules::Variant::Ordo;
  std::vector<std::string> folders;
};

/// False if an argument makes no sense.
[[nodiscard]] bool use(std::string_view name, std::string_view value, Settings& settings) {
  train::TrainSettings& to = settings.train;
  const std::map<std::string_view, double*> real = {
      {"rate", &to.rate}, {"decay", &to.decay}, {"result", &to.result}, {"slope", &to.slope}};
  if (name == "out") return tools::read_text(value, settings.out);
  if (name == "layers") {
    to.heads_only = value == "heads";
    return value == "heads" || value == "all";
  }
  if (name == "scale") return train::read_factors(value, settings.scale);
  if (name == "from") return tools::read_text(value, settings.from);
  if (name == "variant") return tools::read_variant(value, settings.variant);
  if (name == "data") return tools::read_text(value, settings.folders.emplace_back());
  if (name == "epochs") return tools::read_number(value, to.epochs) && to.epochs >= 0;
  if (name == "policy")
    return tools::read_number(value, settings.policy_epochs) && settings.policy_epochs >= 0;
  if (name == "threads") return tools::read_positive(value, to.threads);
  if (name == "batch") return tools::read_positive(value, to.batch);
  if (name == "seed") return tools::read_number(value, to.seed);
  if (name == "hindsight")
    return tools::read_number(value, settings.hindsight) && settings.hindsight >= 0 && settings.hindsight < 1;
  const auto found = real.find(name);
  return found != real.end() && tools::read_number(value, *found->second);
}

int fail(std::string_view message) {
  std::cerr << fmt::format("train: {}\n", message);
  return 1;
}

/// What learning starts from.
struct Start {
  train::Parameters parameters;
  std::vector<std::int16_t> policy;
};

[[nodiscard]] util::Result<Start, std::string> start_of(const Settings& settings) {
  if (settings.from.empty()) {
    util::Random random(settings.train.seed, ~std::uint64_t{0});
    return Start{train::random_parameters(random), eval::Network().policy};
  }
  const auto network = eval::read_network_file(settings.from);
  if (!network) return util::failure(network.error());
  if (network->variant != settings.variant)
    return util::failure(fmt::format("{} is for {}", settings.from, rules::title(network->variant)));
  return Start{train::parameters_of(*network), network->policy};
}

/// From nothing: it takes a minute.
[[nodiscard]] std::vector<std::int16_t> learn_policy(const Settings& settings, const train::Data& data) {
  train::PolicySettings how;
  how.variant = settings.variant;
  how.epochs = settings.policy_epochs;
  how.seed = settings.train.seed;
  train::Policy policy(eval::PolicyInputs::kAll);
  train::train_policy(how, data.training, policy, [&](int epoch) {
    const train::PolicyTest test = train::test_policy(settings.variant, policy, data.test);
    std::cout
        << fmt::format(
               "policy epoch {:>3}  test {:.4f}  best part first {:.1f} %, among six {:.1f} %, {} choices\n",
               epoch, test.error, 100 * test.first, 100 * test.among_six, test.choices)
        << std::flush;
  });
  return train::quantised(policy);
}

int run(Settings& settings) {
  auto read = train::read_data(settings.folders, {settings.hindsight, settings.train.slope});
  if (!read) return fail(read.error());
  train::Data data = *std::move(read);
  std::cerr << fmt::format("{} samples to learn from, {} to test on\n", data.training.size(),
                           data.test.size());
  auto from = start_of(settings);
  if (!from) return fail(from.error());
  Start start = *std::move(from);
  train::Parameters& parameters = start.parameters;
  train::train(settings.train, data, parameters, [&](int epoch, double rate, double error) {
    const train::TestResult tested = train::test(settings.train, parameters, data.test);
    std::cout << fmt::format("epoch {:>3}  rate {:.6f}  error {:.5f}  test {:.5f}  results {:.5f}\n", epoch,
                             rate, error, tested.error, tested.result_error)
              << std::flush;
  });
  train::scale(parameters, settings.scale);
  auto quantised = train::quantised(parameters, settings.variant);
  if (!quantised) return fail(quantised.error());
  eval::Network network = *std::move(quantised);
  network.policy = settings.policy_epochs > 0 ? learn_policy(settings, data) : std::move(start.policy);
  const std::vector<std::uint8_t> bytes = network.bytes();
  std::ofstream out(settings.out, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return fail(fmt::format("cannot write {}", settings.out));
  std::cout << fmt::format("{}: {} bytes, sums up to {}\n", settings.out, bytes.size(),
                           network.largest_sum());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  const auto read = tools::read_arguments(
      argc, argv, "train", kHelp,
      [&](std::string_view name, std::string_view value) { return use(name, value, settings); });
  if (read) return *read;
  if (settings.out.empty() || settings.folders.empty()) {
    std::cerr << "train: say what to learn from and where to write: data=FOLDER out=FILE\n";
    return 2;
  }
  return run(settings);
}
