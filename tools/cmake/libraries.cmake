# Included by toolchain files: the libraries are those that tools/libraries has built for ${target}.
get_filename_component(libraries ${CMAKE_CURRENT_LIST_DIR}/../../build/libraries/${target} ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${libraries})
set(CMAKE_PREFIX_PATH ${libraries})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${libraries}/lib) # for those that are linked by their name alone
set(CMAKE_C_FLAGS_INIT "-isystem ${libraries}/include") # no warnings of headers by others
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/lib/pkgconfig)
