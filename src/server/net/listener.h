// Accepting connections.
#pragma once

#include <cstdint>
#include <string>

#include <boost/asio/basic_socket_acceptor.hpp>

#include "server/net/http_session.h"
#include "server/net/socket.h"

namespace ordo::server {

class Listener {
 public:
  /// Listens at once. Throws std::runtime_error, in words for people, if that cannot be.
  Listener(boost::asio::io_context& context, HttpServices& services, const std::string& address,
           std::uint16_t port);

  [[nodiscard]] std::string address() const;  ///< "127.0.0.1:8080", "[::1]:8080"
  [[nodiscard]] std::uint16_t port() const;

  /// Accepts until stop() is called.
  void start();
  /// Thread-safe.
  void stop();

 private:
  Awaitable<void> accept_all();
  void welcome(Socket socket);

  boost::asio::io_context& context_;
  HttpServices& services_;
  boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Strand> acceptor_;
};

}  // namespace ordo::server
