// Games as numbers and as records.
#include "match/ledger.h"

#include <charconv>

#include <fmt/format.h>

#include "util/check.h"
#include "util/number.h"
#include "util/text.h"

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

[[nodiscard]] std::optional<engines::Fault> fault_from(std::string_view text) {
  for (std::size_t i = 0; i < engines::kFaults; ++i) {
    if (text == name(static_cast<engines::Fault>(i))) return static_cast<engines::Fault>(i);
  }
  return std::nullopt;
}

[[nodiscard]] std::string to_text(const engines::Effort& effort) {
  return fmt::format("turns {} us {} longest {} told {} depth {} nodes {}", effort.turns, effort.time.count(),
                     effort.longest.count(), effort.told, effort.depth, effort.nodes);
}

/// Whatever it does not find stays zero: it is only for the statistics.
[[nodiscard]] engines::Effort effort_from(std::string_view text) {
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

[[nodiscard]] std::optional<Color> winner_of(rules::GameResult result) {
  if (result == rules::GameResult::WhiteWins) return Color::White;
  if (result == rules::GameResult::BlackWins) return Color::Black;
  return std::nullopt;
}

[[nodiscard]] rules::GameResult result_of_winner(std::optional<Color> winner) {
  if (!winner) return rules::GameResult::Draw;
  return *winner == Color::White ? rules::GameResult::WhiteWins : rules::GameResult::BlackWins;
}

[[nodiscard]] std::string termination_of(const PlayedGame& played) {
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

Finished finished_of(std::size_t number, const PlayedGame& played) {
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

records::Record record_of(const Finished& game, const PlayedGame& played, const MatchTags& tags) {
  std::vector<records::Tag> list;
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
  records::Record record = records::record_of(played.game, std::move(list));
  if (!played.game.outcome()) {
    record.result = result_of_winner(played.winner());
    record.tags.push_back({std::string(kTerminationTag), game.termination});
  }
  return record;
}

util::Result<Finished, std::string> finished_of(const records::Record& record, const MatchTags& tags) {
  const auto settings = records::tag_value(record, kMatchTag);
  if (!settings) return util::failure(std::string("a game in it is of no match"));
  if (*settings != tags.settings) {
    return util::failure(fmt::format("it holds a match with other settings\n  there: {}\n  here:  {}",
                                     *settings, tags.settings));
  }
  const std::string_view number = records::tag_value(record, kNumberTag).value_or("");
  const auto value = util::number_from<std::size_t>(number);
  if (!value || *value == 0) {
    return util::failure(fmt::format("a game in it has the number {}", util::quoted(number)));
  }
  if (record.result == rules::GameResult::Open)
    return util::failure(fmt::format("game {} is not finished", *value));
  Finished game;
  game.number = *value - 1;
  game.start = record.start;
  game.first = first_color(game.number);
  game.score = score_for(winner_of(record.result), game.first);
  game.plies = record.main_line.turns.size();
  game.termination = record.ending ? rules::name(*record.ending)
                                   : records::tag_value(record, kTerminationTag).value_or("unknown");
  game.fault = fault_from(game.termination);
  for (const Color color : {Color::White, Color::Black}) {
    game.effort[seat(color, game.first)] =
        effort_from(records::tag_value(record, kEffortTags[index(color)]).value_or(""));
  }
  return game;
}

}  // namespace ordo::match
