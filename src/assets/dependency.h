/*
 * What is known of the names that the data were asked for (assets/dep_set.h): whether a file was
 * there, a hash of its contents, and a key by which to see without reading that it is still the
 * same file. May be used from several threads at once.
 */
#ifndef ASSETS_DEPENDENCY_H
#define ASSETS_DEPENDENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/path.h"

/*
 * What of a file decides pixels: the hash of its contents once they were read. The others are
 * values that no contents are expected to have.
 */
#define CONTENT_ID_ABSENT ((struct hash128){0, 0})
#define CONTENT_ID_PRESENT ((struct hash128){1, 0}) /* asked for, and not read */
#define CONTENT_ID_BROKEN ((struct hash128){2, 0})  /* could not be read */

/*
 * What names of notes begin with that are no names of files: no canonical name has an empty part.
 * Of an id, whose number follows, the content_id is that of the name it stands for. Of a file whose
 * name follows, it is only of which buildings it places; or CONTENT_ID_BROKEN for a failure that
 * was not the file's, and may be over when the file is read again.
 */
#define DEP_ID "id//"
#define DEP_PLACEMENTS "placing//"
#define DEP_UNREAD "unread//"

enum { DEP_NAME_BYTES = NAME_BYTES + sizeof DEP_PLACEMENTS };

struct dependency {
    const char *name; /* canonical, or one of those above */
    struct hash128 content_id;
    uint64_t key; /* of the file when it was read; 0: not to be relied on */
};

bool dependency_is_id(const struct dependency *dep);
bool dependency_is_placements(const struct dependency *dep);

/* Whether the content_id is that of contents. */
bool dependency_has_contents(const struct dependency *dep);

/* The name of the file that the note is about; of an id, the note's. */
const char *dependency_file(const struct dependency *dep);

struct dep_table;

/* NULL when out of memory. */
struct dep_table *dep_table_create(void);
void dep_table_destroy(struct dep_table *table);

/*
 * Notes `name` and gives its index. Of several content ids the one that says most stays: contents,
 * then broken, then present; of two contents the first. False when out of memory.
 */
bool dep_table_add(struct dep_table *table, const struct dependency *dep, uint32_t *index);

/* Whether anything is noted of `name`; *index is set then. */
bool dep_table_find(struct dep_table *table, const char *name, uint32_t *index);

/* A copy of a dep; its name lives as long as the notes. */
struct dependency dep_table_at(struct dep_table *table, uint32_t index);

#endif
