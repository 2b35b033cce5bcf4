/*
 * Builds ADT and WDT files for tests from the documents (ADT/v18, WDT, Alpha), without code of the
 * readers. Contents follow from formulas, which tests can call. Errors are part of the plan, or
 * tests overwrite fields afterwards.
 */
#ifndef TESTS_ADT_BUILDER_H
#define TESTS_ADT_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum {
    BUILT_CHUNKS = 256,
    BUILT_VERTICES = 145,
    BUILT_LAYERS_MAX = 12,
    BUILT_PARTS_MAX = 12,
};

/* MCNK flags. */
enum {
    BUILT_FLAG_SHADOW = 0x1,
    BUILT_FLAG_RIVER = 0x4,
    BUILT_FLAG_COLORS = 0x40,
    BUILT_FLAG_FIXED = 0x8000,
    BUILT_FLAG_HOLES_64 = 0x10000,
};

enum built_alpha { BUILT_ALPHA_NONE, BUILT_ALPHA_4BIT, BUILT_ALPHA_8BIT, BUILT_ALPHA_RUNS };

struct built_layer {
    uint32_t texture;
    uint32_t flags; /* MCLY: 0x100 has alpha, 0x200 run-length coded */
    enum built_alpha alpha;
};

/* Unusual or wrong properties of a file. */
enum adt_trait {
    ADT_ZERO_MHDR = 1 << 0,        /* offsets of MHDR are 0 */
    ADT_NO_MCIN = 1 << 1,          /* no MCIN */
    ADT_ZERO_MCIN = 1 << 2,        /* entries of MCIN are 0 */
    ADT_STRAY_BYTES = 1 << 3,      /* 8 bytes that are not a chunk, before the first MCNK */
    ADT_ZERO_OFFSETS = 1 << 4,     /* offsets of sub-chunks in MCNK are 0 */
    ADT_MCAL_SIZE_ZERO = 1 << 5,   /* MCAL's own size field is 0; sizeAlpha is right */
    ADT_MCAL_SIZE_HUGE = 1 << 6,   /* MCAL's own size field is 0x7fffffff */
    ADT_ALPHA_BYTES_ZERO = 1 << 7, /* sizeAlpha is 0; MCAL's own size field is right */
    ADT_MCNR_448 = 1 << 8,         /* MCNR's size includes its padding */
    ADT_MCNR_BARE = 1 << 9,        /* MCNR has no padding */
    ADT_MCLQ_SIZE_ZERO = 1 << 10,  /* an MCLQ of one liquid, with size field 0, before MCAL */
    ADT_ZERO_INDICES = 1 << 11,    /* IndexX and IndexY are 0 in every MCNK */
};

/* A zeroed plan builds a file without chunks. */
struct adt_plan {
    uint32_t tile_x, tile_y;
    uint32_t chunk_count; /* MCNKs, from the north-west */
    uint32_t flags;       /* of every MCNK; they decide its subchunks */
    uint16_t holes;
    uint8_t holes_64[8];
    uint32_t texture_count;
    uint32_t layer_count;
    struct built_layer layers[BUILT_LAYERS_MAX];
    uint32_t doodad_refs, object_refs;
    unsigned traits;  /* enum adt_trait */
    const char *omit; /* a subchunk to omit, or NULL */
};

struct adt_built {
    struct buffer bytes;
    size_t mhdr, mcin, mtex; /* offsets of their FourCCs */
    size_t mcnk[BUILT_CHUNKS];
    struct {
        char id[5];
        size_t offset;
    } parts[BUILT_CHUNKS][BUILT_PARTS_MAX];
};

void adt_build(const struct adt_plan *plan, struct adt_built *built);
void adt_built_free(struct adt_built *built);

/* The offset of a subchunk's FourCC; 0 if the file does not have it. */
size_t adt_built_part(const struct adt_built *built, uint32_t chunk, const char *id);

/* The contents of the file. Heights are absolute; colours are red, green, blue. */
float built_height(uint32_t chunk, uint32_t vertex);
int8_t built_normal(uint32_t chunk, uint32_t vertex, uint32_t axis);
uint8_t built_color(uint32_t chunk, uint32_t vertex, uint32_t channel);
bool built_shadow(uint32_t chunk, uint32_t x, uint32_t y);
uint32_t built_ref(uint32_t chunk, uint32_t index);

/* A texel of a layer as a 0..255 value before any edge fix. */
uint8_t built_texel(uint32_t chunk, uint32_t layer, enum built_alpha kind, uint32_t x, uint32_t y);

struct wdt_plan {
    uint32_t flags; /* MPHD */
    uint32_t tile_count;
    struct {
        uint32_t x, y, flags; /* MAIN entry */
    } tiles[8];
    const char *global_wmo; /* MWMO, or NULL for none */
    const char *omit;       /* a chunk to omit, or NULL */
};

/* Appends a WDT to `bytes`. */
void wdt_build(const struct wdt_plan *plan, struct buffer *bytes);

/* Overwrites 4 bytes, or reads them. */
void put_u32(struct buffer *bytes, size_t offset, uint32_t value);
uint32_t get_u32(const struct buffer *bytes, size_t offset);
void append_zeroes(struct buffer *bytes, size_t count);

/* Begins a chunk; end_chunk writes its size. Returns the offset of its FourCC. */
size_t begin_chunk(struct buffer *bytes, const char *id);
void end_chunk(struct buffer *bytes, size_t begin);

#endif
