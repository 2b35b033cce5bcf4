/*
 * Public structs that begin with their size, a uint32_t, so that they can grow
 * (include/adtmap/version.h). A caller's struct may be shorter than ours, never longer: the default
 * functions cut the size of newer callers to what this library knows.
 */
#ifndef BASE_SIZED_STRUCT_H
#define BASE_SIZED_STRUCT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Fills a caller's struct of `given_bytes` with `defaults`, which begin with their own size
 * `bytes`. The size that it says is the smaller of both; what lies beyond is zeroed.
 */
void sized_struct_fill(void *given, size_t given_bytes, const void *defaults, size_t bytes);

/*
 * Copies the caller's struct `given` over `full`, which holds the defaults of all `bytes`; what
 * `given` does not have stays, and so does the size of `full`. False unless `given` says a size
 * between `least_bytes` and `bytes`.
 */
bool sized_struct_read(const void *given, size_t least_bytes, void *full, size_t bytes);

#endif
