// JSON as it is written, and as it is read strictly.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "util/json_reader.h"
#include "util/json_writer.h"

namespace ordo::util {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  const std::string text = json_object([](JsonWriter& json) {
    json.member("a", 1);
    json.name("b");
    json.open('[');
    json.value("x");
    json.value(true);
    json.null();
    json.open('{');
    json.close('}');
    json.close(']');
    json.raw_member("c", "[]");
  });
  EXPECT_EQ(text, R"({"a":1,"b":["x",true,null,{}],"c":[]})");
}

TEST(JsonWriter, EscapesWhatIsNotOurs) {
  const std::string text = json_object([](JsonWriter& json) {
    json.foreign_name("a\"b");
    json.value("\\ \n \x7F é");
  });
  EXPECT_EQ(text, "{\"a\\\"b\":\"\\\\ \\u000a \x7F é\"}");
  const JsonDocument document(text);
  ASSERT_FALSE(document.error()) << *document.error();
  EXPECT_EQ(document.value().at("a\"b").as_string(), "\\ \n \x7F é");
}

TEST(JsonWriter, WritesNumbersOfEverySize) {
  const std::string text = json_object([](JsonWriter& json) {
    json.member("least", std::numeric_limits<std::int64_t>::min());
    json.member("most", std::numeric_limits<std::uint64_t>::max());
    json.fixed_member("half", 0.5, 4);
    json.fixed_member("whole", 2.5e9, 0);
    json.fixed_member("none", std::numeric_limits<double>::quiet_NaN(), 2);
    json.fixed_member("endless", -std::numeric_limits<double>::infinity(), 2);
  });
  EXPECT_EQ(text,
            R"({"least":-9223372036854775808,"most":18446744073709551615,"half":0.5000,"whole":2500000000,)"
            R"("none":null,"endless":null})");
}

TEST(JsonReader, TakesEachMemberOnceAndNoOther) {
  const auto complaint = [](std::string_view text) {
    const JsonDocument document(text);
    ObjectReader reader(document);
    (void)reader.integer("n", 1, 9);
    return reader.finish().value_or("");
  };
  EXPECT_EQ(complaint(R"({"n":5})"), "");
  EXPECT_EQ(complaint(R"({"n":10})"), "'n' must be a whole number from 1 to 9.");
  EXPECT_EQ(complaint(R"({"n":5,"m":1})"), "There is no member 'm' here.");
  EXPECT_EQ(complaint(R"({"n":5,"n":6})"), "The member 'n' is there twice.");
  EXPECT_EQ(complaint("{}"), "The member 'n' is missing.");
  EXPECT_EQ(complaint("[]"), "Expected an object, not an array.");
  EXPECT_TRUE(complaint(R"({"n":5} x)").starts_with("This is no JSON we read: "));
  EXPECT_TRUE(complaint("{\"n\":\"\xFF\"}").starts_with("This is no JSON we read: "));
  EXPECT_TRUE(complaint(std::string(100, '[')).starts_with("This is no JSON we read: "));
}

}  // namespace
}  // namespace ordo::util
