// Talking to an engine, and telling apart what can go wrong with it.
#include "engines/client.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "protocol/ugi_command.h"
#include "protocol/ugi_text.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "util/check.h"
#include "util/number.h"
#include "util/text.h"

namespace ordo::engines {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Whether everything is to stop is looked at this often.
constexpr milliseconds kGlance{100};
/// For an engine to end after `quit`, and to be seen ending after it has closed its output.
constexpr milliseconds kLastWords{300};

constexpr std::string_view kVariant = "Variant";
constexpr std::string_view kPonder = "Ponder";
constexpr std::string_view kComplaint = "info string error";

/// The first word, which is taken off the text.
[[nodiscard]] std::string_view next_word(std::string_view& text) {
  text = util::trimmed(text);
  const auto end = static_cast<std::size_t>(std::ranges::find_if(text, util::is_space) - text.begin());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

[[nodiscard]] bool equal_but_for_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, util::lower, util::lower);
}

/// Of `option name Feature Killers type check …`: the name.
[[nodiscard]] std::optional<std::string> offered_option(std::string_view line) {
  if (next_word(line) != "option" || next_word(line) != "name") return std::nullopt;
  std::string name;
  for (std::string_view word = next_word(line); !word.empty() && word != "type"; word = next_word(line)) {
    util::append_words(name, word);
  }
  return name;
}

