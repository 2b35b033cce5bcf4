/*
 * Files of a client's data by their names, of which the case does not matter: which are data at
 * all, and which stand next to a tile or a map as parts of it.
 */
#ifndef FORMATS_FILE_KINDS_H
#define FORMATS_FILE_KINDS_H

#include <stdbool.h>
#include <stddef.h>

enum file_kind {
    FILE_NO_DATA,
    FILE_OF_MAP, /* ADT, WDT, WDL */
    FILE_OF_DATA /* any other that pictures are made of, and what holds such files */
};

enum file_kind file_kind_of(const char *name);

/* Files of a split tile, other than its root. */
enum tile_part {
    TILE_PART_TEX0,
    TILE_PART_TEX1,
    TILE_PART_OBJ0,
    TILE_PART_OBJ1,
    TILE_PART_LOD,
    TILE_PARTS
};

/* What its name ends with: "_tex0.adt", ... */
const char *tile_part_suffix(enum tile_part part);

/* The part whose suffix a name has; TILE_PARTS: none. */
enum tile_part tile_part_of(const char *name);

/* Length of the first `length` bytes of a name, which are all before its extension, without what
 * tells files of one tile or map apart: "_obj0", "_lod", "_occ". */
size_t file_stem_length(const char *name, size_t length);

#endif
