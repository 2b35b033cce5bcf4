/*
 * Checks the header of an archive before StormLib opens it. Version 9.22 of Debian aborts the
 * program on contradictory sizes and loops over tables of any size.
 */
#ifndef ASSETS_SOURCES_MPQ_HEADER_H
#define ASSETS_SOURCES_MPQ_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum { MPQ_HEADER_BYTES = 208 }; /* size of the largest header */

/*
 * Checks the first `size` bytes of a file of `file_bytes`. The file must begin with the header, its
 * tables must lie inside the file, and their sizes must match their counts. ADTMAP_BAD_DATA.
 */
enum adtmap_status mpq_header_check(const uint8_t *data, size_t size, uint64_t file_bytes,
                                    const struct diag *diag);

/* mpq_header_check of the file at `path`, which failures name. Also ADTMAP_NOT_FOUND, ADTMAP_IO. */
enum adtmap_status mpq_header_check_file(const char *path, const struct diag *diag);

#endif
