// What a player may ask of a game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace ordo::online {

/// `ply` is the number of the turn this is to be: 1 for the first. It makes a repeated message harmless.
struct Move {
  int ply;
  std::string turn;
};
struct Resign {};
/// Offers a draw; accepts one if the opponent has offered it.
struct OfferDraw {};
struct DeclineDraw {};
/// Asks to take back the asker's last turn (and the answer to it); grants it if the opponent has asked.
struct AskTakeback {};
struct DeclineTakeback {};
/// Before the second turn only.
struct Abort {};
/// Offers a rematch with colours exchanged; accepts one if the opponent has offered it.
struct AskRematch {};
/// Says that the opponent's time is up. The server's clock decides.
struct ClaimTime {};
/// Claims what is due when the opponent has gone and not come back: the win, or a draw.
struct ClaimGone {
  bool wins;
};
/// `id` is the speaker's own, another one for every line: it makes a repeated message harmless.
struct Say {
  std::string text;
  std::optional<std::int64_t> id = {};
};

using Command = std::variant<Move, Resign, OfferDraw, DeclineDraw, AskTakeback, DeclineTakeback, Abort,
                             AskRematch, ClaimTime, ClaimGone, Say>;

inline constexpr std::size_t kMaxTurnText = 40;   ///< bytes
inline constexpr std::size_t kMaxChatText = 200;  ///< characters

}  // namespace ordo::online
