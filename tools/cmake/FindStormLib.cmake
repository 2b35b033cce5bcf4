# StormLib, which installs neither a .pc nor a CMake file on Debian. Defines StormLib_FOUND and the
# target StormLib::StormLib; and StormLib_SONAME, the name that the system loads a shared library by,
# where it has names with a version (libstorm.so.9).
find_path(StormLib_INCLUDE_DIR StormLib.h)
find_library(StormLib_LIBRARY NAMES storm StormLib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(StormLib REQUIRED_VARS StormLib_LIBRARY StormLib_INCLUDE_DIR)
mark_as_advanced(StormLib_LIBRARY StormLib_INCLUDE_DIR)
if(StormLib_FOUND AND NOT TARGET StormLib::StormLib)
  add_library(StormLib::StormLib UNKNOWN IMPORTED)
  set_target_properties(StormLib::StormLib PROPERTIES
    IMPORTED_LOCATION "${StormLib_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${StormLib_INCLUDE_DIR}")
endif()
set(StormLib_SONAME)
if(StormLib_FOUND)
  file(REAL_PATH ${StormLib_LIBRARY} storm_file)
  get_filename_component(storm_name ${storm_file} NAME)
  if(storm_name MATCHES "^[^.]+\\.so\\.[0-9]+")
    set(StormLib_SONAME ${CMAKE_MATCH_0})
  endif()
endif()
