/* Shared code of the ADT targets. */
#ifndef TESTS_FUZZ_FUZZ_ADT_H
#define TESTS_FUZZ_FUZZ_ADT_H

#include "formats/adt/adt.h"
#include "formats/adt/blend_meshes.h"
#include "formats/adt/mcal.h"
#include "fuzz/fuzz.h"

static inline struct adt_bytes fuzz_bytes(struct fuzz_part part)
{
    return (struct adt_bytes){.data = part.size ? part.data : NULL, .size = part.size};
}

static inline void fuzz_spread_shadows(const struct adt_tile *tile)
{
    uint8_t texels[MCAL_TEXELS];
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].present && tile->chunks[i].shadow) {
            mcsh_spread(tile->chunks[i].shadow, texels);
        }
    }
}

/* adt_doodad_wanted: some of them. */
static inline bool fuzz_wants_doodad(const char *name)
{
    return name[0] & 1;
}

/* Reads a whole tile; then its textures alone. The properties of its map are derived from the size
 * of the input. */
static inline void fuzz_read_tile(const struct adt_files *files)
{
    static const struct adt_request requests[] = {
        {0, ADT_ALPHA_INFER, false, ADTMAP_EDGE_AUTO, {0}, NULL},
        {ADT_GROUND | ADT_LIQUIDS, ADT_ALPHA_4BIT, false, ADTMAP_EDGE_KEEP, {1, 15, 0, 16}, NULL},
        {0, ADT_ALPHA_8BIT, true, ADTMAP_EDGE_FIX, {0}, NULL},
        {ADT_LIQUIDS | ADT_PLACEMENTS,
         ADT_ALPHA_INFER,
         false,
         ADTMAP_EDGE_AUTO,
         {0},
         fuzz_wants_doodad}};
    struct fuzz_diag listener;
    struct arena arena = {0};
    struct adt_tile *tile;
    uint32_t x;
    uint32_t y;
    fuzz_listen(&listener);
    if (adt_read(files, &requests[files->root.size % 4], &arena, &listener.diag, &tile) ==
            ADTMAP_OK &&
        tile->chunks) {
        adt_tile_place(tile, &x, &y);
        fuzz_spread_shadows(tile);
    }
    static const struct adt_request textures = {
        ADT_TEXTURES, ADT_ALPHA_INFER, false, ADTMAP_EDGE_AUTO, {0}, NULL};
    adt_read(files, &textures, &arena, &listener.diag, &tile);
    struct blend_meshes blend;
    blend_meshes_read(&files->root, &arena, &listener.diag, &blend);
    adt_hash_placements(files->root.data, files->root.size);
    adt_hash_placements(files->obj0.data, files->obj0.size);
    arena_free(&arena);
}

#endif
