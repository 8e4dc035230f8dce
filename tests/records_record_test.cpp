// Game records: the files in tests/data/records, the way to a game and back, and the limits.
#include "records/record.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "support/random_positions.h"
#include "support/scale.h"
#include "util/text.h"

namespace ordo::records {
namespace {

namespace fs = std::filesystem;

using rules::Color;
using rules::Ending;
using rules::Game;
using rules::GameResult;
using rules::Outcome;
using rules::Position;
using rules::Turn;
using rules::Variant;

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream.good()) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path folder(std::string_view name) { return fs::path(ORDO_TESTS_DIR) / "data" / "records" / name; }

/// Calls check(text) for each file of a folder; there must be some.
template <class Check>
void for_each_file(std::string_view name, Check&& check) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder(name))) {
    SCOPED_TRACE(entry.path().filename().string());
    check(contents(entry.path()));
    ++count;
  }
  EXPECT_GT(count, 0);
}

Record good(std::string_view text) {
  auto record = parse_record(text);
  EXPECT_TRUE(record.ok()) << to_text(record.error());
  return std::move(record).value();
}

Record good_file(std::string_view name) { return good(contents(folder("good") / name)); }

std::string record_refusal(std::string_view text) {
  const auto record = parse_record(text);
  return record ? "accepted" : to_text(record.error());
}

TEST(RecordFiles, GoodOnesAreReadAndWhatIsWrittenReadsTheSame) {
  for_each_file("good", [](const std::string& text) {
    const auto records = parse_records(text);
    ASSERT_TRUE(records.ok()) << to_text(records.error());
    const std::string written = write_records(*records);
    const auto again = parse_records(written);
    ASSERT_TRUE(again.ok()) << to_text(again.error()) << '\n' << written;
    EXPECT_EQ(write_records(*again), written);
    ASSERT_EQ(again->size(), records->size());
    for (std::size_t i = 0; i < records->size(); ++i)
      EXPECT_EQ((*again)[i].main_line, (*records)[i].main_line);
  });
}

TEST(RecordFiles, BadOnesAreRefusedInTheWordsOfTheirFirstLine) {
  for_each_file("bad", [](const std::string& text) {
    const std::string expected = text.substr(2, text.find('\n') - 2);
    const auto records = parse_records(text);
    ASSERT_FALSE(records.ok());
    EXPECT_TRUE(to_text(records.error()).starts_with(expected)) << to_text(records.error());
  });
}

