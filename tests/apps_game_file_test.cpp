// Games in files.
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "apps/terminal/game_file.h"
#include "support/own_folder.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

class SavedGame : public support::InOwnFolder {};

TEST_F(SavedGame, GamesComeBackAsTheyWereSaved) {
  rules::Game game(rules::Variant::OrdoX);
  ASSERT_TRUE(game.play("e3-d3,d3-e4").ok());
  ASSERT_TRUE(game.resign(rules::Color::Black));
  const std::string text = record_text(game, {"Ada", ""}, {{"Date", "2025.11.30"}, {"Round", "3"}});
  ASSERT_TRUE(util::write_text_file(path("game"), text, util::Replace::Never).ok());
  const auto loaded = load_game(path("game"), 1);
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  EXPECT_EQ(loaded->games, 1U);
  EXPECT_TRUE(loaded->is_all);
  EXPECT_EQ(loaded->stored.names[0], "Ada");
  EXPECT_EQ(loaded->stored.names[1], "");
  EXPECT_EQ(loaded->stored.game.position(), game.position());
  EXPECT_EQ(loaded->stored.game.outcome(), game.outcome());
  EXPECT_EQ(record_text(loaded->stored.game, loaded->stored.names, loaded->stored.tags), text);
}

TEST_F(SavedGame, WhatAGameDoesNotHoldIsNoticed) {
  std::ofstream(path("two")) << "[White \"Ada\"]\n\n1. e3-e4 *\n\n[White \"Bob\"]\n\n1. f3-f4 *\n";
  std::ofstream(path("comment")) << "1. e3-e4 {a quiet start} *\n";
  std::ofstream(path("variation")) << "1. e3-e4 (1. f3-f4) *\n";
  const auto second = load_game(path("two"), 2);
  ASSERT_TRUE(second.ok()) << second.error();
  EXPECT_EQ(second->stored.names[0], "Bob");
  EXPECT_EQ(second->games, 2U);
  EXPECT_FALSE(second->is_all);
  EXPECT_FALSE(load_game(path("comment"), 1)->is_all);
  EXPECT_FALSE(load_game(path("variation"), 1)->is_all);
}

TEST_F(SavedGame, BadRecordsNameThePlace) {
  std::ofstream(path("bad")) << "1. e3-e4 e6-e9 *\n";
  std::ofstream(path("empty")) << "";
  std::ofstream(path("one")) << "1. e3-e4 *\n";
  EXPECT_TRUE(load_game(path("bad"), 1).error().starts_with(path("bad") + ":1:"));
  EXPECT_EQ(load_game(path("empty"), 1).error(), path("empty") + " holds no game");
  EXPECT_EQ(load_game(path("one"), 2).error(), path("one") + " holds 1 game, so there is no game 2");
}

}  // namespace
}  // namespace ordo::apps
