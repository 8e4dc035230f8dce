// Any text as the file of a tuning: what is accepted is written so that it reads the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tune/state.h"
#include "util/check.h"

using namespace ordo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const tune::Identity identity{
      {"games=4 seed=1", "ordo"}, {{"ordo.First", 28, 0, 400, 4}, {"ordo.Second", 6, 0, 20, 1}}, 2};
  const auto state = tune::parse_state(text, identity);
  if (!state) {
    ORDO_CHECK(!state.error().empty());
    return 0;
  }
  ORDO_CHECK(state->bytes <= text.size() && text.substr(state->bytes).find('\n') == std::string_view::npos);
  if (state->bytes == 0) return 0;
  std::string written = tune::head_line(identity);
  for (std::size_t i = 0; i < state->iterations.size(); ++i)
    written += tune::iteration_line(i + 1, state->iterations[i]);
  const auto again = tune::parse_state(written, identity);
  ORDO_CHECK(again.ok() && again->bytes == written.size());
  ORDO_CHECK(again->iterations.size() == state->iterations.size());
  for (std::size_t i = 0; i < state->iterations.size(); ++i) {
    ORDO_CHECK(again->iterations[i].values == state->iterations[i].values);
    ORDO_CHECK(again->iterations[i].outcome.plus.counts == state->iterations[i].outcome.plus.counts);
    ORDO_CHECK(again->iterations[i].outcome.faults == state->iterations[i].outcome.faults);
  }
  return 0;
}
