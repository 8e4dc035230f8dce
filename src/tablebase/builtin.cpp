// The file itself, put in by the assembler: a program of 2 MB of numbers would take the compiler a minute.
#include "tablebase/builtin.h"

#ifdef __EMSCRIPTEN__
#define ORDO_DATA_SECTION ".section .rodata.endgames,\"\",@\n"
#else
#define ORDO_DATA_SECTION ".section .rodata\n"
#endif

asm(ORDO_DATA_SECTION  // NOLINT(*-no-assembler)
    ".p2align 4\n"
    ".globl ordo_builtin_tables\n"
    ".type ordo_builtin_tables, @object\n"
    "ordo_builtin_tables:\n"
    ".incbin \"" ORDO_TABLES_FILE
    "\"\n"
    ".byte 0\n"
    ".size ordo_builtin_tables, " ORDO_TABLES_BYTES
    " + 1\n"
#ifndef __EMSCRIPTEN__
    ".text\n"
#endif
);

extern "C" const std::uint8_t ordo_builtin_tables[];  // NOLINT(*-avoid-c-arrays)

namespace ordo::tablebase {

std::span<const std::uint8_t> builtin_bytes() noexcept {
  constexpr std::size_t kBytes = ORDO_TABLES_COUNT;
  return {ordo_builtin_tables, kBytes};
}

}  // namespace ordo::tablebase
