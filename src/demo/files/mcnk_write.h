/*
 * Writes the header and geometry of MCNK chunks, which single ADTs and the root of split ADTs share
 * (ADT/v18 of the wowdev wiki).
 */
#ifndef DEMO_FILES_MCNK_WRITE_H
#define DEMO_FILES_MCNK_WRITE_H

#include "demo/files/tile_write.h"

/* Offsets of fields from the start of the MCNK chunk. */
enum mcnk_field {
    MCNK_AT_FLAGS = 0x08,
    MCNK_AT_LAYER_COUNT = 0x14,
    MCNK_AT_DOODAD_COUNT = 0x18,
    MCNK_AT_HEIGHT = 0x1C, /* with the next field: 64 bits of holes if flag 0x10000 is set */
    MCNK_AT_NORMAL = 0x20,
    MCNK_AT_LAYER = 0x24,
    MCNK_AT_REFS = 0x28,
    MCNK_AT_ALPHA = 0x2C,
    MCNK_AT_ALPHA_SIZE = 0x30,
    MCNK_AT_SHADOW = 0x34,
    MCNK_AT_SHADOW_SIZE = 0x38,
    MCNK_AT_OBJECT_COUNT = 0x40,
    MCNK_AT_HOLES = 0x44,
    MCNK_AT_SOUNDS = 0x60,
    MCNK_AT_LIQUID = 0x68,
    MCNK_AT_LIQUID_SIZE = 0x6C,
    MCNK_AT_COLOURS = 0x7C,
};

/* Begins an MCNK. Sets index, area id and position in its header, all else is 0. Returns its
 * offset. */
size_t mcnk_begin(struct buffer *out, const struct tile *tile);

/* Sets a header field to the current offset, where a subchunk begins. */
void mcnk_put_offset(struct buffer *out, size_t begin, enum mcnk_field field);

/* Sets the holes: 4x4 bits, or the same as 8x8 bits. */
void mcnk_put_holes(struct buffer *out, size_t begin, uint16_t holes);
void mcnk_put_holes_64(struct buffer *out, size_t begin, uint16_t holes);

/* Append MCVT, heights relative to the chunk's position, and MCCV. */
void mcnk_write_heights(struct buffer *out, const struct tile *tile);
void mcnk_write_colours(struct buffer *out, const struct tile *tile);

#endif
