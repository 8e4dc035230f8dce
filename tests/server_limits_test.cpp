// Rates, connections and pauses after wrong passwords.
#include <gtest/gtest.h>

#include "server/base/limits.h"

namespace ordo::server {
namespace {

using namespace std::chrono_literals;

const Ticks kStart{1000s};

TEST(RateLimiter, AllowsABurstAndThenTheRate) {
  RateLimiter limiter({2, 3});
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(limiter.refuse("a", kStart)) << i;
  const auto wait = limiter.refuse("a", kStart);
  ASSERT_TRUE(wait);
  EXPECT_EQ(*wait, 500ms);
  EXPECT_TRUE(limiter.refuse("a", kStart + 499ms));
  EXPECT_FALSE(limiter.refuse("a", kStart + 501ms));
  EXPECT_FALSE(limiter.refuse("b", kStart)) << "others have a burst of their own";
}

TEST(RateLimiter, NeverGivesMoreThanTheBurst) {
  RateLimiter limiter({10, 2});
  EXPECT_FALSE(limiter.refuse("a", kStart));
  int allowed = 0;
  for (int i = 0; i < 10; ++i) allowed += limiter.refuse("a", kStart + 1h) ? 0 : 1;
  EXPECT_EQ(allowed, 2);
}

TEST(RateLimiter, StaysRightWhenThereAreManyKeys) {
  RateLimiter limiter({0.001, 1});
  for (int i = 0; i < 5000; ++i) EXPECT_FALSE(limiter.refuse(std::to_string(i), kStart));
  EXPECT_TRUE(limiter.refuse("7", kStart + 1s)) << "one that is not full is not forgotten";
}

TEST(ConnectionCounter, LimitsEachAddressAndAll) {
  ConnectionCounter counter(3, 2);
  auto first = counter.enter("a");
  auto second = counter.enter("a");
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(counter.enter("a"));
  auto third = counter.enter("b");
  EXPECT_TRUE(third);
  EXPECT_FALSE(counter.enter("c")) << "three altogether";
  first.reset();
  EXPECT_TRUE(counter.enter("c"));
  EXPECT_EQ(counter.count(), 2);
}

TEST(ConnectionCounter, APlaceThatIsMovedIsGivenBackOnce) {
  ConnectionCounter counter(10, 10);
  {
    ConnectionCounter::Place place = *counter.enter("a");
    ConnectionCounter::Place other = std::move(place);
    EXPECT_EQ(counter.count(), 1);
    other = *counter.enter("b");
    EXPECT_EQ(counter.count(), 1);
    ConnectionCounter::Place proxied = *counter.enter("");
    EXPECT_EQ(counter.count(), 2);
  }
  EXPECT_EQ(counter.count(), 0);
}

TEST(Backoff, PausesGrowAfterSomeFailures) {
  Backoff backoff({.free_failures = 3, .first = 1000ms, .most = 8000ms, .forget_after = 1h});
  Ticks now = kStart;
  for (int i = 0; i < 2; ++i) backoff.failed("a", now);
  EXPECT_FALSE(backoff.refuse("a", now));
  std::vector<std::chrono::milliseconds> pauses;
  for (int i = 0; i < 5; ++i) {
    backoff.failed("a", now);
    const auto pause = backoff.refuse("a", now);
    ASSERT_TRUE(pause);
    pauses.push_back(*pause);
    now += *pause;
    EXPECT_FALSE(backoff.refuse("a", now));
  }
  EXPECT_EQ(pauses, (std::vector<std::chrono::milliseconds>{1000ms, 2000ms, 4000ms, 8000ms, 8000ms}));
  EXPECT_FALSE(backoff.refuse("b", now));
}

TEST(Backoff, ForgetsAfterSuccessOrTime) {
  Backoff backoff({.free_failures = 1, .first = 1000ms, .most = 8000ms, .forget_after = 1h});
  backoff.failed("a", kStart);
  EXPECT_TRUE(backoff.refuse("a", kStart));
  backoff.succeeded("a");
  EXPECT_FALSE(backoff.refuse("a", kStart));
  for (int i = 0; i < 4; ++i) backoff.failed("a", kStart);
  backoff.failed("a", kStart + 2h);
  EXPECT_EQ(backoff.refuse("a", kStart + 2h), 1000ms) << "counted from the beginning";
}

}  // namespace
}  // namespace ordo::server
