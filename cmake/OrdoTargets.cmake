# One line for a new library, test, fuzz target or benchmark.

# ordo_library(<module> [INTERNAL] SOURCES … HEADERS …)
# The static library ordo::<module> of this folder, installed with its headers unless it is internal to the program.
# Each header is checked to compile on its own by the target all_verify_interface_header_sets.
function(ordo_library module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERNAL" "" "SOURCES;HEADERS")
  set(target ordo_${module})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(ordo::${module} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${module} VERIFY_INTERFACE_HEADER_SETS ON)
  if(arg_INTERNAL)
    return()
  endif()
  if(NOT ORDO_SANITIZE)
    # What is installed, and measured to the nanosecond, is compiled file by file in every build that is.
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()
  install(TARGETS ${target} EXPORT ordo FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ordo)
endfunction()

# ordo_hot(<target>…)
# What tests spend their time in is optimised under the sanitizers too, where the rest is compiled for longer than it runs.
function(ordo_hot)
  if(ORDO_SANITIZE)
    foreach(target ${ARGN})
      target_compile_options(${target} PRIVATE -O1)
    endforeach()
  endif()
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
# The file of that name in this folder, as a part of the program <module>_tests, or <module>_<label>_tests, or, if it
# must be ALONE, of a program of its own name; linked with that module. Each TEST is a test of CTest. It finds its data
# under ORDO_TESTS_DIR. What is labelled "threads" also runs under the thread sanitizer; what depends on the compiler and
# the CPU, the rules and the engine, gets the label "core".
function(ordo_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALONE" "LABEL" "")
  string(REGEX MATCH "^[a-z]+" module ${name})
  string(JOIN _ program ${module} ${arg_LABEL} tests)
  if(arg_ALONE)
    set(program ${name})
  endif()
  if(NOT TARGET ${program})
    ordo_test_program(${program} ordo_${module})
    set(labels ${arg_LABEL})
    if(module MATCHES "^(rules|eval|search)$")
      list(APPEND labels core)
      add_dependencies(core_tests ${program})
    endif()
    if(arg_LABEL STREQUAL "threads")
      add_dependencies(thread_tests ${program})
    endif()
    # One word, since gtest_discover_tests takes lists apart; CTest looks for a part of it.
    string(REPLACE ";" "+" labels "${labels}")
    gtest_discover_tests(${program} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300 LABELS "${labels}")
  endif()
  target_sources(${program} PRIVATE ${name}.cpp)
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
    set_tests_properties(${program} PROPERTIES TIMEOUT 300 LABELS database COST 100) # long ones first
  endif()
  target_sources(${program} PRIVATE ${name}.cpp)
endfunction()

# ordo_fuzz(<name> [MODULE <module>])
# <name>_fuzz.cpp in this folder, linked with that module (rules if not given), with seeds in corpus/<name>/. With
# ORDO_FUZZ a libFuzzer program; otherwise a program that replays the seeds, so that every compiler and sanitizer sees them.
function(ordo_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE" "")
  if(NOT arg_MODULE)
    set(arg_MODULE rules)
  endif()
  set(target ${name}_fuzz)
  add_executable(${target} ${target}.cpp)
  target_link_libraries(${target} PRIVATE ordo::${arg_MODULE})
  if(ORDO_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzz_targets ${target})
  else()
    target_link_libraries(${target} PRIVATE fuzz_replay)
    add_test(NAME ${target} COMMAND ${target} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
    set_tests_properties(${target} PROPERTIES TIMEOUT 60 LABELS fuzz)
  endif()
endfunction()

# ordo_bench(<name>)
# <name>.cpp in this folder: a Google Benchmark program with its main. CTest runs it briefly, so that it does not rot.
function(ordo_bench name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ordo_test_support benchmark::benchmark fmt::fmt)
  add_test(NAME ${name} COMMAND ${name} --benchmark_min_time=0)
  set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS bench)
endfunction()
