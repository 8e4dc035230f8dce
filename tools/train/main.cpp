// Trains a network on the games of `ordo selfplay`. train --help
#include <charconv>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "quantise.h"
#include "trainer.h"

namespace {

using namespace ordo;

constexpr std::string_view kHelp =
    R"(Trains a network for the evaluation on games of different minds: what `ordo selfplay` has written.

usage: train variant=ordo|ordox out=FILE data=FOLDER [data=FOLDER …] [epochs=20] [batch=16384] [rate=0.0015] [decay=0.01]
             [result=0.5] [slope=0.0058] [threads=2] [seed=1]

  out     the network: data/ordo.net or data/ordox.net
  data    a folder of samples
  epochs  how often every sample is learned from, in another order and mirrored or not
  result  how much of the target is the result of the game; the rest is what the search said
  slope   the logarithm of the odds that a centipoint of those scores stands for
)";

struct Settings {
  train::TrainSettings train;
  std::string out;
  rules::Variant variant = rules::Variant::Ordo;
  std::vector<std::string> folders;
};

template <class Number>
[[nodiscard]] bool read_number(std::string_view text, Number& number) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number >= Number{};
}

/// False, with a complaint, if an argument makes no sense.
[[nodiscard]] bool read(std::string_view argument, Settings& settings) {
  train::TrainSettings& to = settings.train;
  const auto cut = argument.find('=');
  const std::string_view name = argument.substr(0, cut);
  const std::string_view value = cut == std::string_view::npos ? "" : argument.substr(cut + 1);
  const std::map<std::string_view, double*> real = {
      {"rate", &to.rate}, {"decay", &to.decay}, {"result", &to.result}, {"slope", &to.slope}};
  bool fine = !value.empty();
  if (name == "out") {
    settings.out = value;
  } else if (name == "variant") {
    const auto variant = rules::variant_from(value);
    fine = variant.has_value();
    if (fine) settings.variant = *variant;
  } else if (name == "data") {
    settings.folders.emplace_back(value);
  } else if (name == "epochs") {
    fine = read_number(value, to.epochs) && to.epochs > 0;
  } else if (name == "threads") {
    fine = read_number(value, to.threads) && to.threads > 0;
  } else if (name == "batch") {
    fine = read_number(value, to.batch) && to.batch > 0;
  } else if (name == "seed") {
    fine = read_number(value, to.seed);
  } else if (const auto found = real.find(name); found != real.end()) {
    fine = read_number(value, *found->second);
  } else {
    fine = false;
  }
  if (!fine) std::cerr << fmt::format("train: cannot use '{}'; see train --help\n", argument);
  return fine;
}

int fail(std::string_view message) {
  std::cerr << fmt::format("train: {}\n", message);
  return 1;
}

int run(Settings& settings) {
  auto read = train::read_data(settings.folders);
  if (!read) return fail(read.error());
  train::Data data = *std::move(read);
  std::cerr << fmt::format("{} samples to learn from, {} to test on\n", data.training.size(),
                           data.test.size());
  util::Random random(settings.train.seed, ~std::uint64_t{0});
  train::Parameters parameters = train::random_parameters(random);
  train::train(settings.train, data, parameters, [&](int epoch, double rate, double error) {
    const train::TestResult tested = train::test(settings.train, parameters, data.test);
    std::cout << fmt::format("epoch {:>3}  rate {:.6f}  error {:.5f}  test {:.5f}  results {:.5f}\n", epoch,
                             rate, error, tested.error, tested.result_error)
              << std::flush;
  });
  const auto network = train::quantised(parameters, settings.variant);
  if (!network) return fail(network.error());
  const std::vector<std::uint8_t> bytes = network->bytes();
  std::ofstream out(settings.out, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return fail(fmt::format("cannot write {}", settings.out));
  std::cout << fmt::format("{}: {} bytes, sums up to {}\n", settings.out, bytes.size(),
                           network->largest_sum());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.front() == "--help") {
    std::cout << kHelp;
    return 0;
  }
  for (const std::string_view argument : arguments) {
    if (!read(argument, settings)) return 2;
  }
  if (settings.out.empty() || settings.folders.empty()) {
    std::cerr << "train: say what to learn from and where to write: data=FOLDER out=FILE\n";
    return 2;
  }
  return run(settings);
}
