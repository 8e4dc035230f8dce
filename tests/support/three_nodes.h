// What the tests of several nodes begin with: three hubs on one PostgreSQL database.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/hub_fixture.h"
#include "support/postgres.h"

namespace ordo::tests {

class ThreeNodes : public testing::Test {
 protected:
  explicit ThreeNodes(const server::HubOptions& options) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      databases_[i] = store::Database::open(patient(address_));
      nodes_[i] = std::make_unique<Node>(grounds_[i], *databases_[i], nullptr, options);
    }
  }

  [[nodiscard]] server::GameMaker& maker(std::size_t node) { return nodes_[node]->hub().maker(); }
  template <class T>
  T wait(std::size_t node, boost::asio::awaitable<T> answer) {
    return nodes_[node]->wait(std::move(answer));
  }
  /// Anna, on the first node, is White; Bert, on the second, Black.
  online::GameId begin(std::string_view time) {
    const auto made = wait(0, maker(0).create(account_of("anna"), wish(time, online::Color::White)));
    EXPECT_TRUE(made.ok());
    EXPECT_TRUE(wait(1, maker(1).join(account_of("bert"), made->id)).ok());
    return made->id;
  }
  [[nodiscard]] std::vector<online::StoredEvent> log_of(const online::GameId& game) {
    return asked(*databases_[0], [&](store::Store& store) { return store.events(game); });
  }

  std::array<Ground, 3> grounds_;
  std::string address_ = PostgresServer::instance().fresh_database();
  std::array<std::unique_ptr<store::Database>, 3> databases_;
  std::array<std::unique_ptr<Node>, 3> nodes_;
};

}  // namespace ordo::tests
