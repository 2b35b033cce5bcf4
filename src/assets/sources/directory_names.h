/*
 * Which client name a file of a directory has. People point at the client's root, at the folder
 * that holds `World`, at `World` itself, at one map's folder, or at a handful of ADT files; the
 * rules are in source_directory.h.
 */
#ifndef ASSETS_SOURCES_DIRECTORY_NAMES_H
#define ASSETS_SOURCES_DIRECTORY_NAMES_H

#include <stdbool.h>

#include "base/path.h"

/* What has been seen in a directory. Zero-initialised: nothing. */
struct name_signs {
    bool world;      /* world/... */
    bool data_world; /* data/world/... */
};

/* Notes a file, `path` being below the directory, in any spelling. */
void name_signs_note(struct name_signs *signs, const char *path);

struct name_rule {
    enum {
        NAME_AS_IS,
        NAME_WITH_PREFIX,
        NAME_WITHOUT_DATA,
        NAME_LOOSE_MAP,
    } kind;
    char prefix[NAME_BYTES]; /* canonical, with its last slash; "" unless NAME_WITH_PREFIX */
};

/* Chooses by the signs, then by the directory's path as given, then by its real path. */
void name_rule_choose(struct name_rule *rule, const struct name_signs *signs, const char *path,
                      const char *real_path);

/* The canonical client name of the file at `path` below the directory; false when it has none. */
bool name_rule_apply(const struct name_rule *rule, const char *path, char name[NAME_BYTES]);

#endif
