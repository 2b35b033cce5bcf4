/*
 * Terrain of one tile as client files hold it: what the chunks of all eras contain, without the
 * headers round it, which differ.
 */
#ifndef DEMO_FILES_TILE_WRITE_H
#define DEMO_FILES_TILE_WRITE_H

#include "base/buffer.h"
#include "base/diag.h"
#include "demo/files/alpha_write.h"
#include "demo/files/object_write.h"
#include "demo/world/ground.h"
#include "demo/world/world.h"

enum {
    GRID_TILES = 64,
    TILE_CHUNKS = CHUNKS_PER_TILE * CHUNKS_PER_TILE,
    CHUNK_VERTICES = 145,
    MCNR_PADDING_BYTES = 13,
};

/* MCLY flags. */
enum { LAYER_ALPHA = 0x100, LAYER_RUNS = 0x200 };

/* MCNK flags. */
enum {
    MCNK_SHADOW = 0x1,
    MCNK_IMPASSABLE = 0x2,
    MCNK_COLOURS = 0x40,
    MCNK_KEEP_EDGE = 0x8000,
    MCNK_HOLES_64 = 0x10000,
};

enum alpha_depth { ALPHA_4BIT, ALPHA_8BIT };

/* In which order the vertices of a chunk stand. */
enum vertex_order {
    VERTICES_BY_ROW,      /* 9 outer, 8 inner, 9 outer, ... */
    VERTICES_OUTER_FIRST, /* 81 outer, then 64 inner */
};

/* One tile under way, one chunk of it at a time. */
struct tile {
    const struct world *world;
    const struct ground *ground;
    enum alpha_depth depth;
    enum map_edge edge;
    enum vertex_order order;
    int32_t x, y;                                        /* in the world, 0..7 each */
    int texture_count;                                   /* how many materials the tile uses */
    enum ground_material texture[GROUND_MATERIAL_COUNT]; /* which, in ascending order */
    int texture_of[GROUND_MATERIAL_COUNT];       /* and where each is in that list; -1: unused */
    struct object_list objects;                  /* the buildings that touch it */
    int32_t column, row;                         /* of the chunk under way, in the tile */
    int32_t chunk_x, chunk_y;                    /* and in the world */
    struct ground_chunk chunk;                   /* its ground */
    uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS]; /* and the same in shares of the whole */
};

/* Goes to a chunk, 0..255 in rows. */
void tile_begin_chunk(struct tile *tile, int32_t number);

/* 145 heights, counted from `base_yd`. */
void tile_write_heights(struct buffer *out, const struct tile *tile, float base_yd);

/* Height of the chunk's north-west corner. */
float tile_base(const struct tile *tile);

/* 145 normals, north, west, up; the padding behind them is the caller's. */
void tile_write_normals(struct buffer *out, const struct tile *tile);

/* 145 colours, blue, green, red, unused. */
void tile_write_colours(struct buffer *out, const struct tile *tile);

/* Entries of MCLY to `out`, contents of MCAL to `alphas`. */
void tile_write_layers(struct buffer *out, struct buffer *alphas, struct tile *tile);

/* Whether any texel of the chunk lies in shadow. */
bool tile_is_shaded(const struct tile *tile);

/* MCNK_IMPASSABLE in chunks of high mountains, else 0. */
uint32_t tile_barrier(const struct tile *tile);

/* North and west coordinate of the chunk's north-west corner. */
void tile_write_corner(struct buffer *out, const struct tile *tile);

/* Names of the tile's textures, each with its NUL, backslashes between folders. */
void tile_write_names(struct buffer *out, const struct tile *tile);

/* Appends `name` with its NUL, backslashes between folders. */
void tile_write_name(struct buffer *out, const char *name);

/* Makes one tile's part of the map; several tiles are made at once. */
typedef enum adtmap_status tile_visit(void *user, struct tile *tile, const struct diag *diag);

/*
 * Calls `visit` with a copy of `form`, begun, for every tile of the world that has a file. The
 * first failure is returned, but all tiles are visited.
 */
enum adtmap_status tile_each(const struct tile *form, tile_visit *visit, void *user,
                             const struct diag *diag);

/* Writes `out` to directory/name unless it failed, and frees it. */
enum adtmap_status tile_write_file(const char *directory, const char *name, struct buffer *out,
                                   const struct diag *diag);

/* Entry `index` of MAIN, 64 y + x: whether there is a tile, and which one of the world. */
bool tile_of_grid(int32_t index, int32_t *number);

#endif
