// The rules as the browser gets them: compiled to WebAssembly and run by node, so without a test framework.
#include <cstdio>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/perft.h"
#include "util/check.h"

using namespace ordo::rules;

int main() {
  ORDO_CHECK(perft(Position::initial(Variant::Ordo), 1) == 56);
  ORDO_CHECK(perft(Position::initial(Variant::Ordo), 3) == 190114);
  ORDO_CHECK(perft(Position::initial(Variant::OrdoX), 1) == 2062);

  Game game(Variant::Ordo);
  ORDO_CHECK(game.play("c2-c4").ok());
  ORDO_CHECK(!game.play("c4-c5").ok());
  ORDO_CHECK(to_fen(game.position()) == "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/2w7/ww2ww2ww/ww1wwwwwww/2ww2ww2 b");
  ORDO_CHECK(!parse_fen(Variant::Ordo, "11/8 w").ok());
  std::puts("the rules work as WebAssembly");
}
