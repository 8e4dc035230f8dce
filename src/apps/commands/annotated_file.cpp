// The games of a file written anew, one of them with what the engine found.
#include "apps/commands/annotated_file.h"

#include "records/record.h"
#include "study/review.h"
#include "util/text_file.h"

namespace ordo::apps {

std::optional<std::string> write_annotated(const std::string& from, std::size_t number,
                                           std::span<const thinking::Answer> answers, const std::string& to) {
  const auto text = util::read_text_file(from, records::kMaxRecordText);
  if (!text) return text.error();
  auto games = records::parse_records(*text);
  if (!games || number < 1 || number > games->size()) return "the file has changed: " + from;
  std::vector<records::Record> written = std::move(games).value();
  records::Record& record = written[number - 1];
  study::annotate(record, study::review(records::game_of(record), answers), answers);
  const auto done = util::write_text_file(to, records::write_records(written), util::Replace::Existing);
  return done ? std::nullopt : std::optional(done.error());
}

}  // namespace ordo::apps
