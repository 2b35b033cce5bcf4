/* Includes StormLib.h, which defines `bool` as char in C. Include this before all other headers. */
#ifndef OS_STORMLIB_H
#define OS_STORMLIB_H

#include <StormLib.h>

#undef bool
#undef true
#undef false

#include <stdbool.h>

#endif
