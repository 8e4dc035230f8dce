// `ordo tablebase build` and `ordo tablebase verify`: what takes minutes.
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "apps/commands/tablebase.h"
#include "apps/terminal/terminal.h"
#include "tablebase/table_files.h"
#include "tablebuild/build.h"
#include "tablebuild/verify.h"
#include "util/number.h"

namespace ordo::apps {
namespace {

using tablebuild::BuildProgress;
using tablebuild::Size;

/// "3v2"; nothing if it is something else.
[[nodiscard]] std::optional<Size> size_from(std::string_view text, int most) {
  const auto at = text.find('v');
  if (at == std::string_view::npos) return std::nullopt;
  const auto own = util::number_from<int>(text.substr(0, at), 1, most);
  const auto enemy = util::number_from<int>(text.substr(at + 1), 1, most);
  if (!own || !enemy) return std::nullopt;
  return Size{*own, *enemy};
}

/// A line of progress, written over itself on a terminal and else a line for each table.
class ProgressLine {
 public:
  explicit ProgressLine(Console& console) : console_(console), is_terminal_(stderr_is_terminal()) {}

  void show(const BuildProgress& progress) {
    const bool is_new = !(progress.size == last_);
    last_ = progress.size;
    if (!is_terminal_ && !is_new) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    std::string text = fmt::format("{}v{}: {}", progress.size.own, progress.size.enemy, progress.what);
    if (progress.sweep > 0) text += fmt::format(" {}", progress.sweep);
    text += fmt::format(", {:.0f} % of all positions after {:.0f} s", 100 * progress.share, seconds);
    // Positions take about the same time each, those of larger tables a little more.
    if (progress.share > 0.01)
      text += fmt::format(", about {:.0f} s to go", seconds / progress.share - seconds);
    console_.err << (is_terminal_ ? fmt::format("\r{:<90}", text) : text + '\n') << std::flush;
  }
  void end() {
    if (is_terminal_) console_.err << fmt::format("\r{:<90}\r", "") << std::flush;
  }

 private:
  Console& console_;
  bool is_terminal_;
  Size last_{0, 0};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Some or all entries of a table by its turns, one by one, if that is asked for.
[[nodiscard]] std::optional<tablebuild::Wrong> judge_one_by_one(const tablebuild::Library& library, Size size,
                                                                const TableVerifyOptions& options) {
  const auto& table = library.table(size);
  const std::uint64_t cells = std::uint64_t{table.rows()} * table.columns();
  const std::uint64_t every = options.sample == 0 ? 1 : std::max<std::uint64_t>(cells / options.sample, 1);
  std::optional<std::string> text;
  if (options.by_turns)
    text = tablebuild::flaw(library, size, tablebuild::judge_by_turns, every, options.threads);
  if (!text && options.naive)
    text = tablebuild::flaw(library, size, tablebuild::judge_naively, every, options.threads);
  if (!text) return std::nullopt;
  return tablebuild::Wrong{size, *text};
}

}  // namespace

int run_table_build(const TableBuildOptions& options, Console& console) {
  tablebuild::BuildOrder order;
  order.variant = *rules::variant_from(options.variant);
  order.most = options.most;
  order.threads = options.threads;
  order.folder = options.out;
  if (!options.only.empty()) {
    order.only = size_from(options.only, options.most);
    if (!order.only)
      return console.refuse(fmt::format("--only takes two numbers up to {}, as 3v2", options.most));
  }
  console.err << fmt::format("This takes up to {} MB of memory.\n",
                             (tablebuild::bytes_to_build(order.variant, order.most) >> 20) + 1)
              << std::flush;
  ProgressLine line(console);
  tablebuild::build(order, [&line](const BuildProgress& progress) { line.show(progress); });
  line.end();
  console.out << fmt::format("The tables are in {}\n", options.out);
  return kFine;
}

int run_table_verify(const TableVerifyOptions& options, Console& console) {
  const rules::Variant variant = *rules::variant_from(options.variant);
  tablebase::Tables tables;
  // Only what is to be proved: not what is built in beside it.
  if (options.tables.empty()) {
    tablebase::add_builtin(tables);
  } else {
    tablebase::add_folder(tables, options.tables);
  }
  const auto complaints = tables.complaints();
  for (const std::string& complaint : complaints) console.err << "ordo: " << complaint << '\n';
  const int most = tables.largest(variant);
  tablebuild::Library library(variant, std::max(most, 1));
  for (int own = 1; own <= most; ++own) {
    for (int enemy = 1; enemy <= own; ++enemy) {
      if (!tables.has(variant, own, enemy) && !tables.has(variant, enemy, own)) {
        console.out << fmt::format("{}v{} is not there: what is larger leads to it\n", own, enemy);
        return kNo;
      }
      auto wrong = tablebuild::prove(library, tables, {own, enemy}, options.threads);
      for (const Size size : {Size{own, enemy}, Size{enemy, own}}) {
        if (wrong && !(wrong->size == size)) continue;
        if (!wrong) wrong = judge_one_by_one(library, size, options);
        console.out << fmt::format("{}v{} {}\n", size.own, size.enemy, wrong ? wrong->text : "is right")
                    << std::flush;
        if (wrong) return kNo;
        if (own == enemy) break;
      }
    }
  }
  return complaints.empty() ? kFine : kNo;
}

}  // namespace ordo::apps
