/*
 * The table of all names that the data were asked for: whether the file was there, a hash of its
 * contents, and a key that tells without reading whether it is still the same file. A dep_set
 * (assets/dep_set.h) holds indices into the table. May be used from several threads at once.
 */
#ifndef ASSETS_DEPENDENCY_H
#define ASSETS_DEPENDENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/path.h"

/*
 * The content id is the hash of the bytes that were read. These values stand for other cases; no
 * contents are expected to have them.
 */
#define CONTENT_ID_ABSENT ((struct hash128){0, 0})
#define CONTENT_ID_PRESENT ((struct hash128){1, 0}) /* asked for, and not read */
#define CONTENT_ID_BROKEN ((struct hash128){2, 0})  /* could not be read */

/*
 * Prefixes of names that are no file names. No canonical name has an empty part, so they cannot be
 * mistaken for one.
 */
#define DEP_ID "id//"                 /* a file id follows; content id: of the name it stands for */
#define DEP_PLACEMENTS "placements//" /* an ADT's name follows; only its placements were used */
#define DEP_UNREAD "unread//"         /* a file's name follows; it could not be read this time */

enum { DEP_NAME_BYTES = NAME_BYTES + sizeof DEP_PLACEMENTS };

struct dependency {
    const char *name; /* canonical, or one of those above */
    struct hash128 content_id;
    uint64_t key; /* of the file when it was read; 0: not to be relied on */
};

bool dependency_is_id(const struct dependency *dep);
bool dependency_is_placements(const struct dependency *dep);

/* Whether the content id is a hash of bytes that were read. */
bool dependency_has_contents(const struct dependency *dep);

/* The name of the file without a prefix; of an id, the whole name. */
const char *dependency_file(const struct dependency *dep);

struct dep_table;

/* NULL when out of memory. */
struct dep_table *dep_table_create(void);
void dep_table_destroy(struct dep_table *table);

/*
 * Adds a dependency, or finds it by its name, and gives its index. Of several content ids the one
 * that says most stays: contents, then broken, then present; of two contents the first. False when
 * out of memory.
 */
bool dep_table_add(struct dep_table *table, const struct dependency *dep, uint32_t *index);

/* Whether the table has `name`; *index is set then. */
bool dep_table_find(struct dep_table *table, const char *name, uint32_t *index);

/* A copy of a dependency; its name lives as long as the table. */
struct dependency dep_table_at(struct dep_table *table, uint32_t index);

#endif
