# Installs `headers` of `folder` into `destination`. In the tree they say "rules/game.h" of each other, for users
# <ordo/rules/game.h>: other people's folders may have such names too.
foreach(header ${headers})
  file(READ "${folder}/${header}" text)
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <ordo/\\1>" text "${text}")
  set(installed "${CMAKE_INSTALL_PREFIX}/${destination}/${header}")
  message(STATUS "Installing: $ENV{DESTDIR}${installed}")
  file(WRITE "$ENV{DESTDIR}${installed}" "${text}")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${installed}")
endforeach()
