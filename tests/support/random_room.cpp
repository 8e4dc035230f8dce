// Which commands come how often.
#include "support/random_room.h"

namespace ordo::support {

using namespace online;

Command some_command(const Room& room, int kind, std::uint32_t choice,
                     const std::function<std::string()>& turn) {
  switch (kind) {
    case 0:
      return Resign{};
    case 1:
    case 2:
      return OfferDraw{};
    case 3:
      return DeclineDraw{};
    case 4:
    case 5:
      return AskTakeback{};
    case 6:
      return DeclineTakeback{};
    case 7:
      if (choice % 4 == 0) return Abort{};
      return choice % 4 == 1 ? Command(ClaimTime{}) : Command(ClaimGone{choice % 4 == 2});
    case 8:
      return AskRematch{};
    case 9:
      return Say{"hm"};
    default:
      return Move{room.plies() + (choice % 13 == 0 ? 0 : 1), turn()};
  }
}

}  // namespace ordo::support
