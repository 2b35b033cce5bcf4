/*
 * BLP textures: BLP2 of all World of Warcraft clients, BLP1 of Warcraft III, which the oldest
 * clients and their tools use as well. One struct for both, levels as the file has them.
 *
 * BLP2 header, 148 bytes: "BLP2", u32 version, u8 encoding, u8 alpha depth, u8 format, u8 levels,
 * u32 width, u32 height, u32 offset[16], u32 size[16]; then 256 palette entries B, G, R, unused.
 * BLP1 header, 156 bytes: "BLP1", u32 encoding, u32 alpha depth, u32 width, u32 height, u32 type,
 * u32 levels, u32 offset[16], u32 size[16]; then the palette. With JPEG, both have in place of the
 * palette u32 size and the bytes that every level's stream begins with.
 *
 * Where the fields contradict one another, the sizes of the data decide:
 * - an alpha depth of a palette that is not 0, 1, 4 or 8 is the largest of these that fits level 0;
 * - DXT format 1 (DXT3) or 7 (DXT5) with an alpha depth below 4, or another with one of 4 or more,
 *   has blocks of the size that makes level 0 come out even, and that of its format if none does;
 * - a level may use the bytes up to the next level even when its size field says less.
 */
#ifndef FORMATS_BLP_BLP_H
#define FORMATS_BLP_BLP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum {
    BLP_LEVELS = 16,
    BLP_SIZE_MAX = 8192, /* largest width and height read; clients stop at 4096 */

    /* Of larger images half the data must be there: a few bytes may not claim a lot of memory. */
    BLP_UNCHECKED_TEXELS = 1024 * 1024,
};

enum blp_kind {
    BLP_PALETTE, /* indices, then alpha of alpha_bits each */
    BLP_DXT1,
    BLP_DXT3,
    BLP_DXT5,
    BLP_BGRA8,
    BLP_ARGB1555, /* these three are 16-bit little-endian words, first letter in the high bits */
    BLP_ARGB4444,
    BLP_RGB565,
    BLP_A8, /* black with alpha */
    BLP_JPEG,
};

struct blp_level {
    const uint8_t *data; /* borrowed from the input */
    size_t size;         /* bytes to use, all inside the input; may be less than the level needs */
};

struct blp {
    enum blp_kind kind;
    unsigned version;       /* 1 or 2 */
    uint32_t width, height; /* of level 0, 1 to BLP_SIZE_MAX */
    unsigned level_count;   /* 1 to BLP_LEVELS */
    unsigned alpha_bits;    /* 0 opaque, 1, 4 or 8 */
    struct blp_level levels[BLP_LEVELS];
    const uint8_t *palette;     /* 1024 bytes B, G, R, unused; NULL unless BLP_PALETTE */
    const uint8_t *jpeg_header; /* shared start of the JPEG streams; NULL unless BLP_JPEG */
    size_t jpeg_header_size;
    bool warned; /* this file has had its warning */
};

/*
 * Reads the header; the result borrows from `data`. A level that is missing or begins past the end
 * ends the list, data cut short is noted: one warning a file. Fails with ADTMAP_BAD_DATA when this
 * is no BLP, or nothing of level 0 is there, or, beyond BLP_UNCHECKED_TEXELS, less than half of it;
 * ADTMAP_LIMIT for a size out of range, and ADTMAP_UNSUPPORTED for BLP0 and for encodings that are
 * not read.
 */
enum adtmap_status blp_parse(const uint8_t *data, size_t size, const struct diag *diag,
                             struct blp *blp);

/* Width and height of a level: max(1, size of level 0 >> level). */
uint32_t blp_level_width(const struct blp *blp, unsigned level);
uint32_t blp_level_height(const struct blp *blp, unsigned level);

/*
 * How many levels in a row the file has whole, at least 1: the first counts however much of it is
 * there. 1 for JPEG, whose sizes do not tell.
 */
unsigned blp_stored_levels(const struct blp *blp);

/* How texels are stored, for people: "DXT5", "palette, 4-bit alpha", ...; static storage. */
const char *blp_encoding_name(const struct blp *blp);

#endif
