// Games as they are kept, over both kinds of database.
#include <algorithm>
#include <array>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using online::RoomStatus;

class Games : public DatabaseTest {
 protected:
  [[nodiscard]] std::vector<online::StoredEvent> log(const GameId& game) {
    return asked(*database_, [&](Store& store) { return store.events(game); });
  }
  [[nodiscard]] GameSummary summary(const GameId& game) {
    return asked(*database_, [&](Store& store) { return store.summary(game); }).value();
  }
  [[nodiscard]] online::Rating rating(const UserId& user) {
    return asked(*database_, [&](Store& store) { return store.rating(user, rules::Variant::Ordo); });
  }
  [[nodiscard]] std::vector<GameId> ids(const GameFilter& filter) {
    std::vector<GameId> found;
    for (const GameSummary& game : asked(*database_, [&](Store& store) { return store.games(filter); }))
      found.push_back(game.id);
    return found;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Games, kBothKinds, name_of_kind);

TEST_P(Games, ANewGameIsThereWithAllThatIsKnownOfIt) {
  GameSummary game = new_game("g1", "anna", "bert", true);
  game.settings.time = online::parse_time_control("300+3").value();
  game.settings.start = rules::Position::initial(rules::Variant::OrdoX);
  game.players[1] = std::nullopt;
  game.status = RoomStatus::Waiting;
  game.deadline = at(60'000);
  create(*database_, game);
  const GameSummary found = summary("g1");
  EXPECT_EQ(found.settings, game.settings);
  EXPECT_EQ(found.players, game.players);
  EXPECT_EQ(found.status, RoomStatus::Waiting);
  EXPECT_EQ(found.outcome, std::nullopt);
  EXPECT_EQ(found.fen, game.fen);
  EXPECT_EQ(found.created_at, at(0));
  EXPECT_EQ(found.deadline, at(60'000));
  EXPECT_EQ(log("g1"), std::vector{created(game)});
}

TEST_P(Games, AnUnknownGameIsAbsent) {
  EXPECT_FALSE(asked(*database_, [](Store& store) { return store.summary("nothing"); }));
  EXPECT_TRUE(log("nothing").empty());
}

TEST_P(Games, CreatingTheSameGameTwiceIsOnce) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  create(*database_, game);
  EXPECT_EQ(log("g1").size(), 1U);
}

TEST_P(Games, AnotherGameUnderTheSameIdIsRefused) {
  create(*database_, new_game("g1", "anna", "bert"));
  EXPECT_THROW(create(*database_, new_game("g1", "carl", "dora")), SqlError);
  EXPECT_EQ(summary("g1").players[0], person("anna"));
}

TEST_P(Games, TurnsAreKeptInOrder) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  for (int ply = 1; ply <= 12; ++ply) {
    const Appended appended = append_turn(*database_, game, ply);
    EXPECT_FALSE(appended.was_outrun);
    ASSERT_EQ(appended.events.size(), 1U);
    EXPECT_EQ(appended.events[0], (online::StoredEvent{ply + 1, at(1000 * ply), turn(ply)}));
  }
  const auto events = log("g1");
  ASSERT_EQ(events.size(), 13U);
  for (int ply = 1; ply <= 12; ++ply) {
    EXPECT_EQ(events[static_cast<std::size_t>(ply)],
              (online::StoredEvent{ply + 1, at(1000 * ply), turn(ply)}));
  }
  EXPECT_EQ(summary("g1").plies, 12);
  EXPECT_EQ(summary("g1").last_at, at(12'000));
  EXPECT_EQ(asked(*database_, [](Store& store) { return store.events("g1", 12); }).size(), 2U);
}

TEST_P(Games, ANumberIsGivenOnce) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  append_turn(*database_, game, 1);
  const std::array<online::Event, 1> other = {online::DrawOffered{Color::White}};
  const Appended appended = written(
      *database_, [&](Store& store) { return store.append(after_turn(game, 1), 2, at(1000), other); });
  EXPECT_TRUE(appended.was_outrun);
  EXPECT_TRUE(appended.events.empty());
  EXPECT_EQ(log("g1").size(), 2U);
}

TEST_P(Games, TheSameListAgainIsTheSameSuccess) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  const Appended first = append_turn(*database_, game, 1);
  append_turn(*database_, game, 2);
  const Appended again = append_turn(*database_, game, 1);
  EXPECT_FALSE(again.was_outrun);
  EXPECT_EQ(again.events, first.events);
  EXPECT_EQ(log("g1").size(), 3U);
  EXPECT_EQ(summary("g1").plies, 2);
}

TEST_P(Games, TheSameTurnAtAnotherTimeIsNotTheSame) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  append_turn(*database_, game, 1);
  const std::array events = {turn(1)};
  const Appended appended = written(
      *database_, [&](Store& store) { return store.append(after_turn(game, 1), 2, at(1001), events); });
  EXPECT_TRUE(appended.was_outrun);
}

TEST_P(Games, AListIsStoredWhollyOrNotAtAll) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  append_turn(*database_, game, 1);
  // A hole, as no program of ours makes it, so that the second number of a list is taken and not the first.
  database_->write_now([](Connection& connection) {
    connection.execute("UPDATE events SET seq = 3 WHERE game = 'g1' AND seq = 2");
  });
  const std::array events = {turn(1), turn(2)};
  const Appended appended =
      written(*database_, [&](Store& store) { return store.append(after_turn(game, 2), 2, at(7), events); });
  EXPECT_TRUE(appended.was_outrun);
  EXPECT_EQ(log("g1").size(), 2U);
}