TEST(RecordFiles, CanonicalOnesAreWrittenExactlySo) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder("canonical"))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(write_record(good_file(name)), contents(entry.path())) << name;
    EXPECT_EQ(write_record(good(contents(entry.path()))), contents(entry.path())) << name;
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(RecordFiles, CanonicalTurnsAreAtMostEightyCharactersWideWhereWordsAllow) {
  for_each_file("canonical", [](const std::string& text) {
    std::istringstream turns(text.substr(text.find("\n\n") + 2));
    for (std::string line; std::getline(turns, line);) {
      const auto width = std::count_if(line.begin(), line.end(),
                                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
      EXPECT_TRUE(width <= 80 || line.find(' ') == std::string::npos) << line;
    }
  });
}

TEST(Record, TagsAreKeptInTheirOrderWithTheirUtf8) {
  const Record record = good_file("annotated.txt");
  const std::vector<Tag> expected = {{"Event", "Café \"Ordo\" — Wien"},
                                     {"Site", "C:\\games"},
                                     {"Date", "2024.02.29"},
                                     {"Round", "3"},
                                     {"White", "Дитер"},
                                     {"Black", "石田 花子"},
                                     {"Annotator", "Ada"},
                                     {"TimeControl", "300+5"}};
  EXPECT_EQ(record.tags, expected);
  EXPECT_EQ(tag_value(record, "White"), "Дитер");
  EXPECT_EQ(tag_value(record, "Result"), std::nullopt);
  EXPECT_EQ(record.result, GameResult::WhiteWins);
  EXPECT_EQ(record.ending, Ending::Resignation);
}

TEST(Record, CommentsGlyphsAndVariationsHangOnTheirTurns) {
  const Record record = good_file("annotated.txt");
  EXPECT_EQ(record.main_line.comment, "A record with everything in it. Before the first move.");
  const auto& turns = record.main_line.turns;
  ASSERT_EQ(turns.size(), 5U);
  EXPECT_EQ(to_text(turns[0].turn), "g2:h2-g4");
  EXPECT_EQ(turns[0].glyphs, (std::vector<std::uint8_t>{5}));
  EXPECT_EQ(turns[0].comment, "fine, and quick");
  EXPECT_EQ(turns[1].comment, "to the end of the line, with a } in it");
  EXPECT_EQ(turns[2].glyphs, (std::vector<std::uint8_t>{3, 7, 255}));
  EXPECT_EQ(turns[4].comment, "$ ! ? ( ) [ ] ; in a comment mean nothing after the result");

  ASSERT_EQ(turns[1].variations.size(), 2U);
  const Variation& first = turns[1].variations[0];
  ASSERT_EQ(first.turns.size(), 2U);
  EXPECT_EQ(first.turns[0].glyphs, (std::vector<std::uint8_t>{6, 14}));
  ASSERT_EQ(first.turns[1].variations.size(), 1U);
  const Variation& nested = first.turns[1].variations[0];
  EXPECT_EQ(nested.comment, "or");
  ASSERT_EQ(nested.turns.size(), 2U);
  EXPECT_EQ(nested.turns[0].comment, "after a variation");
  ASSERT_EQ(nested.turns[0].variations.size(), 1U);
  EXPECT_EQ(to_text(nested.turns[0].variations[0].turns[0].turn), "d2-d3");
  EXPECT_EQ(to_text(turns[1].variations[1].turns[0].turn), "a6-a5");
}

TEST(Record, WithoutAVariantItIsOrdo) {
  EXPECT_EQ(good("1. e3-d3 *").start, Position::initial(Variant::Ordo));
}

TEST(Record, TheVariantMayBeNamedInSeveralWays) {
  for (const std::string name : {"Ordo X", "OrdoX", "ordox", "ORDO X"}) {
    EXPECT_EQ(good("[Variant \"" + name + "\"]").start.variant(), Variant::OrdoX) << name;
  }
  for (const std::string name : {"Ordo", "ordo"}) {
    EXPECT_EQ(good("[Variant \"" + name + "\"]").start.variant(), Variant::Ordo) << name;
  }
}

TEST(Record, AMissingResultIsFilledInFromTheBoard) {
  const Record record = good_file("home_row.txt");
  EXPECT_EQ(record.result, GameResult::WhiteWins);
  EXPECT_EQ(record.ending, Ending::HomeRow);
  EXPECT_EQ(good_file("over_from_the_start.txt").ending, Ending::CannotReconnect);
  EXPECT_EQ(good("1. e3-d3").result, GameResult::Open);
}

TEST(Record, AResultWithoutAReasonKeepsNone) {
  const Record record = good("1. e3-d3 0-1");
  EXPECT_EQ(record.result, GameResult::BlackWins);
  EXPECT_EQ(record.ending, std::nullopt);
  EXPECT_EQ(write_record(record).find("Termination"), std::string::npos);
}

TEST(Record, ATerminationInOtherWordsStaysATag) {
  const Record record = good_file("foreign_termination.txt");
  EXPECT_EQ(record.ending, std::nullopt);
  EXPECT_EQ(tag_value(record, "Termination"), "rules infraction");
  EXPECT_EQ(good(write_record(record)).result, GameResult::BlackWins);
}

TEST(Record, TheBoardKnowsBetterThanATerminationInOtherWords) {
  const Record record =
      good("[FEN \"10/4w5/4w5/3w6/4b1b3/5b4/10/10 w\"]\n[Termination \"Normal\"]\n1. d5-d8 1-0");
  EXPECT_EQ(record.ending, Ending::HomeRow);
  EXPECT_EQ(tag_value(record, "Termination"), std::nullopt);
}

TEST(Record, SeveralGamesInOneText) {
  const auto records = parse_records(contents(folder("good") / "several.txt"));
  ASSERT_TRUE(records.ok()) << to_text(records.error());
  ASSERT_EQ(records->size(), 4U);
  EXPECT_EQ(tag_value((*records)[1], "Event"), "Second");
  EXPECT_EQ((*records)[1].start.variant(), Variant::OrdoX);
  EXPECT_EQ((*records)[1].main_line.turns[0].comment, "this still belongs to the second");
  EXPECT_EQ((*records)[2].start.variant(), Variant::Ordo);
  EXPECT_TRUE((*records)[3].main_line.turns.empty());
}

TEST(Record, NoGamesInAnEmptyText) {
  EXPECT_TRUE(parse_records("")->empty());
  EXPECT_TRUE(parse_records("\xEF\xBB\xBF \r\n")->empty());
  EXPECT_EQ(record_refusal(" \n"), "line 1, column 1: the record is empty");
}

TEST(Record, OnlyOneGameWhereOneIsExpected) {
  EXPECT_EQ(record_refusal("1. e3-d3 *\n\n[Event \"2\"]\n*"),
            "line 3, column 1: unexpected text after the end of the game");
}

TEST(Record, VariationsNestOnlySoDeep) {
  const auto nested = [](int depth) {
    std::string text = "1. e3-d3 ";
    for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "(1. e3-e4 " : "(1. e3-d3 ";
    return text + std::string(static_cast<std::size_t>(depth), ')') + " *";
  };
  const std::string written = write_record(good(nested(kMaxVariationDepth)));
  EXPECT_EQ(write_record(good(written)), written);
  EXPECT_EQ(record_refusal(nested(kMaxVariationDepth + 1)),
            "line 1, column 650: variations nested more than 64 deep");
  EXPECT_EQ(record_refusal("1. e3-d3 " + std::string(1'000'000, '(')),
            "line 1, column 11: a variation without a move before it that it could replace");
}

TEST(Record, SizesAreLimited) {
  EXPECT_EQ(record_refusal(std::string(kMaxRecordText + 1, ' ')),
            "line 1, column 1: the text is longer than 16777216 bytes");
  std::string tags;
  for (std::size_t i = 0; i <= kMaxTags; ++i) tags += "[T" + std::to_string(i) + " \"\"]\n";
  EXPECT_EQ(record_refusal(tags), "line 129, column 7: more than 128 tags");
}

TEST(Record, AGameAndItsRecordSayTheSame) {
  Game game(Variant::OrdoX);
  ASSERT_TRUE(game.play("e3-d3,e2-e3").ok());
  ASSERT_TRUE(game.play("e6-e5").ok());
  ASSERT_TRUE(game.resign(Color::White));
  const Record record = record_of(game, {{"White", "Ada"}, {"Result", "1-0"}, {"FEN", "nonsense"}});
  EXPECT_EQ(record.tags, (std::vector<Tag>{{"White", "Ada"}}));
  EXPECT_EQ(record.result, GameResult::BlackWins);
  EXPECT_EQ(record.ending, Ending::Resignation);

  const Record read = good(write_record(record));
  EXPECT_EQ(read.main_line, record.main_line);
  const Game again = game_of(read);
  EXPECT_EQ(again.position(), game.position());
  EXPECT_EQ(again.outcome(), game.outcome());
}

TEST(Record, TheGameOfARecordEndsAsTheRecordSays) {
  const auto outcome = [](std::string_view file) { return game_of(good_file(file)).outcome(); };
  EXPECT_EQ(outcome("plain.txt"), std::nullopt);
  EXPECT_EQ(outcome("home_row.txt"), (Outcome{Color::White, Ending::HomeRow}));
  EXPECT_EQ(outcome("last_piece.txt"), (Outcome{Color::White, Ending::LastPiece}));
  EXPECT_EQ(outcome("cannot_reconnect.txt"), (Outcome{Color::White, Ending::CannotReconnect}));
  EXPECT_EQ(outcome("repetition.txt"), (Outcome{std::nullopt, Ending::Repetition}));
  EXPECT_EQ(outcome("agreement.txt"), (Outcome{std::nullopt, Ending::Agreement}));
  EXPECT_EQ(outcome("time.txt"), (Outcome{Color::Black, Ending::Time}));
  EXPECT_EQ(outcome("annotated.txt"), (Outcome{Color::White, Ending::Resignation}));
  EXPECT_EQ(game_of(good("1. e3-d3 0-1")).outcome(), (Outcome{Color::Black, Ending::Resignation}));
  EXPECT_EQ(game_of(good("1. e3-d3 1/2-1/2")).outcome(), (Outcome{std::nullopt, Ending::Agreement}));
}

TEST(Record, WhatTheWriterIsGivenCannotBreakTheText) {
  Record record;
  record.tags = {{"Event", "two\nlines \"quoted\" \\"}};
  record.main_line.comment = " }\n1. e3-d3 (\t";
  const Turn turn = *read_turn(record.start, "e3-d3");
  record.main_line.turns.push_back({turn, {0, 1, 1}, "\r\n", {}});
  record.main_line.turns.push_back(
      {*read_turn(record.start.after(turn), "e6-d6"), {}, "{ [Event \"x\"]", {}});
  const std::string written = write_record(record);
  const Record again = good(written);
  EXPECT_EQ(write_record(again), written);
  EXPECT_EQ(tag_value(again, "Event"), "two lines \"quoted\" \\");
  EXPECT_EQ(again.main_line.comment, "} 1. e3-d3 (");
  EXPECT_EQ(again.main_line.turns[0].glyphs, record.main_line.turns[0].glyphs);
  EXPECT_EQ(again.main_line.turns[1].comment, "{ [Event \"x\"]");
}

TEST(Record, BytesThatAreNoUtf8SurviveLineBreaks) {
  Record record;
  util::append_words(record.main_line.comment, std::string(79, 'x') + " \xBA\xBA after \xFF");
  EXPECT_EQ(good(write_record(record)).main_line, record.main_line);
}

TEST(RecordLaws, RandomGamesSurviveBeingWrittenAndRead) {
  support::Random random(21);
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (int i = 0; i < support::scaled(20); ++i) {
      Game game(variant);
      while (!game.outcome() && game.turns().size() < 300) {
        std::vector<Turn> turns;
        for_each_turn(game.position(), [&](const Turn& turn) { turns.push_back(turn); });
        game.play(random.pick(turns));
      }
      const Record record = record_of(game);
      const std::string written = write_record(record);
      const Record again = good(written);
      ASSERT_EQ(again.main_line, record.main_line);
      ASSERT_EQ(write_record(again), written);
      ASSERT_EQ(game_of(again).outcome(), game.outcome());
      ASSERT_EQ(game_of(again).position(), game.position());
    }
  }
}

}  // namespace
}  // namespace ordo::records
