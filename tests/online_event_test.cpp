// Events as JSON, and back.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "online/event.h"
#include "rules/fen.h"

namespace ordo::online {
namespace {

using rules::Ending;

struct Example {
  Event event;
  std::string json;
};

std::vector<Example> examples() {
  const Player anna{PlayerKind::Account, "anna00000001", "Anna", 0, 1520};
  const Player engine{PlayerKind::Engine, "", "Engine 5", 5, {}};
  const Player guest{PlayerKind::Guest, "guest0000001", "Guest 4821", 0, {}};
  GameSettings timed;
  timed.time = *parse_time_control("300+3");
  timed.rated = true;
  GameSettings from_position;
  from_position.start = *rules::parse_fen(rules::Variant::OrdoX, "10/4w5/3w6/10/10/5b4/4b5/10 b");
  const std::string setup = R"("fen":"2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w")";
  return {
      {Created{timed, {anna, std::nullopt}, {}},
       R"({"e":"created","variant":"ordo",)" + setup +
           R"(,"time":"300+3","rated":true,)"
           R"("white":{"kind":"account","id":"anna00000001","name":"Anna","rating":1520},"black":null})"},
      {Created{from_position, {engine, guest}, "old000000001"},
       R"({"e":"created","variant":"ordox","fen":"10/4w5/3w6/10/10/5b4/4b5/10 b","time":"none","rated":false,)"
       R"("white":{"kind":"engine","name":"Engine 5","level":5},)"
       R"("black":{"kind":"guest","id":"guest0000001","name":"Guest 4821"},"rematch_of":"old000000001"})"},
      {Joined{Color::Black, anna},
       R"({"e":"join","color":"black","player":{"kind":"account","id":"anna00000001","name":"Anna",)"
       R"("rating":1520}})"},
      {Moved{3, "c2-c4", Duration(295'000)}, R"({"e":"move","ply":3,"turn":"c2-c4","left":295000})"},
      {Moved{1, "e3-d3,d3:d4-d5", {}}, R"({"e":"move","ply":1,"turn":"e3-d3,d3:d4-d5"})"},
      {DrawOffered{Color::White}, R"({"e":"draw","by":"white"})"},
      {DrawDeclined{Color::Black}, R"({"e":"draw-no","by":"black"})"},
      {TakebackAsked{Color::Black}, R"({"e":"takeback","by":"black"})"},
      {TakebackDeclined{Color::White}, R"({"e":"takeback-no","by":"white"})"},
      {TakenBack{4}, R"({"e":"taken-back","plies":4})"},
      {Paused{std::chrono::seconds(8), std::chrono::seconds(10)},
       R"({"e":"pause","stood":8000,"added":10000})"},
      {Gone{Color::Black, std::chrono::seconds(42)}, R"({"e":"gone","by":"black","patience":42000})"},
      {Back{Color::Black}, R"({"e":"back","by":"black"})"},
      {Ended{{std::nullopt, Ending::Abandoned}}, R"({"e":"end","winner":null,"ending":"abandoned"})"},
      {Ended{{Color::White, Ending::HomeRow}}, R"({"e":"end","winner":"white","ending":"home-row"})"},
      {Ended{{std::nullopt, Ending::Agreement}}, R"({"e":"end","winner":null,"ending":"agreement"})"},
      {Aborted{}, R"({"e":"abort"})"},
      {Aborted{Color::White}, R"({"e":"abort","by":"white"})"},
      {Rated{{1520, 1480}, {1530, 1470}}, R"({"e":"rated","before":[1520,1480],"after":[1530,1470]})"},
      {RematchOffered{Color::White}, R"({"e":"rematch","by":"white"})"},
      {RematchMade{"new000000001"}, R"({"e":"rematch-made","game":"new000000001"})"},
      {Said{Color::Black, "\"Hi\" \\o/ żółć 🙂\x01"},
       R"({"e":"say","by":"black","text":"\"Hi\" \\o/ żółć 🙂\u0001"})"},
      {Said{Color::White, "hi", 77}, R"({"e":"say","by":"white","text":"hi","id":77})"},
  };
}

std::string event_refusal(std::string_view json) {
  const auto event = parse_event(json);
  return event ? "accepted" : event.error();
}

TEST(Event, EachKindIsWrittenAsShownAndReadBack) {
  std::vector<bool> seen(std::variant_size_v<Event>);
  for (const Example& example : examples()) {
    EXPECT_EQ(to_json(example.event), example.json);
    const auto read = parse_event(example.json);
    ASSERT_TRUE(read.ok()) << example.json << ": " << read.error();
    EXPECT_EQ(*read, example.event) << example.json;
    seen[example.event.index()] = true;
  }
  EXPECT_EQ(seen, std::vector<bool>(seen.size(), true));
}

TEST(Event, MembersMayComeInAnyOrderWithWhiteSpace) {
  const auto event = parse_event(" { \"turn\" : \"c2-c4\",\n\t\"ply\":1, \"e\":\"\\u006dove\" } ");
  ASSERT_TRUE(event.ok()) << event.error();
  EXPECT_EQ(*event, Event(Moved{1, "c2-c4", {}}));
}

TEST(Event, APlayerWhoHasLeftForGoodNeedsNoId) {
  const auto event = parse_event(R"({"e":"join","color":"white","player":{"kind":"account","name":"gone"}})");
  ASSERT_TRUE(event.ok()) << event.error();
  EXPECT_EQ(std::get<Joined>(*event).player.id, "");
}

TEST(Event, WhatIsDoubledUnknownMissingOrOfAnotherTypeIsRefused) {
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1,"ply":1,"turn":"c2-c4"})"),
            "The member 'ply' is there twice.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1,"\u0070ly":1,"turn":"c2-c4"})"),
            "The member 'ply' is there twice.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1,"turn":"c2-c4","x":1})"), "There is no member 'x' here.");
  EXPECT_EQ(event_refusal(R"({"e":"move","turn":"c2-c4"})"), "The member 'ply' is missing.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":"1","turn":"c2-c4"})"),
            "'ply' must be a whole number from 1 to 1000000.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1.0,"turn":"c2-c4"})"),
            "'ply' must be a whole number from 1 to 1000000.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1,"turn":["c2-c4"]})"),
            "'turn' must be a text, not an array.");
  EXPECT_EQ(event_refusal(R"({"e":"move","ply":1,"turn":"c2-c4","left":-1})"),
            "'left' must be a whole number from 0 to 9007199254740992.");
  EXPECT_EQ(event_refusal(R"({"e":"dance"})"), "There is no event 'dance'.");
  EXPECT_EQ(event_refusal(R"({})"), "The member 'e' is missing.");
  EXPECT_EQ(event_refusal(R"([])"), "Expected an object, not an array.");
  EXPECT_EQ(event_refusal(R"({"e":"draw","by":"White"})"), "'by' must be 'white' or 'black'.");
  EXPECT_EQ(event_refusal(R"({"e":"end","winner":"white","ending":"magic"})"), "There is no such ending.");
  EXPECT_EQ(event_refusal(R"({"e":"rated","before":[1,2,3],"after":[1,2]})"),
            "'before' must be two ratings.");
  EXPECT_EQ(event_refusal(R"({"e":"rematch-made","game":""})"), "'game' is no id.");
  EXPECT_EQ(event_refusal(R"({"e":"join","color":"white","player":{"kind":"ghost","name":"x"}})"),
            "There is no such kind of player.");
}

