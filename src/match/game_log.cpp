// Appending records, and finding the games of an interrupted match.
#include "match/game_log.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "util/text.h"

namespace ordo::match {
namespace {

constexpr std::string_view kFirstTag = "[Event \"";
/// No turn begins with a bracket, so only the tags of the next record can follow an empty line like this.
constexpr std::string_view kBetween = "\n\n[";

/// The first record in the text, with the end of its last line. One at a time, since all together may be too
/// many for the reader of records, which is made for what strangers send.
struct Chunk {
  std::string_view text;
  bool is_last;
};

[[nodiscard]] Chunk first_chunk(std::string_view text) {
  const std::size_t next = text.find(kBetween);
  if (next != std::string_view::npos) return {text.substr(0, next + 1), false};
  const std::size_t empty_lines = text.size() - (text.find_last_not_of('\n') + 1);
  return {text.substr(0, text.size() - (empty_lines > 1 ? empty_lines - 1 : 0)), true};
}

/// Whether the text is the beginning of a record of ours that was being written when the match was killed. A
/// finished one ends with its result and the end of the line.
[[nodiscard]] bool is_torn(std::string_view text, const MatchTags& tags) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  const std::string ours = fmt::format("{}{} - {}\"]\n", kFirstTag, tags.names[0], tags.names[1]);
  if (!std::string_view(ours).starts_with(text.substr(0, ours.size()))) return false;
  if (!text.ends_with('\n')) return true;
  const auto record = records::parse_record(text);
  return !record || !util::trimmed(text).ends_with(rules::name(record->result));
}

}  // namespace

util::Result<GameLog, std::string> GameLog::open(const std::string& path, const MatchTags& tags) {
  auto file = util::AppendFile::open(path);
  if (!file) return util::failure(std::move(file).error());
  GameLog log(*std::move(file));
  const std::string whole = log.file_.take_text();
  const std::string_view text = whole;
  std::set<std::size_t> numbers;
  std::size_t at = 0;
  while (at < text.size()) {
    const Chunk chunk = first_chunk(text.substr(at));
    if (chunk.is_last && is_torn(chunk.text, tags)) break;
    const auto record = records::parse_record(chunk.text);
    if (!record) return util::failure(records::to_text(record.error()));
    auto game = finished_of(*record, tags);
    if (!game) return util::failure(std::move(game).error());
    if (!numbers.insert(game->number).second) {
      return util::failure(fmt::format("game {} is in it twice", game->number + 1));
    }
    log.games_.push_back(*std::move(game));
    at += chunk.text.size();
  }
  if (at < text.size()) {
    if (auto problem = log.file_.keep(at)) return util::failure(*std::move(problem));
  }
  log.is_empty_ = at == 0;
  return log;
}

void GameLog::append(const records::Record& record) {
  file_.append((is_empty_ ? "" : "\n") + records::write_record(record));
  is_empty_ = false;
}

}  // namespace ordo::match
