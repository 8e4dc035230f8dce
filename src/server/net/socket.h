// The sockets of the server: each on the strand of its connection.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "server/base/strand.h"

namespace ordo::server {

using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Strand>;

}  // namespace ordo::server
