// The clients of the load test.
#include "bench/load/players.h"

#include <charconv>
#include <deque>
#include <stdexcept>

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

namespace ordo::load {
namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using boost::beast::error_code;

/// One WebSocket.
class Players::Seat {
 public:
  Seat(Players& players, Game& game, int number)
      : players_(players), game_(game), number_(number), stream_(players.context_) {}

  void connect(const std::string& cookie, std::string first) {
    out_.push_back(std::move(first));
    stream_.next_layer().async_connect(players_.server_, [this, cookie](error_code error) {
      if (error) return broken("connect", error);
      stream_.next_layer().set_option(asio::ip::tcp::no_delay(true));
      stream_.auto_fragment(false);
      stream_.read_message_max(1 << 20);
      stream_.set_option(websocket::stream_base::decorator([this, cookie](websocket::request_type& request) {
        request.set(boost::beast::http::field::origin, host(true));
        if (!cookie.empty()) request.set(boost::beast::http::field::cookie, cookie);
      }));
      stream_.async_handshake(host(false), "/ws", [this](error_code failed) {
        if (failed) return broken("handshake", failed);
        write();
        read();
        if (players_.is_relay_) is_ready();
      });
    });
  }

  void send(std::string text) {
    out_.push_back(std::move(text));
    if (out_.size() == 1) write();
  }

  void is_ready() {
    ++players_.ready_;
    players_.connect_next();
  }

 private:
  [[nodiscard]] std::string host(bool as_origin) const {
    return fmt::format("{}127.0.0.1:{}", as_origin ? "http://" : "", players_.server_.port());
  }

  void broken(std::string_view what, error_code error) {
    ++players_.tally_.errors;
    throw std::runtime_error(fmt::format("{}: {}", what, error.message()));
  }

  void write() {
    stream_.async_write(asio::buffer(out_.front()), [this](error_code error, std::size_t) {
      if (error) return broken("write", error);
      out_.pop_front();
      if (!out_.empty()) write();
    });
  }

  void read() {
    stream_.async_read(buffer_, [this](error_code error, std::size_t) {
      if (error) return broken("read", error);
      const auto data = buffer_.data();
      players_.received(game_, number_, {static_cast<const char*>(data.data()), data.size()});
      buffer_.consume(buffer_.size());
      read();
    });
  }

  Players& players_;
  Game& game_;
  int number_;
  websocket::stream<asio::ip::tcp::socket> stream_;
  boost::beast::flat_buffer buffer_;
  std::deque<std::string> out_;
};

struct Players::Game {
  Pairing pairing;
  const std::vector<std::string>* script = nullptr;
  int plies = 0;  ///< received by the opponent
  int sent = 0;   ///< by whoever had the move
  Clock::time_point sent_at;
  std::array<std::unique_ptr<Seat>, 2> seats;
  std::array<bool, 2> entered{};
};

Players::Players(std::uint16_t port, bool is_relay, std::vector<Pairing> pairings,
                 std::vector<std::vector<std::string>> games)
    : server_(asio::ip::address_v4::loopback(), port), is_relay_(is_relay), scripts_(std::move(games)) {
  for (Pairing& pairing : pairings) {
    auto game = std::make_unique<Game>();
    game->pairing = std::move(pairing);
    game->script = &scripts_[games_.size() % scripts_.size()];
    for (int seat : {0, 1})
      game->seats[static_cast<std::size_t>(seat)] = std::make_unique<Seat>(*this, *game, seat);
    games_.push_back(std::move(game));
  }
}

Players::~Players() = default;

void Players::connect_next() {
  if (connecting_ == 2 * games_.size()) return;
  Game& game = *games_[connecting_ / 2];
  const std::size_t seat = connecting_++ % 2;
  game.seats[seat]->connect(
      game.pairing.cookies[seat],
      is_relay_ ? game.pairing.id : fmt::format(R"({{"t":"watch","game":"{}"}})", game.pairing.id));
}

void Players::connect() {
  constexpr int kAtOnce = 64;
  for (int i = 0; i < kAtOnce; ++i) connect_next();
  const auto patience = Clock::now() + std::chrono::minutes(3);
  while (ready_ < 2 * games_.size() && Clock::now() < patience)
    context_.run_for(std::chrono::milliseconds(50));
  if (ready_ < 2 * games_.size()) throw std::runtime_error("not all clients could connect in time");
}

void Players::run_for(Clock::duration time) { context_.run_for(time); }

void Players::move(Game& game) {
  if (game.plies >= static_cast<int>(game.script->size())) return;  // played out
  game.sent = game.plies + 1;
  game.sent_at = Clock::now();
  game.seats[static_cast<std::size_t>(game.plies % 2)]->send(
      fmt::format(R"({{"t":"move","game":"{}","ply":{},"turn":"{}"}})", game.pairing.id, game.sent,
                  (*game.script)[static_cast<std::size_t>(game.plies)]));
}

void Players::received(Game& game, int seat, std::string_view text) {
  if (!is_relay_ && text.find(R"("t":"snapshot")") != text.npos) {
    if (!game.entered[static_cast<std::size_t>(seat)]) game.seats[static_cast<std::size_t>(seat)]->is_ready();
    game.entered[static_cast<std::size_t>(seat)] = true;
    return;
  }
  if (text.find(R"("t":"error")") != text.npos) {
    if (tally_.errors++ == 0) fmt::print(stderr, "{}\n", text);
    return;
  }
  constexpr std::string_view kPly = R"("ply":)";
  const std::size_t at = text.find(kPly);
  if (at == text.npos) return;
  int ply = 0;
  std::from_chars(text.data() + at + kPly.size(), text.data() + text.size(), ply);
  if ((ply - 1) % 2 == seat) {
    ++tally_.acknowledged;
    return;
  }
  if (ply != game.sent || ply == game.plies) return;
  game.plies = ply;
  ++tally_.received;
  tally_.latencies.push_back(std::chrono::duration<float, std::milli>(Clock::now() - game.sent_at).count());
  if (answers_at_once_) move(game);
}

void Players::wait_for_quiet() {
  const auto patience = Clock::now() + std::chrono::seconds(20);
  const auto all_there = [this] {
    for (const auto& game : games_) {
      if (game->sent > game->plies) return false;
    }
    return true;
  };
  while (!all_there() && Clock::now() < patience) run_for(std::chrono::milliseconds(20));
}

Tally Players::play_fast(Clock::duration warm_up, Clock::duration time) {
  answers_at_once_ = true;
  for (const auto& game : games_) move(*game);
  run_for(warm_up);
  tally_ = {};
  run_for(time);
  Tally counted = std::move(tally_);
  answers_at_once_ = false;
  wait_for_quiet();
  return counted;
}

Tally Players::play_paced(double rate, Clock::duration warm_up, Clock::duration time) {
  const auto start = Clock::now();
  const auto end = start + warm_up + time;
  std::size_t next = 0;
  double given = 0;
  bool counting = false;
  while (Clock::now() < end) {
    const auto now = Clock::now();
    if (!counting && now >= start + warm_up) {
      tally_ = {};
      counting = true;
    }
    // One that is still waiting for its opponent's turn is passed over: its turn comes with the next round.
    for (const double due = rate * std::chrono::duration<double>(now - start).count(); given < due; ++given) {
      Game& game = *games_[next++ % games_.size()];
      if (game.sent == game.plies) move(game);
    }
    context_.run_for(std::chrono::milliseconds(1));
  }
  Tally counted = std::move(tally_);
  wait_for_quiet();
  return counted;
}

}  // namespace ordo::load
