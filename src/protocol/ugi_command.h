// The commands of the Universal Game Interface: read from a line of text and written as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thinking/limits.h"
#include "util/result.h"

namespace ordo::protocol {

namespace ugi {

struct Hello {};
struct IsReady {};
struct SetOption {
  std::string name;   ///< words with one space between them
  std::string value;  ///< likewise
};
struct NewGame {};
/// Positions and turns are text still: which game they are of is not the line's to say.
struct SetPosition {
  std::optional<std::string> fen;  ///< nothing: the initial setup
  std::vector<std::string> moves;
};
struct Go {
  thinking::Limits limits;
  bool infinite = false;  ///< the answer is given after `stop`, not before
  bool ponder = false;    ///< it is the opponent's time, until `ponderhit`
};
struct PonderHit {};
struct Stop {};
enum class Question : std::uint8_t { GameOver, P1Turn, Result };
struct Query {
  Question question;
};
struct Quit {};

}  // namespace ugi

using UgiCommand = std::variant<ugi::Hello, ugi::IsReady, ugi::SetOption, ugi::NewGame, ugi::SetPosition,
                                ugi::Go, ugi::PonderHit, ugi::Stop, ugi::Query, ugi::Quit>;

/// Bounds of what a command may say.
inline constexpr std::size_t kMaxUgiLine = std::size_t{1} << 20;      ///< bytes
inline constexpr thinking::Milliseconds kMaxUgiTime{10'000'000'000};  ///< 115 days

/// The command a line holds, or what is wrong with it in one line of printable ASCII. Nothing is guessed: an
/// unknown word, one word too many, the same thing said twice or a number out of range is an error. The line
/// must hold a word.
[[nodiscard]] util::Result<UgiCommand, std::string> parse_ugi_command(std::string_view line);

/// The line, without its end, that parse_ugi_command reads as this command. Names, values, positions and
/// moves must be as they come from there: not empty and, but for single spaces in the first three, without
/// white space.
[[nodiscard]] std::string to_text(const UgiCommand& command);

}  // namespace ordo::protocol