TEST(Event, WhatIsNoJsonIsRefused) {
  for (const std::string_view text :
       {"", "{", "{}x", "{} {}", "{'e':'abort'}", "{\"e\":\"abort\",}", "\xff", "{\"e\":\"ab\xffort\"}",
        "{'e':\"\\ud800\"}", "// c\n{'e':'abort'}", "NaN"}) {
    EXPECT_NE(event_refusal(text).find("This is no JSON we read"), std::string::npos)
        << text << event_refusal(text);
  }
}

TEST(Event, DeepNestingAndManyMembersAreRefused) {
  EXPECT_NE(event_refusal(std::string(100'000, '[')).find("This is no JSON we read"), std::string::npos);
  std::string many = R"({"e":"abort")";
  for (int i = 0; i < 100; ++i) many += ",\"m" + std::to_string(i) + "\":0";
  EXPECT_NE(event_refusal(many + "}").find("This is no JSON we read"), std::string::npos);
}

RC_GTEST_PROP(EventLaw, AnyTextSurvivesTheWayToJsonAndBack, ()) {
  // Code points of every length of UTF-8, control characters and quotation marks among them.
  const auto codes = *rc::gen::container<std::vector<int>>(
      rc::gen::oneOf(rc::gen::inRange(0, 0x80), rc::gen::inRange(0x80, 0x800),
                     rc::gen::inRange(0x800, 0xD800), rc::gen::inRange(0x10000, 0x110000)));
  std::string text;
  for (const int code : codes) {
    const auto c = static_cast<unsigned>(code);
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      text += static_cast<char>(0xE0 | c >> 12);
      text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      text += static_cast<char>(0xF0 | c >> 18);
      text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  const Event event = Said{Color::White, text};
  const auto read = parse_event(to_json(event));
  RC_ASSERT(read.ok());
  RC_ASSERT(*read == event);
}

}  // namespace
}  // namespace ordo::online
