/*
 * Paths of the operating system (path_*), and names in client files (name_*), in which case does
 * not matter and `\` equals `/`.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Size of the longest path, with its NUL: PATH_MAX of Linux. That of Windows is 260, which is less
 * than it takes. */
enum { PATH_BYTES_MAX = 4096 };

/* Size of the longest supported client name, with its NUL. Clients truncate names at 260. */
enum { NAME_BYTES = 512 };

/* How a system spells paths: os/file.h has that of this one. */
enum path_style {
    PATH_SLASHES, /* "/a/b"; a backslash is part of a name */
    PATH_DRIVES,  /* "C:/a/b" and "//server/share/a" too, with either slash */
};

/* Turns what separates parts into '/', which all functions below expect. */
void path_spell(char *path, enum path_style style);

/* Whether `path` leads to the same place from every folder, or begins at a drive's own current
 * folder ("C:a"): such paths are not put behind a folder. */
bool path_is_absolute(const char *path, enum path_style style);

/* Whether `path` begins at the current folder of a drive, as "C:a" and "C:" do: no name may be put
 * behind those. */
bool path_is_of_drive(const char *path, enum path_style style);

/* Whether `path` is "/" or, where drives are, "C:/". */
bool path_is_root(const char *path, enum path_style style);

/* "a" + "b" -> "a/b" from malloc; NULL when out of memory. */
char *path_join(const char *directory, const char *name);

/*
 * Whether `name` is not empty and has its NUL within NAME_BYTES. Tables refer to names in a block
 * by offset, and damaged ones can refer to text without an end. Such text must not be stored or
 * compared.
 */
bool name_is_short(const char *name);

/* Whether `path` is `directory` or lies below it; both absolute and without links. */
bool path_is_within(const char *path, const char *directory);

/* The part after the last '/' or '\'. Points into `path`. */
const char *path_base(const char *path);

/* The directory part from malloc: "a/b" -> "a", "b" -> ".", "/a" -> "/", "C:/a" -> "C:/". NULL when
 * out of memory. */
char *path_directory(const char *path);

/*
 * Converts a client name to its canonical form: one '/' for every '\' and run of slashes, ASCII
 * letters in lower case, no leading "./". False if the name is empty, too long, absolute, has a
 * drive, a ".." or "." component, or a control character; `canonical` is then undefined. Only
 * canonical names reach the file system.
 */
bool name_canonical(const char *name, char canonical[NAME_BYTES]);

/* The canonical form in `canonical`, or the name itself if it has none: for keys and messages. */
const char *name_canonical_or_itself(const char *name, char canonical[NAME_BYTES]);

/* The UTF-8 of a name in Windows-1252, in which western clients and their tools write. False if the
 * name is UTF-8 already, as ASCII is, is no text of that code page, or becomes too long. */
bool name_from_windows_1252(const char *name, char utf8[NAME_BYTES]);

/* Compares client names: ASCII case is ignored, '\' equals '/'. Returns a value like strcmp. */
int name_compare(const char *a, const char *b);

/* Whether `name` ends in `suffix`, ASCII case ignored. */
bool name_has_suffix(const char *name, const char *suffix);

#endif
