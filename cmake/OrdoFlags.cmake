# Compiler flags of everything in this tree. None of them reach users of the installed library.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(ORDO_CCACHE ccache)
if(ORDO_CCACHE AND NOT EMSCRIPTEN)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ORDO_CCACHE})
endif()

# Not -Wpedantic: Bitboard is written with vector extensions.
add_compile_options(
  -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual -Wundef
  -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wimplicit-fallthrough -Wformat=2
  $<$<BOOL:${ORDO_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wrestrict is wrong about "text" + std::string in g++ 12 (GCC bug 105651).
  add_compile_options(-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wno-restrict)
  if(CMAKE_UNITY_BUILD)
    # It warns of what is in an anonymous namespace outside the main file, which here is no file of ours.
    add_compile_options(-Wno-subobject-linkage)
  endif()
endif()

# A fixed level, never the machine's own: a binary built here runs on any CPU of the last ten years.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT ORDO_PORTABLE)
  add_compile_options(-march=x86-64-v3)
endif()

if(ORDO_SANITIZE)
  add_compile_options(-fsanitize=${ORDO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ORDO_SANITIZE})
  if(ORDO_SANITIZE MATCHES "undefined")
    # A fifth of the time to compile; the address sanitizer sees null pointers too. What is hot has all checks: ordo_hot.
    add_compile_options(-fno-sanitize=null,alignment,vptr)
  endif()
endif()
if(ORDO_TESTS AND NOT EMSCRIPTEN)
  find_program(ORDO_LLD ld.lld) # links these large programs in a third of the time
  if(ORDO_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()
# Bounds checks in the standard library wherever speed is not what is built for.
add_compile_definitions($<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
