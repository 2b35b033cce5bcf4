/*
 * md5translate.trs, by which clients up to 4.x find minimap tiles: `md5translate.txt` in the alpha.
 *
 *     dir: Azeroth
 *     Azeroth\map32_48.blp<TAB>0a1b...ef.blp
 *
 * A line is a logical name and the file, named by the MD5 of its bytes, in textures/Minimap. Early
 * files have the two in the other order. Other lines, such as those of WMO interiors, are kept.
 */
#ifndef OUTPUT_CLIENT_MINIMAP_MD5TRANSLATE_H
#define OUTPUT_CLIENT_MINIMAP_MD5TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/tile_set.h"

enum { MINIMAP_HEX_BYTES = 33 };

/* The tiles of a map that are written: y * 64 + x. */
struct minimap_tiles {
    struct tile_set tiles;
    char hex[TILE_SET_TILES][MINIMAP_HEX_BYTES]; /* MD5 of the file, lower case */
};

struct md5translate_result {
    struct buffer text;     /* the new file */
    struct buffer replaced; /* NUL-terminated names of files that only replaced lines refer to */
    size_t broken;          /* lines that are neither `dir:` nor two names; they are kept */
};

/*
 * Merges a map's tiles into the table `old`, `size` bytes, 0 for none. Lines of these tiles are
 * replaced, padded or not, in any case; the other lines and their order stay. Lines end as those of
 * `old` do. False when out of memory; free the result in any case.
 */
bool md5translate_merge(const char *old, size_t size, const char *map,
                        const struct minimap_tiles *tiles, struct md5translate_result *result);

void md5translate_free(struct md5translate_result *result);

#endif
