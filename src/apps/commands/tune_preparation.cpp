// Everything that can be wrong with a tuning is found before it begins.
#include "apps/commands/tune_preparation.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/terminal/closest_word.h"
#include "protocol/ugi_options.h"
#include "search/parameters.h"
#include "util/check.h"
#include "util/number.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

using Parameters = std::vector<thinking::Parameter>;

[[nodiscard]] util::Failure<Problem> wrong_use(std::string message) { return {{kUsage, std::move(message)}}; }

/// `Reduction` of `ordo.Reduction`.
[[nodiscard]] std::string_view short_name(const thinking::Parameter& parameter) {
  return std::string_view(parameter.name).substr(parameter.name.find('.') + 1);
}

[[nodiscard]] std::string unknown_parameter(std::string_view name, std::span<const thinking::Parameter> all) {
  std::vector<std::string_view> known;
  for (const thinking::Parameter& parameter : all) known.push_back(short_name(parameter));
  const std::string near = closest_words(name, known);
  return near.empty()
             ? fmt::format("--parameters: there is no {}; known are {}", util::quoted(name),
                           fmt::join(known, ", "))
             : fmt::format("--parameters: there is no {}; did you mean {}?", util::quoted(name), near);
}

/// Those that are named, or all; only such as have an effect.
[[nodiscard]] util::Result<Parameters, Problem> chosen(const std::string& names, rules::Variant variant,
                                                       bool has_clock) {
  const auto all = search::parameters(variant);
  Parameters parameters;
  if (names.empty()) {
    std::ranges::copy_if(all, std::back_inserter(parameters),
                         [&](const auto& parameter) { return has_clock || !parameter.needs_clock; });
    return parameters;
  }
  for (std::string_view rest = names;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = rest.substr(0, comma);
    const auto known = std::ranges::find_if(
        all, [&](const auto& parameter) { return parameter.name == name || short_name(parameter) == name; });
    if (known == all.end()) return wrong_use(unknown_parameter(name, all));
    if (known->needs_clock && !has_clock) {
      return wrong_use(fmt::format("--parameters: {} has an effect only with --tc", name));
    }
    if (std::ranges::find(parameters, known->name, &thinking::Parameter::name) != parameters.end()) {
      return wrong_use(fmt::format("--parameters: {} is there twice", name));
    }
    parameters.push_back(*known);
    if (comma == rest.size()) return parameters;
    rest.remove_prefix(comma + 1);
  }
}

/// The specification of the engine with each parameter as an option. One that is there already is where the
/// tuning begins.
[[nodiscard]] util::Result<std::string, Problem> with_parameters(const match::Contestant& engine,
                                                                 std::string spec, Parameters& parameters) {
  if (engine.name.empty()) spec = "name=tuned " + spec;
  for (thinking::Parameter& parameter : parameters) {
    const std::string name = fmt::format("{}{}", protocol::kParameterPrefix, parameter.name);
    const auto given = std::ranges::find(engine.options, name, &engines::OptionSetting::name);
    if (given == engine.options.end()) {
      spec += fmt::format(" option.{}={}", name, parameter.usual);
      continue;
    }
    const auto value = util::number_from<int>(given->value, parameter.least, parameter.most);
    if (!value) {
      return wrong_use(fmt::format("--engine: {} must be a whole number from {} to {}, not {}", name,
                                   parameter.least, parameter.most, util::quoted(given->value)));
    }
    parameter.usual = *value;
  }
  return spec;
}

/// Everything that changes what is played or learned, a line each.
[[nodiscard]] std::vector<std::string> settings_of(const TuneOptions& options, const Parameters& parameters,
                                                   const std::vector<PreparedMatch>& matches) {
  std::vector<std::string> lines = {fmt::format("games={} seed={} a={} c={} stability={}", options.games,
                                                options.match.seed, options.gains.a, options.gains.c,
                                                options.gains.stability)};
  for (const PreparedMatch& each : matches) lines.push_back(each.prepared.plan.tags.settings);
  for (const thinking::Parameter& parameter : parameters) {
    lines.push_back(fmt::format("{}={} from {} to {} by {}", parameter.name, parameter.usual, parameter.least,
                                parameter.most, parameter.step));
  }
  return lines;
}

[[nodiscard]] util::Result<std::vector<PreparedMatch>, Problem> prepare_matches(const MatchOptions& options) {
  if (!options.pool.empty()) return prepare_pool(options);
  MatchOptions alone = options;
  alone.second = "name=itself";
  auto prepared = prepare_match(alone);
  if (!prepared) return util::failure(prepared.error());
  std::vector<PreparedMatch> matches;
  matches.push_back({std::move(alone), *std::move(prepared)});
  return matches;
}

}  // namespace

util::Result<TunePreparation, Problem> prepare_tuning(const TuneOptions& options) {
  const auto variant = rules::variant_from(options.match.variant);
  ORDO_CHECK(variant.has_value());
  const auto engine = match::parse_contestant(options.engine);
  if (!engine) return wrong_use("--engine: " + engine.error());
  const bool has_clock =
      engine->pace.is_set() ? engine->pace.clock.has_value() : !options.match.clock.empty();
  auto parameters = chosen(options.parameters, *variant, has_clock);
  if (!parameters) return util::failure(parameters.error());
  Parameters tuned = *std::move(parameters);
  const auto spec = with_parameters(*engine, options.engine, tuned);
  if (!spec) return util::failure(spec.error());

  MatchOptions common = options.match;
  common.first = *spec;
  common.games = options.games;
  auto prepared = prepare_matches(common);
  if (!prepared) return util::failure(prepared.error());
  std::vector<PreparedMatch> matches = *std::move(prepared);
  const match::MatchPlan& plan = matches.front().prepared.plan;

  TunePreparation tuning;
  tuning.warning = matches.front().prepared.warning;
  tuning.identity = {settings_of(options, tuned, matches), tuned, options.games / 2};
  tuning.games = {*variant,         plan.contestants[0], {},           tuned, options.games / 2,
                  plan.concurrency, plan.game_rules,     plan.patience};
  if (!options.match.pool.empty()) {
    for (const PreparedMatch& each : matches)
      tuning.games.opponents.push_back(each.prepared.plan.contestants[1]);
  }
  tuning.openings =
      options.match.book.empty()
          ? std::make_unique<tune::Openings>(book_options(common, *variant))
          : std::make_unique<tune::Openings>(std::move(matches.front().prepared.book), tuning.games.pairs);
  return tuning;
}

}  // namespace ordo::apps
