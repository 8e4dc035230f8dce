// The options of a session in the Universal Game Interface: one table that lists, prints and sets them.
#include "protocol/ugi_options.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "util/number.h"
#include "util/text.h"

namespace ordo::protocol {
namespace {

using thinking::EngineOptions;
using util::quoted;

template <class Number>
[[nodiscard]] UgiOption spin(std::string name, Number EngineOptions::*member, std::uint64_t min,
                             std::uint64_t max) {
  return {std::move(name), UgiSpin{min, max,
                                   [member](const UgiValues& values) {
                                     return static_cast<std::uint64_t>(values.engine.*member);
                                   },
                                   [member](UgiValues& values, std::uint64_t number) {
                                     values.engine.*member = static_cast<Number>(number);
                                   }}};
}

[[nodiscard]] UgiOption variant_option() {
  return {
      "Variant",
      UgiCombo{
          {std::string(rules::name(rules::Variant::Ordo)), std::string(rules::name(rules::Variant::OrdoX))},
          [](const UgiValues& values) { return std::string(rules::name(values.variant)); },
          [](UgiValues& values, std::string_view word) { values.variant = *rules::variant_from(word); }}};
}

[[nodiscard]] UgiOption level_option() {
  static constexpr std::string_view kFull = "full";
  UgiCombo combo{{std::string(kFull)},
                 [](const UgiValues& values) {
                   return values.engine.level ? std::to_string(*values.engine.level) : std::string(kFull);
                 },
                 [](UgiValues& values, std::string_view word) {
                   values.engine.level.reset();
                   if (word != kFull) values.engine.level = std::stoi(std::string(word));
                 }};
  for (int level = 1; level <= thinking::kMaxLevel; ++level) combo.words.push_back(std::to_string(level));
  return {"Level", std::move(combo)};
}

[[nodiscard]] UgiOption ponder_option() {
  return {"Ponder", UgiCheck{[](const UgiValues& values) { return values.ponder; },
                             [](UgiValues& values, bool on) { values.ponder = on; }}};
}

[[nodiscard]] UgiOption feature_option(const thinking::FeatureName& feature) {
  return {
      fmt::format("{}{}", kFeaturePrefix, feature.name),
      UgiCheck{
          [member = feature.member](const UgiValues& values) { return values.engine.features.*member; },
          [member = feature.member](UgiValues& values, bool on) { values.engine.features.*member = on; }}};
}

[[nodiscard]] UgiOption parameter_option(const thinking::Parameter& parameter) {
  return {fmt::format("{}{}", kParameterPrefix, parameter.name),
          UgiSpin{static_cast<std::uint64_t>(parameter.least), static_cast<std::uint64_t>(parameter.most),
                  [name = parameter.name, usual = parameter.usual](const UgiValues& values) {
                    const auto set = values.engine.parameters.find(name);
                    return static_cast<std::uint64_t>(set == values.engine.parameters.end() ? usual
                                                                                            : set->second);
                  },
                  [name = parameter.name](UgiValues& values, std::uint64_t number) {
                    values.engine.parameters[name] = static_cast<int>(number);
                  }}};
}

[[nodiscard]] bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, util::lower, util::lower);
}

// What follows the name in the line that offers the option.
[[nodiscard]] std::string offer(const UgiSpin& kind, const UgiValues& defaults) {
  return fmt::format("spin default {} min {} max {}", kind.read(defaults), kind.min, kind.max);
}
[[nodiscard]] std::string offer(const UgiCombo& kind, const UgiValues& defaults) {
  return fmt::format("combo default {} var {}", kind.read(defaults), fmt::join(kind.words, " var "));
}
[[nodiscard]] std::string offer(const UgiCheck& kind, const UgiValues& defaults) {
  return fmt::format("check default {}", kind.read(defaults));
}
[[nodiscard]] std::string offer(const UgiText& kind, const UgiValues& defaults) {
  return fmt::format("string default {}", kind.read(defaults));
}

