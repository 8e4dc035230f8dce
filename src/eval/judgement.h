// What an engine judges positions by.
#pragma once

#include <array>

#include "eval/network.h"
#include "eval/weights.h"
#include "rules/variant.h"

namespace ordo::eval {

/// Weights of features for both games, and a network where there is one, which then decides. All must outlive
/// it.
struct Judgement {
  const Weights* ordo = &kOrdoWeights;
  const Weights* ordo_x = &kOrdoXWeights;
  std::array<const Network*, 2> networks{};  ///< of Ordo and Ordo X; null: there is none

  /// The engine's: with the networks that come with the program.
  [[nodiscard]] static Judgement own();

  [[nodiscard]] const Weights& of(rules::Variant variant) const noexcept {
    return variant == rules::Variant::Ordo ? *ordo : *ordo_x;
  }
  [[nodiscard]] const Network* network(rules::Variant variant) const noexcept {
    return networks[static_cast<std::size_t>(variant)];
  }
};

}  // namespace ordo::eval
