// What the tests over both kinds of database begin with.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "support/databases.h"

namespace ordo::tests {

/// For INSTANTIATE_TEST_SUITE_P, with the names of the kinds.
inline const auto kBothKinds = testing::Values(store::Dialect::Sqlite, store::Dialect::Postgres);
[[nodiscard]] inline std::string name_of_kind(const testing::TestParamInfo<store::Dialect>& chosen) {
  return chosen.param == store::Dialect::Sqlite ? "Sqlite" : "Postgres";
}

/// A new, empty database.
class DatabaseTest : public testing::TestWithParam<store::Dialect> {
 protected:
  template <class Work>
  auto write(Work work) {
    return written(*database_, work);
  }
  template <class Work>
  auto ask(Work work) {
    return asked(*database_, work);
  }

  TemporaryFolder folder_;
  std::string address_ = fresh_address(GetParam(), folder_);
  std::unique_ptr<store::Database> database_ = store::Database::open(patient(address_));
};

}  // namespace ordo::tests
