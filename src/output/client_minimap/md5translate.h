/*
 * md5translate.trs, by which clients up to 4.x find minimap tiles: `md5translate.txt` in the alpha.
 *
 *     dir: Azeroth
 *     Azeroth\map32_48.blp<TAB>0a1b...ef.blp
 *
 * A line is a logical name and the file, named by the MD5 of its bytes, in textures/Minimap. Early
 * files have the two in the other order. A name of an interior is
 * wmo\dungeon\x\x_000_00_00.blp. The lines of a folder follow its `dir:`.
 */
#ifndef OUTPUT_CLIENT_MINIMAP_MD5TRANSLATE_H
#define OUTPUT_CLIENT_MINIMAP_MD5TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* A line of ours. */
struct md5translate_line {
    const char *name; /* "Azeroth\map03_04.blp": '\' between folders, places of tiles padded */
    const char *file; /* "<MD5>.blp"; NULL: the table no longer names it */
};

struct md5translate_result {
    struct buffer text;     /* the new file */
    struct buffer replaced; /* names of files that only replaced lines refer to, each once, in byte
                               order, with a NUL behind each */
    size_t broken;          /* lines that are neither `dir:` nor two names; they are kept */
};

/*
 * Merges `lines`, which it sorts, into the table `old`, `size` bytes, 0 for none. Lines of the same
 * names are replaced, padded or not, in any case; the other lines and their order stay to the byte.
 * New lines end as those of `old` do. False when out of memory; free the result in any case.
 */
bool md5translate_merge(const char *old, size_t size, struct md5translate_line *lines, size_t count,
                        struct md5translate_result *result);

void md5translate_free(struct md5translate_result *result);

#endif