/// What follows the word, in a line of `info`.
[[nodiscard]] std::optional<std::string_view> text_after(std::string_view line, std::string_view key) {
  while (!line.empty()) {
    const std::string_view word = next_word(line);
    if (word == "pv" || word == "string") return std::nullopt;
    if (word == key) return line;
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<std::uint64_t> number_after(std::string_view line, std::string_view key) {
  auto text = text_after(line, key);
  return text ? util::number_from<std::uint64_t>(next_word(*text)) : std::nullopt;
}

/// Whether a line of `info` tells the score of the best line, or of the only one.
[[nodiscard]] bool has_best_score(std::string_view line) {
  return text_after(line, "score") && number_after(line, "multipv").value_or(1) == 1;
}

[[nodiscard]] std::string position_line(const rules::Game& game) {
  protocol::ugi::SetPosition command;
  if (game.start() != rules::Position::initial(game.variant())) command.fen = rules::to_fen(game.start());
  for (const rules::Turn& turn : game.turns()) command.moves.push_back(rules::to_text(turn));
  return protocol::to_text(command) + '\n';
}

[[nodiscard]] std::string go_line(const thinking::Limits& limits, bool ponder) {
  return protocol::to_text(protocol::ugi::Go{.limits = limits, .ponder = ponder}) + '\n';
}

[[nodiscard]] bool tells_depth(std::string_view line) {
  return next_word(line) == "info" && line.find(" depth ") != std::string_view::npos;
}

}  // namespace

std::string_view name(Fault fault) noexcept {
  constexpr std::array<std::string_view, kFaults> kNames = {"crash", "hang", "time", "illegal", "malformed"};
  return kNames[static_cast<std::size_t>(fault)];
}

Effort& Effort::operator+=(const Effort& more) noexcept {
  turns += more.turns;
  time += more.time;
  longest = std::max(longest, more.longest);
  depth += more.depth;
  nodes += more.nodes;
  told += more.told;
  return *this;
}

Client::Client(const Program& program, rules::Variant variant, Milliseconds patience, const StopSignal& stop)
    : program_(program), variant_(variant), patience_(patience), stop_(stop) {
  ORDO_CHECK(!program.command.empty());
}

Client::~Client() {
  if (!process_) return;
  const TimePoint deadline = SteadyClock::now() + kLastWords;
  if (!process_->write("quit\n", deadline)) process_->wait(deadline);
}

void Client::start() {
  if (process_) return;
  auto process = Process::start(program_.command, program_.most_memory, program_.niceness);
  if (!process) {
    throw CannotStart(fmt::format("{}: cannot start {}: {}", program_.name,
                                  util::quoted(program_.command.front()), process.error()));
  }
  process_ = *std::move(process);
  pondered_.clear();
  if (const auto failed = shake_hands()) {
    throw CannotStart(fmt::format("{}: {}", program_.name, failed->detail));
  }
}

std::optional<Trouble> Client::new_game() {
  start();
  const TimePoint deadline = SteadyClock::now() + patience_;
  if (auto failed = stop_pondering(deadline)) return failed;
  if (auto failed = send("uginewgame\nisready\n", deadline)) return failed;
  return read_until("readyok", deadline, [](std::string_view) {});
}

util::Result<Client::Reply, Trouble> Client::ask(const rules::Game& game, const thinking::Limits& limits,
                                                 std::optional<microseconds> time) {
  ORDO_CHECK(process_ != nullptr);
  last_info_.clear();
  last_score_.clear();
  if (auto failed = discard_old_lines()) return util::failure(*std::move(failed));
  const std::string position = position_line(game);
  const bool is_hit = position == pondered_;
  const TimePoint asked = SteadyClock::now();
  const TimePoint deadline = asked + time.value_or(microseconds(0)) + patience_;
  if (!is_hit) {
    if (auto failed = stop_pondering(deadline)) return util::failure(*std::move(failed));
    last_info_.clear();
    last_score_.clear();
  }
  pondered_.clear();
  const std::string question = is_hit ? "ponderhit\n" : position + go_line(limits, false);
  if (auto failed = send(question, deadline)) return util::failure(*std::move(failed));
  return read_answer(asked, deadline);
}

std::optional<Trouble> Client::ponder(const rules::Game& expected, const thinking::Limits& limits) {
  ORDO_CHECK(process_ != nullptr && pondered_.empty());
  std::string position = position_line(expected);
  if (auto failed = send(position + go_line(limits, true), SteadyClock::now() + patience_)) return failed;
  pondered_ = std::move(position);
  return std::nullopt;
}

std::optional<Trouble> Client::stop_pondering(TimePoint deadline) {
  if (std::exchange(pondered_, {}).empty()) return std::nullopt;
  if (auto failed = send("stop\n", deadline)) return failed;
  while (true) {
    auto line = read(deadline);
    if (!line) return std::move(line).error();
    std::string_view rest = *line;
    if (next_word(rest) == "bestmove") return std::nullopt;
  }
}

util::Result<Client::Reply, Trouble> Client::read_answer(TimePoint asked, TimePoint deadline) {
  while (true) {
    auto line = read(deadline);
    if (!line) return util::failure(std::move(line).error());
    const auto used = std::chrono::duration_cast<microseconds>(SteadyClock::now() - asked);
    std::string_view rest = *line;
    if (next_word(rest) == "bestmove") {
      std::string turn(next_word(rest));
      if (turn.empty()) return util::failure(ended({Fault::Malformed, "'bestmove' without a turn"}));
      note_effort(used);
      const bool says_more = next_word(rest) == "ponder";
      const auto info = protocol::parse_info_line(last_score_);
      return Reply{std::move(turn), std::string(says_more ? next_word(rest) : ""), used,
                   info ? std::optional(info->score) : std::nullopt};
    }
    note_info(*line);
  }
}

void Client::give_up() noexcept { process_.reset(); }

Effort Client::take_effort() noexcept { return std::exchange(effort_, Effort{}); }

std::optional<Trouble> Client::send(std::string_view text, TimePoint deadline) {
  const auto failed = process_->write(text, deadline);
  return failed ? std::optional(trouble(*failed)) : std::nullopt;
}

util::Result<std::string_view, Trouble> Client::read(TimePoint deadline) {
  while (true) {
    const TimePoint glance = SteadyClock::now() + kGlance;
    const auto line = process_->read_line(std::min(deadline, glance));
    if (stop_.is_set()) {
      process_.reset();
      throw Stopped();
    }
    // Also where there is a line: somebody who never stops talking is never silent.
    if (SteadyClock::now() >= deadline) return util::failure(trouble(PipeTrouble::Timeout));
    if (line) return *line;
    if (line.error() != PipeTrouble::Timeout) return util::failure(trouble(line.error()));
  }
}

template <class Visit>
std::optional<Trouble> Client::read_until(std::string_view word, TimePoint deadline, Visit&& visit) {
  while (true) {
    auto line = read(deadline);
    if (!line) return std::move(line).error();
    if (util::trimmed(*line) == word) return std::nullopt;
    visit(*line);
  }
}

std::optional<Trouble> Client::shake_hands() {
  const TimePoint deadline = SteadyClock::now() + patience_;
  std::vector<std::string> offered;
  if (auto failed = send("ugi\n", deadline)) return failed;
  const auto note = [&](std::string_view line) {
    if (auto option = offered_option(line)) offered.push_back(*std::move(option));
  };
  if (auto failed = read_until("ugiok", deadline, note)) {
    failed->detail = fmt::format("does not answer 'ugi' with 'ugiok': {}", failed->detail);
    return failed;
  }
  return set_options(offered);
}

std::optional<Trouble> Client::set_options(const std::vector<std::string>& offered) {
  std::vector<OptionSetting> settings = program_.options;
  const auto offers = [&](std::string_view name) {
    return std::ranges::any_of(offered,
                               [&](std::string_view other) { return equal_but_for_case(name, other); });
  };
  // Who knows only Ordo need not know what variants are. First of all, as others may depend on it.
  if (offers(kVariant) || variant_ != rules::Variant::Ordo) {
    settings.insert(settings.begin(), {std::string(kVariant), std::string(rules::name(variant_))});
  }
  if (program_.ponders) settings.push_back({std::string(kPonder), "true"});
  for (const OptionSetting& setting : settings) {
    if (!offers(setting.name)) {
      return ended(
          {Fault::Malformed, fmt::format("the engine has no option {}", util::quoted(setting.name))});
    }
  }
  return set(settings);
}

std::optional<Trouble> Client::set(const std::vector<OptionSetting>& settings) {
  ORDO_CHECK(process_ != nullptr);
  std::string text;
  for (const OptionSetting& setting : settings) {
    text += protocol::to_text(protocol::ugi::SetOption{setting.name, setting.value}) + '\n';
  }
  const TimePoint deadline = SteadyClock::now() + patience_;
  if (auto failed = stop_pondering(deadline)) return failed;
  if (auto failed = send(text + "isready\n", deadline)) return failed;
  std::optional<std::string> complaint;
  const auto note = [&](std::string_view line) {
    if (!complaint && line.starts_with(kComplaint)) {
      complaint = util::trimmed(line.substr(kComplaint.size()));
    }
  };
  if (auto failed = read_until("readyok", deadline, note)) {
    failed->detail = fmt::format("does not answer 'isready' with 'readyok': {}", failed->detail);
    return failed;
  }
  if (!complaint) return std::nullopt;
  return ended({Fault::Malformed, fmt::format("the engine refuses an option: {}", util::quoted(*complaint))});
}

std::optional<Trouble> Client::discard_old_lines() {
  const TimePoint now = SteadyClock::now();
  while (true) {
    const auto line = process_->read_line(now);
    if (!line && line.error() == PipeTrouble::Timeout) return std::nullopt;
    if (SteadyClock::now() >= now + patience_) return trouble(PipeTrouble::Timeout);
    if (!line) return trouble(line.error());
    std::string_view rest = *line;
    if (next_word(rest) == "bestmove") return ended({Fault::Malformed, "an answer without a question"});
    note_info(*line);  // of what it ponders about
  }
}

Trouble Client::trouble(PipeTrouble what) {
  switch (what) {
    case PipeTrouble::Timeout:
      return ended({Fault::Hang, fmt::format("no answer, and {} ms of patience", patience_.count())});
    case PipeTrouble::TooLong:
      return ended({Fault::Malformed, fmt::format("a line of more than {} bytes", Process::kMaxLine)});
    case PipeTrouble::Closed:
      break;
  }
  const bool has_ended = process_->wait(SteadyClock::now() + kLastWords);
  return ended({Fault::Crash, has_ended ? process_->obituary() : "closed its output"});
}

Trouble Client::ended(Trouble trouble) noexcept {
  process_.reset();
  return trouble;
}

void Client::note_info(std::string_view line) {
  if (!tells_depth(line)) return;
  last_info_ = line;
  if (has_best_score(line)) last_score_ = line;
}

void Client::note_effort(microseconds used) {
  ++effort_.turns;
  effort_.time += used;
  effort_.longest = std::max(effort_.longest, used);
  const auto depth = number_after(last_info_, "depth");
  const auto nodes = number_after(last_info_, "nodes");
  if (!depth || !nodes) return;
  ++effort_.told;
  effort_.depth += *depth;
  effort_.nodes += *nodes;
}

}  // namespace ordo::engines
