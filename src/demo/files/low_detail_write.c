#include "demo/files/low_detail_write.h"

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/files/tile_write.h"
#include "demo/world/surface.h"

enum { WDL_VERSION = 18, ALL_HOLES = 0xFFFF };

/* Appends count x count heights, a chunk apart, the first one `first` nodes inside the tile. */
static void write_heights(struct buffer *out, const struct world *world, int32_t number,
                          int32_t count, int32_t first)
{
    int32_t left = number % WORLD_TILES * NODES_PER_TILE + first;
    int32_t top = number / WORLD_TILES * NODES_PER_TILE + first;
    for (int32_t row = 0; row < count; row++) {
        for (int32_t column = 0; column < count; column++) {
            int32_t node =
                lattice_node(left + column * NODES_PER_CHUNK, top + row * NODES_PER_CHUNK);
            double yards = portable_floor((double)world->height_yd[node] + 0.5);
            buffer_u16le(out, (uint16_t)(int16_t)yards);
        }
    }
}

static void write_holes(struct buffer *out, const struct world *world, int32_t number)
{
    int32_t left = number % WORLD_TILES * CHUNKS_PER_TILE;
    int32_t top = number / WORLD_TILES * CHUNKS_PER_TILE;
    for (int32_t row = 0; row < CHUNKS_PER_TILE; row++) {
        bool open[CHUNKS_PER_TILE];
        for (int32_t column = 0; column < CHUNKS_PER_TILE; column++) {
            open[column] = surface_holes(world, left + column, top + row) == ALL_HOLES;
        }
        chunk_bits(out, open, CHUNKS_PER_TILE);
    }
}

static void write_tile(struct buffer *out, const struct world *world, int32_t number)
{
    size_t mare = chunk_begin(out, "MARE");
    write_heights(out, world, number, CHUNKS_PER_TILE + 1, 0);
    write_heights(out, world, number, CHUNKS_PER_TILE, NODES_PER_CHUNK / 2);
    chunk_end(out, mare);
    size_t maho = chunk_begin(out, "MAHO");
    write_holes(out, world, number);
    chunk_end(out, maho);
}

enum adtmap_status wdl_write(const char *directory, const struct world *world,
                             const struct diag *diag)
{
    struct buffer out = {0};
    CHUNK_U32(&out, "MVER", WDL_VERSION);
    size_t maof = chunk_begin(&out, "MAOF");
    size_t places = out.size;
    chunk_zeros(&out, 4 * GRID_TILES * GRID_TILES);
    chunk_end(&out, maof);
    for (int32_t i = 0; i < GRID_TILES * GRID_TILES; i++) {
        int32_t number;
        if (tile_of_grid(i, &number)) {
            chunk_put_u32(&out, places + 4 * (size_t)i, out.size);
            write_tile(&out, world, number);
        }
    }
    return chunk_write_file(directory, "Demo.wdl", &out, diag);
}

/* ---- LOD files (ADT/v18 of the wowdev wiki: MLHD, MLVH, MLVI, MLLL, MLND, MLSI) ---- */

enum {
    OUTER = 8 * CHUNKS_PER_TILE, /* quads along a tile; vertices are one more */
    LOD_QUADS = 16,              /* along a tile, of the level that is written */
    LOD_STEP = OUTER / LOD_QUADS,
    LOD_INDICES = 6 * LOD_QUADS * LOD_QUADS,
};

static double height_at(const struct world *world, int32_t x, int32_t y, int32_t column,
                        int32_t row)
{
    return (double)
        world->height_yd[lattice_node(x * NODES_PER_TILE + column, y * NODES_PER_TILE + row)];
}

void lod_write(struct buffer *out, const struct world *world, int32_t x, int32_t y)
{
    double range[2] = {1e9, -1e9};
    for (int32_t v = 0; v < (OUTER + 1) * (OUTER + 1); v++) {
        double height = height_at(world, x, y, 2 * (v % (OUTER + 1)), 2 * (v / (OUTER + 1)));
        range[0] = height < range[0] ? height : range[0];
        range[1] = height > range[1] ? height : range[1];
    }
    CHUNK_U32(out, "MVER", WDL_VERSION);
    size_t begin = chunk_begin(out, "MLHD");
    PUT_F32(out, 0.0, 0.0, 0.0, range[0], TILE_YD, TILE_YD, range[1]); /* flags, a box */
    chunk_end(out, begin);
    begin = chunk_begin(out, "MLVH"); /* outer vertices, two nodes apart, then inner ones */
    for (int32_t inner = 0; inner < 2; inner++) {
        int32_t edge = OUTER + 1 - inner;
        for (int32_t v = 0; v < edge * edge; v++) {
            buffer_f32le(
                out, (float)height_at(world, x, y, 2 * (v % edge) + inner, 2 * (v / edge) + inner));
        }
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MLVI");
    for (int32_t q = 0; q < LOD_QUADS * LOD_QUADS; q++) {
        int32_t corner = q / LOD_QUADS * LOD_STEP * (OUTER + 1) + q % LOD_QUADS * LOD_STEP;
        const int32_t right = LOD_STEP;
        const int32_t down = LOD_STEP * (OUTER + 1);
        const int32_t corners[6] = {0, down, right, right, down, down + right};
        for (int k = 0; k < 6; k++) {
            buffer_u16le(out, (uint16_t)(corner + corners[k]));
        }
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MLLL"); /* one level */
    buffer_f32le(out, 32.0F);
    PUT_U32(out, LOD_INDICES, 0, 0, 0);
    chunk_end(out, begin);
    CHUNK_U32(out, "MLND", 0, LOD_INDICES, 0, 0, 0, 0); /* one node of the tree: the whole tile */
    begin = chunk_begin(out, "MLSI");                   /* a skirt hangs from the northern edge */
    for (int k = 0; k <= LOD_QUADS; k++) {
        buffer_u16le(out, (uint16_t)(k * LOD_STEP));
    }
    chunk_end(out, begin);
}
