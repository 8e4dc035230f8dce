# One line for a new library, test, fuzz target or benchmark.

# ordo_library(<module> SOURCES … [HEADERS …])
# ordo_library(<module> INTERNAL SOURCES …)
# The static library ordo::<module> of this folder, installed with these headers as <ordo/<module>/…> unless it is
# internal to the program.
function(ordo_library module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERNAL" "" "SOURCES;HEADERS")
  set(target ordo_${module})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(ordo::${module} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${module})
  if(arg_INTERNAL AND arg_HEADERS)
    message(FATAL_ERROR "${module} is internal: it installs no headers")
  elseif(arg_INTERNAL)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What is installed, and measured to the nanosecond, is compiled file by file in the build that is.
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()
  set_property(GLOBAL APPEND PROPERTY ORDO_INSTALLED ${target}) # in the order of dependence
  install(TARGETS ${target} EXPORT ordo INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(CODE "
    set(module ${module})
    set(folder \"${CMAKE_CURRENT_SOURCE_DIR}\")
    set(headers \"${arg_HEADERS}\")
    set(destination \"${CMAKE_INSTALL_INCLUDEDIR}/ordo/${module}\")
    include(\"${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake\")")
endfunction()

# ordo_never_links(<target> <forbidden>)
# Stops where the target is linked with the forbidden one, through whichever libraries. To be called after both are made.
function(ordo_never_links target forbidden)
  set(queue ${target})
  set(seen)
  while(queue)
    list(POP_FRONT queue next)
    string(REPLACE "ordo::" "ordo_" next "${next}")
    if(next STREQUAL forbidden)
      message(FATAL_ERROR "${target} may not be linked with ${forbidden}")
    elseif(TARGET ${next} AND NOT next IN_LIST seen)
      list(APPEND seen ${next})
      foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
        get_target_property(libraries ${next} ${property})
        list(APPEND queue ${libraries})
      endforeach()
    endif()
  endwhile()
endfunction()

# ordo_hot(<target>…)
# What tests spend their time in is optimised under the sanitizers too, where the rest is compiled for longer than it runs.
function(ordo_hot)
  if(ORDO_SANITIZE)
    foreach(target ${ARGN})
      target_compile_options(${target} PRIVATE -O1)
      if(ORDO_SANITIZE MATCHES "undefined")
        target_compile_options(${target} PRIVATE -fsanitize=null,alignment)
      endif()
    endforeach()
  endif()
endfunction()

# ordo_embeds(<target> <source> <file>…)
# The assembler puts these files into what is compiled of this source of this folder. Their checksums are among the
# compiler's arguments, since ccache does not see what the assembler reads: it would give back what held the files of
# before. They are the target's, which is compiled once more for the browser (ordo_wasm).
function(ordo_embeds target source)
  foreach(file ${ARGN})
    file(SHA256 ${file} checksum)
    target_compile_definitions(${target} PRIVATE ORDO_HOLDS_${checksum})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# ordo_test_program(<program> <library>…)
# A program of GoogleTest and RapidCheck for the files that are added to it, linked with these libraries.
function(ordo_test_program program)
  add_executable(${program})
  # A test is compiled for longer than it runs; what it tests has all its optimisations.
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${program} PRIVATE ${ARGN} ordo_test_support GTest::gtest_main GTest::gmock rapidcheck)
endfunction()

# ordo_test(<module>_<file>_test [LABEL threads] [ALONE])
# The file of that name in this folder, as a part of the program <module>_tests or, if it must be ALONE, of a program of its
# own name; linked with that module. Modules with few tests share a program, which reads the headers of GoogleTest once:
# engine_tests those of what the engine is made of, small_tests others. Each TEST is a test of CTest, each suite in
# ORDO_TOGETHER one as a whole. It finds its data under ORDO_TESTS_DIR. What is labelled "threads" also runs under the thread
# sanitizer, and is a part of threads_tests or core_threads_tests instead: one program for few tests of many modules. What
# depends on the compiler and the CPU, the rules and the engine, gets the label "core". All have that of their program.
function(ordo_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALONE" "LABEL" "")
  string(REGEX MATCH "^[a-z]+" module ${name})
  set(program ${module}_tests)
  if(module MATCHES "^(eval|tablebase|tablebuild|solve|search)$")
    set(program engine_tests)
  elseif(module MATCHES "^(match|players|protocol|records|selfplay|study|train|tune|util)$")
    set(program small_tests)
  endif()
  set(labels ${arg_LABEL})
  if(arg_LABEL)
    set(program ${arg_LABEL}_tests)
  endif()
  if(module MATCHES "^(rules|eval|tablebase|tablebuild|solve|search)$")
    list(APPEND labels core)
    if(arg_LABEL)
      set(program core_${program})
    endif()
  endif()
  if(arg_ALONE)
    set(program ${name})
  endif()
  if(NOT TARGET ${program})
    ordo_test_program(${program})
    foreach(label ${labels})
      string(REGEX REPLACE "s$" "" kind ${label}) # core_tests, thread_tests
      add_dependencies(${kind}_tests ${program})
    endforeach()
    # The program, too, so that those of some programs can be chosen. One word, since gtest_discover_tests takes lists apart;
    # CTest looks for a part of it.
    list(APPEND labels ${program})
    string(REPLACE ";" "+" labels "${labels}")
    list(JOIN ORDO_TOGETHER ".*:" apart)
    gtest_discover_tests(${program} DISCOVERY_TIMEOUT 300 TEST_FILTER "-${apart}.*"
      PROPERTIES TIMEOUT 900 LABELS "${labels}")
  endif()
  target_sources(${program} PRIVATE ${name}.cpp)
  target_link_libraries(${program} PRIVATE ordo_${module})
endfunction()

# ordo_database_test(<module>_<file>_test)
# The same for what needs a database, as a part of <module>_database_tests. That program is one test of CTest, because it
# starts a PostgreSQL server for all that is in it.
function(ordo_database_test name)
  string(REGEX MATCH "^[a-z]+" module ${name})
  set(program ${module}_database_tests)
  if(NOT TARGET ${program})
    ordo_test_program(${program} ordo_${module} ordo_database_test_support fmt::fmt)
    add_test(NAME ${program} COMMAND ${program})
    set_tests_properties(${program} PROPERTIES TIMEOUT 1500 LABELS database+${program} COST 100) # long ones first
  endif()
  target_sources(${program} PRIVATE ${name}.cpp)
endfunction()

# ordo_fuzz(<name> [MODULE <module>])
# <name>_fuzz.cpp in this folder, linked with that module (rules if not given), with seeds in corpus/<name>/: a program that
# replays the seeds. With ORDO_FUZZ it is one of libFuzzer, which does so when it is given the files.
function(ordo_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE" "")
  if(NOT arg_MODULE)
    set(arg_MODULE rules)
  endif()
  set(target ${name}_fuzz)
  add_executable(${target} ${target}.cpp)
  target_link_libraries(${target} PRIVATE ordo::${arg_MODULE})
  add_dependencies(fuzz_targets ${target})
  set(options "")
  if(ORDO_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    set(options -runs=0)
  else()
    target_link_libraries(${target} PRIVATE fuzz_replay)
  endif()
  add_test(NAME ${target} COMMAND ${target} ${options} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
  set_tests_properties(${target} PROPERTIES TIMEOUT 300 LABELS fuzz)
endfunction()

# ordo_bench(<name>)
# <name>.cpp in this folder: a Google Benchmark program with its main. CTest runs it briefly, so that it does not rot.
function(ordo_bench name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ordo_test_support benchmark::benchmark fmt::fmt)
  add_test(NAME ${name} COMMAND ${name} --benchmark_min_time=0)
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 LABELS bench)
  add_dependencies(programs ${name})
endfunction()
