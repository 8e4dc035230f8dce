// Clients, nodes and databases for the tests of the hub.
#include "support/hub_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "online/message.h"
#include "online/time_control.h"
#include "rules/movegen.h"
#include "rules/notation.h"

namespace ordo::tests {

online::Instant wall_clock() {
  return std::chrono::time_point_cast<online::Duration>(std::chrono::system_clock::now());
}

server::Identity guest(std::string_view id) {
  return {std::string(id), online::PlayerKind::Guest, "Guest " + std::string(id), "s", false};
}

server::Identity account_of(std::string_view id) {
  return {std::string(id), online::PlayerKind::Account, std::string(id), "s", false};
}

std::string some_turn(const rules::Game& game, std::size_t lot) {
  std::vector<std::string> turns;
  rules::for_each_turn(game.position(),
                       [&](const rules::Turn& turn) { turns.push_back(rules::to_text(turn)); });
  return turns.at(lot % turns.size());
}

std::string_view text(const Json& object, std::string_view key) { return object.at(key).as_string(); }

void FakeClient::send(server::Frame frame) {
  const std::lock_guard lock(guard_);
  frames_.push_back(*frame);
  came_.notify_all();
}

std::optional<Json> FakeClient::next_where(const std::function<bool(const Json&)>& is_wanted,
                                           std::chrono::milliseconds patience) {
  std::unique_lock lock(guard_);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    while (taken_ < frames_.size()) {
      Json message = boost::json::parse(frames_[taken_++]).as_object();
      if (is_wanted(message)) return message;
    }
    if (came_.wait_until(lock, deadline) == std::cv_status::timeout && taken_ == frames_.size()) {
      return std::nullopt;
    }
  }
}

Json FakeClient::next(std::string_view kind) {
  auto found = next_where([kind](const Json& message) { return message.at("t").as_string() == kind; });
  EXPECT_TRUE(found.has_value()) << identity_.name << " was not told " << kind;
  return found.value_or(Json());
}

Json FakeClient::next_event(std::string_view kind) {
  auto found = next_where([kind](const Json& message) {
    return message.at("t").as_string() == "event" &&
           message.at("event").as_object().at("e").as_string() == kind;
  });
  EXPECT_TRUE(found.has_value()) << identity_.name << " was not told of the event " << kind;
  return found.value_or(Json());
}

std::vector<Json> FakeClient::all() const {
  const std::lock_guard lock(guard_);
  std::vector<Json> all;
  for (const std::string& frame : frames_) all.push_back(boost::json::parse(frame).as_object());
  return all;
}

std::string disorder(const FakeClient& client, std::string_view game) {
  std::int64_t last = 0;
  for (const Json& message : client.all()) {
    const auto its_game = message.if_contains("game");
    if (its_game == nullptr || !its_game->is_string() || its_game->as_string() != game) continue;
    const bool is_snapshot = message.at("t").as_string() == "snapshot";
    if (!is_snapshot && message.at("t").as_string() != "event") continue;
    const std::int64_t seq = message.at("seq").as_int64();
    if (is_snapshot && seq < last) return fmt::format("snapshot {} after event {}", seq, last);
    if (!is_snapshot && last == 0) return fmt::format("event {} before a snapshot", seq);
    if (!is_snapshot && seq != last + 1) return fmt::format("event {} after {}", seq, last);
    last = seq;
  }
  return {};
}

Node::Node(Ground& ground, store::Database& database, engines::Pool* engines, server::HubOptions options,
           server::TimeSources clocks)
    : io_(ground.io),
      time_(ground.times.emplace_back(std::move(clocks))),
      hub_(std::make_unique<server::Hub>(io_.get_executor(), database, engines, *ground.log, ground.metrics,
                                         options, time_)) {
  io_.restart();
  hub_->start();
  for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { io_.run(); });
}

Node::~Node() {
  wait(hub_->drain());
  guard_.reset();
  io_.stop();
  for (std::thread& thread : threads_) thread.join();
}

std::shared_ptr<FakeClient> Node::enter(server::Identity who) {
  auto client = std::make_shared<FakeClient>(std::move(who));
  hub_->enter(client);
  return client;
}

void Node::say(const std::shared_ptr<FakeClient>& client, std::string_view json) {
  auto message = online::parse_message(json);
  ASSERT_TRUE(message.ok()) << json << ": " << message.error().message;
  hub_->receive(client, *std::move(message), time_.now());
}

void Node::move(const std::shared_ptr<FakeClient>& client, std::string_view game, int ply,
                std::string_view turn) {
  say(client, fmt::format(R"({{"t":"move","game":"{}","ply":{},"turn":"{}"}})", game, ply, turn));
}

void Node::watch(const std::shared_ptr<FakeClient>& client, std::string_view game) {
  say(client, fmt::format(R"({{"t":"watch","game":"{}"}})", game));
}

void UnreliableDatabase::write(Job job, Done done, store::LoneEvent* lone) {
  const auto lost = std::make_exception_ptr(store::SqlError(store::SqlTrouble::Lost, "as the test wants it"));
  if (fails_writes_) return done(lost);
  if (loses_answers_) {
    inner_.write(
        std::move(job), [done = std::move(done), lost](const std::exception_ptr&) { done(lost); }, lone);
    return;
  }
  inner_.write(std::move(job), std::move(done), lone);
}

void UnreliableDatabase::read(Job job, Done done, store::Reading kind) {
  ++reads_;
  if (fails_reads_) {
    return done(std::make_exception_ptr(store::SqlError(store::SqlTrouble::Lost, "as the test wants it")));
  }
  inner_.read(std::move(job), std::move(done), kind);
}

void add_users(store::Database& database, const std::vector<std::string>& ids) {
  database.write_now([&](store::Connection& connection) {
    store::Store store(connection);
    for (const std::string& id : ids) {
      EXPECT_TRUE(store.add_user({id, online::PlayerKind::Account, id, "hash", wall_clock(), {}}));
    }
  });
}

server::HubOptions impatient() {
  server::HubOptions options;
  options.sweep_every = std::chrono::milliseconds(20);
  options.presence.grace = std::chrono::milliseconds(0);
  options.presence.return_time = std::chrono::milliseconds(0);
  options.presence.look_every = std::chrono::milliseconds(10);
  return options;
}

server::GameWish wish(std::string_view time, std::optional<online::Color> color, bool rated) {
  server::GameWish wish;
  wish.settings.time = *online::parse_time_control(time);
  wish.settings.rated = rated;
  wish.color = color;
  return wish;
}

}  // namespace ordo::tests
