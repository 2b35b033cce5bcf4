/* The kinds of changes between two versions of a tile, and their counts (tile_diff.h). */
#ifndef COMPARE_TILE_CHANGE_H
#define COMPARE_TILE_CHANGE_H

#include "formats/adt/adt.h"

enum change_kind {
    CHANGE_HEIGHT,     /* vertices; largest in yards */
    CHANGE_NORMALS,    /* vertices */
    CHANGE_COLORS,     /* vertices: colour, or light of lamps */
    CHANGE_TEXTURES,   /* layers: with another ground texture, or a repainted one; added, removed */
    CHANGE_ALPHA,      /* texels of chunks with the same number of layers; largest 0..1 */
    CHANGE_SHADOWS,    /* texels */
    CHANGE_HOLES,      /* quads */
    CHANGE_AREAS,      /* chunks */
    CHANGE_IMPASSABLE, /* chunks */
    CHANGE_LIQUIDS,    /* quads; largest in yards where both have liquid */
    CHANGE_WMOS,       /* placements added, moved, removed */
    CHANGE_DOODADS,    /* the same */
    CHANGE_KINDS
};

/* The name of a kind in reports, "height"; and what `count` counts, "vertex" or "vertices". */
const char *change_kind_name(enum change_kind kind);
const char *change_kind_unit(enum change_kind kind, uint64_t count);

struct change {
    uint32_t chunk_count; /* chunks that differ; 0 for placements */
    uint64_t count;       /* what is counted stands at the kind; 0: nothing differs */
    double largest;       /* greatest difference; 0 where the kind has none */
};

/* A ground texture that layers of the new version have in place of others, or have no longer. */
struct texture_change {
    const char *name;  /* borrowed from the sides */
    uint32_t added_to; /* layers */
    uint32_t removed_from;
    uint32_t repainted_in; /* layers of both versions: the file looks different */
};

/* Chunks that went from one area to another. */
struct area_change {
    uint32_t old_id, new_id;
    uint32_t chunk_count;
};

struct tile_diff {
    struct change changes[CHANGE_KINDS]; /* those of placements are left at 0 */
    struct texture_change *textures;     /* in order of first use */
    uint32_t texture_count;
    struct area_change *areas;
    uint32_t area_count;
};

/* One version of a tile. */
struct tile_side {
    const struct adt_tile *adt;  /* liquids with the classes of the client's table */
    const char *const *textures; /* of adt->textures, the canonical names */
    const bool *repainted; /* of them, those that look different in the other version; NULL: none */
};

/* Counts `count` differences of a chunk. */
static inline void change_add(struct change *change, uint64_t count, double largest)
{
    change->chunk_count += count > 0;
    change->count += count;
    change->largest = change->largest > largest ? change->largest : largest;
}

#endif
