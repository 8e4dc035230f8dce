// The door of the hub: clients come, say something, and go.
#include "server/games/hub.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "server/games/announcer.h"
#include "server/games/challenges.h"
#include "server/games/company.h"
#include "server/games/draining.h"
#include "server/games/feed.h"
#include "server/games/lobby.h"
#include "server/games/mine.h"
#include "server/games/notice_words.h"
#include "server/games/people.h"
#include "server/games/rooms.h"
#include "server/games/sweeper.h"

namespace ordo::server {
namespace {

constexpr std::chrono::milliseconds kDrainGlance{10};

[[nodiscard]] RoomRequest request_of(const std::shared_ptr<Client>& client, online::Instant arrived,
                                     std::optional<std::int64_t> re) {
  RoomRequest request;
  request.client = client;
  request.user = client->identity().user;
  request.arrived = arrived;
  request.re = re;
  return request;
}

[[nodiscard]] bool has_other_nodes(const store::Database& database) {
  return database.dialect() == store::Dialect::Postgres;
}

}  // namespace

/// Those that begin something keep themselves alive until it is done.
struct Hub::Parts {
  Parts(const boost::asio::io_context::executor_type& executor, store::Database& its_database,
        engines::Pool* engines, Log& log, Metrics& its_metrics, const HubOptions& options, Timekeeper& time);

  void heard(const store::Notice& notice) const;

  store::Database& database;
  Metrics& metrics;
  const Clock clock;
  const int most_watched;
  const std::shared_ptr<Draining> draining = std::make_shared<Draining>();
  const std::shared_ptr<People> people = std::make_shared<People>();
  const std::shared_ptr<Mine> mine;
  const std::shared_ptr<Announcer> announcer;
  const std::shared_ptr<Presence> presence;
  const std::shared_ptr<Rooms> rooms;
  const std::shared_ptr<Lobby> lobby;
  const std::shared_ptr<Feed> feed;
  const std::shared_ptr<Challenges> challenges;
  const std::shared_ptr<Company> company;
  const std::shared_ptr<Sweeper> sweeper;
  const std::shared_ptr<GameMaker> maker;
};

Hub::Parts::Parts(const boost::asio::io_context::executor_type& executor, store::Database& its_database,
                  engines::Pool* engines, Log& log, Metrics& its_metrics, const HubOptions& options,
                  Timekeeper& time)
    : database(its_database),
      metrics(its_metrics),
      clock(time.clock()),
      most_watched(options.most_watched_by_a_client),
      mine(std::make_shared<Mine>(database, people)),
      announcer(std::make_shared<Announcer>(people, mine, has_other_nodes(database))),
      presence(std::make_shared<Presence>(executor, database, people, draining, time, options.presence)),
      rooms(std::make_shared<Rooms>(
          RoomServices{executor, database, engines, log, metrics, clock, time, draining, people, announcer,
                       presence, has_other_nodes(database), options.keep_empty_room, options.engine_shortest,
                       options.most_live_games_of_a_user})),
      lobby(std::make_shared<Lobby>(executor, database, people, draining, clock)),
      feed(std::make_shared<Feed>(executor, database, draining, clock)),
      challenges(std::make_shared<Challenges>(database, people, clock)),
      company(std::make_shared<Company>(executor, database, presence)),
      sweeper(std::make_shared<Sweeper>(executor, database, rooms, lobby, draining, log, time,
                                        SweeperOptions{options.sweep_every, options.engine_silence})),
      maker(std::make_shared<GameMaker>(
          GameMakerServices{database, log, metrics, clock, draining, announcer, presence, rooms, lobby,
                            engines != nullptr, options.most_live_games_of_a_user,
                            options.most_seeks_of_a_user, options.most_engine_games_of_a_user,
                            std::make_shared<EngineGames>(options.most_engine_games_of_a_network),
                            std::make_shared<RateLimiter>(options.challenges),
                            std::make_shared<RateLimiter>(options.challenges_to_one)})) {}

/// What one message of a client leads to.
class Hub::Reception {
 public:
  Reception(Parts& parts, const std::shared_ptr<Client>& client, online::Instant arrived,
            std::optional<std::int64_t> re)
      : parts_(parts), client_(client), arrived_(arrived), re_(re) {}

