// What runs by itself: hearing of other nodes, and sweeping up after those that died.
#include "server/hub_core.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sodium.h>
#include <utility>

#include <fmt/format.h>

#include "util/check.h"

namespace ordo::server {
namespace {

constexpr int kMostOverdue = 200;
constexpr std::chrono::minutes kCleanEvery{10};
constexpr std::chrono::hours kGuestMemory{24 * 30};
constexpr std::chrono::seconds kRenewEvery{5};
constexpr std::string_view kStart = "start";
constexpr std::string_view kChange = "change";
constexpr std::string_view kNobody = "-";

template <std::size_t N>
[[nodiscard]] std::optional<std::array<std::string_view, N>> words_of(std::string_view text) {
  std::array<std::string_view, N> words;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t space = text.find(' ');
    if ((space == std::string_view::npos) != (i + 1 == N)) return std::nullopt;
    words[i] = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return words;
}

[[nodiscard]] std::string users_notice(std::string_view node, std::string_view kind,
                                       const online::GameId& game, const Users& users) {
  const auto word = [](const online::UserId& user) {
    return user.empty() ? kNobody : std::string_view(user);
  };
  return fmt::format("{} {} {} {} {}", node, kind, game, word(users[0]), word(users[1]));
}

}  // namespace

HubCore::HubCore(boost::asio::io_context::executor_type on, store::Database& in, EnginePool* pool, Log& into,
                 Metrics& counts, HubOptions set, Hub::Clock time)
    : executor(std::move(on)),
      database(in),
      engines(pool),
      log(into),
      metrics(counts),
      options(set),
      clock(std::move(time)),
      node(random_id()),
      has_other_nodes(in.dialect() == store::Dialect::Postgres),
      finished(executor),
      rooms(*this),
      mine(*this),
      lobby(*this),
      feed(*this),
      sweep_timer_(boost::asio::make_strand(executor)) {
  ORDO_CHECK(sodium_init() >= 0);
}

void HubCore::start() {
  database.listen(
      [weak = weak_from_this()](const store::Notice& notice) {
        if (const auto core = weak.lock()) core->heard(notice);
      },
      [weak = weak_from_this()] {
        const auto core = weak.lock();
        if (!core) return;
        for (const auto& host : core->rooms.all_pinned()) {
          RoomRequest request;
          request.body = RoomRequest::CatchUp{0};
          host->post(std::move(request));
        }
        core->lobby.changed();
      });
  boost::asio::dispatch(sweep_timer_.get_executor(), [core = shared_from_this()] { core->sweep_later(); });
}

/// Clients and rooms know each other; somebody has to let go.
void HubCore::stop() {
  is_draining = true;
  for (const std::shared_ptr<Client>& client : people.all()) {
    const std::lock_guard lock(client->notes().guard);
    client->notes().watched.clear();
  }
  rooms.clear();
  finished.close();
}

void HubCore::heard(const store::Notice& notice) {
  if (notice.channel == "games") {
    heard_of_game(notice.text);
  } else if (notice.channel == "lobby") {
    lobby.changed();
  } else if (notice.channel == kUsersChannel) {
    heard_of_users(notice.text);
  }
}

void HubCore::heard_of_game(std::string_view text) {
  const auto words = words_of<3>(text);
  std::int64_t seq = 0;
  if (!words) return;
  std::from_chars((*words)[2].data(), (*words)[2].data() + (*words)[2].size(), seq);
  rooms.tell_if_lacking(online::GameId((*words)[1]), seq);
}

void HubCore::heard_of_users(std::string_view text) {
  const auto words = words_of<5>(text);
  if (!words || (*words)[0] == node) return;
  const online::GameId game((*words)[2]);
  Users users;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if ((*words)[3 + i] != kNobody) users[i] = (*words)[3 + i];
  }
  if ((*words)[1] == kStart) tell_start(game, users);
  mine.changed_elsewhere(game, users);
}

std::string HubCore::start_notice(const online::GameId& game, const Users& users) const {
  return users_notice(node, kStart, game, users);
}

std::string HubCore::change_notice(const online::GameId& game, const Users& users) const {
  return users_notice(node, kChange, game, users);
}

void HubCore::game_started(const store::GameSummary& summary) const {
  tell_start(summary.id, users_of(summary.players));
}

void HubCore::tell_start(const online::GameId& game, const Users& users) const {
  const Frame frame = frame_of(fmt::format(R"({{"t":"game-start","game":"{}"}})", game));
  for (const online::UserId& user : users) {
    if (!user.empty()) people.send(user, frame);
  }
}

void HubCore::sweep_later() {
  sweep_timer_.expires_after(options.sweep_every);
  sweep_timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto core = weak.lock();
    if (!core || error || core->is_draining) return;
    core->sweep();
    core->sweep_later();
  });
}

void HubCore::sweep() {
  const online::Instant now = clock();
  if (now - renewed_at_ >= kRenewEvery) {
    renewed_at_ = now;
    lobby.renew();
  }
  if (now - cleaned_at_ >= kCleanEvery) {
    cleaned_at_ = now;
    clean_up(now);
  }
  if (is_sweeping_.exchange(true)) return;
  const auto games = std::make_shared<std::vector<online::GameId>>();
  database.read(
      [games, now, silent_since = now - options.engine_silence](store::Connection& connection) {
        *games = store::Store(connection).overdue(now, silent_since, kMostOverdue);
      },
      [core = shared_from_this(), games](const std::exception_ptr& failed) {
        core->is_sweeping_ = false;
        if (failed || core->is_draining) return;
        for (const online::GameId& game : *games) core->rooms.pinned(game)->post({});
      });
}

void HubCore::clean_up(online::Instant now) {
  database.write(
      [now](store::Connection& connection) { store::Store(connection).sweep(now, now - kGuestMemory); },
      [core = shared_from_this()](const std::exception_ptr& failed) {
        if (failed) core->log.write(LogLevel::Warning, "cleaning-failed");
      });
}

}  // namespace ordo::server
