// When there was a server, over both kinds of database.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr online::Duration kSilence{10};

class Uptime : public DatabaseTest {
 protected:
  void alive(std::int64_t now) {
    written(*database_, [&](Store& store) { store.note_alive(at(now), kSilence); });
  }
  [[nodiscard]] std::vector<Outage> outages(std::int64_t since = 0) {
    return asked(*database_, [&](Store& store) { return store.outages(at(since)); });
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Uptime, kBothKinds, name_of_kind);

TEST_P(Uptime, BeginsWithoutAnOutage) {
  alive(100);
  EXPECT_THAT(outages(), IsEmpty());
}

TEST_P(Uptime, ASilenceIsAnOutageFromTheLastSignOfLife) {
  for (const int now : {100, 105, 115, 120, 180, 190}) alive(now);
  EXPECT_THAT(outages(), ElementsAre(Outage{at(120), at(180)}));
  alive(300);
  EXPECT_THAT(outages(), ElementsAre(Outage{at(120), at(180)}, Outage{at(190), at(300)}));
  EXPECT_THAT(outages(180), ElementsAre(Outage{at(190), at(300)}));
}

TEST_P(Uptime, AClockThatWasAheadIsForgotten) {
  alive(100);
  alive(900'000);
  alive(150);
  EXPECT_THAT(outages(), ElementsAre(Outage{at(100), at(150)}));
}

TEST_P(Uptime, ANodeKnowsWhetherItIsAlone) {
  const auto is_alone = [](Database& database) {
    return asked(database, [](Store& store) { return store.is_alone(); });
  };
  EXPECT_TRUE(is_alone(*database_));
  if (GetParam() == Dialect::Sqlite) return;  // nobody else gets at the file
  const auto stranger = Database::open(patient(fresh_address(GetParam(), folder_)));
  EXPECT_TRUE(is_alone(*database_)) << "that one has another database";
  auto other = Database::open(patient(address_));
  EXPECT_FALSE(is_alone(*database_));
  EXPECT_FALSE(is_alone(*other));
  other.reset();
  EXPECT_TRUE(comes_to_be_alone(*database_));
}

TEST_P(Uptime, IsForgottenWithTheYears) {
  alive(100);
  alive(200);
  written(*database_, [&](Store& store) {
    store.sweep(at(200) + std::chrono::days(61), at(0));
    store.note_alive(at(200) + std::chrono::days(61), kSilence);
  });
  EXPECT_THAT(outages(), IsEmpty());
}

}  // namespace
}  // namespace ordo::store
