// ORDO_CHECK: a check of our own reasoning that stays on in every build.
#pragma once

namespace ordo::util {

/// Prints what failed and where, then aborts. Never returns.
[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace ordo::util

/// For programmer errors only; bad input is answered with a Result, a broken environment with an exception.
#define ORDO_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::ordo::util::check_failed(#condition, __FILE__, __LINE__))
