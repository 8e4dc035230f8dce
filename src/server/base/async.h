// Jobs of the database, and answers by callback, as things a coroutine can wait for.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "store/database.h"
#include "store/store.h"

namespace ordo::server {

template <class T>
using Awaitable = boost::asio::awaitable<T>;

namespace detail {

/// Starts something with `start(done)` and waits until done(exception or null) is called, on any thread;
/// resumes on the executor of the coroutine, and throws what it was given.
template <class Start>
Awaitable<void> until_done(Start start) {
  return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void(std::exception_ptr)>(
      [start = std::move(start)](auto handler) mutable {
        auto executor = boost::asio::get_associated_executor(handler);
        auto kept = std::make_shared<decltype(handler)>(std::move(handler));
        start([kept, executor](std::exception_ptr failed) {
          boost::asio::post(executor, [kept, failed] { std::move (*kept)(failed); });
        });
      },
      boost::asio::use_awaitable);
}

/// Runs `job` through `submit(job, done)`; its result, or what it threw.
template <class Submit, class Job>
auto await_job(Submit submit, Job job) -> Awaitable<std::invoke_result_t<Job&, store::Store&>> {
  using T = std::invoke_result_t<Job&, store::Store&>;
  using Kept = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
  const auto result = std::make_shared<std::optional<Kept>>();
  auto start = [submit, result, job = std::move(job)](auto done) mutable {
    submit(
        [job = std::move(job), result](store::Connection& connection) mutable {
          store::Store store(connection);
          if constexpr (std::is_void_v<T>) {
            job(store);
            result->emplace();
          } else {
            result->emplace(job(store));
          }
        },
        std::move(done));
  };
  co_await until_done(std::move(start));
  if constexpr (!std::is_void_v<T>) co_return std::move(**result);
}

}  // namespace detail

// g++ 12 copies closures that are made inside of a co_await expression byte by byte, which destroys what they
// hold twice: give each job a name first, and move it here.

/// `job` takes a store::Store& and may be run more than once; see store::Database.
template <class Job>
auto in_transaction(store::Database& database, Job job) {
  return detail::await_job(
      [&database](store::Database::Job work, store::Database::Done done) {
        database.write(std::move(work), std::move(done));
      },
      std::move(job));
}
template <class Job>
auto reading(store::Database& database, Job job, store::Reading kind = store::Reading::Prompt) {
  return detail::await_job(
      [&database, kind](store::Database::Job work, store::Database::Done done) {
        database.read(std::move(work), std::move(done), kind);
      },
      std::move(job));
}

/// What `start(answer)` leads to: the T that `answer` is called with, once, on any thread.
template <class T, class Start>
Awaitable<T> answered(Start start) {
  const auto result = std::make_shared<std::optional<T>>();
  auto begin = [result, start = std::move(start)](auto done) mutable {
    start([result, done](T value) {
      result->emplace(std::move(value));
      done(nullptr);
    });
  };
  co_await detail::until_done(std::move(begin));
  co_return std::move(**result);
}

}  // namespace ordo::server
