// What the tests of the hub begin with: three users on a real SQLite file.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/hub_fixture.h"

namespace ordo::tests {

class HubTest : public testing::Test {
 protected:
  HubTest() { add_users(*database_, {"anna", "bert", "carl"}); }

  /// Anna is White, Bert Black.
  online::GameId begin(Node& node, std::string_view time = "none", bool rated = false) {
    const auto made =
        node.wait(node.hub().maker().create(account_of("anna"), wish(time, online::Color::White, rated)));
    EXPECT_TRUE(made.ok());
    const auto joined = node.wait(node.hub().maker().join(account_of("bert"), made->id));
    EXPECT_TRUE(joined.ok());
    return made->id;
  }

  [[nodiscard]] std::vector<online::StoredEvent> log_of(const online::GameId& game) {
    return asked(*database_, [&](store::Store& store) { return store.events(game); });
  }

  Ground ground_;
  TemporaryFolder folder_;
  std::unique_ptr<store::Database> database_ =
      store::Database::open(patient(fresh_address(store::Dialect::Sqlite, folder_)));
};

}  // namespace ordo::tests
