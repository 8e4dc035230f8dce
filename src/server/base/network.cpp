// Reading and comparing addresses.
#include "server/base/network.h"

#include <algorithm>

#include <arpa/inet.h>

#include "util/number.h"

namespace ordo::server {
namespace {

constexpr int kMappedBits = 96;  ///< what an IPv4 address has in front of it

/// Whether the first `bits` of both are the same.
[[nodiscard]] bool agree(const Address& a, const Address& b, int bits) noexcept {
  const auto whole = static_cast<std::size_t>(bits / 8);
  if (!std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(whole), b.begin())) return false;
  if (bits % 8 == 0) return true;
  const unsigned mask = 0xFF00U >> static_cast<unsigned>(bits % 8) & 0xFFU;
  return ((a[whole] ^ b[whole]) & mask) == 0;
}

}  // namespace

std::optional<Address> address_from(std::string_view text) {
  const std::string terminated(text);
  if (terminated.size() != std::char_traits<char>::length(terminated.c_str())) return std::nullopt;
  Address address{};
  if (inet_pton(AF_INET6, terminated.c_str(), address.data()) == 1) return address;
  address[10] = address[11] = 0xFF;
  if (inet_pton(AF_INET, terminated.c_str(), &address[12]) == 1) return address;
  return std::nullopt;
}

std::optional<Network> Network::from(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = address_from(text.substr(0, slash));
  if (!address) return std::nullopt;
  Network network{*address, 128};
  if (slash == std::string_view::npos) return network;
  const bool is_v4 = text.substr(0, slash).find(':') == std::string_view::npos;
  const auto bits = util::number_from<int>(text.substr(slash + 1));
  if (!bits || *bits < 0 || *bits > (is_v4 ? 32 : 128)) return std::nullopt;
  network.bits = *bits + (is_v4 ? kMappedBits : 0);
  Address cleared = *address;
  for (int bit = network.bits; bit < 128; ++bit) {
    cleared[static_cast<std::size_t>(bit / 8)] &=
        static_cast<std::uint8_t>(~(0x80U >> static_cast<unsigned>(bit % 8)));
  }
  // 10.1.2.3/8 may be a slip of the pen for /32.
  if (cleared != *address) return std::nullopt;
  return network;
}

bool Network::contains(const Address& other) const noexcept { return agree(address, other, bits); }

bool is_in(const std::vector<Network>& networks, std::string_view address) {
  if (networks.empty()) return false;
  const auto known = address_from(address);
  return known && std::any_of(networks.begin(), networks.end(),
                              [&](const Network& network) { return network.contains(*known); });
}

}  // namespace ordo::server
