// A conversation in the Universal Game Interface: lines come in, a thinker is asked, lines go out.
#pragma once

#include <atomic>
#include <condition_variable>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>

#include "protocol/ugi_command.h"
#include "protocol/ugi_options.h"
#include "rules/game.h"
#include "thinking/thinker.h"

namespace ordo::protocol {

/// What the engine calls itself.
struct UgiIdentity {
  std::string name;
  std::string author;
};

struct UgiSettings {
  bool experiments = false;  ///< offer options that switch parts of the search off, or set its numbers
};

/// The engine's side of the protocol that docs/protocol.md describes. One thread reads, another searches, so
/// that `stop`, `ponderhit`, `isready`, `query` and `quit` are answered while the thinker thinks. Every line
/// is written whole and flushed.
class UgiSession {
 public:
  /// All of them must outlive the session; nobody else may use the thinker meanwhile.
  UgiSession(thinking::Thinker& thinker, UgiIdentity identity, std::istream& in, std::ostream& out,
             UgiSettings settings = {});
  UgiSession(const UgiSession&) = delete;
  UgiSession& operator=(const UgiSession&) = delete;
  ~UgiSession();

  /// Reads on the calling thread until `quit`, the end of the input, or output that nobody takes. A search
  /// that is going on then is stopped, and its answer given.
  void run();

 private:
  void obey(std::string_view line);
  void obey(const ugi::Hello& command);
  void obey(const ugi::IsReady& command);
  void obey(const ugi::SetOption& command);
  void obey(const ugi::NewGame& command);
  void obey(const ugi::SetPosition& command);
  void obey(const ugi::Go& command);
  void obey(const ugi::PonderHit& command);
  void obey(const ugi::Stop& command);
  void obey(const ugi::Query& command);
  void obey(const ugi::Quit& command);

  /// False, after complaining, while a search is going on; afterwards the thinker is the reader's to use.
  [[nodiscard]] bool may_change(std::string_view command);
  void search(const rules::Game& game, const ugi::Go& command, bool tells_expected);
  void end_search();

  void say(std::string_view line);
  void complain(std::string_view message);

  // The reader's own.
  thinking::Thinker& thinker_;
  const UgiIdentity identity_;
  std::istream& in_;
  const UgiOptions options_;
  const UgiValues defaults_;
  UgiValues values_;
  rules::Game game_;
  bool has_quit_ = false;
  std::thread searcher_;

  // What both threads use. The mutex guards everything here; stop_ and hit_ are atomic only because the
  // thinker reads them without, and are set with it held so that nobody who waits for them misses the change.
  std::mutex mutex_;
  std::ostream& out_;
  bool is_searching_ = false;  ///< from `go` until the answer is written
  bool is_pondering_ = false;  ///< from `go ponder` until `ponderhit` or the answer
  std::atomic<bool> stop_{false};
  thinking::PonderHit hit_;
  std::condition_variable may_answer_;
};

}  // namespace ordo::protocol
