// The queue in front of the engines: who is next, whatever others have asked for.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engines/fair_queue.h"

namespace ordo::engines {
namespace {

std::string all_of(FairQueue<char>& queue) {
  std::string order;
  while (const auto next = queue.pop()) order += *next;
  return order;
}

TEST(FairQueue, IsFirstInFirstOutForOneUser) {
  FairQueue<char> queue;
  for (const char c : {'1', '2', '3'}) queue.push({1, "anna"}, c);
  EXPECT_EQ(queue.size(), 3U);
  EXPECT_EQ(all_of(queue), "123");
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(FairQueue, UsersTakeTurns) {
  FairQueue<char> queue;
  for (int i = 0; i < 4; ++i) queue.push({1, "anna"}, 'a');
  queue.push({1, "bert"}, 'b');
  queue.push({1, "carl"}, 'c');
  EXPECT_EQ(all_of(queue), "abcaaa");
}

TEST(FairQueue, NetworksTakeTurnsHoweverManyUsersTheyHave) {
  FairQueue<char> queue;
  for (int i = 0; i < 5; ++i) queue.push({1, "guest" + std::to_string(i)}, 'g');
  queue.push({2, "anna"}, 'a');
  queue.push({2, "bert"}, 'b');
  EXPECT_EQ(all_of(queue), "gagbggg");
}

TEST(FairQueue, WhoHasJustBeenServedComesLast) {
  FairQueue<char> queue;
  queue.push({1, "anna"}, '1');
  queue.push({1, "anna"}, '2');
  queue.push({2, "bert"}, '3');
  EXPECT_EQ(queue.pop(), '1');
  queue.push({3, "carl"}, '4');
  EXPECT_EQ(all_of(queue), "324");
}

}  // namespace
}  // namespace ordo::engines
