// Pondering in conversations with the engine: what it tells, when it answers, and what it refuses.
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/ugi_text.h"
#include "rules/game.h"
#include "search/engine.h"
#include "support/conversation.h"
#include "support/scale.h"

namespace ordo::protocol {
namespace {

using support::Conversation;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

/// The engine; and it can be seen when it has ended its searches, whether they are answered or not.
class WatchedEngine final : public thinking::Thinker {
 public:
  void configure(const thinking::EngineOptions& options) override { engine_.configure(options); }
  [[nodiscard]] const thinking::EngineOptions& options() const noexcept override { return engine_.options(); }
  void new_game() override { engine_.new_game(); }
  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits,
                                       const std::atomic<bool>& stop,
                                       const thinking::OnReport& on_report) override {
    thinking::Answer answer = engine_.think(game, limits, stop, on_report);
    ++ended_;
    return answer;
  }
  void wait_for(int searches) const {
    while (ended_ < searches) std::this_thread::yield();
  }

 private:
  search::Engine engine_{small()};
  std::atomic<int> ended_{0};

  static thinking::EngineOptions small() {
    thinking::EngineOptions options;
    options.hash_megabytes = 4;
    return options;
  }
};

constexpr std::string_view kNotPondering =
    "info string error 'ponderhit' is not possible without a 'go ponder' that waits for it";
constexpr const char* kAnswer = "bestmove [^ ]+";
constexpr const char* kAnswerAndExpectation = "bestmove [^ ]+ ponder [^ ]+";
/// White wins at once.
constexpr const char* kWon = "position fen 10/4w5/3ww5/10/6b3/4bb4/10/10 w";
/// Black is to move, and White wins whatever he does.
constexpr const char* kLost = "position fen 10/4w5/3ww5/10/6b3/4bb4/10/10 b";

[[nodiscard]] InfoLine last_info(const std::vector<std::string>& said) {
  InfoLine last;
  for (const std::string& line : said) {
    if (const auto info = parse_info_line(line)) last = *info;
  }
  return last;
}

TEST(UgiPonder, WhatTheOpponentMayPlayIsToldOnlyToWhoWantsToKnow) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("ugi");
  EXPECT_THAT(talk.until("ugiok"), Contains("option name Ponder type check default false"));
  talk.send("go depth 4");
  EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer));
  talk.send("setoption name Ponder value true");
  for (const std::string variant : {"ordo", "ordox"}) {
    talk.send("setoption name Variant value " + variant);
    talk.send("go depth 4");
    const auto said = talk.until("bestmove");
    const auto turns = last_info(said).turns;
    ASSERT_GE(turns.size(), 2U);
    EXPECT_EQ(said.back(), "bestmove " + turns[0] + " ponder " + turns[1]);
    talk.send("position startpos moves " + turns[0] + " " + turns[1]);
    EXPECT_THAT(talk.said_by_now(), IsEmpty()) << "a legal turn";
  }
}

TEST(UgiPonder, NothingIsExpectedWhereThereIsNothingToThinkAbout) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("setoption name Ponder value true");
  for (const std::string position : {kWon, kLost}) {
    talk.send(position);
    talk.send("go depth 5");
    const auto said = talk.until("bestmove");
    EXPECT_TRUE(last_info(said).score.is_proven()) << position;
    EXPECT_THAT(said.back(), MatchesRegex(kAnswer)) << position;
  }
}

TEST(UgiPonder, ASearchThatEndsByItselfWaitsForTheHitOrAStop) {
  WatchedEngine engine;
  Conversation talk(engine);
  int searches = 0;
  for (const std::string last : {"ponderhit", "stop"}) {
    for (const std::string tables : {"none", "builtin"}) {
      talk.send("setoption name TablePath value " + tables);
      for (const std::string position : {"position startpos", kWon, kLost}) {
        talk.send(position);
        talk.send("go ponder depth 2 p1time 1000 p2time 1000");
        engine.wait_for(++searches);
        EXPECT_THAT(talk.said_by_now(), Each(StartsWith("info ")));
        talk.send(last);
        EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer)) << last << ", " << position;
        EXPECT_THAT(talk.said_by_now(), IsEmpty());
      }
    }
  }
}

