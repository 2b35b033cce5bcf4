#include "formats/file_kinds.h"

#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "base/text.h"

static const struct {
    const char *suffix;
    enum file_kind kind;
} kinds[] = {
    {".adt", FILE_OF_MAP},  {".wdt", FILE_OF_MAP},   {".wdl", FILE_OF_MAP},
    {".wmo", FILE_OF_DATA}, {".m2", FILE_OF_DATA},   {".mdx", FILE_OF_DATA},
    {".mdl", FILE_OF_DATA}, {".skin", FILE_OF_DATA}, {".skel", FILE_OF_DATA},
    {".blp", FILE_OF_DATA}, {".dbc", FILE_OF_DATA},  {".db2", FILE_OF_DATA},
    {".mpq", FILE_OF_DATA}, {".idx", FILE_OF_DATA},  {".build.info", FILE_OF_DATA},
};

/* The parts of a tile, then those of a map. */
static const char *const suffixes[] = {
    [TILE_PART_TEX0] = "_tex0.adt",
    [TILE_PART_TEX1] = "_tex1.adt",
    [TILE_PART_OBJ0] = "_obj0.adt",
    [TILE_PART_OBJ1] = "_obj1.adt",
    [TILE_PART_LOD] = "_lod.adt",
    "_lgt.wdt",
    "_occ.wdt",
    "_fogs.wdt",
    "_mpv.wdt",
    "_preload.wdt",
};

enum file_kind file_kind_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (name_has_suffix(name, kinds[i].suffix)) {
            return kinds[i].kind;
        }
    }
    return FILE_NO_DATA;
}

const char *tile_part_suffix(enum tile_part part)
{
    return suffixes[part];
}

enum tile_part tile_part_of(const char *name)
{
    unsigned part = 0;
    while (part < TILE_PARTS && !name_has_suffix(name, suffixes[part])) {
        part++;
    }
    return (enum tile_part)part;
}

size_t file_stem_length(const char *name, size_t length)
{
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        size_t ending = strlen(suffixes[i]) - strlen(".adt");
        if (length > ending &&
            text_compare_nocase_n(name + length - ending, suffixes[i], ending) == 0) {
            return length - ending;
        }
    }
    return length;
}
