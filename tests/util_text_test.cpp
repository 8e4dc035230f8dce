// Text that is split into words, quoted, and made fit to be shown.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "util/text.h"
#include "util/words.h"

namespace ordo::util {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Words, AreSplitAsAShellDoes) {
  EXPECT_THAT(*split_words(R"(a  b\ c "d \"e\" \f" 'g\h' i"j"k '')"),
              ElementsAre("a", "b c", "d \"e\" \\f", "g\\h", "ijk", ""));
  EXPECT_THAT(*split_words(" \t"), IsEmpty());
  EXPECT_THAT(split_words("a 'b").error(), HasSubstr("not closed"));
  EXPECT_THAT(split_words("a \"b\\\"").error(), HasSubstr("not closed"));
  EXPECT_THAT(split_words("a\\").error(), HasSubstr("backslash"));
}

TEST(Words, SurviveJoiningAndSplitting) {
  const std::vector<std::string> words = {"plain", "two words", "", "it's", R"(a "quote" and a \)", "\ttab"};
  EXPECT_EQ(*split_words(join_words(words)), words);
}

TEST(Text, PrintableTextHasNoControlCharacters) {
  EXPECT_EQ(printable("Zoë\x1b[31m\r\n\x7f"), "Zoë?[31m???");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "31m"),
            "a?31m")
      << "the eight-bit form of escape [";
  EXPECT_EQ(printable("日本"), "日本");
  EXPECT_EQ(printable("\xC2"), "\xC2");
}

}  // namespace
}  // namespace ordo::util
