// The connection of a bot and the conversation on it.
#include "apps/bot/client.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include "apps/bot/game.h"
#include "engines/pool.h"
#include "util/json_reader.h"
#include "util/json_writer.h"

namespace ordo::apps {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
using asio::use_awaitable;
using asio::ip::tcp;
using namespace std::chrono_literals;

constexpr auto kShortestPause = 500ms;
constexpr auto kLongestPause = 30'000ms;
constexpr auto kLookAfter = 2s;  ///< between two looks at what there is to do

std::string_view view(const json::string& text) { return {text.data(), text.size()}; }

class Bot {
 public:
  Bot(const BotSettings& settings, const std::atomic<bool>& stop,
      const std::function<void(const std::string&)>& say)
      : settings_(settings), stop_(stop), say_(say), pool_(pool_options(settings)) {}

  void run() {
    asio::co_spawn(context_, live(), [this](const std::exception_ptr& failed) {
      failed_ = failed;
      context_.stop();
    });
    context_.run();
    if (failed_) std::rethrow_exception(failed_);
  }

 private:
  using Stream = beast::websocket::stream<tcp::socket>;
  template <class T>
  using Awaitable = asio::awaitable<T>;

  [[nodiscard]] static engines::PoolOptions pool_options(const BotSettings& settings) {
    engines::PoolOptions options;
    options.program = settings.engine;
    options.processes = settings.engines;
    options.most_time = settings.most_time;
    return options;
  }

  /// One connection after the other.
  Awaitable<void> live() {
    std::chrono::milliseconds pause = kShortestPause;
    while (!stop_) {
      try {
        co_await one_connection(pause);
      } catch (const beast::system_error& error) {
        if (!stop_) say_(fmt::format("connection lost ({}); trying again", error.code().message()));
      }
      stream_.reset();
      games_.clear();
      outgoing_.clear();
      open_seek_.clear();
      asio::steady_timer timer(context_, stop_ ? std::chrono::milliseconds(0) : pause);
      co_await timer.async_wait(use_awaitable);
      pause = std::min(2 * pause, std::chrono::milliseconds(kLongestPause));
    }
  }

  Awaitable<void> one_connection(std::chrono::milliseconds& pause) {
    tcp::resolver resolver(context_);
    const auto found = co_await resolver.async_resolve(settings_.host, settings_.port, use_awaitable);
    endpoints_.assign(found.begin(), found.end());
    auto stream = std::make_shared<Stream>(context_);
    co_await asio::async_connect(stream->next_layer(), endpoints_, use_awaitable);
    stream->set_option(beast::websocket::stream_base::timeout::suggested(beast::role_type::client));
    stream->set_option(
        beast::websocket::stream_base::decorator([this](beast::websocket::request_type& request) {
          request.set(http::field::authorization, "Bearer " + settings_.token);
        }));
    co_await shake_hands(*stream);
    stream_ = stream;
    pause = kShortestPause;
    say_(fmt::format("connected to {}:{}", settings_.host, settings_.port));
    for (const std::string& game : std::exchange(to_join_, {})) {
      const HttpAnswer answer = co_await post("/api/games/" + game + "/join", "{}");
      say_(answer.is_good ? "joined " + game : fmt::format("cannot join {}: {}", game, answer.text));
    }
    send(R"({"t":"mine","on":true})");
    asio::co_spawn(context_, look_after(stream), asio::detached);
    beast::flat_buffer buffer;
    while (!stop_) {
      co_await stream->async_read(buffer, use_awaitable);
      take({static_cast<const char*>(buffer.data().data()), buffer.size()});
      buffer.consume(buffer.size());
    }
  }

  Awaitable<void> shake_hands(Stream& stream) {
    beast::websocket::response_type response;
    try {
      co_await stream.async_handshake(response, settings_.host + ":" + settings_.port, "/ws", use_awaitable);
    } catch (const beast::system_error&) {
      if (response.result_int() == 401 || response.result_int() == 403) {
        throw BotRefused("the server does not accept the token");
      }
      throw;
    }
  }

  /// Seeks games while there is room, and notices that it is time to stop.
  Awaitable<void> look_after(std::shared_ptr<Stream> stream) {
    asio::steady_timer timer(context_);
    while (stream == stream_) {
      if (stop_) {
        beast::error_code ignored;
        stream->next_layer().close(ignored);
        co_return;
      }
      if (open_seek_.empty() && !settings_.seeks.empty() && playing() < settings_.most_games) co_await seek();
      for (int i = 0; i < 10 && !stop_ && stream == stream_; ++i) {
        timer.expires_after(kLookAfter / 10);
        co_await timer.async_wait(use_awaitable);
      }
    }
  }

  Awaitable<void> seek() {
    const std::string& body = settings_.seeks[next_seek_++ % settings_.seeks.size()];
    const HttpAnswer answer = co_await post("/api/seeks", body);
    if (!answer.is_good) {
      say_("cannot seek a game: " + answer.text);
      co_return;
    }
    const util::JsonDocument made(answer.text);
    if (!made.error()) open_seek_ = made.value().at("seek").at("id").as_string().c_str();
    say_("seeking: " + body);
  }

  struct HttpAnswer {
    bool is_good = false;
    std::string text;
  };
  Awaitable<HttpAnswer> post(std::string path, std::string body) {
    tcp::socket socket(context_);
    co_await asio::async_connect(socket, endpoints_, use_awaitable);
    http::request<http::string_body> request(http::verb::post, path, 11);
    request.set(http::field::host, settings_.host + ":" + settings_.port);
    request.set(http::field::authorization, "Bearer " + settings_.token);
    request.set(http::field::content_type, "application/json");
    request.set(http::field::connection, "close");
    request.body() = std::move(body);
    request.prepare_payload();
    co_await http::async_write(socket, request, use_awaitable);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    co_await http::async_read(socket, buffer, response, use_awaitable);
    co_return HttpAnswer{response.result_int() < 300, response.body()};
  }

