// What a terminal is taken to be able to show.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "apps/commands/style_option.h"
#include "apps/terminal/terminal.h"

namespace ordo::apps {
namespace {

Environment with(std::map<std::string, std::string, std::less<>> values) {
  return [values = std::move(values)](std::string_view name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string() : found->second;
  };
}

TEST(Terminal, ColoursOnlyOnATerminalThatHasThem) {
  EXPECT_EQ(choose_palette(ColorWhen::Auto, true, with({{"TERM", "xterm"}})), Palette::Indexed);
  EXPECT_EQ(choose_palette(ColorWhen::Auto, true, with({{"TERM", "xterm"}, {"COLORTERM", "truecolor"}})),
            Palette::Full);
  EXPECT_EQ(choose_palette(ColorWhen::Auto, false, with({{"TERM", "xterm"}})), Palette::None);
  EXPECT_EQ(choose_palette(ColorWhen::Auto, true, with({{"TERM", "dumb"}})), Palette::None);
  EXPECT_EQ(choose_palette(ColorWhen::Auto, true, with({})), Palette::None);
}

TEST(Terminal, NoColorIsHonouredUnlessColoursAreAskedFor) {
  const Environment environment = with({{"TERM", "xterm"}, {"NO_COLOR", "1"}});
  EXPECT_EQ(choose_palette(ColorWhen::Auto, true, environment), Palette::None);
  EXPECT_EQ(choose_palette(ColorWhen::Always, true, environment), Palette::Indexed);
  EXPECT_EQ(choose_palette(ColorWhen::Never, true, with({{"TERM", "xterm"}})), Palette::None);
  EXPECT_EQ(choose_palette(ColorWhen::Always, false, with({})), Palette::Indexed);
}

TEST(Terminal, TheFirstLocaleVariableThatIsSetDecides) {
  EXPECT_TRUE(is_utf8(with({{"LANG", "de_DE.UTF-8"}})));
  EXPECT_TRUE(is_utf8(with({{"LC_CTYPE", "C.utf8"}, {"LANG", "C"}})));
  EXPECT_FALSE(is_utf8(with({{"LC_ALL", "C"}, {"LANG", "de_DE.UTF-8"}})));
  EXPECT_FALSE(is_utf8(with({{"LANG", "de_DE.ISO-8859-1"}})));
  EXPECT_FALSE(is_utf8(with({})));
}

TEST(Terminal, StyleFollowsOptionsThenSurroundings) {
  const Environment utf8 = with({{"TERM", "xterm"}, {"LANG", "C.UTF-8"}});
  EXPECT_TRUE(chosen_style({}, true, utf8).utf8);
  EXPECT_FALSE(chosen_style({.ascii = true}, true, utf8).utf8);
  EXPECT_FALSE(chosen_style({}, true, with({})).utf8);
  EXPECT_TRUE(chosen_style({.flip = true}, true, utf8).flipped);
  EXPECT_EQ(chosen_style({.color = "never"}, true, utf8).palette, Palette::None);
  EXPECT_EQ(chosen_style({.color = "always"}, false, utf8).palette, Palette::Indexed);
}

}  // namespace
}  // namespace ordo::apps
