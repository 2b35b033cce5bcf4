/*
 * The files that a source stores under a file id ("123.adt" or "123", in any folder), by their ids
 * and by their names in a listfile. Clients extracted without names can be used in this way.
 */
#ifndef ASSETS_SOURCES_STORED_NAMES_H
#define ASSETS_SOURCES_STORED_NAMES_H

#include "assets/sources/listfile.h"
#include "assets/sources/source.h"

struct stored_names;

/* The file id in a name such as "123.adt", in any folder; 0 if there is none. */
uint32_t stored_file_id(const char *name);

/*
 * Makes the table of `source`, which must outlive it, as must `listfile`, which may be NULL. *names
 * is NULL without an error if the source has no such files. ADTMAP_NO_MEMORY.
 */
enum adtmap_status stored_names_make(const struct source *source, const struct listfile *listfile,
                                     const struct diag *diag, struct stored_names **names);
void stored_names_free(struct stored_names *names); /* NULL is fine */

/* The names of the listfile, in byte order, without duplicates; borrowed. */
size_t stored_names_count(const struct stored_names *names);
const char *stored_names_at(const struct stored_names *names, size_t index);

/* How many of them come before this one. */
size_t stored_names_lower_bound(const struct stored_names *names, const char *name);

/* The name under which the source has the file with a name, or an id. NULL if there is none, or if
 * `names` is NULL. */
const char *stored_names_find(const struct stored_names *names, const char *canonical);
const char *stored_names_of_id(const struct stored_names *names, uint32_t file_id);

#endif
