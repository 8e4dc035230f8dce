// The clients of the load test.
#include "bench/load/players.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/epoll.h>

#include "bench/load/web_socket.h"

namespace ordo::load {
namespace {

constexpr std::chrono::microseconds kNap{200};

}  // namespace

struct Players::Seat {
  Game& game;
  std::size_t number;
  std::unique_ptr<WebSocket> socket;
  bool is_entering = false;  ///< has said which game it wants
  bool is_ready = false;
};

struct Players::Game {
  Pairing pairing;
  const std::vector<std::string>* script = nullptr;
  int plies = 0;  ///< received by the opponent
  int sent = 0;   ///< by whoever had the move
  Clock::time_point sent_at;
  std::array<Seat, 2> seats = {Seat{*this, 0, {}}, Seat{*this, 1, {}}};
};

Players::Players(std::uint16_t port, bool is_relay, std::vector<Pairing> pairings,
                 std::vector<std::vector<std::string>> games)
    : port_(port), is_relay_(is_relay), readable_(epoll_create1(EPOLL_CLOEXEC)), scripts_(std::move(games)) {
  if (readable_ < 0) throw std::system_error(errno, std::generic_category(), "epoll");
  for (Pairing& pairing : pairings) {
    auto game = std::make_unique<Game>();
    game->pairing = std::move(pairing);
    game->script = &scripts_[games_.size() % scripts_.size()];
    games_.push_back(std::move(game));
  }
}

Players::~Players() { close(readable_); }

void Players::connect_next() {
  if (connecting_ == 2 * games_.size()) return;
  Game& game = *games_[connecting_ / 2];
  Seat& seat = game.seats[connecting_++ % 2];
  seat.socket = std::make_unique<WebSocket>(port_, game.pairing.cookies[seat.number]);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &seat;
  if (epoll_ctl(readable_, EPOLL_CTL_ADD, seat.socket->descriptor(), &event) != 0)
    throw std::system_error(errno, std::generic_category(), "epoll");
}

void Players::connect() {
  constexpr int kAtOnce = 64;
  for (int i = 0; i < kAtOnce; ++i) connect_next();
  const auto patience = Clock::now() + std::chrono::minutes(3);
  while (ready_ < 2 * games_.size() && Clock::now() < patience) run_for(std::chrono::milliseconds(50));
  if (ready_ < 2 * games_.size()) throw std::runtime_error("not all clients could connect in time");
}

void Players::run_for(Clock::duration time) {
  std::array<epoll_event, 256> events{};
  const auto end = Clock::now() + time;
  for (auto left = time; left > Clock::duration::zero(); left = end - Clock::now()) {
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    const int found =
        epoll_wait(readable_, events.data(), static_cast<int>(events.size()), static_cast<int>(wait));
    for (int i = 0; i < found; ++i) read(*static_cast<Seat*>(events[static_cast<std::size_t>(i)].data.ptr));
    // Thousands are waited for: to be woken for each would cost whoever sends more than the sending.
    if (answers_at_once_) std::this_thread::sleep_for(kNap);
  }
}

void Players::read(Seat& seat) {
  seat.socket->read([&](std::string_view text) { received(seat, text); });
  if (!seat.socket->is_open() || std::exchange(seat.is_entering, true)) return;
  const std::string& game = seat.game.pairing.id;
  seat.socket->send(is_relay_ ? game : fmt::format(R"({{"t":"watch","game":"{}"}})", game));
  if (is_relay_) is_ready(seat);
}

void Players::is_ready(Seat& seat) {
  if (std::exchange(seat.is_ready, true)) return;
  ++ready_;
  connect_next();
}

void Players::move(Game& game) {
  if (game.plies >= static_cast<int>(game.script->size())) return;  // played out
  const auto ply = static_cast<std::size_t>(game.plies);
  game.sent = game.plies + 1;
  fmt::basic_memory_buffer<char, 128> text;
  fmt::format_to(std::back_inserter(text), R"({{"t":"move","game":"{}","ply":{},"turn":"{}"}})",
                 game.pairing.id, game.sent, (*game.script)[ply]);
  game.sent_at = Clock::now();
  game.seats[ply % 2].socket->send({text.data(), text.size()});
}

void Players::received(Seat& seat, std::string_view text) {
  Game& game = seat.game;
  if (!is_relay_ && text.starts_with(R"({"t":"snapshot")")) return is_ready(seat);
  if (text.starts_with(R"({"t":"error")")) {
    if (tally_.errors++ == 0) fmt::print(stderr, "{}\n", text);
    return;
  }
  constexpr std::string_view kPly = R"("ply":)";
  const std::size_t at = text.find(kPly);
  if (at == text.npos) return;
  int ply = 0;
  std::from_chars(text.data() + at + kPly.size(), text.data() + text.size(), ply);
  if (static_cast<std::size_t>(ply - 1) % 2 == seat.number) {
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
    run_for(std::chrono::milliseconds(1));
  }
  Tally counted = std::move(tally_);
  wait_for_quiet();
  return counted;
}

}  // namespace ordo::load
