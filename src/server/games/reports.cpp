// Working through the positions of games, one after the other, and taking over what others have left.
#include "server/games/reports.h"

#include <algorithm>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "online/room.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "server/base/secret.h"
#include "util/json_writer.h"

namespace ordo::server {
namespace {

/// Longer games are looked at by whoever wants to.
constexpr int kMostPlies = 1000;
/// Evaluations are counted so seldom, in sweeps.
constexpr std::int64_t kPruneEvery = 200;

using Sight = util::Result<thinking::Report, std::string>;

/// As the web app and docs/api.md have it: a list of lines, of which there is one.
[[nodiscard]] std::string body_of(const thinking::Report& report) {
  std::string body;
  util::JsonWriter json(body);
  json.open('[');
  json.open('{');
  json.member("depth", report.depth);
  json.name("score");
  json.open('{');
  const thinking::Score score = report.score;
  if (score.is_proven()) {
    json.member("win", score.is_win() ? score.turns_to_win() : -score.turns_to_win());
  } else {
    json.member("cp", score.value());
  }
  json.close('}');
  json.list_member("turns", report.line,
                   [&json](const rules::Turn& turn) { json.value(rules::to_text(turn)); });
  json.close('}');
  json.close(']');
  return body;
}

[[nodiscard]] Refused unknown_game() {
  return {Refused::Kind::Missing, "no-such-game", "there is no such game"};
}

[[nodiscard]] std::optional<Refused> trouble_with(const online::Room& room) {
  if (room.status() != online::RoomStatus::Ended)
    return Refused{Refused::Kind::Conflict, "not-over",
                   "the game is not over: nobody is helped while it goes on"};
  if (room.plies() < 1) return Refused{Refused::Kind::Conflict, "no-turns", "nobody has moved in this game"};
  if (room.plies() > kMostPlies)
    return Refused{Refused::Kind::Conflict, "too-long", "the game is too long for a report"};
  return std::nullopt;
}

[[nodiscard]] Refused too_many(std::string message) {
  return {Refused::Kind::TooMuch, "too-many-reports", std::move(message)};
}

}  // namespace

std::string evaluation_key(const rules::Position& position) {
  return std::string(rules::name(position.variant())) + ' ' + rules::to_fen(position);
}

Reports::Reports(boost::asio::io_context::executor_type executor, store::Database& database,
                 engines::Pool* engines, Log& log, Clock clock, ReportOptions options)
    : database_(database),
      engines_(engines),
      log_(log),
      clock_(std::move(clock)),
      options_(options),
      worker_(random_id()),
      executor_(executor),
      timer_(boost::asio::make_strand(executor)) {}

void Reports::start() {
  if (engines_ != nullptr) sweep_later();
}

Awaitable<void> Reports::drain() {
  is_draining_ = true;
  const std::vector<online::GameId> games = in_hand();
  if (games.empty()) co_return;
  auto leave = [games, worker = worker_](store::Store& store) {
    for (const online::GameId& game : games) store.leave_report(game, worker, store::ReportState::Waiting);
  };
  co_await in_transaction(database_, std::move(leave));
}

Awaitable<util::Result<store::GameReport, Refused>> Reports::ask(Identity who, online::GameId game) {
  if (engines_ == nullptr)
    co_return util::failure(Refused{Refused::Kind::Unavailable, "no-engine", "this server has no engine"});
  if (is_draining_) co_return util::failure(retry("this node is about to stop"));
  auto look = [game](store::Store& store) { return std::pair(store.report(game), store.events(game)); };
  const auto [known, events] = co_await reading(database_, std::move(look));
  if (known && (known->state == store::ReportState::Done || known->state == store::ReportState::Waiting))
    co_return *known;
  if (events.empty()) co_return util::failure(unknown_game());
  const auto room = online::Room::replay(game, events);
  if (!room) co_return util::failure(Refused{Refused::Kind::Broken, "broken", "the game is damaged"});
  if (auto trouble = trouble_with(*room)) co_return util::failure(*std::move(trouble));
  if (!has_room_for(who.network))
    co_return util::failure(too_many("too many reports are being made for your network; wait for one"));
  store::GameReport wanted{.game = game, .asked_by = who.user, .asked_at = clock_()};
  wanted.nodes = options_.nodes;
  wanted.positions = room->plies() + 1;
  using Asked = std::pair<store::ReportAsked, std::optional<store::GameReport>>;
  auto put = [wanted, worker = worker_, limits = options_.limits](store::Store& store) {
    const auto asked = store.ask_report(wanted, worker, limits);
    return Asked(asked, store.report(wanted.game));
  };
  const Asked asked = co_await in_transaction(database_, std::move(put));
  if (asked.first == store::ReportAsked::TooManyOfUser)
    co_return util::failure(too_many("so many of your reports are waiting already; wait for one"));
  if (asked.first == store::ReportAsked::TooMany)
    co_return util::failure(too_many("too many reports are waiting; try again later"));
  if (asked.first == store::ReportAsked::Taken)
    begin({game, room->game(), asked.second->done, wanted.nodes, {who.network, who.user}});
  co_return *asked.second;
}

Awaitable<std::optional<Refused>> Reports::stop(Identity who, online::GameId game) {
  using Stopped = std::pair<bool, std::optional<store::GameReport>>;
  auto halt = [who, game](store::Store& store) {
    const bool is_stopped = store.stop_report(game, who.user);
    return Stopped(is_stopped, store.report(game));
  };
  const Stopped stopped = co_await in_transaction(database_, std::move(halt));
  if (stopped.first) co_return std::nullopt;
  if (!stopped.second)
    co_return Refused{Refused::Kind::Missing, "no-such-report", "nobody has asked for one"};
  if (stopped.second->asked_by != who.user)
    co_return Refused{Refused::Kind::Forbidden, "not-yours", "somebody else has asked for this report"};
  if (stopped.second->state == store::ReportState::Stopped) co_return std::nullopt;
  co_return Refused{Refused::Kind::Conflict, "not-waiting", "there is nothing to stop"};
}

Awaitable<util::Result<std::optional<store::Evaluation>, Refused>> Reports::look(Identity who,
                                                                                 rules::Position position) {
  if (engines_ == nullptr)
    co_return util::failure(Refused{Refused::Kind::Unavailable, "no-engine", "this server has no engine"});
  if (is_draining_) co_return util::failure(retry("this node is about to stop"));
  const std::string key = evaluation_key(position);
  auto find = [key](store::Store& store) { return store.evaluation(key); };
  auto known = co_await reading(database_, std::move(find));
  if (known && known->nodes >= look_nodes()) co_return std::move(known);
  bool is_new = false;
  if (!take_look(key, who.network, is_new))
    co_return util::failure(Refused{Refused::Kind::TooMuch, "too-many-looks",
                                    "the server is looking at enough positions; wait a little"});
  engines::Study study{
      rules::Game(position), static_cast<std::uint64_t>(look_nodes()), {who.network, who.user}};
  if (is_new)
    boost::asio::co_spawn(executor_, finish_look(shared_from_this(), std::move(study), key),
                          boost::asio::detached);
  co_return std::optional<store::Evaluation>();
}

bool Reports::take_look(const std::string& key, std::uint64_t network, bool& is_new) {
  const std::lock_guard lock(mutex_);
  if (looks_.contains(key)) return true;
  const auto of_it = std::ranges::count_if(looks_, [&](const auto& one) { return one.second == network; });
  if (of_it >= options_.most_looks_of_a_network || std::ssize(looks_) >= options_.most_looks) return false;
  looks_.emplace(key, network);
  is_new = true;
  return true;
}

Awaitable<void> Reports::finish_look(std::shared_ptr<Reports> self, engines::Study study, std::string key) {
  try {
    auto begin = [self, study](engines::Pool::Found found) {
      self->engines_->study(study, std::move(found));
    };
    const Sight sight = co_await answered<Sight>(std::move(begin));
    if (sight) {
      const store::Evaluation found{static_cast<std::int64_t>(study.nodes), body_of(*sight), "", 0,
                                    self->clock_()};
      auto put = [key, found](store::Store& store) { store.put_evaluation(key, found); };
      co_await in_transaction(self->database_, std::move(put));
    } else if (!self->is_draining_) {
      self->log_.write(LogLevel::Warning, "look-failed", {{"position", key}, {"why", sight.error()}});
    }
  } catch (const std::exception& error) {
    self->log_.write(LogLevel::Warning, "look-failed",
                     {{"position", key}, {"why", std::string_view(error.what())}});
  }
  const std::lock_guard lock(self->mutex_);
  self->looks_.erase(key);
}

bool Reports::has_room_for(std::uint64_t network) {
  const std::lock_guard lock(mutex_);
  const auto of_it = std::ranges::count_if(in_hand_, [&](const auto& one) { return one.second == network; });
  return of_it < options_.most_of_a_network;
}

std::vector<online::GameId> Reports::in_hand() {
  const std::lock_guard lock(mutex_);
  std::vector<online::GameId> games;
  for (const auto& [game, network] : in_hand_) games.push_back(game);
  return games;
}

void Reports::begin(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (!in_hand_.emplace(task.game, task.asker.network).second) return;
  }
  boost::asio::co_spawn(executor_, work(shared_from_this(), std::move(task)), boost::asio::detached);
}

