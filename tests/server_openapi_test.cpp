// docs/openapi.json describes the routes there are: all of them, and no others.
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/api/api.h"

namespace ordo::server {
namespace {

TEST(OpenApi, DescribesEveryRouteAndNoOther) {
  std::ifstream file(ORDO_TESTS_DIR "/../docs/openapi.json");
  ASSERT_TRUE(file);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> described;
  const boost::json::value document = boost::json::parse(text);
  for (const auto& [path, methods] : document.at("paths").as_object()) {
    for (const auto& [method, operation] : methods.as_object()) {
      EXPECT_FALSE(operation.at("summary").as_string().empty()) << path;
      described.insert(fmt::format("{} {}", std::string(method), std::string(path)));
    }
  }
  std::set<std::string> served;
  for (const RoutePattern& route : Api::patterns()) {
    std::string method(name(route.method));
    for (char& letter : method) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    served.insert(fmt::format("{} {}", method, route.pattern));
  }
  EXPECT_EQ(described, served);
}

}  // namespace
}  // namespace ordo::server
