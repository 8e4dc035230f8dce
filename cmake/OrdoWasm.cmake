# Modules for the browser. Debian's Emscripten writes the .wasm alone where it can: what its JavaScript would do for us is
# a few lines of web/src/wasm_host.ts, typed and without its quirks.

# ordo_wasm(<name> SUFFIX .wasm|.js SOURCES … MODULES <module>… COMPILE <option>… LINK <option>…)
# The module <name> in build/wasm/web: these sources, linked with those of our modules. With COMPILE they are compiled
# once more with these options.
function(ordo_wasm name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SUFFIX" "SOURCES;MODULES;COMPILE;LINK")
  list(TRANSFORM arg_MODULES PREPEND ordo_ OUTPUT_VARIABLE parts)
  if(arg_COMPILE)
    set(parts "")
    foreach(module ${arg_MODULES})
      set(part ${name}_${module})
      list(APPEND parts ${part})
      add_library(${part} STATIC)
      get_target_property(folder ordo_${module} SOURCE_DIR)
      get_target_property(sources ordo_${module} SOURCES)
      list(FILTER sources EXCLUDE REGEX "^(perft|bench)") # not for the browser, and slow to compile
      list(TRANSFORM sources PREPEND ${folder}/)
      target_sources(${part} PRIVATE ${sources})
      target_include_directories(${part} PUBLIC ${PROJECT_SOURCE_DIR}/src)
      target_compile_options(${part} PUBLIC ${arg_COMPILE})
      get_target_property(definitions ordo_${module} COMPILE_DEFINITIONS)
      if(definitions)
        target_compile_definitions(${part} PRIVATE ${definitions})
      endif()
      target_link_libraries(${part} PRIVATE fmt::fmt)
    endforeach()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${parts} fmt::fmt)
  target_link_options(${name} PRIVATE ${arg_COMPILE} ${arg_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/web SUFFIX ${arg_SUFFIX})
endfunction()
