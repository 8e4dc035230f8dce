// Games in files: a game with its players, read from a record and written as one.
#include "apps/terminal/game_file.h"

#include <utility>

#include <fmt/format.h>

#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

[[nodiscard]] std::string name_in(const records::Record& record, std::string_view tag) {
  const std::string_view name = records::tag_value(record, tag).value_or("");
  return name == "?" ? std::string() : std::string(name);
}

}  // namespace

util::Result<LoadedGame, std::string> load_game(const std::string& path, std::size_t number) {
  const auto text = util::read_text_file(path, records::kMaxRecordText);
  if (!text) return util::failure(text.error());
  auto records = records::parse_records(*text);
  if (!records) {
    const records::RecordError& error = records.error();
    return util::failure(
        fmt::format("{}:{}:{}: {}", util::printable(path), error.line, error.column, error.message));
  }
  const std::size_t count = records->size();
  if (count == 0) return util::failure(fmt::format("{} holds no game", util::printable(path)));
  if (number < 1 || number > count) {
    return util::failure(fmt::format("{} holds {} game{}, so there is no game {}", util::printable(path),
                                     count, count == 1 ? "" : "s", number));
  }
  const records::Record& record = (*records)[number - 1];
  LoadedGame loaded{
      .stored = {records::game_of(record), {name_in(record, "White"), name_in(record, "Black")}, {}},
      .games = count};
  for (const records::Tag& tag : record.tags) {
    if (tag.name != "White" && tag.name != "Black") loaded.stored.tags.push_back(tag);
  }
  loaded.is_all = count == 1 && records::record_of(loaded.stored.game).main_line == record.main_line;
  return loaded;
}

std::string record_text(const rules::Game& game, const std::array<std::string, 2>& names,
                        std::vector<records::Tag> tags) {
  if (!names[0].empty()) tags.push_back({"White", names[0]});
  if (!names[1].empty()) tags.push_back({"Black", names[1]});
  return records::write_record(records::record_of(game, std::move(tags)));
}

}  // namespace ordo::apps
