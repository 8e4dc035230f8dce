// Argon2id through libsodium, on a small pool of threads.
#include "server/accounts/password.h"

#include <array>
#include <sodium.h>
#include <stdexcept>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/base/secret.h"

namespace ordo::server {
namespace asio = boost::asio;
namespace {

[[nodiscard]] std::string hash_now(const std::string& password, const PasswordCost& cost) {
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (crypto_pwhash_str(text.data(), password.data(), password.size(), cost.operations, cost.memory) != 0) {
    throw std::runtime_error("no memory to hash a password");
  }
  return text.data();
}

}  // namespace

PasswordHasher::PasswordHasher(const PasswordCost& cost, Metrics& metrics)
    : cost_(cost),
      metrics_(metrics),
      nobody_(hash_now(random_secret(), cost)),
      pool_(static_cast<std::size_t>(cost.threads)) {}

PasswordHasher::~PasswordHasher() {
  pool_.stop();
  pool_.join();
}

asio::awaitable<bool> PasswordHasher::enter() {
  if (waiting_.fetch_add(1) >= cost_.most_waiting) {
    waiting_.fetch_sub(1);
    co_return false;
  }
  co_await asio::post(asio::bind_executor(pool_.get_executor(), asio::use_awaitable));
  waiting_.fetch_sub(1);
  co_return true;
}

asio::awaitable<std::optional<std::string>> PasswordHasher::hash(std::string password) {
  const auto home = co_await asio::this_coro::executor;
  const bool is_let_in = co_await enter();
  if (!is_let_in) co_return std::nullopt;
  std::string text = hash_now(password, cost_);
  metrics_.password_hashed();
  sodium_memzero(password.data(), password.size());
  co_await asio::post(home, asio::use_awaitable);
  co_return text;
}

asio::awaitable<std::optional<bool>> PasswordHasher::verify(std::string hash, std::string password) {
  const auto home = co_await asio::this_coro::executor;
  const bool is_let_in = co_await enter();
  if (!is_let_in) co_return std::nullopt;
  const bool is_somebody = !hash.empty();
  const std::string& known = is_somebody ? hash : nobody_;
  const bool fits = crypto_pwhash_str_verify(known.c_str(), password.data(), password.size()) == 0;
  metrics_.password_hashed();
  sodium_memzero(password.data(), password.size());
  co_await asio::post(home, asio::use_awaitable);
  co_return is_somebody&& fits;
}

}  // namespace ordo::server
