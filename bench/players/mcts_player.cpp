// The program `mcts_player`: Monte-Carlo tree search, speaking UGI.
#include <iostream>

#include "players/mcts.h"
#include "protocol/ugi_session.h"

int main() {
  ordo::players::Mcts player;
  ordo::protocol::UgiSession(player, {"MCTS", "the Ordo project"}, std::cin, std::cout).run();
}
