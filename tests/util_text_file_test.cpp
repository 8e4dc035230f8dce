// Files that are written whole or not at all.
#include <filesystem>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "support/own_folder.h"
#include "util/text_file.h"

namespace ordo::util {
namespace {

namespace fs = std::filesystem;

class TextFile : public support::InOwnFolder {
 protected:
  [[nodiscard]] long files() const { return std::distance(fs::directory_iterator(folder()), {}); }
};

TEST_F(TextFile, WritesAndReadsBack) {
  ASSERT_EQ(*write_text_file(path("a"), "one\n", Replace::Never), Written::Done);
  EXPECT_EQ(*read_text_file(path("a"), 100), "one\n");
  EXPECT_EQ(files(), 1) << "no draft is left behind";
}

TEST_F(TextFile, ReplacesOnlyWhenTold) {
  ASSERT_TRUE(write_text_file(path("a"), "one", Replace::Never).ok());
  EXPECT_EQ(*write_text_file(path("a"), "two", Replace::Never), Written::FileExists);
  EXPECT_EQ(*read_text_file(path("a"), 100), "one");
  EXPECT_EQ(*write_text_file(path("a"), "two", Replace::Existing), Written::Done);
  EXPECT_EQ(*read_text_file(path("a"), 100), "two");
}

TEST_F(TextFile, KeepsTheModeAndFollowsLinks) {
  ASSERT_TRUE(write_text_file(path("real"), "one", Replace::Never).ok());
  fs::permissions(path("real"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", path("link"));
  ASSERT_EQ(*write_text_file(path("link"), "two", Replace::Existing), Written::Done);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(*read_text_file(path("real"), 100), "two");
  EXPECT_EQ(fs::status(path("real")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(TextFile, FailuresSayWhy) {
  EXPECT_EQ(read_text_file(path("gone"), 100).error(),
            "cannot read " + path("gone") + ": No such file or directory");
  EXPECT_EQ(read_text_file(folder().string(), 100).error(),
            "cannot read " + folder().string() + ": it is a directory");
  EXPECT_EQ(write_text_file(path("no/where"), "x", Replace::Never).error(),
            "cannot write " + path("no/where") + ": No such file or directory");
  EXPECT_EQ(write_text_file(folder().string(), "x", Replace::Existing).error(),
            "cannot write " + folder().string() + ": it is not a regular file");
  EXPECT_EQ(write_text_file("/dev/null", "x", Replace::Existing).error(),
            "cannot write /dev/null: it is not a regular file");
  EXPECT_FALSE(write_text_file("", "x", Replace::Existing).ok());
  EXPECT_EQ(files(), 0);
}

TEST_F(TextFile, EndlessInputIsRefused) {
  EXPECT_EQ(read_text_file("/dev/zero", std::size_t{1} << 20).error(),
            "cannot read /dev/zero: it has more than 1 MB");
}

}  // namespace
}  // namespace ordo::util
