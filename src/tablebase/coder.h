// Binary arithmetic coding: bits that are expected cost next to nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ordo::tablebase {

/// How likely a bit is to be set, in 65536ths. It learns from what comes.
class Chance {
 public:
  static constexpr std::uint32_t kLeast = 32;  ///< nothing is certain
  static constexpr std::uint32_t kMost = 65536 - kLeast;

  constexpr Chance() noexcept = default;
  constexpr explicit Chance(std::uint32_t chance) noexcept
      : chance_(static_cast<std::uint16_t>(chance < kLeast  ? kLeast
                                           : chance > kMost ? kMost
                                                            : chance)) {}

  [[nodiscard]] constexpr std::uint32_t value() const noexcept { return chance_; }
  [[nodiscard]] constexpr bool is_likely() const noexcept { return chance_ >= 32768; }
  constexpr void learn(bool bit) noexcept {
    constexpr int kSlowness = 6;
    *this = Chance(bit ? chance_ + ((65536U - chance_) >> kSlowness) : chance_ - (chance_ >> kSlowness));
  }

 private:
  std::uint16_t chance_ = 32768;
};

namespace detail {

/// Both ends keep the same interval, of which a bit takes its part; bytes that both bounds share are done.
[[nodiscard]] constexpr std::uint32_t middle(std::uint32_t low, std::uint32_t high,
                                             std::uint32_t odds) noexcept {
  return low + static_cast<std::uint32_t>((std::uint64_t{high - low} * odds) >> 16);
}
[[nodiscard]] constexpr bool share_a_byte(std::uint32_t low, std::uint32_t high) noexcept {
  return ((low ^ high) & 0xFF000000U) == 0;
}

}  // namespace detail

class Encoder {
 public:
  [[nodiscard]] bool operator()(Chance& chance, bool bit) {
    (void)code(chance.value(), bit);
    chance.learn(bit);
    return bit;
  }
  /// `odds`: how likely the bit is to be set, in 65536ths, from 1 to 65535.
  [[nodiscard]] bool code(std::uint32_t odds, bool bit) {
    const std::uint32_t middle = detail::middle(low_, high_, odds);
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    for (; detail::share_a_byte(low_, high_); low_ <<= 8, high_ = high_ << 8 | 255)
      bytes_.push_back(static_cast<std::uint8_t>(high_ >> 24));
    return bit;
  }
  /// All that is needed to read the bits back; what comes after it is taken for zeros.
  [[nodiscard]] std::vector<std::uint8_t> finish() {
    // One byte is enough: some number that begins with it and goes on with zeros lies between the bounds.
    if (low_ > 0) bytes_.push_back(static_cast<std::uint8_t>((low_ >> 24) + 1));
    while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
    return std::move(bytes_);
  }

 private:
  std::uint32_t low_ = 0;
  std::uint32_t high_ = ~std::uint32_t{0};
  std::vector<std::uint8_t> bytes_;
};

/// Reads what an encoder wrote. Of other bytes it makes some bits or other, never harm.
class Decoder {
 public:
  explicit Decoder(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
  }

  /// The bit that is given is not looked at: encoder and decoder are called alike.
  [[nodiscard]] bool operator()(Chance& chance, bool) noexcept {
    const bool bit = code(chance.value(), false);
    chance.learn(bit);
    return bit;
  }
  [[nodiscard]] bool code(std::uint32_t odds, bool) noexcept {
    const std::uint32_t middle = detail::middle(low_, high_, odds);
    const bool bit = code_ <= middle;
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    for (; detail::share_a_byte(low_, high_); low_ <<= 8, high_ = high_ << 8 | 255)
      code_ = code_ << 8 | next();
    return bit;
  }

 private:
  [[nodiscard]] std::uint32_t next() noexcept { return at_ < bytes_.size() ? bytes_[at_++] : 0U; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint32_t low_ = 0;
  std::uint32_t high_ = ~std::uint32_t{0};
  std::uint32_t code_ = 0;
};

}  // namespace ordo::tablebase
