// Games as numbers and as records.
#include "match/ledger.h"

#include <charconv>

#include <fmt/format.h>

#include "rules/text.h"
#include "util/check.h"

namespace ordo::match {
namespace {

using rules::Color;

constexpr std::string_view kNumberTag = "Round";
constexpr std::string_view kMatchTag = "Match";
constexpr std::string_view kTerminationTag = "Termination";
constexpr std::array<std::string_view, 2> kNameTags = {"White", "Black"};
constexpr std::array<std::string_view, 2> kEffortTags = {"WhiteEffort", "BlackEffort"};

/// Which contestant plays a colour: 0 or 1.
[[nodiscard]] constexpr std::size_t seat(Color color, Color first) noexcept { return color == first ? 0 : 1; }

[[nodiscard]] GameScore score_for(std::optional<Color> winner, Color player) {
  if (!winner) return GameScore::Draw;
  return *winner == player ? GameScore::Win : GameScore::Loss;
}

[[nodiscard]] std::optional<Fault> fault_from(std::string_view text) {
  for (std::size_t i = 0; i < kFaults; ++i) {
    if (text == name(static_cast<Fault>(i))) return static_cast<Fault>(i);
  }
  return std::nullopt;
}

[[nodiscard]] std::string to_text(const Effort& effort) {
  return fmt::format("turns {} us {} longest {} told {} depth {} nodes {}", effort.turns, effort.time.count(),
                     effort.longest.count(), effort.told, effort.depth, effort.nodes);
}

/// Whatever it does not find stays zero: it is only for the statistics.
[[nodiscard]] Effort effort_from(std::string_view text) {
  const auto number = [&](std::string_view key) {
    std::uint64_t value = 0;
    const std::size_t at = text.find(key);
    if (at != std::string_view::npos) {
      std::from_chars(text.data() + at + key.size(), text.data() + text.size(), value);
    }
    return value;
  };
  using std::chrono::microseconds;
  return {number("turns "),
          microseconds(number("us ")),
          microseconds(number("longest ")),
          number("depth "),
          number("nodes "),
          number("told ")};
}

[[nodiscard]] std::optional<Color> winner_of(rules::Score score) {
  if (score == rules::Score::WhiteWins) return Color::White;
  if (score == rules::Score::BlackWins) return Color::Black;
  return std::nullopt;
}

[[nodiscard]] rules::Score score_of_winner(std::optional<Color> winner) {
  if (!winner) return rules::Score::Draw;
  return *winner == Color::White ? rules::Score::WhiteWins : rules::Score::BlackWins;
}

[[nodiscard]] std::string termination_of(const Played& played) {
  if (played.foul) return std::string(name(played.foul->trouble.fault));
  return std::string(played.game.outcome() ? rules::name(played.game.outcome()->ending) : kTooLong);
}

}  // namespace

void Ledger::add(const Finished& game) {
  ORDO_CHECK(games_.emplace(game.number, game.score).second);
  ++tally_.games;
  ++tally_.scores[static_cast<std::size_t>(game.score)];
  ++tally_.terminations[game.termination];
  tally_.plies += game.plies;
  for (std::size_t i = 0; i < 2; ++i) tally_.effort[i] += game.effort[i];
  if (game.score != GameScore::Draw) {
    const bool first_won = game.score == GameScore::Win;
    const bool white_won = first_won == (game.first == Color::White);
    ++(white_won ? tally_.white_wins : tally_.black_wins);
    if (game.fault) ++tally_.faults[first_won ? 1 : 0][static_cast<std::size_t>(*game.fault)];
  }
  const auto other = games_.find(game.number ^ 1U);
  if (other != games_.end()) tally_.pairs.add(game.score, other->second);
}

Finished finished_of(std::size_t number, const Played& played) {
  Finished game;
  game.number = number;
  game.start = played.game.start();
  game.first = first_color(number);
  game.score = score_for(played.winner(), game.first);
  game.plies = played.game.turns().size();
  game.termination = termination_of(played);
  if (played.foul) game.fault = played.foul->trouble.fault;
  for (const Color color : {Color::White, Color::Black}) {
    game.effort[seat(color, game.first)] = played.effort[index(color)];
  }
  return game;
}

rules::Record record_of(const Finished& game, const Played& played, const MatchTags& tags) {
  std::vector<rules::Tag> list;
  const auto tag = [&](std::string_view name, std::string value) {
    list.push_back({std::string(name), std::move(value)});
  };
  tag("Event", fmt::format("{} - {}", tags.names[0], tags.names[1]));
  for (const Color color : {Color::White, Color::Black}) {
    tag(kNameTags[index(color)], tags.names[seat(color, game.first)]);
  }
  tag(kNumberTag, std::to_string(game.number + 1));
  tag("Opening", std::to_string(opening_of(game.number) + 1));
  if (played.foul) {
    tag("Fault", fmt::format("{}: {}", rules::name(played.foul->by), played.foul->trouble.detail));
  }
  for (const Color color : {Color::White, Color::Black}) {
    tag(kEffortTags[index(color)], to_text(played.effort[index(color)]));
  }
  tag(kMatchTag, tags.settings);
  rules::Record record = rules::record_of(played.game, std::move(list));
  if (!played.game.outcome()) {
    record.score = score_of_winner(played.winner());
    record.tags.push_back({std::string(kTerminationTag), game.termination});
  }
  return record;
}

util::Result<Finished, std::string> finished_of(const rules::Record& record, const MatchTags& tags) {
  const auto settings = rules::tag_value(record, kMatchTag);
  if (!settings) return util::failure(std::string("a game in it is of no match"));
  if (*settings != tags.settings) {
    return util::failure(fmt::format("it holds a match with other settings\n  there: {}\n  here:  {}",
                                     *settings, tags.settings));
  }
  const std::string_view number = rules::tag_value(record, kNumberTag).value_or("");
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || value == 0) {
    return util::failure(fmt::format("a game in it has the number {}", rules::quoted(number)));
  }
  if (record.score == rules::Score::Open) return util::failure(fmt::format("game {} is not finished", value));
  Finished game;
  game.number = value - 1;
  game.start = record.start;
  game.first = first_color(game.number);
  game.score = score_for(winner_of(record.score), game.first);
  game.plies = record.line.turns.size();
  game.termination = record.ending ? rules::name(*record.ending)
                                   : rules::tag_value(record, kTerminationTag).value_or("unknown");
  game.fault = fault_from(game.termination);
  for (const Color color : {Color::White, Color::Black}) {
    game.effort[seat(color, game.first)] =
        effort_from(rules::tag_value(record, kEffortTags[index(color)]).value_or(""));
  }
  return game;
}

}  // namespace ordo::match
