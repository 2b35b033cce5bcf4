/* The parts of a DB2 (db2.h), and what the readers of its versions share. */
#ifndef FORMATS_TABLES_DB2_FILE_H
#define FORMATS_TABLES_DB2_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/reader.h"

enum {
    DB2_SECTIONS_MAX = 64,
    DB2_RECORDS_MAX = 1 << 18, /* courses of flights have the most, around 100000 points */
    /* Values of a common column that are looked at, each look-up being a search: so many, and so
     * many in look-ups for all records together, which take a second. */
    DB2_COMMON_MAX = 1 << 14,
    DB2_COMMON_ALL_MAX = 1 << 28,
    DB2_COPIES_MAX = 1 << 10, /* of a section; each takes a search for its record */
    DB2_STRING_MAX = 4096,    /* bytes with the NUL; longer ones count as none */
};

/* Records that lie together. */
struct db2_section {
    const uint8_t *records; /* NULL when `offsets` say where they are */
    uint32_t first;         /* how many records are in the sections before */
    uint32_t count;         /* 0 when the section is damaged or encrypted */
    const uint8_t *ids;     /* a u32 a record; NULL when records have their id in a field */
    const uint8_t *offsets; /* for each id from the lowest: u32 offset in the file, u16 bytes */
    const uint8_t *copies;  /* u32 id of the copy, u32 id of the record that it repeats */
    uint32_t copy_count;
    const char *strings;
    size_t strings_at; /* how many bytes of strings are in the sections before */
    size_t strings_bytes;
};

/* Borrows the bytes it was read from. */
struct db2 {
    const uint8_t *file;
    size_t file_bytes;
    uint32_t layout_hash;
    uint32_t texts;        /* bit i: field i is text; for records that have their texts inside */
    uint32_t record_count; /* of all sections, without copies */
    uint32_t record_bytes;
    uint32_t field_count;
    uint32_t id_field;
    uint32_t lowest_id;
    const uint8_t *places;  /* WDB5, WDB6: where each field is */
    const uint8_t *columns; /* later: how each field is stored */
    const uint8_t *pallet;
    size_t pallet_bytes;
    const uint8_t *common;
    size_t common_bytes;
    bool common_is_padded;     /* WDB6: every value has four bytes */
    bool strings_are_relative; /* to the field, as since WDC2; else to the first string */
    struct db2_section sections[DB2_SECTIONS_MAX];
    uint32_t section_count;
};

/* A record that is there. */
struct db2_row {
    uint32_t id;
    uint32_t record; /* of a copy: the record that it repeats */
    const uint8_t *bytes;
    size_t size;
    bool has_texts_inside;
};

/* Checks what the header says of the records; `is_whole` tells whether all of it is there. */
enum adtmap_status db2_check_header(const struct db2 *db2, bool is_whole, const struct diag *diag);

/* Takes the next bytes as the ids of the section's records, none for 0 bytes. False if they are
 * fewer than the records. */
bool db2_take_ids(struct db2_section *section, struct reader *reader, size_t bytes);

/* Takes the next bytes as the section's copies, at most DB2_COPIES_MAX of them. */
void db2_take_copies(struct db2_section *section, struct reader *reader, size_t bytes);

#endif
