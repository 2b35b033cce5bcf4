/* Where the keys and values of a site file stand: line and column, for messages. */
#ifndef CLI_SITE_SITE_MARKS_H
#define CLI_SITE_SITE_MARKS_H

#include <stdbool.h>

#include "base/diag.h"
#include "cli/site/site_keys.h"

/* A place in a site file: an entry of a section, a key in it, or a value of the key's list. */
struct site_place {
    enum site_section section;
    size_t entry;    /* of a section that repeats */
    const char *key; /* NULL: the entry itself */
    size_t item;     /* of a value that is a list */
    bool is_key;     /* the key, not its value */
};

struct site_mark {
    size_t line; /* from 1; 0: no such place */
    size_t column;
};

struct site_marks;

/* Reads the tree of a document. ADTMAP_BAD_DATA, which says where, for a text that is no YAML,
 * has several documents, or a NUL character in a value; ADTMAP_NO_MEMORY. */
enum adtmap_status site_marks_read(const void *text, size_t size, const struct diag *diag,
                                   struct site_marks **marks);

/* NULL-safe. */
void site_marks_free(struct site_marks *marks);

/* Whether the document is a mapping of keys to values. */
bool site_marks_has_keys(const struct site_marks *marks);

/* The place, or the nearest around it that exists. Of keys that stand there twice, the last. */
struct site_mark site_marks_find(const struct site_marks *marks, const struct site_place *place);

/* Whether the key of the place exists. */
bool site_marks_has(const struct site_marks *marks, const struct site_place *place);

/* The text of a value that is a single one; NULL for others. Borrowed. */
const char *site_marks_text(const struct site_marks *marks, const struct site_place *place);

#endif