Awaitable<void> Reports::work(std::shared_ptr<Reports> self, Task task) {
  const online::GameId game = task.game;
  try {
    co_await self->go_through(std::move(task));
  } catch (const std::exception& error) {
    // The database was away; whoever finds that nobody is at it goes on.
    self->log_.write(LogLevel::Warning, "report-interrupted",
                     {{"game", game}, {"why", std::string_view(error.what())}});
  }
  const std::lock_guard lock(self->mutex_);
  self->in_hand_.erase(game);
}

Awaitable<void> Reports::go_through(Task task) {
  const auto turns = static_cast<int>(task.whole.turns().size());
  // Without an end by resignation, agreement or time: those are no judgement of a position.
  rules::Game at(task.whole.start());
  for (int ply = 0; ply <= turns && !is_draining_; ++ply) {
    if (ply > 0) at.play(task.whole.turns()[static_cast<std::size_t>(ply - 1)]);
    if (ply < task.done) continue;
    std::string body = "[]";
    std::string position;
    if (!at.outcome()) {
      auto look = [this, study = engines::Study{at, static_cast<std::uint64_t>(task.nodes), task.asker}](
                      engines::Pool::Found found) { engines_->study(study, std::move(found)); };
      const Sight sight = co_await answered<Sight>(std::move(look));
      if (!sight) {
        if (is_draining_) co_return;
        log_.write(LogLevel::Warning, "report-failed", {{"game", task.game}, {"why", sight.error()}});
        auto fail = [game = task.game, worker = worker_](store::Store& store) {
          store.leave_report(game, worker, store::ReportState::Failed);
        };
        co_await in_transaction(database_, std::move(fail));
        co_return;
      }
      body = body_of(*sight);
      position = evaluation_key(at.position());
    }
    if (!co_await keep(task, ply, std::move(body), std::move(position))) co_return;
  }
}

