// The rules for the browser: games behind a handful of C functions that take text and answer in JSON.
//
// A caller makes a session, writes its question into the memory `question` gives it, calls one of the
// functions, and reads `answer`. Nothing is global; sessions know nothing of each other.
// web/src/rules/rules.ts is the other side.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/record.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/refusal.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace {

using namespace ordo::rules;
namespace records = ordo::records;

using ordo::util::JsonWriter;

void write_squares(JsonWriter& json, Bitboard set) {
  json.open('[');
  set.for_each([&](Square square) { json.value(square.index()); });
  json.close(']');
}

/// The groups of the pieces, the largest first.
void write_groups(JsonWriter& json, Bitboard pieces) {
  json.open('[');
  while (pieces.any()) {
    Bitboard largest;
    for (Bitboard rest = pieces; rest.any();) {
      const Bitboard group = group_of(rest, rest.first());
      if (group.count() > largest.count()) largest = group;
      rest -= group;
    }
    write_squares(json, largest);
    pieces -= largest;
  }
  json.close(']');
}

/// The text or null.
void write_optional(JsonWriter& json, std::string_view name, std::optional<std::string_view> text) {
  json.name(name);
  text ? json.value(*text) : json.null();
}

[[nodiscard]] std::string squares_json(Bitboard set) {
  std::string text;
  JsonWriter json(text);
  write_squares(json, set);
  return text;
}

/// [text, from, to, squares, step from one square to the next, captures, keep or -1, preparation]
void write_part(JsonWriter& json, const Position& position, Part part) {
  const auto keep = part.keep();
  json.open('[');
  json.value(to_text(part));
  json.value(part.from().index());
  json.value(part.to().index());
  json.value(part.length());
  json.value(part.is_column() ? kFiles : 1);
  json.value(part.captures());
  json.value(keep ? keep->index() : -1);
  json.value(position.variant() == Variant::OrdoX && part.is_sideways());
  json.close(']');
}

[[nodiscard]] std::string view_json(const Position& position, const std::optional<Outcome>& outcome) {
  std::string text;
  JsonWriter json(text);
  json.open('{');
  json.member("fen", to_fen(position));
  for (const Color color : {Color::White, Color::Black}) {
    json.name(color == Color::White ? "white" : "black");
    write_squares(json, position.pieces(color));
    json.name(color == Color::White ? "whiteGroups" : "blackGroups");
    write_groups(json, position.pieces(color));
  }
  json.member("whiteToMove", position.to_move() == Color::White);
  json.member("advancing", position.phase() == Phase::Advance);
  write_optional(json, "ending", outcome ? std::optional(name(outcome->ending)) : std::nullopt);
  write_optional(json, "winner",
                 outcome && outcome->winner ? std::optional(name(*outcome->winner)) : std::nullopt);
  json.name("parts");
  json.open('[');
  if (!outcome) {
    PartList parts;
    generate_parts(position, parts);
    for (const Part part : parts) write_part(json, position, part);
  }
  json.close(']');
  json.close('}');
  return text;
}

/// The mover's pieces once the part the refusal is about had been played all the same.
[[nodiscard]] Bitboard pieces_after(Position position, const TurnText& text) {
  const PartText* refused = &text.first;
  if (text.second) {
    if (const auto first = resolve_part(position, text.first)) {
      position = position.after(*first);
      refused = &*text.second;
    }
  }
  const Bitboard own = position.pieces(position.to_move());
  const auto part = part_meant(position, *refused);
  return part ? (own - part->origin()) | part->destination() : own;
}

[[nodiscard]] std::string refusal_json(const Position& position, std::string_view text,
                                       const Refusal& refusal) {
  std::string answer;
  JsonWriter json(answer);
  json.open('{');
  json.member("reason", name(refusal.reason));
  json.member("message", refusal.message);
  json.name("groups");
  const auto read = parse_turn(text);
  const bool splits = refusal.reason == Reason::WouldSplit || refusal.reason == Reason::MustReconnect;
  write_groups(json, read && splits ? pieces_after(position, *read) : Bitboard{});
  json.close('}');
  return answer;
}

