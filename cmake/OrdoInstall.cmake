# What makes the installed libraries usable: find_package(ordo) and pkg-config.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ordo)
install(EXPORT ordo NAMESPACE ordo:: FILE ordo-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/ordo-config.cmake.in ordo-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(ordo-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ordo-config.cmake ${PROJECT_BINARY_DIR}/ordo-config-version.cmake
  DESTINATION ${package_dir})

# What `ordo serve` finds beside its program, if it has been built.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ordo/web OPTIONAL)

# The prefix is written relative to the .pc file, so that the installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE ordo_pc_prefix)
get_property(ordo_pc_libraries GLOBAL PROPERTY ORDO_INSTALLED)
list(REVERSE ordo_pc_libraries)
list(TRANSFORM ordo_pc_libraries PREPEND -l)
list(JOIN ordo_pc_libraries " " ordo_pc_libraries)
configure_file(cmake/ordo.pc.in ordo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ordo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
