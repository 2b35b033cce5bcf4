/*
 * Paths of the operating system, and names as client files write them: case does not matter, `\`
 * and `/` are the same.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Longest client name handled, with its NUL. Clients cut off at 260. */
enum { NAME_BYTES = 512 };

/* "a" + "b" -> "a/b" from malloc; NULL when out of memory. */
char *path_join(const char *directory, const char *name);

/*
 * Whether a client can have a file of this name: it has an end within NAME_BYTES, and does not
 * begin with it. Tables refer to the names in a block by offset, to the parts of one without an end
 * as well; so what is no name must not be kept or compared.
 */
bool name_is_short(const char *name);

/* The part behind the last '/' or '\'. Points into `path`. */
const char *path_base(const char *path);

/* The directory part from malloc: "a/b" -> "a", "b" -> ".". NULL when out of memory. */
char *path_directory(const char *path);

/*
 * Canonical form of a client name: '\' and runs of slashes become one '/', ASCII letters lower
 * case, leading "./" dropped. False, and nothing to use in `canonical`, for a name that is empty,
 * too long, absolute, on a drive, has a ".." or "." component, or a control character: such a name
 * never reaches the file system.
 */
bool name_canonical(const char *name, char canonical[NAME_BYTES]);

/* Compares as clients do: ASCII case ignored, '\' equals '/'. Returns as strcmp. */
int name_compare(const char *a, const char *b);

/* Whether `name` ends in `suffix`, ASCII case ignored. */
bool name_has_suffix(const char *name, const char *suffix);

#endif
