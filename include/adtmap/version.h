/*
 * The version of these headers, as macros, and of the library that is in use, as text. The build
 * reads the three numbers from here.
 *
 * Structs that callers fill and that may grow begin with `struct_bytes`. A default function sets it
 * to the size that the program was compiled with. These structs end without padding, and new fields
 * are appended, so that programs and libraries of different versions work together:
 *
 *     program older than the library    fields that the program does not have get their defaults
 *     program newer than the library    fields that the library does not have are ignored
 *
 * Structs without `struct_bytes` keep their layout while ADTMAP_VERSION_MAJOR stays.
 */
#ifndef ADTMAP_VERSION_H
#define ADTMAP_VERSION_H

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ADTMAP_VERSION_MAJOR 0
#define ADTMAP_VERSION_MINOR 1
#define ADTMAP_VERSION_PATCH 0

/* Whether these headers are of version major.minor.patch or a later one; for #if. */
#define ADTMAP_VERSION_AT_LEAST(major, minor, patch)                                               \
    (ADTMAP_VERSION_MAJOR > (major) ||                                                             \
     (ADTMAP_VERSION_MAJOR == (major) &&                                                           \
      (ADTMAP_VERSION_MINOR > (minor) ||                                                           \
       (ADTMAP_VERSION_MINOR == (minor) && ADTMAP_VERSION_PATCH >= (patch)))))

/* The version of the library, "major.minor.patch"; static storage. */
ADTMAP_API const char *adtmap_version(void);

#ifdef __cplusplus
}
#endif

#endif
