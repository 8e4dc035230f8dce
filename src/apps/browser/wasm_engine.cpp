// The engine for the browser: one search at a time behind a few C functions, on the thread (a worker) that
// calls them.
//
// As in wasm_rules.cpp a question is written into the memory `engine_question` gives, and `engine_answer` is
// read. While it thinks it calls `ordo_report` with a line of JSON (protocol/analysis_json.h); the other side
// is web/src/engine/engine_host.ts. A search ends early when the byte at `engine_stop_flag` becomes 1:
// somebody who shares the memory can set it.
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/analysis_json.h"
#include "rules/fen.h"
#include "rules/game.h"
#include "search/engine.h"
#include "tablebase/table_files.h"
#include "util/json_writer.h"

#define ORDO_EXPORT extern "C" __attribute__((used, visibility("default")))

/// Given by the page's side.
extern "C" __attribute__((import_module("env"), import_name("ordo_report"))) void ordo_report(
    const char* json, std::size_t size);

namespace {

using namespace ordo;

static_assert(sizeof(std::atomic<bool>) == 1, "the page writes one byte");

class Session {
 public:
  Session(std::size_t hash_megabytes, int threads) {
    options_.hash_megabytes = hash_megabytes;
    options_.threads = threads;
    options_.table_path = tablebase::kBuiltin;
    engine_.configure(options_);
  }

  [[nodiscard]] char* question(std::size_t size) {
    question_.resize(size);
    return question_.data();
  }
  [[nodiscard]] const std::string& answer() const noexcept { return answer_; }
  [[nodiscard]] std::atomic<bool>* stop_flag() noexcept { return &stop_; }
  void new_game() { engine_.new_game(); }

  /// The first line of the question is the position, each of the others a turn.
  [[nodiscard]] bool start(rules::Variant variant) {
    std::string_view rest = question_;
    const auto next_line = [&rest] {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      return line;
    };
    const auto position = rules::parse_fen(variant, next_line());
    if (!position) {
      answer_ = position.error().message;
      return false;
    }
    rules::Game game(*position);
    while (!rest.empty()) {
      if (const auto turn = game.play(next_line()); !turn) {
        answer_ = turn.error().message;
        return false;
      }
    }
    game_ = std::move(game);
    return true;
  }

  /// What the tables say of every turn of the position; no turns where they do not reach.
  void look_up() {
    const rules::Position& position = game_.position();
    const bool known = !game_.outcome() &&
                       tables().has(position.variant(), position.own().count(), position.enemy().count());
    answer_ = util::json_object([&](util::JsonWriter& json) {
      json.name("turns");
      json.open('[');
      if (known) {
        for (const tablebase::TurnVerdict& turn : tables().turns(position)) write_verdict(json, turn);
      }
      json.close(']');
    });
  }

  void think(std::optional<int> level, int lines, const thinking::Limits& limits) {
    options_.level = level;
    options_.lines = lines;
    engine_.configure(options_);
    const protocol::AnalysisSubject subject{1, game_.position(), {}, {}, {}};
    const auto report = [&subject](const thinking::Report& line) {
      const std::string json = protocol::analysis_json(subject, line);
      ordo_report(json.data(), json.size());
    };
    const thinking::Answer found = engine_.think(game_, limits, stop_, report);
    // A depth that was not finished may have found better: the last reports agree with the answer.
    for (const thinking::Report& line : found.lines) report(line);
    stop_ = false;
    answer_ = util::json_object([&found](util::JsonWriter& json) {
      json.name("turn");
      found.best ? json.value(rules::to_text(*found.best)) : json.null();
      json.member("nodes", found.nodes);
      json.member("time", found.time.count());
    });
  }

 private:
  [[nodiscard]] const tablebase::Tables& tables() {
    if (!tables_) {
      tables_ = std::make_unique<tablebase::Tables>();
      tablebase::add_builtin(*tables_);
    }
    return *tables_;
  }

  static void write_verdict(util::JsonWriter& json, const tablebase::TurnVerdict& turn) {
    json.open('[');
    json.value(rules::to_text(turn.turn));
    if (turn.verdict) {
      json.value(turn.verdict->value == tablebase::Value::Win    ? "win"
                 : turn.verdict->value == tablebase::Value::Loss ? "loss"
                                                                 : "draw");
      json.value(static_cast<int>(turn.verdict->plies));
    } else {
      json.null();
      json.value(0);
    }
    json.close(']');
  }

  std::unique_ptr<tablebase::Tables> tables_;
  thinking::EngineOptions options_;
  search::Engine engine_;
  rules::Game game_{rules::Variant::Ordo};
  std::atomic<bool> stop_{false};
  std::string question_;
  std::string answer_;
};

}  // namespace

ORDO_EXPORT Session* engine_new(int hash_megabytes, int threads) {
  return std::make_unique<Session>(static_cast<std::size_t>(hash_megabytes), threads).release();
}
/// Room for `size` bytes of question, valid until the next call.
ORDO_EXPORT char* engine_question(Session* session, std::size_t size) { return session->question(size); }
ORDO_EXPORT const char* engine_answer(const Session* session) { return session->answer().data(); }
ORDO_EXPORT std::size_t engine_answer_size(const Session* session) { return session->answer().size(); }
ORDO_EXPORT std::atomic<bool>* engine_stop_flag(Session* session) { return session->stop_flag(); }
/// Forgets everything it knows of earlier searches.
ORDO_EXPORT void engine_new_game(Session* session) { session->new_game(); }

/// Question: a position, then turns, one a line. Answer: what is wrong with them.
ORDO_EXPORT bool engine_start(Session* session, bool ordo_x) {
  return session->start(ordo_x ? rules::Variant::OrdoX : rules::Variant::Ordo);
}
/// After engine_start. Answer: {"turns": [[turn, "win" | "draw" | "loss" | null, plies]…]}, best first.
ORDO_EXPORT void engine_look_up(Session* session) { session->look_up(); }
/// `level` 0 is full strength; limits of 0 are none. Answer: {"turn", "nodes", "time"}; no turn if the game
/// is over.
ORDO_EXPORT void engine_think(Session* session, int level, int lines, int move_time, int depth, int nodes) {
  thinking::Limits limits;
  if (move_time > 0) limits.move_time = thinking::Milliseconds(move_time);
  if (depth > 0) limits.depth = depth;
  if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
  session->think(level > 0 ? std::optional(level) : std::nullopt, lines, limits);
}
