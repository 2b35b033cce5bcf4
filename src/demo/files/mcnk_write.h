/*
 * MCNK with the header of version 18, as one-file ADTs and the root of split ones have it, and its
 * geometry (ADT/v18 of the wowdev wiki).
 */
#ifndef DEMO_FILES_MCNK_WRITE_H
#define DEMO_FILES_MCNK_WRITE_H

#include "demo/files/tile_write.h"

/* Offsets of fields in the MCNK header, counted from the chunk's first letter. */
enum mcnk_field {
    MCNK_AT_FLAGS = 0x08,
    MCNK_AT_LAYER_COUNT = 0x14,
    MCNK_AT_HEIGHT = 0x1C, /* and the next: 8 bytes of holes where flag 0x10000 is set */
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

/* Begins an MCNK: place, area and corner are set, all else in the header is 0. Returns where. */
size_t mcnk_begin(struct buffer *out, const struct tile *tile);

/* Notes in the header that a sub-chunk begins here. */
void mcnk_mark(struct buffer *out, size_t begin, enum mcnk_field field);

/* Holes of 4x4 bits, or each of them as 2x2 bits of 64. */
void mcnk_put_holes(struct buffer *out, size_t begin, uint16_t holes);
void mcnk_put_holes_64(struct buffer *out, size_t begin, uint16_t holes);

/* MCVT, counted from the corner, and MCCV. */
void mcnk_write_heights(struct buffer *out, const struct tile *tile);
void mcnk_write_colours(struct buffer *out, const struct tile *tile);

#endif
