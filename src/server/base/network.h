// Addresses and ranges of them: who is a proxy of ours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ordo::server {

/// An IPv6 address; IPv4 ones are mapped (::ffff:1.2.3.4), so that both compare alike.
using Address = std::array<std::uint8_t, 16>;

/// "1.2.3.4", "2001:db8::1"; nothing: it is no address.
[[nodiscard]] std::optional<Address> address_from(std::string_view text);

/// All addresses that begin with the same bits.
struct Network {
  Address address{};
  int bits = 128;

  /// "10.0.0.0/8", "2001:db8::/32", or one address. Nothing: it is none, or has bits set behind its prefix.
  [[nodiscard]] static std::optional<Network> from(std::string_view text);
  [[nodiscard]] bool contains(const Address& other) const noexcept;
};

/// Whether the text is an address in one of them.
[[nodiscard]] bool is_in(const std::vector<Network>& networks, std::string_view address);

}  // namespace ordo::server
