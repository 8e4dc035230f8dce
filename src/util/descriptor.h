// A file descriptor with an owner.
#pragma once

namespace ordo::util {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
  void reset() noexcept;

 private:
  [[nodiscard]] int release() noexcept;

  int number_ = -1;
};

}  // namespace ordo::util