TEST_P(Games, ATurnMayNotLeaveAGap) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  EXPECT_THROW(append_turn(*database_, game, 2), SqlError);
  EXPECT_THROW(append_turn(*database_, new_game("g2", "anna", "bert"), 1), SqlError);
  EXPECT_EQ(log("g1").size(), 1U);
  EXPECT_TRUE(log("g2").empty());
}

TEST_P(Games, JoiningFillsTheSeat) {
  GameSummary game = new_game("g1", "anna", "bert");
  game.players[1] = std::nullopt;
  game.status = RoomStatus::Waiting;
  create(*database_, game);
  game.players[1] = person("bert");
  game.status = RoomStatus::Playing;
  const std::array<online::Event, 1> joined = {online::Joined{Color::Black, person("bert")}};
  EXPECT_FALSE(
      written(*database_, [&](Store& store) { return store.append(game, 2, at(5), joined); }).was_outrun);
  EXPECT_EQ(summary("g1").players[1], person("bert"));
  EXPECT_EQ(summary("g1").status, RoomStatus::Playing);
}

TEST_P(Games, TheEndOfACasualGameChangesNoRating) {
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*database_, game);
  EXPECT_EQ(end_game(*database_, game, 2, Color::White).events.size(), 1U);
  EXPECT_EQ(rating("anna"), online::Rating{});
  EXPECT_EQ(summary("g1").outcome, (rules::Outcome{Color::White, rules::Ending::Resignation}));
  EXPECT_EQ(summary("g1").status, RoomStatus::Ended);
}

TEST_P(Games, TheEndOfARatedGameChangesBothRatings) {
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database_, game);
  const Appended appended = end_game(*database_, game, 2, Color::Black);
  ASSERT_EQ(appended.events.size(), 2U);
  const online::Rating fresh;
  EXPECT_EQ(rating("anna"), online::after_game(fresh, fresh, 0, at(2000)));
  EXPECT_EQ(rating("bert"), online::after_game(fresh, fresh, 1, at(2000)));
  const auto& rated = std::get<online::Rated>(appended.events[1].event);
  EXPECT_EQ(rated.before, (std::array{1500, 1500}));
  EXPECT_LT(rated.after[0], 1500);
  EXPECT_GT(rated.after[1], 1500);
  EXPECT_EQ(log("g1").back(), appended.events[1]);
  EXPECT_EQ(log("g1").back().seq, 3);
}

TEST_P(Games, ARatedEndThatComesTwiceCountsOnce) {
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database_, game);
  const Appended first = end_game(*database_, game, 2, std::nullopt);
  const Appended again = end_game(*database_, game, 2, std::nullopt);
  EXPECT_FALSE(again.was_outrun);
  EXPECT_EQ(again.events, first.events);
  EXPECT_EQ(rating("anna").games, 1);
}

