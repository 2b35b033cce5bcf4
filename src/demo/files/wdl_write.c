#include "demo/files/wdl_write.h"

#include "base/buffer.h"
#include "base/portable_math.h"
#include "demo/files/chunk_write.h"
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
        uint32_t bits = 0;
        for (int32_t column = 0; column < CHUNKS_PER_TILE; column++) {
            bits |= (uint32_t)(surface_holes(world, left + column, top + row) == ALL_HOLES)
                    << column;
        }
        buffer_u16le(out, (uint16_t)bits);
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
    chunk_version(&out, WDL_VERSION);
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
    return tile_write_file(directory, "Demo.wdl", &out, diag);
}
