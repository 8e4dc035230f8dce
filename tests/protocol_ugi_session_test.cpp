// Conversations in the Universal Game Interface: with a thinker that does as it is told, and with the engine.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/ugi_session.h"
#include "protocol/ugi_text.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/engine.h"
#include "support/conversation.h"
#include "support/scale.h"

namespace ordo::protocol {
namespace {

using namespace std::chrono_literals;
using support::Conversation;
using testing::Contains;
using testing::ElementsAre;
using testing::MatchesRegex;
using testing::StartsWith;

/// Recommends the first turn it finds, when it is told to or stopped.
class FakeThinker final : public thinking::Thinker {
 public:
  static constexpr std::size_t kMemory = 1000;  ///< MB; more is more than there is

  void configure(const thinking::EngineOptions& options) override {
    if (options.hash_megabytes > kMemory) throw std::bad_alloc();
    options_ = options;
  }
  [[nodiscard]] const thinking::EngineOptions& options() const noexcept override { return options_; }
  void new_game() override { ++new_games; }

  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits,
                                       const std::atomic<bool>& stop,
                                       const thinking::OnReport& on_report) override {
    if (fails) throw std::runtime_error("out of\nideas");
    if (game.outcome()) return {};
    const bool is_patient = limits.nodes == kForever;
    thinking::Report report;
    report.depth = 1;
    rules::for_each_turn(game.position(), [&](const rules::Turn& turn) {
      report.line = {turn};
      return false;
    });
    on_report(report);
    while (is_patient && !stop) std::this_thread::sleep_for(1ms);
    has_returned = true;
    thinking::Answer answer;
    answer.best = report.line[0];
    return answer;
  }

  static constexpr std::uint64_t kForever = 1'000'000'000;  ///< nodes: thinks until it is stopped
  std::atomic<bool> has_returned{false};
  int new_games = 0;
  bool fails = false;