TEST(UgiPonder, NoTimeCountsBeforeTheHit) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("go nodes 20000");
  const auto wanted = talk.until("bestmove");
  talk.send("uginewgame");
  talk.send("go ponder movetime 1 nodes 20000");
  engine.wait_for(2);
  talk.send("ponderhit");
  const auto said = talk.until("bestmove");
  EXPECT_EQ(said.back(), wanted.back());
  EXPECT_EQ(last_info(said).nodes, last_info(wanted).nodes);
  EXPECT_EQ(last_info(said).turns, last_info(wanted).turns);
}

TEST(UgiPonder, AfterTheHitTheClockEndsTheSearch) {
  WatchedEngine engine;
  Conversation talk(engine);
  for (const std::string go : {"go ponder movetime 5", "go ponder p1time 100 p2time 100"}) {
    talk.send(go);
    EXPECT_THAT(talk.next(), StartsWith("info "));
    talk.send("ponderhit");
    EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer)) << go;
  }
}

TEST(UgiPonder, AfterTheHitAnInfiniteSearchStillWaitsForAStop) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send(kWon);
  int searches = 0;
  for (const std::string go : {"go ponder", "go ponder depth 2 infinite"}) {
    talk.send(go);
    talk.send("ponderhit");
    engine.wait_for(++searches);
    EXPECT_THAT(talk.said_by_now(), Each(StartsWith("info "))) << go;
    talk.send("stop");
    EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer)) << go;
  }
}

TEST(UgiPonder, ItListensWhileItPonders) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("go ponder p1time 1000 p2time 1000");
  for (const std::string refused :
       {"setoption name Ponder value true", "position startpos", "go", "uginewgame"}) {
    talk.send(refused);
    EXPECT_THAT(talk.said_by_now(), Contains(MatchesRegex("info string error .* send 'stop' first")))
        << refused;
  }
  talk.send("query p1turn");
  EXPECT_EQ(talk.until("response").back(), "response true");
  talk.send("quit");
  EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer));
  EXPECT_EQ(talk.next(), "(nothing)");
}

TEST(UgiPonder, AHitNobodyWaitsForIsAnError) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("ponderhit");
  EXPECT_EQ(talk.next(), kNotPondering);
  talk.send("go infinite");
  talk.send("ponderhit");
  EXPECT_THAT(talk.said_by_now(), Contains(kNotPondering));
  talk.send("stop\nponderhit");
  EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer));
  EXPECT_EQ(talk.next(), kNotPondering);
  talk.send("go ponder infinite");
  talk.send("ponderhit");
  talk.send("ponderhit");
  EXPECT_THAT(talk.said_by_now(), Contains(kNotPondering));
  talk.send("stop");
  EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer));
  talk.send("go ponder depth 1\nstop\nponderhit");
  EXPECT_THAT(talk.until("bestmove").back(), MatchesRegex(kAnswer));
  EXPECT_EQ(talk.next(), kNotPondering);
  talk.send("ponderhit now");
  EXPECT_EQ(talk.next(), "info string error nothing may follow 'ponderhit': 'now'");
}

TEST(UgiPonder, HitAndStopAreAnsweredOnceAtWhateverMomentTheyCome) {
  WatchedEngine engine;
  Conversation talk(engine);
  talk.send("setoption name Ponder value true");
  const std::vector<std::string> limits = {"movetime 1", "depth 1", "nodes 600", "p1time 20 p2time 20"};
  const std::vector<std::string> ends = {"ponderhit", "stop", "ponderhit\nstop"};
  for (int i = 0; i < support::scaled(240); ++i) {
    const auto number = static_cast<std::size_t>(i);
    talk.send("go ponder " + limits[number % limits.size()]);
    std::this_thread::sleep_for(std::chrono::microseconds(i % 5 * 200));
    talk.send(ends[number % ends.size()]);
    EXPECT_THAT(talk.until("bestmove").back(),
                MatchesRegex(std::string(kAnswer) + "|" + kAnswerAndExpectation));
    EXPECT_THAT(talk.said_by_now(), ElementsAre());
  }
}

}  // namespace
}  // namespace ordo::protocol
