/*
 * A table of a client, in whichever form the client has it: DBC (WDBC, to 6.2; WDB2 of 4.0 to 6.2),
 * or DB2 (WDB5 to WDC1 of 7.x, WDC2 to WDC5 since 8.0). All are records of columns, some of which
 * are stored apart; table_read.c has the bytes of each. What the records say is in table_records.h.
 *
 * Records of WDC2 and later without a fixed size are not read.
 */
#ifndef FORMATS_TABLES_TABLE_H
#define FORMATS_TABLES_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/reader.h"
#include "formats/tables/table_layouts.h"

/* Bounds, see docs/security.md. */
enum {
    TABLE_COMMON_MAX = 1 << 14,
    TABLE_COMMON_ALL_MAX = 1 << 28,
};

enum {
    TABLE_SECTIONS_MAX = 64,
    TABLE_FIELDS_MAX = 36,       /* of a DB2; those beyond read as 0 */
    TABLE_RECORDS_MAX = 1 << 18, /* courses of flights have the most, around 100000 points */
    TABLE_COPIES_MAX = 1 << 10,  /* of a section; each takes a search for its record */
    TABLE_STRING_MAX = 4096,     /* bytes with the NUL; longer ones count as none */
    TABLE_OFFSET_BYTES = 6,      /* of an entry of `offsets` below, */
    TABLE_COPY_BYTES = 8,        /* of `copies`, */
    TABLE_RELATION_BYTES = 8,    /* and of `relations` */
};

/* Kinds of columns of a DB2, by their numbers in files. */
enum table_column_kind {
    TABLE_PLAIN,
    TABLE_BITS,
    TABLE_COMMON,
    TABLE_PALLET,
    TABLE_ARRAY,
    TABLE_SIGNED_BITS,
};

/* How a column of a DB2 is stored (table_read.c). */
struct table_column {
    uint32_t kind; /* enum table_column_kind, or unknown: as TABLE_PLAIN */
    bool is_signed;
    uint32_t offset_bits;
    uint32_t size_bits;   /* of the first element */
    uint32_t width_bits;  /* of all elements */
    uint32_t number;      /* the default of common data, or the length of the pallet's arrays */
    uint32_t value_bytes; /* of a value in common data, */
    uint32_t pair_bytes;  /* and of the id with it */
    struct reader apart;  /* its common data or pallet */
};

/* Records that lie together. */
struct table_section {
    const uint8_t *records;   /* NULL when `offsets` say where they are */
    const uint8_t *ids;       /* a u32 a record; NULL when records have their id in a field */
    const uint8_t *offsets;   /* for each id from the lowest: u32 offset in the file, u16 bytes */
    const uint8_t *copies;    /* u32 id of the copy, u32 id of the record that it repeats */
    const uint8_t *relations; /* u32 id of another table, u32 record in the section; ascending */
    uint32_t relation_count;
    uint32_t first; /* how many records are in the sections before */
    uint32_t count; /* 0 when the section is damaged or encrypted */
    uint32_t copy_count;
    const char *strings;
    size_t strings_at; /* how many bytes of strings are in the sections before */
    size_t strings_bytes;
};

/* Borrows the bytes it was read from. Zero-initialised: no records. */
struct table {
    enum table_kind kind;
    const char *name;      /* of its file, for messages; NULL: not known */
    const uint8_t *fields; /* of the layout: the field of each column */
    uint32_t languages;    /* fields of a text, one a language */
    uint32_t texts;        /* bit i: field i is text; for records that have their texts inside */
    struct reader file;
    bool is_dbc;               /* fields of 32 bits, of which elements of a column take one each */
    bool strings_are_relative; /* to the field, as since WDC2; else to the first string */
    uint32_t layout_hash;      /* of a DB2 */
    uint32_t record_count;     /* of all sections, without copies */
    uint32_t record_bytes;
    uint32_t field_count;
    uint32_t id_field;
    uint32_t lowest_id;
    uint32_t column_count; /* of a DB2 */
    struct table_column columns[TABLE_FIELDS_MAX];
    uint32_t section_count;
    struct table_section sections[TABLE_SECTIONS_MAX];
};

/* A record, or a copy of one. */
struct table_row {
    const struct table *table;
    uint32_t id;
    uint32_t record; /* of a copy: the record that it repeats */
    const uint8_t *bytes;
    size_t size;
    bool has_texts_inside;
};

/*
 * Reads a table of either form, told apart by its first bytes. What is cut off is left out with a
 * warning; so are relations that are not in the order of the records, and, in silence, sections
 * that are still encrypted. Columns of the layout that have more common data than are looked at,
 * and texts of TABLE_STRING_MAX bytes or more, are a warning, too. Fails with ADTMAP_BAD_DATA when
 * it is none or its sizes cannot be, ADTMAP_UNSUPPORTED for other versions, for records without a
 * fixed size and, naming it, for an unknown layout, ADTMAP_LIMIT beyond TABLE_RECORDS_MAX; the
 * table is empty then.
 */
enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table);

/* The same without a layout: rows have cells, but no columns. */
enum adtmap_status table_read_cells(const uint8_t *data, size_t size, const struct diag *diag,
                                    struct table *table);

/* How many records and copies the table has, including those that cannot be read. */
uint32_t table_count(const struct table *table);

/* Whether a text of the table, asked for or not, counts as none for its length. */
bool table_has_long_text(const struct table *table);

/* How many values of a column with common data are looked at for a record. */
uint32_t table_common_most(const struct table *table);

/* False beyond the table, and for a record that cannot be read. */
bool table_row_at(const struct table *table, uint32_t index, struct table_row *row);

/* The first record with an id. */
bool table_find(const struct table *table, uint32_t id, struct table_row *row);

/* A field by its number, and an element of it, as a number; 0 where there is none. As a string; ""
 * when it refers to none. Borrowed from the bytes. */
uint32_t row_cell(const struct table_row *row, uint32_t field, uint32_t element);
const char *row_cell_string(const struct table_row *row, uint32_t field);

/* A column of the table's kind: whether the layout has it; as a number, and an element of it as a
 * number with a fraction, which may be no finite one; 0 where there is none. */
bool row_has(const struct table_row *row, unsigned column);
uint32_t row_u32(const struct table_row *row, unsigned column, uint32_t element);
float row_f32(const struct table_row *row, unsigned column, uint32_t element);

/* A column that holds an id: `none` where there is none, and for -1, however wide it is stored. */
uint32_t row_id(const struct table_row *row, unsigned column, uint32_t none);

/* Like row_u32 and row_f32, for the field that stands `fields` behind that of the column. */
uint32_t row_u32_behind(const struct table_row *row, unsigned column, uint32_t fields);
float row_f32_behind(const struct table_row *row, unsigned column, uint32_t fields);

/* A column as a string, and as a text, which exists once a language up to 3.3.5: a client fills its
 * own only, and the first that is not empty counts. A field of another language counts as a string
 * only if it refers to the beginning of one: in layouts that share their number of fields it may be
 * a number. "" where there is none. Borrowed from the bytes of the table. */
const char *row_string(const struct table_row *row, unsigned column);
const char *row_text(const struct table_row *row, unsigned column);

#endif
