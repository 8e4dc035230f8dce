// What the search shares with all who ask for turns: the words of src/thinking, which are its own as well.
#pragma once

#include "thinking/limits.h"
#include "thinking/options.h"
#include "thinking/report.h"
#include "thinking/score.h"
#include "thinking/thinker.h"

namespace ordo::search {

using thinking::Answer;
using thinking::Clock;
using thinking::EngineOptions;
using thinking::Features;
using thinking::kMaxDepth;
using thinking::kMaxLevel;
using thinking::Limits;
using thinking::Milliseconds;
using thinking::OnReport;
using thinking::Report;
using thinking::Score;
using thinking::Thinker;

}  // namespace ordo::search
