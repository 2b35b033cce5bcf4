/*
 * The tables of an MPQ archive: its files, and the hashes of their names. There are two kinds: a
 * table of hashes and one of blocks; and, in version 3 and 4, in addition or instead, "HET" and
 * "BET", with fields of any number of bits and names by one hash of up to 64 bits.
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_TABLES_H
#define ASSETS_SOURCES_MPQ_MPQ_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "assets/sources/mpq/mpq_crypt.h"
#include "assets/sources/mpq/mpq_header.h"
#include "base/diag.h"
#include "os/open_file.h"

/* Bounds, see docs/security.md. */
enum {
    /* More than MPQ_ENTRIES_MAX files need. */
    MPQ_HET_BYTES_MAX = 32 << 20,
    MPQ_BET_BYTES_MAX = 128 << 20,
    MPQ_TABLE_RATIO_MAX = 1032, /* of zlib: what a compressed table may claim */
};

enum mpq_flags {
    MPQ_IMPLODED = 0x100,
    MPQ_COMPRESSED = 0x200,
    MPQ_ENCRYPTED = 0x10000,
    MPQ_KEY_OF_PLACE = 0x20000, /* the key depends on the file's offset and size */
    MPQ_PATCH = 0x100000,       /* says how to change a file of an earlier archive */
    MPQ_SINGLE_UNIT = 0x1000000,
    MPQ_DELETED = 0x2000000, /* the file of earlier archives is no more */
};

static const uint32_t MPQ_EXISTS = 0x80000000;

struct mpq_entry {
    uint64_t offset; /* from the archive's header */
    uint32_t packed_bytes;
    uint32_t bytes;
    uint32_t flags;
};

struct mpq_name {
    uint64_t hash;
    uint32_t entry;
    uint32_t order; /* of names with one hash the first counts */
};

/* Zero-initialised: empty. */
struct mpq_tables {
    struct mpq_entry *entries;
    uint32_t entry_count;
    struct mpq_name *names; /* by hash, without duplicates */
    size_t name_count;
    uint32_t lost_names; /* of files whose entries lie beyond the end of the archive */
    unsigned hash_bits;  /* of the one hash of a name; 0: names have two of 32 bits */
};

enum mpq_tables_kind {
    MPQ_TABLES_CLASSIC,  /* hashes and blocks; of several languages the neutral one counts */
    MPQ_TABLES_EXTENDED, /* HET and BET */
};

/* Reads the tables of one kind from the archive's file. ADTMAP_BAD_DATA, also if the archive has
 * none of the kind; ADTMAP_NO_MEMORY; empty then. */
enum adtmap_status mpq_tables_read(struct open_file file, const struct mpq_header *header,
                                   enum mpq_tables_kind kind, const struct mpq_crypt *crypt,
                                   const struct diag *diag, struct mpq_tables *tables);

/* The entry of a file by its name, whose case does not matter; NULL if the archive has no such
 * file. */
const struct mpq_entry *mpq_tables_find(const struct mpq_tables *tables,
                                        const struct mpq_crypt *crypt, const char *name);

/* Empty afterwards. */
void mpq_tables_free(struct mpq_tables *tables);

#endif