  [[nodiscard]] int playing() const {
    return static_cast<int>(
        std::ranges::count_if(games_, [](const auto& entry) { return entry.second.is_playing(); }));
  }

  void send(std::string text) {
    outgoing_.push_back(std::move(text));
    if (outgoing_.size() == 1) write();
  }

  void write() {
    stream_->async_write(asio::buffer(outgoing_.front()),
                         [this, stream = stream_](beast::error_code error, std::size_t) {
                           if (error || stream != stream_) return;  // the reading notices as well
                           outgoing_.pop_front();
                           if (!outgoing_.empty()) write();
                         });
  }

  void send_about(const std::string& game, std::string_view kind) {
    send(util::json_object([&](util::JsonWriter& json) {
      json.member("t", kind);
      json.member("game", game);
    }));
  }

  /// A message of the server. What is not understood is not for bots.
  void take(std::string_view text) {
    const util::JsonDocument document(text);
    const auto* message = document.error() ? nullptr : document.value().if_object();
    if (message == nullptr) return;
    const auto* t = message->if_contains("t");
    if (t == nullptr || !t->is_string()) return;
    const std::string_view kind = view(t->get_string());
    if (kind == "mine") {
      if (const auto* games = message->at("games").if_array()) {
        for (const json::value& game : *games) take_summary(game);
      }
    } else if (kind == "mine-update") {
      take_summary(message->at("game"));
    } else if (kind == "game-start") {
      open_seek_.clear();
    } else if (kind == "snapshot") {
      take_snapshot(*message);
    } else if (kind == "event") {
      take_event(*message);
    } else if (kind == "error") {
      say_(fmt::format("the server says: {}", text));
    } else if (kind == "reconnect") {
      beast::error_code ignored;
      stream_->next_layer().close(ignored);
    }
  }

  void take_summary(const json::value& summary) {
    const std::string id = summary.at("id").as_string().c_str();
    if (view(summary.at("status").as_string()) == "playing" && !games_.contains(id)) send_about(id, "watch");
  }

  [[nodiscard]] static std::string game_of(const json::object& message) {
    return message.at("game").as_string().c_str();
  }

  void take_snapshot(const json::object& message) {
    const std::string id = game_of(message);
    auto game = BotGame::read(message);
    if (!game) return say_(fmt::format("{}: {}", id, game.error()));
    const auto [place, is_new] = games_.insert_or_assign(id, *std::move(game));
    if (is_new) say_(fmt::format("{}: playing", id));
    act(id, place->second);
  }

  void take_event(const json::object& message) {
    const std::string id = game_of(message);
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    const bool was_playing = found->second.is_playing();
    if (!found->second.apply(message)) return send_about(id, "watch");
    if (was_playing && !found->second.is_playing()) say_(fmt::format("{}: {}", id, found->second.result()));
    act(id, found->second);
  }

  void act(const std::string& id, const BotGame& game) {
    if (game.has_draw_offer()) send_about(id, "draw-no");
    if (game.has_takeback_request()) send_about(id, "takeback-no");
    if (game.has_rematch_offer() && settings_.rematch) send_about(id, "rematch");
    if (!game.is_my_turn()) return;
    if (const auto asked = asked_.find(id); asked != asked_.end() && asked->second == game.game().position())
      return;
    asked_.insert_or_assign(id, game.game().position());
    pool_.ask({game.game(), engines::kUnchangedLevel, game.time_to_think(settings_.most_time)},
              [this, id, ply = game.next_ply()](util::Result<std::string, std::string> turn) {
                asio::post(context_, [this, id, ply, turn = std::move(turn)] { play(id, ply, turn); });
              });
  }

  void play(const std::string& id, int ply, const util::Result<std::string, std::string>& turn) {
    asked_.erase(id);
    if (!turn) return say_(fmt::format("{}: the engine failed: {}", id, turn.error()));
    const auto game = games_.find(id);
    if (!stream_ || game == games_.end()) return;  // asked again after the next snapshot
    if (!game->second.is_my_turn() || game->second.next_ply() != ply) return act(id, game->second);
    send(util::json_object([&](util::JsonWriter& json) {
      json.member("t", "move");
      json.member("game", id);
      json.member("ply", ply);
      json.member("turn", *turn);
    }));
  }

  const BotSettings& settings_;
  const std::atomic<bool>& stop_;
  const std::function<void(const std::string&)>& say_;
  asio::io_context context_{1};
  std::exception_ptr failed_;
  std::vector<tcp::endpoint> endpoints_;
  std::shared_ptr<Stream> stream_;  ///< while connected
  std::deque<std::string> outgoing_;
  std::map<std::string, BotGame> games_;
  std::map<std::string, rules::Position> asked_;  ///< the engine is thinking about it
  std::vector<std::string> to_join_ = settings_.join;
  std::string open_seek_;
  std::size_t next_seek_ = 0;
  engines::Pool pool_;  ///< last: its threads use the rest
};

}  // namespace

void run_bot_client(const BotSettings& settings, const std::atomic<bool>& stop,
                    const std::function<void(const std::string&)>& say) {
  Bot(settings, stop, say).run();
}

}  // namespace ordo::apps
