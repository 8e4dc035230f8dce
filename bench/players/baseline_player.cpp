// The program `baseline_player`: the baseline, speaking UGI.
#include <iostream>

#include "players/baseline.h"
#include "protocol/ugi_session.h"

int main() {
  ordo::players::Baseline player;
  ordo::protocol::UgiSession(player, {"Baseline", "the Ordo project"}, std::cin, std::cout).run();
}
