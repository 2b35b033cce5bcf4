/* Includes StormLib.h, which defines `bool` as char in C. Include this before all other headers. */
#ifndef ASSETS_SOURCES_STORMLIB_H
#define ASSETS_SOURCES_STORMLIB_H

#include <StormLib.h>

#undef bool
#undef true
#undef false

#include <stdbool.h>

#endif
