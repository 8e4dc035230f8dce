// Suggestions for mistyped commands.
#include <array>

#include <gtest/gtest.h>

#include "apps/terminal/closest_word.h"

namespace ordo::apps {
namespace {

constexpr std::array<std::string_view, 7> kWords = {"undo", "redo",    "moves", "show",
                                                    "save", "history", "quit"};

TEST(ClosestWord, CountsInsertionsDeletionsReplacementsAndExchanges) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("moves", "moves"), 0U);
  EXPECT_EQ(edit_distance("mvoes", "moves"), 1U);
  EXPECT_EQ(edit_distance("move", "moves"), 1U);
  EXPECT_EQ(edit_distance("muves", "moves"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(ClosestWord, NamesTheNearestWords) {
  EXPECT_EQ(closest_words("mvoes", kWords), "'moves'");
  EXPECT_EQ(closest_words("hist", kWords), "'history'") << "the beginning of a word is near it";
  EXPECT_EQ(closest_words("s", kWords), "'show' or 'save'");
}

TEST(ClosestWord, IsSilentIfNothingIsNear) {
  EXPECT_EQ(closest_words("castle", kWords), "");
  EXPECT_EQ(closest_words("", kWords), "");
  EXPECT_EQ(closest_words(std::string(100000, 'x'), kWords), "");
}

}  // namespace
}  // namespace ordo::apps
