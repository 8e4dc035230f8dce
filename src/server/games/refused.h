// Why something asked of the games cannot be.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace ordo::server {

/// `code` is for programs, `message` for people; over HTTP each kind has a status (api/answer.h).
struct Refused {
  enum class Kind : std::uint8_t {
    BadWish,      ///< it makes no sense, whoever asks
    Unknown,      ///< nobody knows who asks
    Forbidden,    ///< not for those who ask
    Missing,      ///< there is no such game or seek
    Conflict,     ///< not as things stand
    Illegal,      ///< against the rules of the game
    TooMuch,      ///< of it, by the same people
    Unavailable,  ///< just now: try again
    Broken,       ///< damage, or a mistake of ours
  };

  Kind kind = Kind::BadWish;
  std::string code;
  std::string message;
};

/// Nothing has happened: it can be asked for again.
[[nodiscard]] inline Refused retry(std::string message) {
  return {Refused::Kind::Unavailable, "retry", std::move(message)};
}
/// The database took a change and could not be asked what became of it.
[[nodiscard]] inline Refused unsure() {
  return {Refused::Kind::Unavailable, "unsure",
          "nobody can tell just now whether this was stored: look before you ask for it again"};
}

}  // namespace ordo::server
