// Making guests and games over HTTP.
#include "bench/load/setup.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <boost/asio/connect.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

namespace ordo::load {
namespace {
namespace asio = boost::asio;
namespace http = boost::beast::http;

/// A connection that is kept.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : host_(fmt::format("127.0.0.1:{}", port)), socket_(context_) {
    socket_.connect({asio::ip::address_v4::loopback(), port});
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  [[nodiscard]] http::response<http::string_body> post(const std::string& path, const std::string& body,
                                                       const std::string& cookie) {
    http::request<http::string_body> request(http::verb::post, path, 11);
    request.set(http::field::host, host_);
    request.set(http::field::origin, "http://" + host_);
    request.set(http::field::content_type, "application/json");
    if (!cookie.empty()) request.set(http::field::cookie, cookie);
    request.body() = body;
    request.prepare_payload();
    http::write(socket_, request);
    http::response<http::string_body> response;
    http::read(socket_, buffer_, response);
    if (response.result_int() >= 300) {
      throw std::runtime_error(fmt::format("{}: {} {}", path, response.result_int(), response.body()));
    }
    return response;
  }

 private:
  std::string host_;
  asio::io_context context_;
  asio::ip::tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
};

std::string new_guest(HttpClient& client) {
  const auto response = client.post("/api/guest", "{}", "");
  const std::string cookie(response[http::field::set_cookie]);
  return cookie.substr(0, cookie.find(';'));
}

/// The value of "id" in the answer.
std::string id_in(const std::string& json) {
  constexpr std::string_view kId = R"("id":")";
  const std::size_t at = json.find(kId);
  if (at == json.npos) throw std::runtime_error("no id in " + json);
  const std::size_t begin = at + kId.size();
  return json.substr(begin, json.find('"', begin) - begin);
}

Pairing make_game(HttpClient& client) {
  Pairing pairing;
  for (std::string& cookie : pairing.cookies) cookie = new_guest(client);
  const auto made =
      client.post("/api/games", R"({"variant":"ordo","color":"white","time":"none","opponent":"link"})",
                  pairing.cookies[0]);
  pairing.id = id_in(made.body());
  (void)client.post(fmt::format("/api/games/{}/join", pairing.id), "{}", pairing.cookies[1]);
  return pairing;
}

}  // namespace

std::vector<Pairing> make_games(std::uint16_t port, std::size_t number) {
  constexpr int kThreads = 16;
  std::vector<Pairing> pairings(number);
  std::atomic<std::size_t> next{0};
  std::mutex guard;  // of `failed`
  std::exception_ptr failed;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        try {
          HttpClient client(port);
          for (std::size_t n = next++; n < number; n = next++) pairings[n] = make_game(client);
        } catch (...) {
          const std::scoped_lock lock(guard);
          failed = std::current_exception();
          next = number;
        }
      });
    }
  }
  if (failed) std::rethrow_exception(failed);
  return pairings;
}

}  // namespace ordo::load
