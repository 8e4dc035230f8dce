// A relay between TCP and a local socket, which can fall silent as a cut cable does.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace ordo::tests {

/// Listens at a port of 127.0.0.1 and passes everything on to a socket of the file system, and back.
class TcpRelay {
 public:
  explicit TcpRelay(std::string target);
  TcpRelay(const TcpRelay&) = delete;
  TcpRelay& operator=(const TcpRelay&) = delete;
  ~TcpRelay();

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  /// From now on everything is swallowed, in both directions; connections, also new ones, stay open and are
  /// never answered.
  void cut() noexcept { is_cut_ = true; }
  /// New connections work again. Old ones stay as they are.
  void mend() noexcept { is_cut_ = false; }

 private:
  void accept_all();
  void pass_on(int client);

  const std::string target_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> is_cut_ = false;
  std::atomic<bool> is_over_ = false;
  std::mutex guard_;
  std::list<std::thread> threads_;  // guarded by guard_
};

}  // namespace ordo::tests
