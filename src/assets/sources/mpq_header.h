/*
 * Whether StormLib may be trusted with an archive: Debian's 9.22 ends the program on headers whose
 * sizes contradict each other, and loops over tables of any size. So the header is held against
 * the file first; the archive itself is StormLib's to read.
 */
#ifndef ASSETS_SOURCES_MPQ_HEADER_H
#define ASSETS_SOURCES_MPQ_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum { MPQ_HEADER_BYTES = 208 }; /* of the largest header */

/*
 * Checks the first bytes, `size` of them, of a file of `file_bytes`: the archive must begin with
 * its header, and its tables must lie in the file, of the sizes their counts give. Fails with
 * ADTMAP_BAD_DATA, saying what is wrong where.
 */
enum adtmap_status mpq_header_check(const uint8_t *data, size_t size, uint64_t file_bytes,
                                    const struct diag *diag);

/* mpq_header_check of the file at `path`, which failures name; ADTMAP_NOT_FOUND, ADTMAP_IO too. */
enum adtmap_status mpq_header_check_file(const char *path, const struct diag *diag);

#endif