 private:
  thinking::EngineOptions options_;
};

thinking::EngineOptions with_hash(std::size_t megabytes) {
  thinking::EngineOptions options;
  options.hash_megabytes = megabytes;
  return options;
}

constexpr const char* kThinkLong = "go nodes 1000000000";

/// A whole conversation whose input is known beforehand.
std::string replies(thinking::Thinker& thinker, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  UgiSession(thinker, {"ordo test", "somebody"}, in, out).run();
  return out.str();
}

TEST(UgiSession, DefaultsOfOptionsAreTheThinkersOwn) {
  FakeThinker thinker;
  thinker.configure(with_hash(7));
  Conversation talk(thinker);
  talk.send("setoption name Hash value 8");
  talk.send("ugi");
  EXPECT_THAT(talk.until("ugiok"), Contains("option name Hash type spin default 7 min 1 max 65536"));
  EXPECT_EQ(thinker.options().hash_megabytes, 8U);
}

TEST(UgiSession, ExperimentsAreOfferedWhenAskedFor) {
  FakeThinker thinker;
  Conversation talk(thinker, {.experiments = true});
  talk.send("ugi");
  EXPECT_THAT(talk.until("ugiok"), Contains("option name Feature Killers type check default true"));
  talk.send("setoption name Feature Killers value false");
  EXPECT_THAT(talk.said_by_now(), ElementsAre());
  EXPECT_FALSE(thinker.options().features.killers);
}

TEST(UgiSession, AnswersWhileItSearchesAndRefusesChanges) {
  FakeThinker thinker;
  Conversation talk(thinker);
  talk.send(kThinkLong);
  EXPECT_THAT(talk.next(), StartsWith("info depth 1 "));
  EXPECT_THAT(talk.said_by_now(), ElementsAre());
  talk.send("query p1turn");
  EXPECT_EQ(talk.next(), "response true");
  talk.send("ugi");
  EXPECT_EQ(talk.until("ugiok").back(), "ugiok");
  for (const char* line :
       {"setoption name Hash value 3", "position startpos moves e3-e4", "go", "uginewgame"}) {
    talk.send(line);
    EXPECT_THAT(talk.next(),
                MatchesRegex("info string error '.*' is not possible while a search is going on.*"));
  }
  talk.send("query p1turn");
  EXPECT_EQ(talk.next(), "response true");
  talk.send("stop");
  EXPECT_THAT(talk.next(), StartsWith("bestmove "));
  EXPECT_EQ(thinker.options().hash_megabytes, thinking::EngineOptions().hash_megabytes);
  EXPECT_EQ(thinker.new_games, 0);
}

TEST(UgiSession, InfiniteSearchesKeepTheirAnswerUntilTheyAreStopped) {
  FakeThinker thinker;
  Conversation talk(thinker);
  for (const char* go : {"go infinite", "go", "go depth 3 infinite"}) {
    thinker.has_returned = false;
    talk.send(go);
    EXPECT_THAT(talk.next(), StartsWith("info "));
    while (!thinker.has_returned) std::this_thread::yield();
    EXPECT_EQ(talk.next(20ms), "(nothing)") << go;
    talk.send("stop");
    EXPECT_THAT(talk.next(), StartsWith("bestmove ")) << go;
  }
}

TEST(UgiSession, IsReadyForTheNextCommandWhenItHasAnswered) {
  FakeThinker thinker;
  Conversation talk(thinker);
  for (int i = 0; i < support::scaled(500); ++i) {
    talk.send(i % 2 == 0 ? "position startpos" : "position startpos moves e3-e4");
    talk.send("go depth 1");
    EXPECT_THAT(talk.next(), StartsWith("info "));
    EXPECT_THAT(talk.next(), StartsWith("bestmove "));
  }
}

TEST(UgiSession, StopWithoutASearchIsNoError) {
  FakeThinker thinker;
  Conversation talk(thinker);
  talk.send("stop");
  EXPECT_THAT(talk.said_by_now(), ElementsAre());
}

TEST(UgiSession, WhatFollowsStopFindsItAtRest) {
  FakeThinker thinker;
  EXPECT_THAT(
      replies(thinker, std::string(kThinkLong) + "\nstop\nposition startpos moves e3-e4\nquery p1turn\n"),
      MatchesRegex("info [^\n]*\nbestmove [^\n]*\nresponse false\n"));
}

TEST(UgiSession, TheEndOfInputAndQuitStopTheSearchAndGiveItsAnswer) {
  for (const char* last : {"", "quit", "quit\nisready\n"}) {
    FakeThinker thinker;
    EXPECT_THAT(replies(thinker, std::string(kThinkLong) + "\n" + last),
                MatchesRegex("info [^\n]*\nbestmove [^\n]*\n"));
  }
  FakeThinker thinker;
  EXPECT_THAT(replies(thinker, "go infinite"), MatchesRegex("info [^\n]*\nbestmove [^\n]*\n"));
  EXPECT_EQ(replies(thinker, "quit\nisready\n"), "");
  EXPECT_EQ(replies(thinker, ""), "");
}

TEST(UgiSession, ASessionNobodyListensToEnds) {
  FakeThinker thinker;
  std::istringstream in("isready\nisready\nsetoption name Hash value 3\n");
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  UgiSession(thinker, {"ordo test", "somebody"}, in, out).run();
  EXPECT_EQ(thinker.options().hash_megabytes, thinking::EngineOptions().hash_megabytes);
}

TEST(UgiSession, OverlongLinesAreRefusedAndPassedOver) {
  FakeThinker thinker;
  const std::string longest = "isready" + std::string(kMaxUgiLine - 7, ' ');
  EXPECT_EQ(replies(thinker, longest + "\n" + longest + " \nisready\n" + longest + " "),
            "readyok\ninfo string error a line of more than 1048576 bytes\nreadyok\n"
            "info string error a line of more than 1048576 bytes\n");
}

TEST(UgiSession, AnEndlessGameIsRefused) {
  FakeThinker thinker;
  std::string line = "position startpos moves";
  for (int i = 0; i < 5000; ++i) line += " e3-e4";
  EXPECT_EQ(replies(thinker, line), "info string error 5000 moves are more than 4096\n");
}

TEST(UgiSession, TooLittleMemoryIsSaidAndChangesNothing) {
  FakeThinker thinker;
  EXPECT_EQ(replies(thinker, "setoption name Hash value 1000\nsetoption name Hash value 1001\n"),
            "info string error not enough memory for 'Hash' '1001'\n");
  EXPECT_EQ(thinker.options().hash_megabytes, 1000U);
}

TEST(UgiSession, ASearchThatFailsIsSaidAndAnswered) {
  FakeThinker thinker;
  thinker.fails = true;
  EXPECT_EQ(replies(thinker, "go depth 1\n"),
            "info string error the search failed: 'out of\\x0Aideas'\nbestmove (none)\n");
}

TEST(UgiSession, AnotherGameStartsFromItsBeginning) {
  FakeThinker thinker;
  Conversation talk(thinker);
  const auto is_p1_turn = [&] {
    talk.send("query p1turn");
    return talk.next();
  };
  talk.send("position startpos moves e3-e4");
  talk.send("setoption name Variant value ordo");
  EXPECT_EQ(is_p1_turn(), "response false");
  talk.send("setoption name Variant value ordox");
  EXPECT_EQ(is_p1_turn(), "response true");
  talk.send("position startpos moves e3-d3,d3-e4");
  EXPECT_EQ(is_p1_turn(), "response false");
  talk.send("uginewgame");
  EXPECT_EQ(is_p1_turn(), "response true");
  EXPECT_EQ(thinker.new_games, 2);
}

TEST(UgiSession, ThreefoldRepetitionIsADraw) {
  FakeThinker thinker;
  std::string line = "position startpos moves";
  for (int i = 0; i < 2; ++i) line += " e3-d3 e6-d6 d3-e3 d6-e6";
  EXPECT_EQ(replies(thinker, line + "\nquery result\ngo depth 1\n"), "response draw\nbestmove (none)\n");
}

/// That the engine computes nothing more is what the tests Stop.* count; how long it takes is stop_bench's.
TEST(UgiSession, StopIsAnsweredAtAnyMomentOfARealSearch) {
  search::Engine engine(with_hash(16));
  Conversation talk(engine);
  for (const char* variant : {"ordo", "ordox"}) {
    talk.send(std::string("setoption name Variant value ") + variant);
    for (const auto after : {0ms, 10ms, 50ms, 250ms}) {
      talk.send("go infinite");
      std::this_thread::sleep_for(after);
      talk.send("stop");
      EXPECT_THAT(talk.until("bestmove ").back(), StartsWith("bestmove "))
          << variant << ", " << after.count();
    }
  }
}

TEST(UgiSession, TheLastWordOfASearchThatIsCutShortIsWhatItFound) {
  search::Engine engine(with_hash(16));
  Conversation talk(engine);
  search::Engine other(with_hash(16));
  for (const std::uint64_t nodes : {500U, 3000U, 7000U}) {
    talk.send("uginewgame\ngo nodes " + std::to_string(nodes));
    const std::vector<std::string> said = talk.until("bestmove ");
    ASSERT_GE(said.size(), 2U);
    const auto info = parse_info_line(said[said.size() - 2]);
    ASSERT_TRUE(info);
    other.new_game();
    thinking::Limits limits;
    limits.nodes = nodes;
    const auto line = other.think(rules::Game(rules::Variant::Ordo), limits, {}).lines.front();
    EXPECT_EQ(info->depth, line.depth);
    EXPECT_EQ(info->score, line.score);
    ASSERT_EQ(info->turns.size(), line.line.size());
    EXPECT_EQ(info->turns.back(), rules::to_text(line.line.back()));
  }
}

void follow(const std::filesystem::path& script, Conversation& talk) {
  std::ifstream file(script);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string where = script.filename().string() + ":" + std::to_string(number);
    const auto space = line.find(' ');
    const std::string mark = line.substr(0, space);
    const std::string text = space == std::string::npos ? "" : line.substr(space + 1);
    if (mark == ">") {
      talk.send(text);
    } else if (mark == "<") {
      const std::string said = talk.next();
      ASSERT_TRUE(std::regex_match(said, std::regex(text))) << where << ": " << text << "\n  came: " << said;
    } else if (mark == "<<") {
      std::string said = talk.next();
      const std::regex wanted(text);
      while (said != "(nothing)" && !std::regex_match(said, wanted)) said = talk.next();
      ASSERT_NE(said, "(nothing)") << where << ": did not come: " << text;
    } else {
      ASSERT_TRUE(mark.empty() || mark == "#") << where;
    }
  }
}

TEST(UgiSession, TranscriptsComeAsWritten) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ORDO_TESTS_DIR "/data/ugi")) {
    search::Engine engine(with_hash(2));
    Conversation talk(engine);
    follow(entry.path(), talk);
    talk.hang_up();
    EXPECT_EQ(talk.next(), "(nothing)") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace ordo::protocol
