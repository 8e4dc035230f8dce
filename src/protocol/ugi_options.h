// The options of a session in the Universal Game Interface: one table that lists, prints and sets them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/variant.h"
#include "thinking/options.h"
#include "util/result.h"

namespace ordo::protocol {

/// What the names of experiments begin with.
inline constexpr std::string_view kFeaturePrefix = "Feature ";
inline constexpr std::string_view kParameterPrefix = "Tune ";

/// What the options set.
struct UgiValues {
  rules::Variant variant = rules::Variant::Ordo;
  thinking::EngineOptions engine;
  bool ponder = false;  ///< answers also tell what the opponent is expected to play
};

/// A whole number.
struct UgiSpin {
  std::uint64_t min;
  std::uint64_t max;
  std::function<std::uint64_t(const UgiValues&)> read;
  std::function<void(UgiValues&, std::uint64_t)> write;
};
/// One of some words.
struct UgiCombo {
  std::vector<std::string> words;
  std::function<std::string(const UgiValues&)> read;
  std::function<void(UgiValues&, std::string_view)> write;  ///< is given one of the words
};
/// true or false.
struct UgiCheck {
  std::function<bool(const UgiValues&)> read;
  std::function<void(UgiValues&, bool)> write;
};

/// Any text, as it is.
struct UgiText {
  std::function<std::string(const UgiValues&)> read;
  std::function<void(UgiValues&, std::string_view)> write;
};

struct UgiOption {
  std::string name;
  std::variant<UgiSpin, UgiCombo, UgiCheck, UgiText> kind;
};

class UgiOptions {
 public:
  /// Experiments: also `Feature …`, for each part of the search that can be switched off, and `Tune …` for
  /// each of the parameters.
  explicit UgiOptions(bool experiments, std::span<const thinking::Parameter> parameters = {});

  [[nodiscard]] std::span<const UgiOption> table() const noexcept { return options_; }

  /// One line for each option, as `option name Hash type spin default 64 min 1 max 65536`.
  [[nodiscard]] std::vector<std::string> lines(const UgiValues& defaults) const;

  /// The values with one of them changed, or why it cannot be. Neither names nor words are case-sensitive.
  [[nodiscard]] util::Result<UgiValues, std::string> with(const UgiValues& values, std::string_view name,
                                                          std::string_view value) const;

 private:
  std::vector<UgiOption> options_;
};

}  // namespace ordo::protocol
