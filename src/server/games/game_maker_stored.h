// How each wish becomes one job in the database, for the files of the maker.
#pragma once

#include <optional>
#include <utility>

#include "server/games/game_maker.h"

namespace ordo::server {

[[nodiscard]] inline Refused could_not_store() {
  return retry("this could not be stored or read just now: try again");
}

template <class T, class Job, class Look>
Awaitable<GameMaker::Answer<T>> GameMaker::stored(const char* event, Job job, Look look) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  const Storing storing(services_.draining);
  try {
    co_return co_await in_transaction(self->services_.database, std::move(job));
  } catch (const std::exception& error) {
    self->services_.log.write(LogLevel::Error, event, {{"reason", error.what()}});
  }
  // The change may have been made, and only the answer lost.
  try {
    std::optional<T> made = co_await reading(self->services_.database, std::move(look));
    if (made) co_return *std::move(made);
    co_return util::failure(could_not_store());
  } catch (const std::exception& error) {
    self->services_.log.write(LogLevel::Error, event, {{"unsure", error.what()}});
  }
  co_return util::failure(unsure());
}

}  // namespace ordo::server
