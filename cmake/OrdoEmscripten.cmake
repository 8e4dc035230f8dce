# Building for the browser. Debian's {fmt} library is native, so its headers are used alone, through a link:
# with /usr/include itself on the path the host's C headers would shadow those of WebAssembly.
add_compile_options(-msimd128)

find_path(ORDO_FMT_INCLUDE fmt/format.h PATHS /usr/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/fmt)
file(CREATE_LINK ${ORDO_FMT_INCLUDE}/fmt ${PROJECT_BINARY_DIR}/fmt/fmt SYMBOLIC)
add_library(fmt::fmt INTERFACE IMPORTED)
target_include_directories(fmt::fmt INTERFACE ${PROJECT_BINARY_DIR}/fmt)
# With a fixed separator {fmt} does without the locales of the standard library, which are half a module.
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=',')
