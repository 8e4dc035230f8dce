// What is remembered is found again, by those whom it concerns.
#include <gtest/gtest.h>

#include "search/transposition_table.h"

namespace ordo::search {
namespace {

constexpr std::uint64_t kKey = 0x0123456789ABCDEF;

Memory remembered(int score) {
  Memory memory;
  memory.score = score;
  memory.depth = 7;
  return memory;
}

TEST(TranspositionTable, FindsWhatEarlierSearchesStored) {
  TranspositionTable table(1);
  table.start_search(0);
  EXPECT_FALSE(table.find(kKey));
  table.store(kKey, remembered(-42));
  for (int search = 0; search < 3; ++search) table.start_search(0);
  const auto found = table.find(kKey);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->score, -42);
  EXPECT_EQ(found->depth, 7);
  EXPECT_FALSE(table.find(kKey + 1));
  table.clear();
  EXPECT_FALSE(table.find(kKey));
}

TEST(TranspositionTable, KeepsWhatIsJudgedWithAnotherSaltApart) {
  TranspositionTable table(1);
  table.start_search(0);
  table.store(kKey, remembered(1));
  table.start_search(0x9E3779B97F4A7C15U);
  EXPECT_FALSE(table.find(kKey));
  table.store(kKey, remembered(2));
  EXPECT_EQ(table.find(kKey)->score, 2);
  table.start_search(0);
  EXPECT_EQ(table.find(kKey)->score, 1);
}

}  // namespace
}  // namespace ordo::search
