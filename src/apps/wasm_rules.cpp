// The rules for the browser: games behind a handful of C functions that take text and answer in JSON.
//
// A caller makes a session, writes its question into the memory `question` gives it, calls one of the
// functions, and reads `answer`. Nothing is global; sessions know nothing of each other.
// web/src/rules/rules.ts is the other side.
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/refusal.h"

namespace {

using namespace ordo::rules;

/// JSON written from left to right. Commas are put where they belong.
class Json {
 public:
  Json& open(char bracket) {
    item();
    text_ += bracket;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  Json& name(std::string_view name) {
    string(name);
    text_ += ':';
    return *this;
  }
  Json& number(int value) {
    item();
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_.append(digits.data(), end);
    return *this;
  }
  Json& word(std::string_view raw) {
    item();
    text_ += raw;
    return *this;
  }
  Json& boolean(bool value) { return word(value ? "true" : "false"); }
  /// The messages of the rules are printable ASCII, whatever was asked.
  Json& string(std::string_view value) {
    item();
    text_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
    return *this;
  }
  Json& squares(Bitboard set) {
    open('[');
    set.for_each([this](Square square) { number(square.index()); });
    return close(']');
  }
  /// The groups of the pieces, the largest first.
  Json& groups(Bitboard pieces) {
    open('[');
    while (pieces.any()) {
      Bitboard largest;
      for (Bitboard rest = pieces; rest.any();) {
        const Bitboard group = group_of(rest, rest.first());
        if (group.count() > largest.count()) largest = group;
        rest -= group;
      }
      squares(largest);
      pieces -= largest;
    }
    return close(']');
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  void item() {
    const char last = text_.empty() ? '[' : text_.back();
    if (last != '[' && last != '{' && last != ':') text_ += ',';
  }

  std::string text_;
};

/// [text, from, to, squares, step from one square to the next, captures, keep or -1, preparation]
void write(Json& json, const Position& position, Part part) {
  const auto keep = part.keep();
  const bool preparation = position.variant() == Variant::OrdoX && part.is_sideways();
  json.open('[').string(to_text(part)).number(part.from().index()).number(part.to().index());
  json.number(part.length()).number(part.is_column() ? kFiles : 1).boolean(part.captures());
  json.number(keep ? keep->index() : -1).boolean(preparation).close(']');
}

[[nodiscard]] std::string view_json(const Position& position, const std::optional<Outcome>& outcome) {
  const Bitboard white = position.pieces(Color::White);
  const Bitboard black = position.pieces(Color::Black);
  Json json;
  json.open('{').name("fen").string(to_fen(position));
  json.name("white").squares(white).name("black").squares(black);
  json.name("whiteToMove").boolean(position.to_move() == Color::White);
  json.name("advancing").boolean(position.phase() == Phase::Advance);
  json.name("whiteGroups").groups(white).name("blackGroups").groups(black);
  json.name("ending");
  outcome ? json.string(name(outcome->ending)) : json.word("null");
  json.name("winner");
  outcome && outcome->winner ? json.string(name(*outcome->winner)) : json.word("null");
  json.name("parts").open('[');
  if (!outcome) {
    PartList parts;
    generate_parts(position, parts);
    for (const Part part : parts) write(json, position, part);
  }
  return std::move(json.close(']').close('}')).text();
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
  Json json;
  json.open('{').name("reason").string(name(refusal.reason)).name("message").string(refusal.message);
  json.name("groups");
  const auto read = parse_turn(text);
  const bool splits = refusal.reason == Reason::WouldSplit || refusal.reason == Reason::MustReconnect;
  json.groups(read && splits ? pieces_after(position, *read) : Bitboard{});
  return std::move(json.close('}')).text();
}

/// What has been staged of a turn: the parts, and where they lead.
struct Staged {
  Position position;
  std::optional<Turn> whole;  ///< nothing while an advance must follow
  Bitboard removed;           ///< enemy pieces the parts took
};

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
    Json json;
    return say(std::move(json.squares(staged->removed)).text(), true);
  }
  /// Whether it may be played; if not the answer says why.
  [[nodiscard]] bool may_play() {
    const auto staged = this->staged();
    return staged ? say("", true) : say(refusal_json(game_->position(), question_, staged.error()), false);
  }
  void cut_points(Color color) {
    Json json;
    say(std::move(json.squares(ordo::rules::cut_points(game_->position().pieces(color)))).text(), true);
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
/// Answer: squares.
ORDO_EXPORT void session_cut_points(Session* session, bool white) {
  session->cut_points(white ? Color::White : Color::Black);
}
