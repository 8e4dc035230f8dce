// Trees: read from records and written as them, packed into addresses, and given to pages.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "study/comment.h"
#include "study/pack.h"
#include "study/tree.h"
#include "study/tree_text.h"

namespace ordo::study {
namespace {

using records::parse_record;
using records::write_record;

[[nodiscard]] Tree tree_from(std::string_view text) {
  const auto record = parse_record(text);
  EXPECT_TRUE(record) << (record ? "" : records::to_text(record.error()));
  return tree_of(*record);
}

constexpr std::string_view kStudied =
    "[White \"Ada\"]\n[Variant \"Ordo\"]\n\n"
    "{Begin here} 1. c2-c4! {good [%cal Gc2c4][%csl Gd5]} ({or} 1. d2-d4 d7-d5 {[%clk 0:04:31]} (1... "
    "e6-e5?? 2. e3-e4)) c7-c5 "
    "{[%eval -0.35]} 2. d2-d4 $10 *";

TEST(StudyTree, TheRecordOfATreeIsTheRecordItCameFrom) {
  const Tree tree = tree_from(kStudied);
  const auto record = record_of(tree);
  ASSERT_TRUE(record) << record.error();
  const auto original = parse_record(kStudied);
  EXPECT_EQ(record->main_line, original->main_line);
  EXPECT_EQ(tree_json(tree_of(*record)), tree_json(tree));
}

TEST(StudyTree, ATreeWithATurnThatIsNotAllowedHasNoRecord) {
  Tree tree;
  const auto turn = rules::read_turn(tree.start, "c2-c4");
  const std::size_t first = tree.add(0, *turn);
  tree.add(first, *turn);
  EXPECT_FALSE(record_of(tree));
}

TEST(StudyTree, WhereTheMainLineEndsTheGameTheResultIsWhatTheBoardSays) {
  Tree tree;
  tree.start = rules::Position::unchecked(
      {rules::Variant::Ordo, bitboard(*rules::Square::parse("a7")), bitboard(*rules::Square::parse("j5"))});
  tree.add(0, *rules::read_turn(tree.start, "a7-a8"));
  const auto record = record_of(tree);
  ASSERT_TRUE(record) << record.error();
  EXPECT_EQ(record->result, rules::GameResult::WhiteWins);
}

TEST(StudyTree, PagesGetWordsArrowsClocksAndScoresApart) {
  const std::string json = tree_json(tree_from(kStudied));
  EXPECT_NE(json.find(R"("good",[[43,43],[12,32]],null,null,"")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("",[],271,null,"")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("",[],null,"-0.35","")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"([1,"d2-d4")"), std::string::npos) << json;
}

TEST(StudyTree, LinesOfAPageBecomeATree) {
  const auto tree = parse_tree(
      "ordo\t*\t\n2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w\nWhite\tAda\n\n"
      "0\t\t\t\t\t\t\tBegin here\n1\tc2-c4\t1\tc2c4 "
      "d5d5\t\t\t\tgood\n2\tc7-c5\t\t\t271\t-0.35\t\t\n1\td2-d4\t\t\t\t\tor\t\n");
  ASSERT_TRUE(tree) << tree.error();
  const auto record = record_of(*tree);
  ASSERT_TRUE(record) << record.error();
  EXPECT_NE(write_record(*record).find(
                "{Begin here} 1. c2-c4! {[%csl Gd5][%cal Gc2c4] good} ({or} 1. d2-d4) 1... c7-c5\n"
                "{[%clk 0:04:31][%eval -0.35]} *"),
            std::string::npos)
      << write_record(*record);
}

TEST(StudyTree, LinesThatMakeNoSenseAreRefusedWithAReason) {
  const std::string head = "ordo\t*\t\n10/3b6/10/10/10/10/3w6/10 w\n\n";
  for (const std::string nodes :
       {"0\n2\td2-d3\n", "0\n1\td2-d9\n", "0\n1\ta2-a3\n", "1\td2-d3\n", "0\n1\td2-d3\t999\n",
        "0\n1\td2-d3\t\tz9a1\n", "0\n1\td2-d3\t\t\tx\n", "0\n1\td2-d3\t\t\t\tx\n", "0\n0\n"}) {
    const auto tree = parse_tree(head + nodes);
    ASSERT_FALSE(tree) << nodes;
    EXPECT_FALSE(tree.error().empty());
  }
  EXPECT_FALSE(parse_tree(""));
  EXPECT_FALSE(parse_tree("go\t*\t\n\n\n0\n"));
  EXPECT_FALSE(parse_tree("ordo\t*\t\n\nTwo words\tx\n\n0\n"));
}

/// A game at random, with variations that branch off anywhere.
[[nodiscard]] Tree random_tree(std::mt19937& random, rules::Variant variant, int turns, int variations,
                               int length) {
  Tree tree;
  tree.start = rules::Position::initial(variant);
  std::vector<rules::Position> positions = {tree.start};
  const auto grow = [&](std::size_t node) -> std::size_t {
    rules::PartList parts;
    rules::Position position = positions[node];
    rules::generate_parts(position, parts);
    if (parts.empty()) return 0;
    const rules::Part first = parts[random() % parts.size()];
    rules::Turn turn(first);
    const rules::Position next = position.after(first);
    if (next.to_move() == position.to_move()) {
      rules::generate_parts(next, parts);
      turn = rules::Turn(first, parts[random() % parts.size()]);
    }
    for (const std::size_t child : tree.nodes[node].children) {
      if (tree.nodes[child].turn == turn) return 0;
    }
    positions.push_back(position.after(turn));
    return tree.add(node, turn);
  };
  std::size_t node = 0;
  for (int i = 0; i < turns; ++i) {
    const std::size_t next = grow(node);
    if (next == 0) break;
    node = next;
  }
  for (int i = 0; i < variations; ++i) {
    node = random() % tree.nodes.size();
    for (int j = 0; j < length; ++j) {
      const std::size_t next = grow(node);
      if (next == 0) break;
      node = next;
    }
  }
  return tree;
}

TEST(StudyPack, WhatWasPackedIsUnpacked) {
  std::mt19937 random(18);
  for (int round = 0; round < 30; ++round) {
    Tree tree = random_tree(random, round % 2 == 0 ? rules::Variant::Ordo : rules::Variant::OrdoX, 40, 6, 5);
    tree.tags = {{"White", "Ada \xC3\xA9"}, {"Black", "Grace"}};
    for (TreeNode& node : tree.nodes) {
      if (random() % 8 == 0) node.comment = "word \xE8\xA9\x9E [%csl Gc3]";
      if (round % 3 == 0 && random() % 2 == 0) node.comment = "[%clk 0:04:31]" + node.comment;
      if (random() % 8 == 0 && &node != tree.nodes.data())
        node.glyphs = {static_cast<std::uint8_t>(1 + random() % 6)};
    }
    const auto record = record_of(tree);
    if (!record) continue;  // a repetition in the middle of a line ends the game
    const Tree normal = tree_of(*record);
    const std::string packed = pack(normal);
    const auto unpacked = unpack(packed);
    ASSERT_TRUE(unpacked) << unpacked.error();
    EXPECT_EQ(tree_json(*unpacked), tree_json(normal));
    EXPECT_EQ(pack(*unpacked), packed);
  }
}

TEST(StudyPack, AHundredTurnsOfBothWithTwentyVariationsFitIntoAnAddress) {
  std::mt19937 random(2);
  for (const rules::Variant variant : {rules::Variant::Ordo, rules::Variant::OrdoX}) {
    std::size_t longest = 0;
    std::size_t turns = 0;
    for (int round = 0; round < 20; ++round) {
      const Tree tree = random_tree(random, variant, 100, 20, 8);
      const std::string packed = pack(tree);
      if (tree.nodes.size() > turns) {
        turns = tree.nodes.size();
        longest = packed.size();
      }
    }
    EXPECT_GT(turns, 150U);
    EXPECT_LT(longest, 1000U) << turns;
  }
}

TEST(StudyPack, AGameWithClocksFitsAsWell) {
  std::mt19937 random(2);
  Tree tree = random_tree(random, rules::Variant::Ordo, 100, 20, 8);
  const std::size_t without = pack(tree).size();
  for (TreeNode& node : tree.nodes) node.comment = "[%clk 0:29:59]";
  const std::string packed = pack(tree);
  EXPECT_LE(packed.size(), without + tree.nodes.size() * 3);
  EXPECT_LT(packed.size(), 2000U);
  const auto unpacked = unpack(packed);
  ASSERT_TRUE(unpacked) << unpacked.error();
  EXPECT_EQ(unpacked->nodes[1].comment, "[%clk 0:29:59]");
}

TEST(StudyPack, APositionSetUpIsPackedToo) {
  const auto tree = parse_tree("ordox\t*\t\n10/10/3bb5/2bbbbb3/2bwwww3/4www3/3ww5/10 b\n\n0\n");
  ASSERT_TRUE(tree) << tree.error();
  const auto unpacked = unpack(pack(*tree));
  ASSERT_TRUE(unpacked) << unpacked.error();
  EXPECT_EQ(unpacked->start, tree->start);
}

TEST(StudyPack, WhatIsCutOffOrChangedIsRefusedOrIsAnotherStudy) {
  std::mt19937 random(5);
  const std::string packed = pack(random_tree(random, rules::Variant::OrdoX, 30, 3, 4));
  EXPECT_FALSE(unpack(""));
  EXPECT_FALSE(unpack("3" + packed.substr(1)));
  EXPECT_FALSE(unpack(packed.substr(0, packed.size() / 2)));
  EXPECT_FALSE(unpack("1\"<>"));
  for (std::size_t i = 1; i < packed.size(); ++i) {
    std::string changed = packed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    const auto unpacked = unpack(changed);  // whatever it is, it is one that can be written
    if (unpacked) {
      EXPECT_TRUE(record_of(*unpacked));
    }
  }
}

TEST(StudyComment, CommandsAreTakenOutAndWrittenFirst) {
  const Comment comment =
      parse_comment("a [%csl Gc3,Rd4] b [%cal Ge2e4][%clk 1:02:03.5] c [%eval #-2] [%emt 0:01]");
  EXPECT_EQ(comment.words, "a b c [%emt 0:01]");
  EXPECT_EQ(comment.arrows.size(), 3U);
  EXPECT_EQ(comment.clock, 3723);
  EXPECT_EQ(comment.score, thinking::Score::loss_after(4));
  EXPECT_EQ(to_text(comment), "[%csl Gc3,Gd4][%cal Ge2e4][%clk 1:02:03][%eval #-2] a b c [%emt 0:01]");
  EXPECT_EQ(parse_comment(to_text(comment)), comment);
}

TEST(StudyComment, WhatIsNoCommandStaysAmongTheWords) {
  for (const std::string text :
       {"[%csl Gz9]", "[%clk soon]", "[%eval good]", "[%cal", "[%", "]", "[%eval #0]", "[%eval 999999]"}) {
    EXPECT_EQ(parse_comment(text).words, text);
  }
}

TEST(StudyComment, ScoresAreWrittenAsPoints) {
  for (const std::string text : {"0.35", "-0.05", "12.00", "#3", "#-1", "250.00", "-250.00", "0.00"}) {
    const auto score = parse_score(text);
    ASSERT_TRUE(score) << text;
    EXPECT_EQ(score_text(*score), text);
  }
  EXPECT_EQ(parse_score("+1.5"), thinking::Score(150));
}

}  // namespace
}  // namespace ordo::study
