// `ordo record`: work on game records.
#include "apps/commands/record.h"

#include <iterator>

#include <fmt/format.h>

#include "apps/terminal/board_text.h"
#include "records/record.h"
#include "util/text.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
};

[[nodiscard]] bool check_text(const std::string& name, std::string_view text, Console& console) {
  const auto records = records::parse_records(text);
  if (!records) {
    const records::RecordError& error = records.error();
    console.out << fmt::format("{}:{}:{}: {}\n", name, error.line, error.column, error.message);
    return false;
  }
  if (records->empty()) {
    console.out << fmt::format("{}:1:1: there is no game in it\n", name);
    return false;
  }
  std::size_t number = 0;
  for (const records::Record& record : *records) {
    console.out << fmt::format("{}: game {}: ok, {}, {}\n", name, ++number,
                               counted(record.main_line.turns.size(), "turn"), rules::name(record.result));
  }
  return true;
}

/// Input beyond the limit of records is not read: that it is too long is known by then.
[[nodiscard]] std::string read_all(std::istream& in) {
  std::string text;
  for (std::string line; text.size() <= records::kMaxRecordText && std::getline(in, line);) {
    text.append(line).append(in.eof() ? "" : "\n");
  }
  return text;
}

}  // namespace

int run_record_check(const std::vector<std::string>& files, Console& console) {
  bool all_fine = true;
  for (const std::string& file : files) {
    const std::string name = util::printable(file);
    if (file == "-") {
      all_fine = check_text(name, read_all(console.in), console) && all_fine;
      continue;
    }
    const auto text = util::read_text_file(file, records::kMaxRecordText);
    if (!text) console.err << fmt::format("ordo: {}\n", text.error());
    all_fine = text && check_text(name, *text, console) && all_fine;
  }
  return all_fine ? kFine : kNo;
}

void add_record(const Command& ordo) {
  const Command record = ordo.group("record", "Work on game records");
  record.footer("Example:\n  ordo record check game.txt");
  record.add<CheckOptions>(
      "check", "Check that records are well written and every turn is legal",
      [](const Command& command, CheckOptions& options) {
        command.option("FILE", options.files, "The files; - for standard input").required().shown_as("...");
        command.footer(
            "Prints a line for each game, as 'FILE: game 1: ok, 42 turns, 1-0', or what is wrong and where, "
            "as\n"
            "'FILE:LINE:COLUMN: reason'; the exit code is 1 if anything is wrong.\n\n"
            "Examples:\n"
            "  ordo record check game.txt\n"
            "  cat *.txt | ordo record check -");
      },
      [](const CheckOptions& options, Console& console) { return run_record_check(options.files, console); });
}

}  // namespace ordo::apps
