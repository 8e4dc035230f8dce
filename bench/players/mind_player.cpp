// The program `mind_player`: the search of the engine with another idea of what is good, speaking UGI.
#include <iostream>

#include "protocol/ugi_session.h"
#include "search/engine.h"
#include "selfplay/minds.h"

namespace {

int explain(std::ostream& out) {
  out << "usage: mind_player NAME\n\n";
  for (const ordo::selfplay::Mind& mind : ordo::selfplay::minds())
    out << "  " << mind.name << ": " << mind.about << '\n';
  return &out == &std::cout ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc == 2 ? argv[1] : "";
  if (name == "--help") return explain(std::cout);
  const ordo::selfplay::Mind* mind = ordo::selfplay::mind_called(name);
  if (mind == nullptr) return explain(std::cerr);
  ordo::search::Engine engine({}, mind->judgement());
  ordo::protocol::UgiSession(engine, {std::string(name), "the Ordo project"}, std::cin, std::cout).run();
}
