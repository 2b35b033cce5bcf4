/*
 * The header of an MPQ archive: where its tables lie. Version 1 is of clients to 1.12, 2 of 2.0 to
 * 3.3, 3 and 4 of 4.0 and later ("MPQ" of the wowdev wiki).
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_HEADER_H
#define ASSETS_SOURCES_MPQ_MPQ_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/open_file.h"

enum { MPQ_HEADER_BYTES = 208 }; /* size of the largest header */

/* More entries of a table are refused. Version 2 has less than 2^20. */
enum { MPQ_ENTRIES_MAX = 1 << 22 };

/* Where a header is looked for: installers have one behind a program. */
enum { MPQ_SEARCH_BYTES_MAX = 64 << 20 };

/* The bytes of a table, from the header on; 0 bytes: there is none. */
struct mpq_table_place {
    uint64_t offset;
    uint64_t bytes; /* as stored: with a size in the header it may be compressed */
};

struct mpq_header {
    uint64_t at;            /* of the header in its file */
    uint64_t archive_bytes; /* from the header to the end of the file */
    const char *oddity;     /* what the header has that clients overlook; NULL: nothing */
    unsigned version;       /* 1 to 4 */
    uint32_t sector_bytes;
    uint32_t hash_count; /* names in the table of hashes, a power of two or 0 */
    uint32_t block_count;
    uint32_t claimed_blocks; /* more than block_count if the file ends before them */
    uint64_t claimed_bytes;  /* of the archive; too small in some */
    bool is_cut;             /* it cannot be read, as the end of the file cuts its archive off */
    bool is_inside_cut;      /* one in front of it is cut: this one is a file of that archive */
    struct mpq_table_place hashes;
    struct mpq_table_place blocks;
    struct mpq_table_place high; /* upper 16 bits of the offsets of blocks */
    struct mpq_table_place het;  /* the tables of names and files of version 3 and 4 */
    struct mpq_table_place bet;
};

/*
 * Reads a header from the first `size` bytes of an archive of `archive_bytes`. Tables must lie
 * inside it, but for files beyond the end of `blocks`, which are left out. Protected archives have
 * such a count, a wrong size of the header or an unknown version, which is read as version 1; that
 * is an oddity. ADTMAP_BAD_DATA.
 */
enum adtmap_status mpq_header_parse(const uint8_t *data, size_t size, uint64_t archive_bytes,
                                    const struct diag *diag, struct mpq_header *header);

/*
 * Finds and reads the header in an open file of `file_bytes`. It lies at a multiple of 512 bytes,
 * within 64 MiB, as an archive may follow a program or a picture; or a header of user data there
 * says where. The first that can be read counts, as there may be false ones in front of it. One
 * warning says what is odd, and which headers were passed over. A header that cannot be read only
 * because its tables lie between the end of the file and the size that it claims is not false: its
 * archive is cut off. ADTMAP_BAD_DATA.
 */
enum adtmap_status mpq_header_find(struct open_file file, uint64_t file_bytes,
                                   const struct diag *diag, struct mpq_header *header);

#endif
