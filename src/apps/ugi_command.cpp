// `ordo ugi`: the engine as a program that others talk to.
#include "apps/ugi_command.h"

#include "protocol/ugi_session.h"
#include "search/engine.h"

namespace ordo::apps {

int run_ugi(const UgiOptions& options, Console& console) {
  search::Engine engine;
  protocol::UgiSession session(engine, {"ordo " ORDO_VERSION, "the ordo authors"}, console.in, console.out,
                               {.experiments = options.experiments});
  session.run();
  return kFine;
}

void add_ugi(CLI::App& app, Dispatch& dispatch) {
  add_command<UgiOptions>(
      app, dispatch, "ugi", "Talk to other programs in the Universal Game Interface",
      [](CLI::App& command, UgiOptions& options) {
        command.add_flag("--experiments", options.experiments,
                         "Offer options that switch parts of the search off, for matches");
        command.footer(
            "Reads commands from standard input until 'quit'; docs/protocol.md lists them.\n\n"
            "Example:\n"
            "  (echo position startpos moves e3-e4; echo go movetime 1000; sleep 2) | ordo ugi");
      },
      run_ugi);
}

}  // namespace ordo::apps
