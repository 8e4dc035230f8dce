// A conversation in the Universal Game Interface: lines come in, a thinker is asked, lines go out.
#include "protocol/ugi_session.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <new>
#include <streambuf>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "protocol/ugi_text.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "util/text.h"

namespace ordo::protocol {
namespace {

enum class Read : std::uint8_t { Line, TooLong, End };

/// The next line without its end. What goes beyond the limit is passed over without being kept. Taken from
/// the buffer and not the stream, which might be tied to the output and would flush it without its guard.
[[nodiscard]] Read read_line(std::istream& in, std::string& line) {
  using Traits = std::istream::traits_type;
  line.clear();
  std::streambuf* const buffer = in.rdbuf();
  bool is_too_long = false;
  for (;;) {
    const Traits::int_type next = buffer->sbumpc();
    const bool is_end = Traits::eq_int_type(next, Traits::eof());
    if (is_end && line.empty() && !is_too_long) return Read::End;
    if (is_end || Traits::to_char_type(next) == '\n') return is_too_long ? Read::TooLong : Read::Line;
    if (line.size() == kMaxUgiLine) is_too_long = true;
    if (!is_too_long) line += Traits::to_char_type(next);
  }
}

/// The game a `position` command describes, or what is wrong with it.
[[nodiscard]] util::Result<rules::Game, std::string> game_of(rules::Variant variant,
                                                             const ugi::SetPosition& command) {
  rules::Game game(variant);
  if (command.fen) {
    const auto position = rules::parse_fen(variant, *command.fen);
    if (!position) {
      const rules::FenError& error = position.error();
      const std::string where = error.column == 0 ? "" : fmt::format("column {}: ", error.column);
      return util::failure(fmt::format("illegal position: {}{}", where, error.message));
    }
    game = rules::Game(*position);
  }
  if (command.moves.size() > rules::kMaxPlies) {
    return util::failure(fmt::format("{} moves are more than {}", command.moves.size(), rules::kMaxPlies));
  }
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const std::string& move = command.moves[i];
    const auto turn = game.play(move);
    if (!turn) {
      return util::failure(
          fmt::format("illegal move {}, {}: {}", i + 1, util::quoted(move), turn.error().message));
    }
  }
  return game;
}

[[nodiscard]] std::string_view result_word(const std::optional<rules::Outcome>& outcome) {
  if (!outcome) return "none";
  if (!outcome->winner) return "draw";
  return *outcome->winner == rules::Color::White ? "p1win" : "p2win";
}

[[nodiscard]] std::string_view word(bool yes) { return yes ? "true" : "false"; }

[[nodiscard]] bool says_the_same(const thinking::Report& a, const thinking::Report& b) {
  return a.depth == b.depth && a.score == b.score && a.line == b.line;
}

/// What the opponent is expected to play after the best turn; nothing if that is not known, or if there is
/// nothing to think about after it.
[[nodiscard]] std::optional<rules::Turn> expected_after(const rules::Game& game,
                                                        const thinking::Answer& answer) {
  if (answer.lines.empty() || answer.lines.front().line.size() < 2) return std::nullopt;
  const std::vector<rules::Turn>& line = answer.lines.front().line;
  rules::Game ahead = game;
  for (const rules::Turn& turn : {line[0], line[1]}) {
    if (ahead.outcome() || !rules::is_legal(ahead.position(), turn)) return std::nullopt;
    ahead.play(turn);
  }
  if (ahead.outcome() || line[0] != answer.best) return std::nullopt;
  return line[1];
}

}  // namespace

UgiSession::UgiSession(thinking::Thinker& thinker, UgiIdentity identity, std::istream& in, std::ostream& out,
                       UgiSettings settings)
    : thinker_(thinker),
      identity_(std::move(identity)),
      in_(in),
      options_(settings.experiments, thinker.parameters()),
      defaults_{.engine = thinker.options()},
      values_(defaults_),
      game_(values_.variant),
      out_(out) {}

UgiSession::~UgiSession() { end_search(); }

void UgiSession::run() {
  const auto is_heard = [this] {
    const std::scoped_lock lock(mutex_);
    return out_.good();
  };
  std::string line;
  for (Read read{}; !has_quit_ && is_heard() && (read = read_line(in_, line)) != Read::End;) {
    if (read == Read::TooLong) {
      complain(fmt::format("a line of more than {} bytes", kMaxUgiLine));
    } else if (!util::trimmed(line).empty()) {
      obey(line);
    }
  }
  end_search();
}

void UgiSession::obey(std::string_view line) {
  const auto command = parse_ugi_command(line);
  if (!command) return complain(command.error());
  std::visit([this](const auto& chosen) { obey(chosen); }, *command);
}

