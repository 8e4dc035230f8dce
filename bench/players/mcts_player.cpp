// The program `mcts_player`: Monte-Carlo tree search, speaking UGI; with the word "estimates" it plays no
// random games.
#include <iostream>
#include <string_view>

#include "players/mcts.h"
#include "protocol/ugi_session.h"

int main(int argc, char** argv) {
  using ordo::players::Leaf;
  const bool estimates = argc == 2 && std::string_view(argv[1]) == "estimates";
  if (argc > 1 && !estimates) {
    std::cerr << "usage: mcts_player [estimates]\n";
    return 2;
  }
  ordo::players::Mcts player(estimates ? Leaf::Estimate : Leaf::RandomGame);
  ordo::protocol::UgiSession(player, {estimates ? "MCTS with estimates" : "MCTS", "the Ordo project"},
                             std::cin, std::cout)
      .run();
}
