// Random secrets and their hashes, by libsodium.
#include "server/base/secret.h"

#include <array>
#include <sodium.h>
#include <stdexcept>

#include "online/types.h"

namespace ordo::server {
namespace {

void need_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not work on this machine");
}

}  // namespace

std::string random_secret() {
  need_sodium();
  std::array<unsigned char, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, sodium_base64_ENCODED_LEN(32, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return text.data();
}

std::string random_id() {
  static constexpr std::string_view kLetters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  need_sodium();
  std::string id(online::kIdLength, '0');
  for (char& letter : id) letter = kLetters[randombytes_uniform(kLetters.size())];
  return id;
}

std::uint32_t random_below(std::uint32_t bound) {
  need_sodium();
  return randombytes_uniform(bound);
}

std::string hash_of_secret(std::string_view secret) {
  need_sodium();
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(secret.data()),
                     secret.size(), nullptr, 0);
  std::array<char, 2 * hash.size() + 1> text{};
  sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
  return text.data();
}

bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace ordo::server
