// Many positions thought about, several at once, and answered in order.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "rules/game.h"
#include "thinking/limits.h"
#include "thinking/options.h"
#include "thinking/report.h"
#include "util/result.h"

namespace ordo::apps {

/// Something to think about, or why it is nothing of the kind.
using AnalysisTask = util::Result<rules::Game, std::string>;

struct AnalysisSettings {
  int jobs = 1;  ///< how many positions at once, each with an engine of its own
  thinking::EngineOptions engine;
  thinking::Limits limits;  ///< of each position
};

struct AnalysisCalls {
  /// The next task; nothing at the end. Called by one thread at a time, but by any.
  std::function<std::optional<AnalysisTask>()> next;
  /// Called in the order of the tasks, on the calling thread. The answer to a task that is none is empty.
  /// False: nothing more is wanted.
  std::function<bool(const AnalysisTask& task, const thinking::Answer& answer)> answered;
  /// Called from time to time on the calling thread, with the number of tasks that are done.
  std::function<void(std::size_t done)> waiting;
};

/// Comes back when all tasks are answered. When `stop` becomes true, searches that go on are ended and their
/// answers given, and no more are begun. No position profits from another: with a limit of depth or nodes,
/// and one thread, the answers do not depend on the number of jobs.
void analyze_all(const AnalysisSettings& settings, const AnalysisCalls& calls, const std::atomic<bool>& stop);

}  // namespace ordo::apps