TEST_P(Games, RatingsOfTheTwoGamesAreApart) {
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database_, game);
  end_game(*database_, game, 2, Color::White);
  EXPECT_EQ(asked(*database_, [](Store& store) { return store.rating("anna", rules::Variant::OrdoX); }),
            online::Rating{});
}

TEST_P(Games, WhatIsDueIsFoundAndNothingElse) {
  GameSummary due = new_game("due", "anna", "bert");
  due.deadline = at(100);
  GameSummary later = new_game("later", "anna", "bert");
  later.deadline = at(200);
  GameSummary silent = new_game("silent", "anna", "bert");
  silent.players[0] = online::Player{online::PlayerKind::Engine, "", "Engine 5", 5, std::nullopt};
  silent.last_at = at(-50);
  GameSummary human_turn = silent;
  human_turn.id = "human";
  human_turn.fen.back() = 'b';
  for (const GameSummary& game : {due, later, silent, human_turn}) create(*database_, game);
  const auto overdue = [&](std::int64_t now, std::int64_t silence, int limit) {
    return asked(*database_, [&](Store& store) { return store.overdue(at(now), at(silence), limit); });
  };
  EXPECT_THAT(overdue(99, -50, 10), testing::IsEmpty());
  EXPECT_THAT(overdue(100, -50, 10), testing::ElementsAre("due"));
  EXPECT_THAT(overdue(99, -49, 10), testing::ElementsAre("silent"));
  EXPECT_THAT(overdue(200, -49, 10), testing::UnorderedElementsAre("due", "later", "silent"));
  EXPECT_EQ(overdue(200, -49, 2).size(), 2U);
  end_game(*database_, due, 2, Color::White);
  EXPECT_THAT(overdue(100, -50, 10), testing::IsEmpty());
}

TEST_P(Games, LiveGamesOfAUserAreCounted) {
  const auto count = [&](const UserId& user) {
    return asked(*database_, [&](Store& store) { return store.live_games_of(user); });
  };
  create(*database_, new_game("g1", "anna", "bert"));
  create(*database_, new_game("g2", "bert", "anna"));
  create(*database_, new_game("g3", "anna", "anna"));
  EXPECT_EQ(count("anna"), 3);
  EXPECT_EQ(count("bert"), 2);
  end_game(*database_, new_game("g2", "bert", "anna"), 2, Color::White);
  EXPECT_EQ(count("bert"), 1);
}

[[nodiscard]] GameFilter of(const UserId& player, bool with_waiting) {
  GameFilter filter;
  filter.player = player;
  filter.with_waiting = with_waiting;
  return filter;
}

[[nodiscard]] GameFilter up_to(int limit) {
  GameFilter filter;
  filter.limit = limit;
  return filter;
}

TEST_P(Games, GamesThatWaitAreOnlyForTheirOwner) {
  GameSummary game = new_game("g1", "anna", "bert");
  game.players[1] = std::nullopt;
  game.status = RoomStatus::Waiting;
  create(*database_, game);
  EXPECT_TRUE(ids({}).empty());
  EXPECT_TRUE(ids(of("anna", false)).empty());
  EXPECT_THAT(ids(of("anna", true)), testing::ElementsAre("g1"));
}

/// The list as its description says, straight from all games.
[[nodiscard]] std::vector<GameId> expected(std::vector<GameSummary> all, const GameFilter& filter) {
  std::ranges::sort(all, [](const auto& a, const auto& b) {
    return std::pair(a.last_at, a.id) > std::pair(b.last_at, b.id);
  });
  std::vector<GameId> found;
  for (const GameSummary& game : all) {
    const auto sits = [&](std::size_t seat, const UserId& user) {
      return game.players[seat] && game.players[seat]->id == user;
    };
    bool matches = false;
    for (const std::size_t seat : {std::size_t{0}, std::size_t{1}}) {
      if (filter.player && !sits(seat, *filter.player)) continue;
      if (filter.player && filter.opponent && !sits(1 - seat, *filter.opponent)) continue;
      const std::optional<Color> winner = game.outcome ? game.outcome->winner : std::nullopt;
      const bool won = winner && static_cast<std::size_t>(*winner) == seat;
      const std::string own = !game.outcome ? "" : !winner ? "drawn" : won ? "won" : "lost";
      const std::string score(game.outcome ? rules::name(rules::result_of(game.outcome)) : "");
      if (filter.result && *filter.result != score && !(filter.player && *filter.result == own)) continue;
      matches = true;
    }
    const bool live = game.status == RoomStatus::Playing;
    if (filter.variant && *filter.variant != game.settings.start.variant()) matches = false;
    if (filter.rated && *filter.rated != game.settings.rated) matches = false;
    if (filter.live && *filter.live != live) matches = false;
    if (filter.before && std::pair(game.last_at, game.id) >= *filter.before) matches = false;
    if (matches && found.size() < static_cast<std::size_t>(filter.limit)) found.push_back(game.id);
  }
  return found;
}

