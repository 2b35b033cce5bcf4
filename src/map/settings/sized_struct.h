/*
 * Public structs begin with their size, a uint32_t, so that later versions can add fields
 * (include/adtmap/version.h). A caller's struct may be shorter than the library's, never longer:
 * the functions that set defaults reduce the size of newer callers to the library's.
 */
#ifndef MAP_SETTINGS_SIZED_STRUCT_H
#define MAP_SETTINGS_SIZED_STRUCT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Fills a caller's struct of `given_bytes` with `defaults`, which begin with their own size
 * `bytes`. Its size field becomes the smaller of both sizes; bytes beyond are zeroed.
 */
void sized_struct_fill(void *given, size_t given_bytes, const void *defaults, size_t bytes);

/*
 * Copies the caller's struct `given` over `full`, which holds `bytes` bytes of defaults. Fields
 * that `given` lacks, and the size field of `full`, keep their values. False unless the size field
 * of `given` is between `least_bytes` and `bytes`.
 */
bool sized_struct_read(const void *given, size_t least_bytes, void *full, size_t bytes);

#endif
