// A relay between TCP and a local socket, which can fall silent as a cut cable does.
#include "support/tcp_relay.h"

#include <array>
#include <cstring>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace ordo::tests {
namespace {

constexpr int kGlance = 20;  // milliseconds

[[nodiscard]] bool is_readable(int descriptor) {
  pollfd waited{descriptor, POLLIN, 0};
  return poll(&waited, 1, 0) > 0;
}

/// What there is to read, to the other side unless it is swallowed. False: the end.
[[nodiscard]] bool move_some(int from, int to, bool swallows) {
  std::array<char, 65536> bytes{};
  const ssize_t got = recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got <= 0) return false;
  for (ssize_t sent = 0; !swallows && sent < got;) {
    const ssize_t more = send(to, bytes.data() + sent, static_cast<std::size_t>(got - sent), MSG_NOSIGNAL);
    if (more <= 0) return false;
    sent += more;
  }
  return true;
}

}  // namespace

TcpRelay::TcpRelay(std::string target) : target_(std::move(target)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, plain, size) != 0 || listen(listener_, 64) != 0 ||
      getsockname(listener_, plain, &size) != 0) {
    throw std::runtime_error("the relay cannot listen");
  }
  port_ = ntohs(address.sin_port);
  threads_.emplace_back([this] { accept_all(); });
}

TcpRelay::~TcpRelay() {
  is_over_ = true;
  threads_.front().join();
  for (auto thread = std::next(threads_.begin()); thread != threads_.end(); ++thread) thread->join();
  close(listener_);
}

void TcpRelay::accept_all() {
  while (!is_over_) {
    pollfd waited{listener_, POLLIN, 0};
    if (poll(&waited, 1, kGlance) <= 0) continue;
    const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    const std::lock_guard lock(guard_);
    threads_.emplace_back([this, client] { pass_on(client); });
  }
}

void TcpRelay::pass_on(int client) {
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, target_.c_str(), sizeof address.sun_path - 1);
  bool was_cut = is_cut_;
  bool goes_on = was_cut || connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  while (goes_on && !is_over_) {
    std::array<pollfd, 2> waited = {{{client, POLLIN, 0}, {was_cut ? -1 : server, POLLIN, 0}}};
    poll(waited.data(), waited.size(), kGlance);
    was_cut = was_cut || is_cut_;
    if (is_readable(client)) goes_on = move_some(client, server, was_cut);
    if (goes_on && !was_cut && is_readable(server)) goes_on = move_some(server, client, false);
  }
  close(server);
  close(client);
}

}  // namespace ordo::tests
