/*
 * What is done with each chunk and field of the map files: a row for each, in the order in which
 * docs/formats.md has them. Ids are those that readers ask by, flags the constants and members the
 * structs that they fill: a row of what is gone does not compile.
 */
#ifndef CLI_FORMATS_FORMAT_ROWS_H
#define CLI_FORMATS_FORMAT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/chunk_ids.h"

enum { NOT_READ, READ }; /* every reader skips it, or one uses it */

enum { ROW_IDS = 2, ROW_FLAGS = 6, ROW_MEMBERS = 13 };

struct format_row {
    int is_read;
    const struct chunk_id *ids[ROW_IDS];
    const char *field;   /* "all" is the whole chunk; each # stands for a flag */
    const char *picture; /* what it does to a picture or a data layer, or "no" */
    const char *info;    /* what `adtmap info` prints of it */
    const char *file;    /* below src/: where it is read, or would be */
    const char *unknown; /* without `ids`: ids that nothing asks for */
    uint32_t flags[ROW_FLAGS];
    const char *members[ROW_MEMBERS]; /* that hold it, or constants and words in the reader */
    const char *remark;               /* why it is not drawn or not read; NULL: nothing */
};

#define MEMBER(type, member) (&(#type "." #member)[0 * offsetof(struct type, member)])
#define CONSTANT(name) (&(#name)[0 * (name)])

struct format_section {
    const char *title;
    const char *introduction; /* NULL: none */
    const struct format_row *rows;
    size_t count;
};

extern const struct format_section format_wdt, format_wdl, format_adt, format_mcnk, format_wmo_root,
    format_wmo_group, format_m2, format_mdx;

#endif
