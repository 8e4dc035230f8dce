// Result<T, E>: a value, or the reason why there is none.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "util/check.h"

namespace ordo::util {

/// Wraps an error so that a Result can be built from it even where T and E convert into each other.
template <class E>
struct Failure {
  E error;
};

template <class E>
[[nodiscard]] constexpr Failure<std::decay_t<E>> failure(E&& error) {
  return {std::forward<E>(error)};
}

/// An expected failure is part of the answer: bad text, an illegal move, a missing table.
/// Asking for the side that is not there is a programmer error and aborts.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  using Value = T;
  using Error = E;

  constexpr Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(*-explicit-*)
  template <class F>
  constexpr Result(Failure<F> failed)  // NOLINT(*-explicit-*)
      : state_(std::in_place_index<1>, std::move(failed.error)) {}

  [[nodiscard]] constexpr bool ok() const noexcept { return state_.index() == 0; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return ok(); }

  [[nodiscard]] constexpr const T& value() const& {
    ORDO_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] constexpr T&& value() && {
    ORDO_CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] constexpr const E& error() const& {
    ORDO_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] constexpr E&& error() && {
    ORDO_CHECK(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

  [[nodiscard]] constexpr const T& operator*() const& { return value(); }
  [[nodiscard]] constexpr T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] constexpr const T* operator->() const { return &value(); }

 private:
  std::variant<T, E> state_;
};

}  // namespace ordo::util
