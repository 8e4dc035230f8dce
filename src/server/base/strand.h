// What runs one after the other: each connection and each game has a strand of its own.
#pragma once

#include <chrono>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ordo::server {

using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;
using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                boost::asio::wait_traits<std::chrono::steady_clock>, Strand>;

/// For co_await: errors are returned with the result, not thrown.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace ordo::server
