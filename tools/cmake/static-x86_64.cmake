# Libraries for one static binary for Linux on x86-64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(target static-x86_64)
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
