# Cross-compiles one static binary for Linux on arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
set(target static-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
