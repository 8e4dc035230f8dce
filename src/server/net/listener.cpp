// Binding to an address and giving each connection its session.
#include "server/net/listener.h"

#include <stdexcept>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

namespace ordo::server {
namespace asio = boost::asio;
using asio::ip::tcp;
namespace {

constexpr int kBacklog = 4096;

[[nodiscard]] tcp::endpoint resolved(asio::io_context& context, const std::string& address,
                                     std::uint16_t port) {
  boost::system::error_code error;
  const auto numeric = asio::ip::make_address(address, error);
  if (!error) return {numeric, port};
  tcp::resolver resolver(context);
  const auto found = resolver.resolve(address, fmt::to_string(port), error);
  if (error || found.empty())
    throw std::runtime_error(fmt::format("'{}' is no address of this machine", address));
  return found.begin()->endpoint();
}

}  // namespace

Listener::Listener(asio::io_context& context, HttpServices& services, const std::string& address,
                   std::uint16_t port)
    : context_(context), services_(services), acceptor_(asio::make_strand(context)) {
  const tcp::endpoint endpoint = resolved(context, address, port);
  boost::system::error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (error == asio::error::address_in_use) {
    throw std::runtime_error(fmt::format("port {} of {} is in use by another program", port, address));
  }
  if (error)
    throw std::runtime_error(fmt::format("cannot listen on {}, port {}: {}", address, port, error.message()));
}

std::string Listener::address() const {
  const tcp::endpoint endpoint = acceptor_.local_endpoint();
  const std::string host = endpoint.address().to_string();
  return fmt::format("{}:{}", endpoint.address().is_v6() ? "[" + host + "]" : host, endpoint.port());
}

std::uint16_t Listener::port() const { return acceptor_.local_endpoint().port(); }

void Listener::start() { asio::co_spawn(acceptor_.get_executor(), accept_all(), asio::detached); }

void Listener::stop() {
  asio::post(acceptor_.get_executor(), [this] {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
  });
}

Awaitable<void> Listener::accept_all() {
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(asio::make_strand(context_), kAwait);
    if (!error) {
      welcome(std::move(socket));
    } else if (acceptor_.is_open()) {
      // Out of files, most likely: some will be given back.
      services_.log.write(LogLevel::Warning, "cannot accept", {{"why", std::string_view(error.message())}});
      asio::steady_timer pause(acceptor_.get_executor(), std::chrono::milliseconds(100));
      co_await pause.async_wait(kAwait);
    }
  }
}

void Listener::welcome(Socket socket) {
  boost::system::error_code error;
  const tcp::endpoint remote = socket.remote_endpoint(error);
  if (error) return;
  std::string peer = remote.address().to_string();
  if (remote.address().is_v6() && remote.address().to_v6().is_v4_mapped()) {
    peer = asio::ip::make_address_v4(asio::ip::v4_mapped, remote.address().to_v6()).to_string();
  }
  // Behind a proxy all come from its address.
  auto place = services_.connections.enter(services_.gate.is_proxy(peer) ? std::string() : limit_key(peer));
  if (!place) return services_.metrics.limited("connections");
  socket.set_option(tcp::no_delay(true), error);
  const Strand strand = socket.get_executor();
  asio::co_spawn(
      strand, serve_http(std::move(socket), std::move(peer), *std::move(place), services_),
      [this](std::exception_ptr failed) {
        if (!failed) return;
        try {
          std::rethrow_exception(failed);
        } catch (const std::exception& why) {
          services_.log.write(LogLevel::Error, "connection failed", {{"why", std::string_view(why.what())}});
        }
      });
}

}  // namespace ordo::server
