// Reading what a request says about itself: target, cookies, origin, addresses.
#include "server/api/request.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <arpa/inet.h>
#include <boost/url/pct_string_view.hpp>

#include "util/json_writer.h"
#include "util/utf8.h"

namespace ordo::server {
namespace {

constexpr std::size_t kMaxTarget = 2048;
constexpr std::size_t kMaxParameters = 32;

[[nodiscard]] bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Only what is escaped is looked at: characters that should have been and were not are taken as they are.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  const auto escaped = boost::urls::make_pct_string_view({text.data(), text.size()});
  if (!escaped) return std::nullopt;
  boost::urls::encoding_opts options;
  options.space_as_plus = plus_is_space;
  std::string plain = escaped->decode(options);
  if (std::any_of(plain.begin(), plain.end(), is_control) || !util::is_utf8(plain)) return std::nullopt;
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
  util::JsonWriter json(response.body);
  json.open('{');
  json.name("error");
  json.open('{');
  json.member("code", code);
  json.member("message", message);
  json.close('}');
  json.close('}');
  return response;
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

std::string_view last_of_list(std::string_view list) noexcept {
  const std::size_t comma = list.rfind(',');
  return trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1));
}

std::string client_address(std::string_view forwarded_for, std::string_view peer,
                           const std::vector<Network>& proxies) {
  std::string_view believed = peer;
  while (is_in(proxies, believed)) {
    const std::string_view before = last_of_list(forwarded_for);
    if (!address_from(before)) break;
    believed = before;
    const std::size_t comma = forwarded_for.rfind(',');
    forwarded_for = comma == std::string_view::npos ? std::string_view() : forwarded_for.substr(0, comma);
  }
  return std::string(believed);
}

bool is_host(std::string_view host) noexcept {
  static constexpr std::string_view kOthers = "-._~%!$&'()*+,;=:[]";  // RFC 3986, 3.2.2
  return std::all_of(host.begin(), host.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kOthers.find(c) != std::string_view::npos;
  });
}

bool is_host_named(std::string_view host, const std::vector<std::string>& names) {
  if (names.empty()) return true;
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    host = host.substr(0, colon);
  }
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return equal_without_case(name, host); });
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

std::string network_of(std::string_view address) {
  std::string key = limit_key(address);
  const std::size_t dot = key.rfind('.');
  if (dot != std::string::npos) key.replace(dot, std::string::npos, ".0/24");
  return key;
}

bool is_loopback(std::string_view address) {
  return address == "::1" || address.starts_with("127.") || address.starts_with("::ffff:127.");
}

}  // namespace ordo::server
