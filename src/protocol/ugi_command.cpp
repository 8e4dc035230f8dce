// The commands of the Universal Game Interface: read from a line of text and written as one.
#include "protocol/ugi_command.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "util/number.h"
#include "util/text.h"

namespace ordo::protocol {
namespace {

using thinking::Milliseconds;
using util::quoted;

using Words = std::span<const std::string_view>;
using Parsed = util::Result<UgiCommand, std::string>;

[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = util::trimmed(line); !line.empty(); line = util::trimmed(line)) {
    const auto* const end = std::ranges::find_if(line, util::is_space);
    words.emplace_back(line.begin(), end);
    line.remove_prefix(words.back().size());
  }
  return words;
}

[[nodiscard]] std::string joined(Words words) { return fmt::format("{}", fmt::join(words, " ")); }

template <class Command>
[[nodiscard]] Parsed parse_bare(Words words) {
  if (words.size() > 1) {
    return util::failure(fmt::format("nothing may follow '{}': {}", words[0], quoted(words[1])));
  }
  return UgiCommand(Command{});
}

[[nodiscard]] Parsed parse_set_option(Words words) {
  constexpr std::string_view kForm = "expected 'setoption name NAME value VALUE'";
  if (words.size() < 2 || words[1] != "name") return util::failure(std::string(kForm));
  words = words.subspan(2);
  const auto size = static_cast<std::size_t>(std::ranges::find(words, "value") - words.begin());
  if (size == 0) return util::failure(fmt::format("the option's name is missing: {}", kForm));
  if (size + 1 >= words.size()) {
    return util::failure(
        fmt::format("the value of option {} is missing: {}", quoted(joined(words.first(size))), kForm));
  }
  return UgiCommand(ugi::SetOption{joined(words.first(size)), joined(words.subspan(size + 1))});
}

[[nodiscard]] Parsed parse_position(Words words) {
  constexpr std::string_view kForm =
      "expected 'position startpos' or 'position fen FEN', then perhaps 'moves TURN ...'";
  ugi::SetPosition command;
  words = words.subspan(1);
  const auto size = static_cast<std::size_t>(std::ranges::find(words, "moves") - words.begin());
  const Words start = words.first(size);
  if (start.empty()) return util::failure(std::string(kForm));
  if (start[0] == "fen") {
    if (start.size() == 1) return util::failure(fmt::format("the FEN is missing: {}", kForm));
    command.fen = joined(start.subspan(1));
  } else if (start[0] != "startpos" || start.size() > 1) {
    return util::failure(
        fmt::format("unknown word {}: {}", quoted(start[start[0] == "startpos" ? 1 : 0]), kForm));
  }
  if (size < words.size()) {
    const Words moves = words.subspan(size + 1);
    command.moves.assign(moves.begin(), moves.end());
  }
  return UgiCommand(std::move(command));
}

/// A limit of `go` that is a number, and what the number may be.
struct GoNumber {
  std::string_view word;
  std::uint64_t min;
  std::uint64_t max;
};
enum GoIndex : std::uint8_t { P1Time, P2Time, P1Inc, P2Inc, MoveTime, MovesToGo, Depth, Nodes, GoNumbers };
constexpr auto kMaxTime = static_cast<std::uint64_t>(kMaxUgiTime.count());
constexpr std::array<GoNumber, GoNumbers> kGoNumbers = {{
    {"p1time", 0, kMaxTime},
    {"p2time", 0, kMaxTime},
    {"p1inc", 0, kMaxTime},
    {"p2inc", 0, kMaxTime},
    {"movetime", 1, kMaxTime},
    {"movestogo", 1, 10'000},
    {"depth", 1, thinking::kMaxDepth},
    {"nodes", 1, UINT64_MAX},
}};

[[nodiscard]] util::Result<std::uint64_t, std::string> parse_number(const GoNumber& kind,
                                                                    std::string_view word) {
  const auto number = util::number_from<std::uint64_t>(word, kind.min, kind.max);
  if (!number) {
    return util::failure(fmt::format("{} must be a whole number from {} to {}, not {}", kind.word, kind.min,
                                     kind.max, quoted(word)));
  }
  return *number;
}

using GoValues = std::array<std::optional<std::uint64_t>, GoNumbers>;

/// `movestogo` is checked and then dropped: who budgets for the whole game is safe under it, too.
[[nodiscard]] util::Result<thinking::Limits, std::string> limits_of(const GoValues& values) {
  const auto time = [&](GoIndex i) { return Milliseconds(static_cast<std::int64_t>(values[i].value_or(0))); };
  const bool has_times = values[P1Time] && values[P2Time];
  if (!has_times) {
    for (const GoIndex i : {P1Time, P2Time, P1Inc, P2Inc, MovesToGo}) {
      if (values[i]) return util::failure(fmt::format("{} needs both p1time and p2time", kGoNumbers[i].word));
    }
  }
  thinking::Limits limits;
  if (values[Depth]) limits.depth = static_cast<int>(*values[Depth]);
  limits.nodes = values[Nodes];
  if (values[MoveTime]) limits.move_time = time(MoveTime);
  if (has_times) {
    limits.clocks =
        std::array{thinking::Clock{time(P1Time), time(P1Inc)}, thinking::Clock{time(P2Time), time(P2Inc)}};
  }
  return limits;
}

/// A word of `go` that no number follows.
struct GoFlag {
  std::string_view word;
  bool ugi::Go::*member;
};
constexpr std::array<GoFlag, 2> kGoFlags = {{{"ponder", &ugi::Go::ponder}, {"infinite", &ugi::Go::infinite}}};

[[nodiscard]] Parsed parse_go(Words words) {
  ugi::Go command;
  GoValues values;
  const auto twice = [](std::string_view word) {
    return util::failure(fmt::format("{} is given twice", word));
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto* const flag = std::ranges::find(kGoFlags, word, &GoFlag::word);
    if (flag != kGoFlags.end()) {
      if (std::exchange(command.*flag->member, true)) return twice(word);
      continue;
    }
    const auto* const kind = std::ranges::find(kGoNumbers, word, &GoNumber::word);
    if (kind == kGoNumbers.end()) {
      return util::failure(fmt::format("unknown word {} after 'go'", quoted(word)));
    }
    auto& value = values[static_cast<std::size_t>(kind - kGoNumbers.begin())];
    if (value) return twice(word);
    if (++i == words.size()) return util::failure(fmt::format("{} needs a number", word));
    const auto number = parse_number(*kind, words[i]);
    if (!number) return util::failure(number.error());
    value = *number;
  }
  auto limits = limits_of(values);
  if (!limits) return util::failure(std::move(limits).error());
  command.limits = *limits;
  if (std::ranges::none_of(values, [](const auto& value) { return value.has_value(); })) {
    command.infinite = true;
  }
  return UgiCommand(command);
}

constexpr std::array<std::string_view, 3> kQuestions = {"gameover", "p1turn", "result"};

[[nodiscard]] Parsed parse_query(Words words) {
  const std::string form = fmt::format("expected 'query {}'", fmt::join(kQuestions, "|"));
  if (words.size() < 2) return util::failure(form);
  if (words.size() > 2)
    return util::failure(fmt::format("one word too many, {}: {}", quoted(words[2]), form));
  const auto* const question = std::ranges::find(kQuestions, words[1]);
  if (question == kQuestions.end()) {
    return util::failure(fmt::format("unknown question {}: {}", quoted(words[1]), form));
  }
  return UgiCommand(ugi::Query{static_cast<ugi::Question>(question - kQuestions.begin())});
}

struct Verb {
  std::string_view word;
  Parsed (*parse)(Words);
};
constexpr std::array<Verb, 10> kVerbs = {{
    {"ugi", parse_bare<ugi::Hello>},
    {"isready", parse_bare<ugi::IsReady>},
    {"setoption", parse_set_option},
    {"uginewgame", parse_bare<ugi::NewGame>},
    {"position", parse_position},
    {"go", parse_go},
    {"ponderhit", parse_bare<ugi::PonderHit>},
    {"stop", parse_bare<ugi::Stop>},
    {"query", parse_query},
    {"quit", parse_bare<ugi::Quit>},
}};

/// Overloads in the order of the variant; `go` and `position` say only what was given.
struct Writer {
  std::string operator()(const ugi::Hello&) const { return "ugi"; }
  std::string operator()(const ugi::IsReady&) const { return "isready"; }
  std::string operator()(const ugi::SetOption& command) const {
    return fmt::format("setoption name {} value {}", command.name, command.value);
  }
  std::string operator()(const ugi::NewGame&) const { return "uginewgame"; }
  std::string operator()(const ugi::SetPosition& command) const {
    std::string line = command.fen ? fmt::format("position fen {}", *command.fen) : "position startpos";
    if (!command.moves.empty()) line += fmt::format(" moves {}", fmt::join(command.moves, " "));
    return line;
  }
  std::string operator()(const ugi::Go& command) const {
    const thinking::Limits& limits = command.limits;
    std::string line = "go";
    const auto add = [&](std::string_view word, auto number) {
      fmt::format_to(std::back_inserter(line), " {} {}", word, number);
    };
    if (command.ponder) line += " ponder";
    if (limits.clocks) {
      add("p1time", (*limits.clocks)[0].time.count());
      add("p2time", (*limits.clocks)[1].time.count());
      add("p1inc", (*limits.clocks)[0].increment.count());
      add("p2inc", (*limits.clocks)[1].increment.count());
    }
    if (limits.move_time) add("movetime", limits.move_time->count());
    if (limits.depth) add("depth", *limits.depth);
    if (limits.nodes) add("nodes", *limits.nodes);
    if (command.infinite) line += " infinite";
    return line;
  }
  std::string operator()(const ugi::PonderHit&) const { return "ponderhit"; }
  std::string operator()(const ugi::Stop&) const { return "stop"; }
  std::string operator()(const ugi::Query& command) const {
    return fmt::format("query {}", kQuestions[static_cast<std::size_t>(command.question)]);
  }
  std::string operator()(const ugi::Quit&) const { return "quit"; }
};

}  // namespace

util::Result<UgiCommand, std::string> parse_ugi_command(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty()) return util::failure(std::string("the line is empty"));
  const auto* const verb = std::ranges::find(kVerbs, words[0], &Verb::word);
  if (verb == kVerbs.end()) return util::failure(fmt::format("unknown command {}", quoted(words[0])));
  return verb->parse(words);
}

std::string to_text(const UgiCommand& command) { return std::visit(Writer{}, command); }

}  // namespace ordo::protocol
