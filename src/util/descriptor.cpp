// Closing and handing over file descriptors.
#include "util/descriptor.h"

#include <unistd.h>
#include <utility>

namespace ordo::util {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    number_ = other.release();
  }
  return *this;
}

void Descriptor::reset() noexcept {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

int Descriptor::release() noexcept { return std::exchange(number_, -1); }

}  // namespace ordo::util