// What went wrong, as "must be …"; nothing if the value was set.
[[nodiscard]] std::optional<std::string> set(const UgiSpin& kind, UgiValues& values, std::string_view text) {
  const auto number = util::number_from<std::uint64_t>(text, kind.min, kind.max);
  if (!number) return fmt::format("a whole number from {} to {}", kind.min, kind.max);
  kind.write(values, *number);
  return std::nullopt;
}
[[nodiscard]] std::optional<std::string> set(const UgiCombo& kind, UgiValues& values, std::string_view text) {
  const auto word =
      std::ranges::find_if(kind.words, [&](const auto& known) { return same_word(known, text); });
  if (word == kind.words.end()) return fmt::format("one of {}", fmt::join(kind.words, ", "));
  kind.write(values, *word);
  return std::nullopt;
}
[[nodiscard]] std::optional<std::string> set(const UgiCheck& kind, UgiValues& values, std::string_view text) {
  const bool on = same_word(text, "true");
  if (!on && !same_word(text, "false")) return "true or false";
  kind.write(values, on);
  return std::nullopt;
}
[[nodiscard]] std::optional<std::string> set(const UgiText& kind, UgiValues& values, std::string_view text) {
  if (text.empty()) return "not empty";
  kind.write(values, text);
  return std::nullopt;
}

}  // namespace

UgiOptions::UgiOptions(bool experiments, std::span<const thinking::Parameter> parameters) {
  // GUIs keep a spin in anything from 32 bits up.
  constexpr std::uint64_t kMaxSeed = 0x7FFFFFFF;
  options_.push_back(variant_option());
  options_.push_back(spin("Hash", &EngineOptions::hash_megabytes, 1, EngineOptions::kMaxHash));
  options_.push_back(spin("Threads", &EngineOptions::threads, 1, EngineOptions::kMaxThreads));
  options_.push_back(spin("MultiPV", &EngineOptions::lines, 1, EngineOptions::kMaxLines));
  options_.push_back(ponder_option());
  options_.push_back(level_option());
  options_.push_back(spin("Seed", &EngineOptions::seed, 0, kMaxSeed));
  options_.push_back({"TablePath", UgiText{[](const UgiValues& values) { return values.engine.table_path; },
                                           [](UgiValues& values, std::string_view text) {
                                             values.engine.table_path = text;
                                           }}});
  options_.push_back(
      {"EvalFile", UgiText{[](const UgiValues& values) { return values.engine.network; },
                           [](UgiValues& values, std::string_view text) { values.engine.network = text; }}});
  if (!experiments) return;
  for (const thinking::FeatureName& feature : thinking::kFeatureNames)
    options_.push_back(feature_option(feature));
  for (const thinking::Parameter& parameter : parameters) options_.push_back(parameter_option(parameter));
}

std::vector<std::string> UgiOptions::lines(const UgiValues& defaults) const {
  std::vector<std::string> lines;
  for (const UgiOption& option : options_) {
    const auto text = std::visit([&](const auto& kind) { return offer(kind, defaults); }, option.kind);
    lines.push_back(fmt::format("option name {} type {}", option.name, text));
  }
  return lines;
}

util::Result<UgiValues, std::string> UgiOptions::with(const UgiValues& values, std::string_view name,
                                                      std::string_view value) const {
  const auto option =
      std::ranges::find_if(options_, [&](const auto& known) { return same_word(known.name, name); });
  if (option == options_.end()) return util::failure(fmt::format("there is no option {}", quoted(name)));
  UgiValues changed = values;
  const auto wanted = std::visit([&](const auto& kind) { return set(kind, changed, value); }, option->kind);
  if (wanted)
    return util::failure(fmt::format("{} must be {}, not {}", option->name, *wanted, quoted(value)));
  return changed;
}

}  // namespace ordo::protocol