void UgiSession::obey(const ugi::Hello& /*command*/) {
  say(fmt::format("id name {}", identity_.name));
  say(fmt::format("id author {}", identity_.author));
  for (const std::string& line : options_.lines(defaults_)) say(line);
  say("ugiok");
}

void UgiSession::obey(const ugi::IsReady& /*command*/) { say("readyok"); }

void UgiSession::obey(const ugi::SetOption& command) {
  if (!may_change("setoption")) return;
  auto values = options_.with(values_, command.name, command.value);
  if (!values) return complain(values.error());
  try {
    thinker_.configure(values->engine);
  } catch (const std::bad_alloc&) {
    return complain(
        fmt::format("not enough memory for {} {}", util::quoted(command.name), util::quoted(command.value)));
  }
  for (const std::string& complaint : thinker_.complaints()) complain(complaint);
  const bool is_other_game = values->variant != values_.variant;
  values_ = std::move(values).value();
  if (!is_other_game) return;
  thinker_.new_game();
  game_ = rules::Game(values_.variant);
}

void UgiSession::obey(const ugi::NewGame& /*command*/) {
  if (!may_change("uginewgame")) return;
  thinker_.new_game();
  game_ = rules::Game(values_.variant);
}

void UgiSession::obey(const ugi::SetPosition& command) {
  if (!may_change("position")) return;
  auto game = game_of(values_.variant, command);
  if (!game) return complain(game.error());
  game_ = std::move(game).value();
}

void UgiSession::obey(const ugi::Go& command) {
  if (!may_change("go")) return;
  {
    const std::scoped_lock lock(mutex_);
    is_searching_ = true;
    is_pondering_ = command.ponder;
    stop_ = false;
    hit_.reset();
  }
  searcher_ = std::thread([this, game = game_, command, tells_expected = values_.ponder] {
    search(game, command, tells_expected);
  });
}

void UgiSession::obey(const ugi::PonderHit& /*command*/) {
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(is_pondering_, false)) {
      hit_.set(std::chrono::steady_clock::now());
      return may_answer_.notify_all();
    }
  }
  complain("'ponderhit' is not possible without a 'go ponder' that waits for it");
}

void UgiSession::obey(const ugi::Stop& /*command*/) { end_search(); }

void UgiSession::obey(const ugi::Query& command) {
  switch (command.question) {
    case ugi::Question::GameOver:
      return say(fmt::format("response {}", word(game_.outcome().has_value())));
    case ugi::Question::P1Turn:
      return say(fmt::format("response {}", word(game_.position().to_move() == rules::Color::White)));
    case ugi::Question::Result:
      return say(fmt::format("response {}", result_word(game_.outcome())));
  }
}

void UgiSession::obey(const ugi::Quit& /*command*/) { has_quit_ = true; }

bool UgiSession::may_change(std::string_view command) {
  std::unique_lock lock(mutex_);
  const bool is_searching = is_searching_;
  lock.unlock();
  if (is_searching) {
    complain(fmt::format("'{}' is not possible while a search is going on; send 'stop' first", command));
    return false;
  }
  if (searcher_.joinable()) searcher_.join();  // it has given its answer, and only has to return
  return true;
}

/// The searching thread, from beginning to end.
void UgiSession::search(const rules::Game& game, const ugi::Go& command, bool tells_expected) {
  std::optional<rules::Turn> best;
  std::optional<rules::Turn> expected;
  thinking::Limits limits = command.limits;
  if (command.ponder) limits.ponder = &hit_;
  std::map<int, thinking::Report> told;
  try {
    const thinking::Answer answer = thinker_.think(game, limits, stop_, [&](const thinking::Report& report) {
      say(info_line(report));
      told[report.number] = report;
    });
    best = answer.best;
    if (tells_expected) expected = expected_after(game, answer);
    // A search that is cut short ends with lines that nobody has been told of.
    for (const thinking::Report& line : answer.lines) {
      const auto known = told.find(line.number);
      if (known == told.end() || !says_the_same(known->second, line)) say(info_line(line));
    }
  } catch (const std::exception& error) {
    complain(fmt::format("the search failed: {}", util::quoted(error.what())));
  }
  for (const std::string& complaint : thinker_.complaints()) complain(complaint);
  std::unique_lock lock(mutex_);
  may_answer_.wait(lock, [&] { return stop_ || !(command.infinite || is_pondering_); });
  // Before the answer is written: who reads it may send the next command at once.
  is_searching_ = false;
  is_pondering_ = false;
  out_ << best_move_line(best, expected) << '\n' << std::flush;
}

/// Waits for the answer, so that what follows `stop` in the input finds a session at rest.
void UgiSession::end_search() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  may_answer_.notify_all();
  if (searcher_.joinable()) searcher_.join();
}

void UgiSession::say(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  out_ << line << '\n' << std::flush;
}

void UgiSession::complain(std::string_view message) { say(fmt::format("info string error {}", message)); }

}  // namespace ordo::protocol
