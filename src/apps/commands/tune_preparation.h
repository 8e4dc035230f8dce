// From the options of `ordo tune` to what a tuning needs.
#pragma once

#include <memory>
#include <string>

#include "apps/commands/match_preparation.h"
#include "apps/commands/tune.h"
#include "tune/games.h"
#include "tune/openings.h"
#include "tune/spsa.h"
#include "tune/state.h"
#include "util/result.h"

namespace ordo::apps {

/// All of it checked.
struct TunePreparation {
  tune::GamesPlan games;
  tune::Identity identity;
  std::unique_ptr<tune::Openings> openings;
  std::string warning;  ///< empty: there is none
};

[[nodiscard]] util::Result<TunePreparation, Problem> prepare_tuning(const TuneOptions& options);

}  // namespace ordo::apps