/// What has been staged of a turn: the parts, and where they lead.
struct Staged {
  Position position;
  std::optional<Turn> whole;  ///< nothing while an advance must follow
  Bitboard removed;           ///< enemy pieces the parts took
};

/// What comes before the next line feed, or all; `text` goes on after it.
[[nodiscard]] std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Ends the game as players do: "agreement", "resignation White", "time Black", "abandoned White" (or
/// only "abandoned"), with the one who wins.
[[nodiscard]] bool declare(Game& game, std::string_view how) {
  if (how == "agreement") return game.agree_draw();
  if (how == "abandoned") return game.abandon(std::nullopt);
  for (const Color winner : {Color::White, Color::Black}) {
    if (how == "resignation " + std::string(name(winner))) return game.resign(opponent(winner));
    if (how == "abandoned " + std::string(name(winner))) return game.abandon(winner);
    if (how == "time " + std::string(name(winner))) return game.lose_on_time(opponent(winner));
  }
  return false;
}

class Session {
 public:
  [[nodiscard]] char* question(std::size_t size) {
    question_.resize(size);
    return question_.data();
  }
  [[nodiscard]] const std::string& answer() const noexcept { return answer_; }

  [[nodiscard]] bool start(Variant variant) {
    const auto position = parse_fen(variant, question_.empty() ? kInitialFen : question_);
    if (!position) return say(position.error().message, false);
    if (position->phase() != Phase::Whole) return say("the position is in the middle of a turn", false);
    game_.emplace(*position);
    return true;
  }
  [[nodiscard]] bool play() {
    const auto turn = game_->play(question_);
    if (turn) return say(to_text(*turn), true);
    return say(refusal_json(game_->position(), question_, turn.error()), false);
  }
  [[nodiscard]] bool take_back() { return game_->take_back(); }

  [[nodiscard]] bool view() {
    if (question_.empty()) return say(view_json(game_->position(), game_->outcome()), true);
    const auto staged = this->staged();
    if (!staged) return say(refusal_json(game_->position(), question_, staged.error()), false);
    if (!staged->whole) return say(view_json(staged->position, std::nullopt), true);
    Game next = *game_;  // on a copy, since a repetition is seen through the history
    next.play(*staged->whole);
    return say(view_json(next.position(), next.outcome()), true);
  }
  [[nodiscard]] bool removed() {
    const auto staged = this->staged();
    if (!staged) return say(refusal_json(game_->position(), question_, staged.error()), false);
    return say(squares_json(staged->removed), true);
  }
  /// Whether it may be played; if not the answer says why.
  [[nodiscard]] bool may_play() {
    const auto staged = this->staged();
    return staged ? say("", true) : say(refusal_json(game_->position(), question_, staged.error()), false);
  }
  [[nodiscard]] bool record() {
    std::string_view rest = question_;
    Game game = *game_;
    if (const auto line = next_line(rest); !line.empty() && !declare(game, line)) {
      return say("no game ends so: " + ordo::util::quoted(line), false);
    }
    std::vector<records::Tag> tags;
    while (!rest.empty()) {
      std::string name(next_line(rest));
      tags.push_back({std::move(name), std::string(next_line(rest))});
    }
    return say(records::write_record(records::record_of(game, std::move(tags))), true);
  }
  [[nodiscard]] bool read() {
    const auto record = records::parse_record(question_);
    if (!record) return say(records::to_text(record.error()), false);
    game_.emplace(records::game_of(*record));
    answer_.clear();
    JsonWriter json(answer_);
    json.open('{');
    json.member("variant", name(game_->variant()));
    json.name("turns");
    json.open('[');
    for (const Turn& turn : game_->turns()) json.value(to_text(turn));
    json.close(']');
    json.name("tags");
    json.open('[');
    for (const records::Tag& tag : record->tags) {
      json.open('[');
      json.value(tag.name);
      json.value(tag.value);
      json.close(']');
    }
    json.close(']');
    json.close('}');
    return true;
  }
  void cut_points(Color color) {
    say(squares_json(ordo::rules::cut_points(game_->position().pieces(color))), true);
  }

 private:
  bool say(std::string text, bool result) {
    answer_ = std::move(text);
    return result;
  }

  /// The question read as one part, or as the two of a turn.
  [[nodiscard]] ordo::util::Result<Staged, Refusal> staged() const {
    using ordo::util::failure;
    const Position& position = game_->position();
    const Color enemy = opponent(position.to_move());
    if (game_->outcome()) {
      return failure(Refusal{Reason::GameOver, "the game is over. " + describe(*game_->outcome())});
    }
    const auto text = parse_turn(question_);
    if (!text) return failure(Refusal{Reason::Syntax, text.error().message});
    std::optional<Turn> whole;
    if (text->second) {
      auto turn = resolve(position, *text);
      if (!turn) return failure(std::move(turn).error());
      whole = *turn;
    } else {
      auto part = resolve_part(position, text->first);
      if (!part) return failure(std::move(part).error());
      const Position next = position.after(*part);
      if (next.to_move() == position.to_move()) return Staged{next, std::nullopt, position.removed_by(*part)};
      whole = Turn(*part);
    }
    const Position next = position.after(*whole);
    return Staged{next, whole, position.pieces(enemy) - next.pieces(enemy)};
  }

  std::string question_;
  std::string answer_;
  std::optional<Game> game_;
};

}  // namespace

