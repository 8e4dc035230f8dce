// `ordo record`: work on game records.
#include "apps/record_command.h"

#include <iterator>

#include <fmt/format.h>

#include "apps/board_text.h"
#include "apps/terminal.h"
#include "apps/text_file.h"
#include "rules/record.h"

namespace ordo::apps {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
};

[[nodiscard]] bool check_text(const std::string& name, std::string_view text, Console& console) {
  const auto records = rules::parse_records(text);
  if (!records) {
    const rules::RecordError& error = records.error();
    console.out << fmt::format("{}:{}:{}: {}\n", name, error.line, error.column, error.message);
    return false;
  }
  if (records->empty()) {
    console.out << fmt::format("{}:1:1: there is no game in it\n", name);
    return false;
  }
  std::size_t number = 0;
  for (const rules::Record& record : *records) {
    console.out << fmt::format("{}: game {}: ok, {}, {}\n", name, ++number,
                               counted(record.line.turns.size(), "turn"), rules::name(record.score));
  }
  return true;
}

/// Input beyond the limit of records is not read: that it is too long is known by then.
[[nodiscard]] std::string read_all(std::istream& in) {
  std::string text;
  for (std::string line; text.size() <= rules::kMaxRecordText && std::getline(in, line);) {
    text.append(line).append(in.eof() ? "" : "\n");
  }
  return text;
}

}  // namespace

int run_record_check(const std::vector<std::string>& files, Console& console) {
  bool all_fine = true;
  for (const std::string& file : files) {
    const std::string name = printable(file);
    if (file == "-") {
      all_fine = check_text(name, read_all(console.in), console) && all_fine;
      continue;
    }
    const auto text = read_text_file(file, rules::kMaxRecordText);
    if (!text) console.err << fmt::format("ordo: {}\n", text.error());
    all_fine = text && check_text(name, *text, console) && all_fine;
  }
  return all_fine ? kFine : kNo;
}

void add_record(CLI::App& app, Dispatch& dispatch) {
  CLI::App* record = app.add_subcommand("record", "Work on game records");
  record->require_subcommand(1);
  record->footer("Example:\n  ordo record check game.txt");
  add_command<CheckOptions>(
      *record, dispatch, "check", "Check that records are well written and every turn is legal",
      [](CLI::App& command, CheckOptions& options) {
        command.add_option("FILE", options.files, "The files; - for standard input")
            ->required()
            ->option_text("...");
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