Awaitable<bool> Reports::keep(const Task& task, int ply, std::string body, std::string position) {
  const store::Evaluation known{task.nodes, body, task.game, ply, clock_()};
  auto put = [game = task.game, worker = worker_, finding = store::Finding{ply, std::move(body)},
              position = std::move(position), known](store::Store& store) {
    if (!store.add_finding(game, worker, finding, known.at)) return false;
    if (!position.empty()) store.put_evaluation(position, known);
    return true;
  };
  co_return co_await in_transaction(database_, std::move(put));
}

void Reports::sweep_later() {
  timer_.expires_after(options_.sweep_every);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error || self->is_draining_) return;
    boost::asio::co_spawn(self->timer_.get_executor(), sweep(self), boost::asio::detached);
  });
}

Awaitable<void> Reports::sweep(std::shared_ptr<Reports> self) {
  try {
    if (const auto games = self->in_hand(); !games.empty()) {
      auto keep = [games, worker = self->worker_, now = self->clock_()](store::Store& store) {
        store.keep_reports(worker, games, now);
      };
      co_await in_transaction(self->database_, std::move(keep));
    }
    while (!self->is_draining_ && co_await self->take_over()) {
    }
    if (self->sweeps_ % kPruneEvery == 0) {
      auto prune = [most = self->options_.most_evaluations](store::Store& store) {
        store.prune_evaluations(most);
      };
      co_await in_transaction(self->database_, std::move(prune));
    }
    ++self->sweeps_;
  } catch (const std::exception& error) {
    self->log_.write(LogLevel::Warning, "reports-not-looked-for", {{"why", std::string_view(error.what())}});
  }
  self->sweep_later();
}

Awaitable<bool> Reports::take_over() {
  using Taken = std::pair<std::optional<store::GameReport>, std::vector<online::StoredEvent>>;
  // When a node starts that is alone, whatever waits was left by nobody else than its predecessor.
  auto take = [worker = worker_, now = clock_(), silence = options_.silence,
               is_first = sweeps_ == 0](store::Store& store) {
    const auto report = store.take_report(worker, now, now - silence, is_first && store.is_alone());
    return report ? Taken(report, store.events(report->game)) : Taken();
  };
  const Taken taken = co_await in_transaction(database_, std::move(take));
  if (!taken.first) co_return false;
  const auto room = online::Room::replay(taken.first->game, taken.second);
  if (!room) {
    auto fail = [game = taken.first->game, worker = worker_](store::Store& store) {
      store.leave_report(game, worker, store::ReportState::Failed);
    };
    co_await in_transaction(database_, std::move(fail));
    co_return true;
  }
  begin({taken.first->game, room->game(), taken.first->done, taken.first->nodes, {0, taken.first->asked_by}});
  co_return true;
}

}  // namespace ordo::server
