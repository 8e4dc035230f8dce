// From the threads of the database back to the rooms, many at a time.
#pragma once

#include <memory>

#include <boost/asio/io_context.hpp>

#include "server/games/room_host.h"

namespace ordo::server {

/// A commit finishes the work of hundreds of rooms: waking the other side for each would cost more than the
/// work. Thread-safe.
class Handover {
 public:
  explicit Handover(boost::asio::io_context::executor_type executor);

  /// Lets its room finish it, soon.
  void give(std::unique_ptr<RoomWork> work);
  /// From now on works are dropped, and so are those that wait: they keep their rooms in memory.
  void close();

 private:
  struct State;

  std::shared_ptr<State> state_;  // shared with what is on its way
};

}  // namespace ordo::server
