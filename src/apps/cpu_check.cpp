// Says clearly that this CPU cannot run this build, before an illegal instruction says it badly.
//
// Not a line in main(): the constructors of other files' objects run before main and may already use the
// instructions in question. So this is the very first constructor, compiled for the oldest x86-64, and it
// calls nothing that could have been compiled for a newer one.
#if defined(__x86_64__) && defined(__AVX2__)

#include <unistd.h>

namespace {

constexpr int kFirst = 101;  // the earliest priority that is not reserved

[[gnu::constructor(kFirst), gnu::target("arch=x86-64"), gnu::used]] void check_cpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0) return;
  static constexpr char kMessage[] =
      "ordo: this program was built for CPUs with AVX2 and BMI2 (x86-64-v3), and this CPU lacks them.\n"
      "Build it for any CPU instead: cmake -DORDO_PORTABLE=ON …\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(1);
}

}  // namespace

#endif
