// Any text as game records: what is accepted can be played, written, and read again as the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "records/record.h"
#include "util/check.h"

using namespace ordo::records;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto records = parse_records(text);
  const auto record = parse_record(text);
  if (!records) {
    const RecordError& error = records.error();
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    ORDO_CHECK(!record.ok() && !error.message.empty());
    ORDO_CHECK(error.line >= 1 && error.line <= lines && error.column >= 1 && error.column <= size + 1);
    return 0;
  }
  ORDO_CHECK(record.ok() == (records->size() == 1));

  const std::string written = write_records(*records);
  const auto again = parse_records(written);
  ORDO_CHECK(again.ok() && again->size() == records->size());
  ORDO_CHECK(write_records(*again) == written);
  for (std::size_t i = 0; i < records->size(); ++i) {
    const Record& before = (*records)[i];
    const Record& after = (*again)[i];
    ORDO_CHECK(before.main_line == after.main_line && before.start == after.start);
    ORDO_CHECK(before.result == after.result && before.ending == after.ending);
    const ordo::rules::Game game = game_of(before);
    ORDO_CHECK(result_of(game.outcome()) == before.result);
    ORDO_CHECK(!before.ending || game.outcome()->ending == *before.ending);
  }
  return 0;
}
