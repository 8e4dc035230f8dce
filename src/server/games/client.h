// Somebody who is told what happens: one WebSocket.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "online/types.h"
#include "server/accounts/identity.h"

namespace ordo::server {

/// A message as it goes out: made once, shared by all who get it.
using Frame = std::shared_ptr<const std::string>;

[[nodiscard]] inline Frame frame_of(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

class RoomHost;

/// What the hub remembers about a client; nobody else looks at it.
struct ClientNotes {
  /// Following one's own games: off, the list is being read (and something has changed since), on.
  enum class Mine : std::uint8_t { Off, Reading, ReadingOld, On };

  std::mutex guard;
  std::vector<std::shared_ptr<RoomHost>> watched;  ///< guarded
  bool has_left = false;                           ///< guarded
  Mine mine = Mine::Off;                           ///< guarded
  std::atomic<bool> wants_chat{true};
  std::atomic<bool> in_lobby{false};
  std::atomic<bool> at_feed{false};
  std::atomic<bool> in_company{false};
  std::atomic<bool> at_challenges{false};
};

class Client {
 public:
  virtual ~Client() = default;
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] virtual const Identity& identity() const noexcept = 0;
  /// Thread-safe; never waits, and does not call the hub. One whose queue is full is dropped, and comes back
  /// with a fresh snapshot.
  virtual void send(Frame frame) = 0;
  /// Thread-safe. Half of the time a ping takes, smoothed; zero as long as nothing is known.
  [[nodiscard]] virtual online::Duration lag() const noexcept = 0;

  [[nodiscard]] ClientNotes& notes() noexcept { return notes_; }

 private:
  ClientNotes notes_;
};

}  // namespace ordo::server
