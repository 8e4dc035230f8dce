// The door of the hub: clients come, say something, and go.
#include "server/hub.h"

#include <algorithm>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "server/hub_core.h"

namespace ordo::server {
namespace {

constexpr std::chrono::milliseconds kDrainGlance{10};

void complain(HubCore& core, Client& client, std::string_view code, std::string_view message,
              const online::GameId* game, std::optional<std::int64_t> re) {
  core.metrics.message_refused();
  client.send(frame_of(online::error_message(code, message, game, re)));
}

/// The room, pinned; most often one that the client watches, and then nothing shared is looked at.
[[nodiscard]] std::shared_ptr<RoomHost> room_for(HubCore& core, Client& client, const online::GameId& game) {
  {
    ClientNotes& notes = client.notes();
    const std::lock_guard lock(notes.guard);
    for (const std::shared_ptr<RoomHost>& host : notes.watched) {
      if (host->id() != game) continue;
      host->pin();
      return host;
    }
  }
  return core.rooms.pinned(game);
}

[[nodiscard]] RoomRequest request_of(const std::shared_ptr<Client>& client, online::Instant arrived,
                                     std::optional<std::int64_t> re) {
  RoomRequest request;
  request.client = client;
  request.user = client->identity().user;
  request.arrived = arrived;
  request.re = re;
  return request;
}

/// What one message of a client leads to.
class Reception {
 public:
  Reception(HubCore& core, const std::shared_ptr<Client>& client, online::Instant arrived,
            std::optional<std::int64_t> re)
      : core_(core), client_(client), arrived_(arrived), re_(re) {}

  void operator()(online::GameCommand& message) const {
    if (core_.is_draining) return complain_of_draining(message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    request.body = RoomRequest::Obey{std::move(message.command)};
    room_for(core_, *client_, message.game)->post(std::move(request));
  }

  void operator()(online::Watch& message) const {
    const std::shared_ptr<RoomHost> host = room_for(core_, *client_, message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    if (note_watching(host)) {
      request.body = RoomRequest::Watch{};
    } else {
      request.body = RoomRequest::Unwatch{};
      complain(core_, *client_, "too-many", "this connection watches too many games already", &message.game,
               re_);
    }
    host->post(std::move(request));
  }

  void operator()(online::Unwatch& message) const {
    std::shared_ptr<RoomHost> host;
    {
      ClientNotes& notes = client_->notes();
      const std::lock_guard lock(notes.guard);
      const auto found = std::ranges::find_if(notes.watched, [&](const std::shared_ptr<RoomHost>& watched) {
        return watched->id() == message.game;
      });
      if (found == notes.watched.end()) return;
      host = std::move(*found);
      notes.watched.erase(found);
      host->pin();
    }
    RoomRequest request = request_of(client_, arrived_, re_);
    request.body = RoomRequest::Unwatch{};
    host->post(std::move(request));
  }

  void operator()(online::SetPlan& message) const {
    if (core_.is_draining) return complain_of_draining(message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    request.body = RoomRequest::KeepPlan{std::move(message.plan)};
    room_for(core_, *client_, message.game)->post(std::move(request));
  }

  void operator()(const online::FollowLobby& message) const {
    if (client_->notes().in_lobby.exchange(message.on) != message.on) core_.lobby.follow(client_, message.on);
  }

  void operator()(const online::FollowFeed& message) const {
    if (client_->notes().at_feed.exchange(message.on) != message.on) core_.feed.follow(client_, message.on);
  }

  void operator()(const online::FollowMine& message) const {
    if (!client_->identity().is_known()) {
      return complain(core_, *client_, "identity-needed", "come as a guest or sign in first", nullptr, re_);
    }
    core_.mine.follow(client_, message.on);
  }

  void operator()(const online::SwitchChat& message) const { client_->notes().wants_chat = message.on; }

  void operator()(const online::Ping& message) const {
    client_->send(frame_of(online::pong_message(message.n, core_.clock())));
  }

 private:
  /// False: it watches too many.
  [[nodiscard]] bool note_watching(const std::shared_ptr<RoomHost>& host) const {
    ClientNotes& notes = client_->notes();
    const std::lock_guard lock(notes.guard);
    if (std::ranges::find(notes.watched, host) != notes.watched.end()) return true;
    if (notes.watched.size() >= static_cast<std::size_t>(core_.options.most_watched_by_a_client))
      return false;
    if (!notes.has_left) notes.watched.push_back(host);
    return true;
  }

  void complain_of_draining(const online::GameId& game) const {
    complain(core_, *client_, "reconnect", "this server is about to stop: connect again", &game, re_);
  }

  HubCore& core_;
  const std::shared_ptr<Client>& client_;
  const online::Instant arrived_;
  const std::optional<std::int64_t> re_;
};

}  // namespace

Hub::Hub(boost::asio::io_context::executor_type executor, store::Database& database, EnginePool* engines,
         Log& log, Metrics& metrics, HubOptions options, Clock clock)
    : core_(std::make_shared<HubCore>(std::move(executor), database, engines, log, metrics, options,
                                      std::move(clock))) {}

Hub::~Hub() { core_->stop(); }

void Hub::start() { core_->start(); }

Awaitable<void> Hub::drain() {
  const std::shared_ptr<HubCore> core = core_;
  core->is_draining = true;
  const Frame frame = frame_of(R"({"t":"reconnect"})");
  for (const std::shared_ptr<Client>& client : core->people.all()) client->send(frame);
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  // What was posted to a room but has not come to its turn is not stored yet: it is looked at twice.
  for (int quiet = 0; quiet < 2;) {
    timer.expires_after(kDrainGlance);
    co_await timer.async_wait(boost::asio::use_awaitable);
    quiet = core->is_storing() ? 0 : quiet + 1;
  }
}

void Hub::enter(std::shared_ptr<Client> client) { core_->people.enter(client); }

void Hub::receive(const std::shared_ptr<Client>& client, online::ClientMessage message,
                  online::Instant arrived) {
  std::visit(Reception(*core_, client, arrived, message.re), message.body);
}

void Hub::leave(const std::shared_ptr<Client>& client) {
  ClientNotes& notes = client->notes();
  core_->mine.follow(client, false);
  std::vector<std::shared_ptr<RoomHost>> watched;
  {
    const std::lock_guard lock(notes.guard);
    if (std::exchange(notes.has_left, true)) return;
    watched.swap(notes.watched);
    for (const std::shared_ptr<RoomHost>& host : watched) host->pin();
  }
  if (notes.in_lobby.exchange(false)) core_->lobby.follow(client, false);
  if (notes.at_feed.exchange(false)) core_->feed.follow(client, false);
  for (const std::shared_ptr<RoomHost>& host : watched) {
    RoomRequest request = request_of(client, {}, {});
    request.body = RoomRequest::Unwatch{};
    host->post(std::move(request));
  }
  if (core_->people.leave(client)) core_->lobby.user_left(client->identity().user);
}

}  // namespace ordo::server
