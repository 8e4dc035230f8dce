// `ordo ugi`: the engine as a program that others talk to.
#include "apps/commands/ugi.h"

#include <string>

#include "protocol/ugi_session.h"
#include "search/engine.h"
#include "tablebase/table_files.h"
#include "util/version.h"

namespace ordo::apps {

int run_ugi(const UgiOptions& options, Console& console) {
  thinking::EngineOptions defaults;
  defaults.table_path = tablebase::kBuiltin;
  search::Engine engine(defaults);
  protocol::UgiSession session(engine, {"ordo " + std::string(util::version_number()), "the ordo authors"},
                               console.in, console.out, {.experiments = options.experiments});
  session.run();
  return kFine;
}

void add_ugi(const Command& ordo) {
  ordo.add<UgiOptions>(
      "ugi", "Talk to other programs in the Universal Game Interface",
      [](const Command& command, UgiOptions& options) {
        command.flag("--experiments", options.experiments,
                     "Offer options that switch parts of the search off or set its numbers, for matches");
        command.footer(
            "Reads commands from standard input until 'quit'; docs/protocol.md lists them.\n\n"
            "Example:\n"
            "  (echo position startpos moves e3-e4; echo go movetime 1000; sleep 2) | ordo ugi");
      },
      run_ugi);
}

}  // namespace ordo::apps