[[nodiscard]] std::vector<GameSummary> many_games() {
  std::vector<GameSummary> games;
  constexpr std::array<std::string_view, 4> kPeople = {"anna", "bert", "carl", "Dora"};
  for (std::size_t i = 0; i < 60; ++i) {
    GameSummary game = new_game(std::string(i % 2 == 0 ? "a" : "B") + std::to_string(i), kPeople[i % 4],
                                kPeople[(i % 4 + 1 + i / 4 % 3) % 4], i % 3 == 0);
    if (i % 5 < 2) game.settings.start = rules::Position::initial(rules::Variant::OrdoX);
    game.last_at = at(static_cast<std::int64_t>(i / 3));  // some at the same time: then the id decides
    if (i % 7 < 5) {
      game.status = i % 7 == 4 ? RoomStatus::Aborted : RoomStatus::Ended;
      if (i % 7 < 2) game.outcome = rules::Outcome{Color::White, rules::Ending::HomeRow};
      if (i % 7 == 2) game.outcome = rules::Outcome{Color::Black, rules::Ending::Time};
      if (i % 7 == 3) game.outcome = rules::Outcome{std::nullopt, rules::Ending::Repetition};
    }
    games.push_back(game);
  }
  return games;
}

TEST_P(Games, ListsAreRightForEveryCombinationOfFilters) {
  const std::vector<GameSummary> all = many_games();
  written(*database_, [&](Store& store) {
    for (const GameSummary& game : all) store.create_game(game, created(game));
  });
  using Text = std::optional<std::string>;
  int lists = 0;
  for (const auto& [player, opponent] : {std::pair<Text, Text>{}, {"anna", {}}, {"Dora", "bert"}}) {
    for (const Text& result :
         {Text{}, Text{"1-0"}, Text{"1/2-1/2"}, Text{"won"}, Text{"lost"}, Text{"drawn"}}) {
      if (!player && (result == "won" || result == "lost" || result == "drawn")) continue;
      for (const std::optional<bool> rated : {std::optional<bool>{}, {true}, {false}}) {
        for (const std::optional<bool> live : {std::optional<bool>{}, {true}, {false}}) {
          for (const auto variant : {std::optional<rules::Variant>{}, {rules::Variant::OrdoX}}) {
            GameFilter filter{player, opponent, variant, result, rated, live, false, {}, 2};
            // Page after page, until there is none.
            for (;;) {
              std::vector<GameId> found;
              const auto page = asked(*database_, [&](Store& store) { return store.games(filter); });
              for (const GameSummary& game : page) found.push_back(game.id);
              EXPECT_EQ(found, expected(all, filter));
              ++lists;
              if (page.empty()) break;
              filter.before = {page.back().last_at, page.back().id};
            }
          }
        }
      }
    }
  }
  EXPECT_GT(lists, 500);
}

TEST_P(Games, APageHasAtMostAHundred) {
  written(*database_, [](Store& store) {
    for (int i = 0; i < 105; ++i) {
      const GameSummary game = new_game("g" + std::to_string(i), "anna", "bert");
      store.create_game(game, created(game));
    }
  });
  EXPECT_EQ(ids(up_to(1000)).size(), 100U);
  EXPECT_EQ(ids(up_to(0)).size(), 1U);
}

}  // namespace
}  // namespace ordo::store
