// Openings: found by chance but always the same ones, near equal, and all different.
#include <cstdlib>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/book.h"
#include "rules/fen.h"
#include "rules/outcome.h"

namespace ordo {
namespace {

using match::Book;
using match::BookOptions;
using rules::Position;
using rules::Variant;
using testing::HasSubstr;

BookOptions options(Variant variant, std::uint64_t seed) {
  BookOptions options;
  options.variant = variant;
  options.seed = seed;
  options.plies = match::default_plies(variant);
  options.nodes = 300;
  options.bound = 150;
  return options;
}

std::vector<std::string> openings(Book& book, std::size_t count) {
  std::vector<std::string> fens;
  for (std::size_t i = 0; i < count; ++i) fens.push_back(rules::to_fen(book.opening(i)));
  return fens;
}

TEST(Book, DependsOnNothingButItsOptions) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Book forward(options(variant, 7));
    Book again(options(variant, 7));
    Book other(options(variant, 8));
    const std::string last = rules::to_fen(again.opening(9));  // asked for out of order
    const auto fens = openings(forward, 10);
    EXPECT_EQ(fens, openings(again, 10));
    EXPECT_EQ(fens.back(), last);
    EXPECT_NE(fens, openings(other, 10));
  }
}

TEST(Book, OpeningsAreNearEqual) {
  const BookOptions near = options(Variant::Ordo, 3);
  Book book(near);
  thinking::EngineOptions engine_options;
  engine_options.hash_megabytes = 4;
  search::Engine engine(engine_options);
  thinking::Limits limits;
  limits.nodes = near.nodes;
  for (std::size_t i = 0; i < 10; ++i) {
    const rules::Game game(book.opening(i));
    EXPECT_FALSE(game.outcome().has_value());
    engine.new_game();
    EXPECT_LE(std::abs(engine.think(game, limits).lines.front().score.value()), near.bound);
  }
}

TEST(Book, NoOpeningComesTwice) {
  BookOptions narrow = options(Variant::Ordo, 1);
  narrow.plies = 1;  // 56 turns
  narrow.nodes = 1;
  narrow.bound = 30000;
  Book book(narrow);
  const auto fens = openings(book, 56);
  EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()).size(), 56U);
  EXPECT_THROW((void)book.opening(56), std::runtime_error);
}

TEST(Book, RemembersWhatWasPlayed) {
  Book fresh(options(Variant::Ordo, 5));
  const auto fens = openings(fresh, 4);
  Book book(options(Variant::Ordo, 5));
  // Opening 1 has been something else, which the book would choose as its opening 2.
  book.remember(1, fresh.opening(2));
  EXPECT_EQ(rules::to_fen(book.opening(0)), fens[0]);
  EXPECT_EQ(rules::to_fen(book.opening(1)), fens[2]);
  EXPECT_NE(rules::to_fen(book.opening(2)), fens[2]);
  EXPECT_EQ(rules::to_fen(book.opening(3)), fens[3]);
}

TEST(Book, ReadsPositionsFromText) {
  const std::string text = "# two openings\n\n" + std::string(rules::kInitialFen) + "\r\n  " +
                           "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 b";
  auto read = match::parse_book(Variant::OrdoX, text);
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read->size(), 2U);
  Book book(*read);
  EXPECT_EQ(book.opening(0), book.opening(2));
  EXPECT_EQ(book.opening(1).to_move(), rules::Color::Black);
  EXPECT_EQ(book.opening(0).variant(), Variant::OrdoX);
}

TEST(Book, SaysWhichLineIsWrong) {
  EXPECT_THAT(match::parse_book(Variant::Ordo, "#\n10 w\n").error(), HasSubstr("line 2: "));
  EXPECT_THAT(match::parse_book(Variant::Ordo, "10/b8b/10/4b5/10/10/4w5/10 b").error(), HasSubstr("over"));
  EXPECT_THAT(match::parse_book(Variant::Ordo, "\n# nothing").error(), HasSubstr("no position"));
  EXPECT_THAT(match::parse_book(Variant::OrdoX, std::string(rules::kInitialFen) + " a").error(),
              HasSubstr("line 1: the position is in the middle of a turn"));
}

}  // namespace
}  // namespace ordo
