/* StormLib.h, which makes `bool` a char for C: to be included before all that uses the real one. */
#ifndef ASSETS_SOURCES_STORMLIB_H
#define ASSETS_SOURCES_STORMLIB_H

#include <StormLib.h>

#undef bool
#undef true
#undef false

#include <stdbool.h>

#endif