/// Seen from outside; `used` keeps it through the linker.
#define ORDO_EXPORT extern "C" __attribute__((used, visibility("default")))

ORDO_EXPORT Session* session_new() { return std::make_unique<Session>().release(); }
ORDO_EXPORT void session_free(Session* session) { const std::unique_ptr<Session> owner(session); }

/// Room for `size` bytes of question, valid until the next call with this session.
ORDO_EXPORT char* session_question(Session* session, std::size_t size) { return session->question(size); }
ORDO_EXPORT const char* session_answer(const Session* session) { return session->answer().data(); }
ORDO_EXPORT std::size_t session_answer_size(const Session* session) { return session->answer().size(); }

/// Question: a position, or nothing for the initial setup. Answer: what is wrong with it. Comes before all
/// below.
ORDO_EXPORT bool session_start(Session* session, bool ordo_x) {
  return session->start(ordo_x ? Variant::OrdoX : Variant::Ordo);
}
/// Question: a turn. Answer: its canonical text, or the refusal.
ORDO_EXPORT bool session_play(Session* session) { return session->play(); }
ORDO_EXPORT bool session_take_back(Session* session) { return session->take_back(); }
/// Question: nothing, or staged parts. Answer: the view, or the refusal.
ORDO_EXPORT bool session_view(Session* session) { return session->view(); }
/// Question: staged parts. Answer: the squares of the enemy pieces they take off the board, or the refusal.
ORDO_EXPORT bool session_removed(Session* session) { return session->removed(); }
/// Question: staged parts. Answer: the refusal, if there is one.
ORDO_EXPORT bool session_may_play(Session* session) { return session->may_play(); }
/// Question: how players have ended the game that the board has not ("agreement", "time White"), or an empty
/// line; then lines in turn with the name of a tag and its value. Answer: the record, or what is wrong.
ORDO_EXPORT bool session_record(Session* session) { return session->record(); }
/// Question: a record. Answer: its variant, turns and tags; or what is wrong and where. In place of
/// session_start.
ORDO_EXPORT bool session_read(Session* session) { return session->read(); }
/// Answer: squares.
ORDO_EXPORT void session_cut_points(Session* session, bool white) {
  session->cut_points(white ? Color::White : Color::Black);
}
