// Why something asked of the games cannot be.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace ordo::server
