/* Writes the contents of terrain chunks that all eras share. Headers and offsets differ by era. */
#ifndef DEMO_FILES_TILE_WRITE_H
#define DEMO_FILES_TILE_WRITE_H

#include "base/buffer.h"
#include "base/diag.h"
#include "demo/files/alpha_write.h"
#include "demo/files/era.h"
#include "demo/files/placement_write.h"
#include "demo/world/ground.h"
#include "demo/world/world.h"

enum {
    GRID_TILES = 64,
    TILE_CHUNKS = CHUNKS_PER_TILE * CHUNKS_PER_TILE,
    CHUNK_VERTICES = 145,
    MCNR_PADDING_BYTES = 13,
};

/* MCLY flags. */
enum { LAYER_OVERBRIGHT = 0x80, LAYER_ALPHA = 0x100, LAYER_ALPHA_COMPRESSED = 0x200 };

/* State while a tile is written, chunk by chunk. */
struct tile {
    const struct world *world;
    const struct ground *ground;
    const struct era *era;
    int32_t x, y;                                /* in the world, 0..7 each */
    int texture_count;                           /* number of materials in the tile */
    enum texture texture[GROUND_MATERIAL_COUNT]; /* those materials, ascending */
    int texture_of[GROUND_MATERIAL_COUNT];       /* index of each in that list; -1: unused */
    struct placement_list placements;            /* the buildings that touch it */
    int32_t column, row;                         /* of the current chunk, in the tile */
    int32_t chunk_x, chunk_y;                    /* of the current chunk, in the world */
    struct ground_chunk chunk;                   /* its layers */
    uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS]; /* the layers' weights, see alpha_shares */
};

/* Makes chunk `number`, 0..255 in rows, the current one. */
void tile_begin_chunk(struct tile *tile, int32_t number);

/* Appends 145 heights relative to `base_yd`. */
void tile_write_heights(struct buffer *out, const struct tile *tile, float base_yd);

/* Height of the chunk's north-west corner. */
float tile_base_yd(const struct tile *tile);

/* Appends 145 normals: north, west, up. The caller appends the padding. */
void tile_write_normals(struct buffer *out, const struct tile *tile);

/* Appends 145 colours: blue, green, red, unused. */
void tile_write_colors(struct buffer *out, const struct tile *tile);

/* Appends the entries of MCLY to `out` and the contents of MCAL to `alphas`. */
void tile_write_layers(struct buffer *out, struct buffer *alphas, struct tile *tile);

/* Whether any texel of the chunk lies in shadow. */
bool tile_is_shaded(const struct tile *tile);

/* Writes one tile. Several tiles are written at the same time. */
typedef enum adtmap_status tile_visit(void *user, struct tile *tile, const struct diag *diag);

/*
 * Calls `visit` for every tile of the world that has a file, whose position, textures and
 * placements are set. Visits all tiles and returns the first failure.
 */
enum adtmap_status tile_each(const struct world *world, const struct ground *ground,
                             const struct era *era, tile_visit *visit, void *user,
                             const struct diag *diag);

/* Whether entry `index` = 64 y + x of MAIN is a tile of the world; `number` gets 8 y + x in it. */
bool tile_of_grid(int32_t index, int32_t *number);

#endif