  void operator()(online::GameCommand& message) const {
    if (parts_.draining->has_begun()) return complain_of_draining(message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    request.body = RoomRequest::Obey{std::move(message.command)};
    room_for(message.game)->post(std::move(request));
  }

  void operator()(online::Watch& message) const {
    const std::shared_ptr<RoomHost> host = room_for(message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    if (note_watching(host)) {
      request.body = RoomRequest::Watch{};
    } else {
      request.body = RoomRequest::Unwatch{};
      complain("too-many", "this connection watches too many games already", &message.game);
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
    if (parts_.draining->has_begun()) return complain_of_draining(message.game);
    RoomRequest request = request_of(client_, arrived_, re_);
    request.body = RoomRequest::KeepPlan{std::move(message.plan), message.ply};
    room_for(message.game)->post(std::move(request));
  }

  void operator()(const online::FollowLobby& message) const {
    if (client_->notes().in_lobby.exchange(message.on) != message.on)
      parts_.lobby->follow(client_, message.on);
  }

  void operator()(const online::FollowFeed& message) const {
    if (client_->notes().at_feed.exchange(message.on) != message.on) parts_.feed->follow(client_, message.on);
  }

  void operator()(const online::FollowMine& message) const {
    if (!client_->identity().is_known()) {
      const Refused refused = identity_needed();
      return complain(refused.code, refused.message, nullptr);
    }
    parts_.mine->follow(client_, message.on);
  }

  void operator()(const online::FollowPeople& message) const {
    if (client_->notes().in_company.exchange(message.on) != message.on)
      parts_.company->follow(client_, message.on);
  }

  void operator()(const online::FollowChallenges& message) const {
    if (!client_->identity().is_known()) {
      const Refused refused = identity_needed();
      return complain(refused.code, refused.message, nullptr);
    }
    parts_.challenges->follow(client_, message.on);
  }

  void operator()(const online::SwitchChat& message) const { client_->notes().wants_chat = message.on; }

  void operator()(const online::Ping& message) const {
    client_->send(frame_of(online::pong_message(message.n, parts_.clock())));
  }

 private:
  /// False: it watches too many.
  [[nodiscard]] bool note_watching(const std::shared_ptr<RoomHost>& host) const {
    ClientNotes& notes = client_->notes();
    const std::lock_guard lock(notes.guard);
    if (std::ranges::find(notes.watched, host) != notes.watched.end()) return true;
    if (notes.watched.size() >= static_cast<std::size_t>(parts_.most_watched)) return false;
    if (!notes.has_left) notes.watched.push_back(host);
    return true;
  }

  /// The room, pinned; most often one that the client watches, and then nothing shared is looked at.
  [[nodiscard]] std::shared_ptr<RoomHost> room_for(const online::GameId& game) const {
    {
      ClientNotes& notes = client_->notes();
      const std::lock_guard lock(notes.guard);
      for (const std::shared_ptr<RoomHost>& host : notes.watched) {
        if (host->id() != game) continue;
        host->pin();
        return host;
      }
    }
    return parts_.rooms->pinned(game);
  }

  void complain(std::string_view code, std::string_view message, const online::GameId* game) const {
    parts_.metrics.message_refused();
    client_->send(frame_of(online::error_message(code, message, game, re_)));
  }

  void complain_of_draining(const online::GameId& game) const {
    complain("reconnect", "this server is about to stop: connect again", &game);
  }

  Parts& parts_;
  const std::shared_ptr<Client>& client_;
  const online::Instant arrived_;
  const std::optional<std::int64_t> re_;
};

void Hub::Parts::heard(const store::Notice& notice) const {
  if (notice.channel == "lobby") return lobby->changed();
  if (notice.channel == "people") return presence->heard(notice);
  if (notice.channel == "challenges") return challenges->heard(notice);
  if (notice.channel != "games") return announcer->heard(notice);
  if (const auto named = notice_words<2>(notice.text)) return rooms->reload(online::GameId((*named)[1]));
  const auto words = notice_words<3>(notice.text);
  if (!words) return;
  const std::string_view number = (*words)[2];
  std::int64_t seq = 0;
  std::from_chars(number.data(), number.data() + number.size(), seq);
  rooms->tell_if_lacking(online::GameId((*words)[1]), seq);
}

Hub::Hub(boost::asio::io_context::executor_type executor, store::Database& database, engines::Pool* engines,
         Log& log, Metrics& metrics, HubOptions options, Timekeeper& time)
    : parts_(std::make_shared<Parts>(executor, database, engines, log, metrics, options, time)) {}

/// Clients and rooms know each other; somebody has to let go.
Hub::~Hub() {
  parts_->draining->begin();
  for (const std::shared_ptr<Client>& client : parts_->people->all()) {
    const std::lock_guard lock(client->notes().guard);
    client->notes().watched.clear();
  }
  parts_->rooms->close();
}

void Hub::start() {
  parts_->database.listen(
      [weak = std::weak_ptr(parts_)](const store::Notice& notice) {
        if (const auto parts = weak.lock()) parts->heard(notice);
      },
      [weak = std::weak_ptr(parts_)] {
        const auto parts = weak.lock();
        if (!parts) return;
        parts->rooms->let_all_catch_up();
        parts->lobby->changed();
        parts->presence->look_again();
        parts->challenges->look_again();
      });
  parts_->presence->on_change([weak = std::weak_ptr(parts_->rooms)](const online::GameId& game) {
    if (const auto rooms = weak.lock()) rooms->look_around(game);
  });
  parts_->presence->on_company([weak = std::weak_ptr(parts_->company)] {
    if (const auto company = weak.lock()) company->changed();
  });
  parts_->sweeper->start();
  parts_->presence->start();
}

const Presence& Hub::presence() const noexcept { return *parts_->presence; }

GameMaker& Hub::maker() noexcept { return *parts_->maker; }

Awaitable<void> Hub::drain() {
  const std::shared_ptr<Parts> parts = parts_;
  parts->draining->begin();
  parts->sweeper->note_alive();
  const Frame frame = frame_of(online::reconnect_message());
  for (const std::shared_ptr<Client>& client : parts->people->all()) client->send(frame);
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  // What was posted to a room but has not come to its turn is not stored yet: it is looked at twice.
  for (int quiet = 0; quiet < 2;) {
    timer.expires_after(kDrainGlance);
    co_await timer.async_wait(boost::asio::use_awaitable);
    quiet = parts->draining->is_storing() ? 0 : quiet + 1;
  }
}

void Hub::enter(std::shared_ptr<Client> client) {
  parts_->people->enter(client);
  parts_->presence->entered(client->identity());
}

void Hub::receive(const std::shared_ptr<Client>& client, online::ClientMessage message,
                  online::Instant arrived) {
  std::visit(Reception(*parts_, client, arrived, message.re), message.body);
}

void Hub::leave(const std::shared_ptr<Client>& client) {
  ClientNotes& notes = client->notes();
  parts_->mine->follow(client, false);
  std::vector<std::shared_ptr<RoomHost>> watched;
  {
    const std::lock_guard lock(notes.guard);
    if (std::exchange(notes.has_left, true)) return;
    watched.swap(notes.watched);
    for (const std::shared_ptr<RoomHost>& host : watched) host->pin();
  }
  if (notes.in_lobby.exchange(false)) parts_->lobby->follow(client, false);
  if (notes.at_feed.exchange(false)) parts_->feed->follow(client, false);
  if (notes.in_company.exchange(false)) parts_->company->follow(client, false);
  for (const std::shared_ptr<RoomHost>& host : watched) {
    RoomRequest request = request_of(client, {}, {});
    request.body = RoomRequest::Unwatch{};
    host->post(std::move(request));
  }
  if (!parts_->people->leave(client)) return;
  parts_->lobby->user_left(client->identity().user);
  parts_->presence->left(client->identity().user);
}

}  // namespace ordo::server
