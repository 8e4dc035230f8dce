// Reading what a request says about itself: target, cookies, origin, addresses.
#include "server/request.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <arpa/inet.h>
#include <boost/json.hpp>

namespace ordo::server {
namespace {

constexpr std::size_t kMaxTarget = 2048;
constexpr std::size_t kMaxParameters = 32;

[[nodiscard]] int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[nodiscard]] std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
    plain.push_back(c);
  }
  if (!is_utf8(plain)) return std::nullopt;
  return plain;
}

[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

[[nodiscard]] bool equal_without_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

Response error_response(int status, std::string_view code, std::string_view message) {
  Response response;
  response.status = status;
  response.body = boost::json::serialize(
      boost::json::object{{"error", boost::json::object{{"code", code}, {"message", message}}}});
  return response;
}

bool is_utf8(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char lead = byte(i);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return false;
    }
    if (length == 3 && ((lead == 0xE0 && byte(i + 1) < 0xA0) || (lead == 0xED && byte(i + 1) >= 0xA0)))
      return false;
    if (length == 4 && ((lead == 0xF0 && byte(i + 1) < 0x90) || (lead == 0xF4 && byte(i + 1) >= 0x90)))
      return false;
    i += length;
  }
  return true;
}

std::optional<Target> parse_target(std::string_view target) {
  if (target.empty() || target.front() != '/' || target.size() > kMaxTarget) return std::nullopt;
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  auto path = decoded(target.substr(0, mark), false);
  if (!path) return std::nullopt;
  Target parsed{*std::move(path), {}};
  if (mark == std::string_view::npos) return parsed;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (one.empty()) continue;
    const std::size_t equals = std::min(one.find('='), one.size());
    auto key = decoded(one.substr(0, equals), true);
    auto value = decoded(one.substr(std::min(one.size(), equals + 1)), true);
    if (!key || !value || parsed.query.size() == kMaxParameters) return std::nullopt;
    parsed.query.emplace_back(*std::move(key), *std::move(value));
  }
  return parsed;
}

std::optional<std::string_view> cookie_value(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const std::string_view one = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(cookies.size(), one.size() + 1));
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos && trimmed(one.substr(0, equals)) == name) {
      return trimmed(one.substr(equals + 1));
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> bearer_token(std::string_view authorization) {
  constexpr std::string_view kScheme = "Bearer ";
  if (authorization.size() <= kScheme.size() ||
      !equal_without_case(authorization.substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  return trimmed(authorization.substr(kScheme.size()));
}

bool is_origin_allowed(std::string_view origin, std::string_view host, bool is_https,
                       const std::vector<std::string>& listed) {
  if (std::find(listed.begin(), listed.end(), origin) != listed.end()) return true;
  constexpr std::string_view kHttp = "http://";
  constexpr std::string_view kHttps = "https://";
  if (origin.starts_with(kHttps)) {
    origin.remove_prefix(kHttps.size());
  } else if (origin.starts_with(kHttp) && !is_https) {
    origin.remove_prefix(kHttp.size());
  } else {
    return false;
  }
  return !host.empty() && equal_without_case(origin, host);
}

std::string client_address(std::string_view forwarded_for, std::string_view peer) {
  const std::size_t comma = forwarded_for.rfind(',');
  std::string last(
      trimmed(comma == std::string_view::npos ? forwarded_for : forwarded_for.substr(comma + 1)));
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  if (inet_pton(AF_INET, last.c_str(), bytes.data()) == 1 ||
      inet_pton(AF_INET6, last.c_str(), bytes.data()) == 1) {
    return last;
  }
  return std::string(peer);
}

std::string limit_key(std::string_view address) {
  in6_addr whole{};
  std::string text(address);
  if (inet_pton(AF_INET6, text.c_str(), &whole) != 1) return text;
  if (IN6_IS_ADDR_V4MAPPED(&whole)) return text.substr(text.rfind(':') + 1);
  constexpr std::size_t kNetwork = 8;  // bytes: a /64 is what one customer gets
  std::fill(std::begin(whole.s6_addr) + kNetwork, std::end(whole.s6_addr), static_cast<std::uint8_t>(0));
  std::array<char, INET6_ADDRSTRLEN> network{};
  inet_ntop(AF_INET6, &whole, network.data(), network.size());
  return network.data();
}

bool is_loopback(std::string_view address) {
  return address == "::1" || address.starts_with("127.") || address.starts_with("::ffff:127.");
}

}  // namespace ordo::server
