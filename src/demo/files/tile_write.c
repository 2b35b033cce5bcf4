#include "demo/files/tile_write.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/bytes/parallel.h"
#include "demo/textures/noise.h"
#include "demo/textures/texture.h"
#include "demo/world/surface.h"

enum { OUTER_VERTICES = 81 };

/* The lattice node of vertex `v` of the chunk, in the order of the file. */
static void vertex_node(const struct tile *tile, int v, int32_t node[2])
{
    int32_t i = 0;
    int32_t j = 0;
    if (tile->era->shape != MAP_ALPHA) {
        int rest = v % 17;
        i = rest < 9 ? 2 * rest : 2 * (rest - 9) + 1;
        j = 2 * (v / 17) + (rest < 9 ? 0 : 1);
    } else if (v < OUTER_VERTICES) {
        i = 2 * (v % 9);
        j = 2 * (v / 9);
    } else {
        i = 2 * ((v - OUTER_VERTICES) % 8) + 1;
        j = 2 * ((v - OUTER_VERTICES) / 8) + 1;
    }
    node[0] = tile->chunk_x * NODES_PER_CHUNK + i;
    node[1] = tile->chunk_y * NODES_PER_CHUNK + j;
}

float tile_base_yd(const struct tile *tile)
{
    int32_t corner = lattice_node(tile->chunk_x * NODES_PER_CHUNK, tile->chunk_y * NODES_PER_CHUNK);
    return tile->world->height_yd[corner];
}

void tile_write_heights(struct buffer *out, const struct tile *tile, float base_yd)
{
    for (int v = 0; v < CHUNK_VERTICES; v++) {
        int32_t node[2];
        vertex_node(tile, v, node);
        buffer_f32le(out, tile->world->height_yd[lattice_node(node[0], node[1])] - base_yd);
    }
}

static uint8_t signed_byte(double value)
{
    return (uint8_t)(int32_t)portable_floor(value * 127.0 + 0.5);
}

void tile_write_normals(struct buffer *out, const struct tile *tile)
{
    for (int v = 0; v < CHUNK_VERTICES; v++) {
        int32_t node[2];
        double slope[2];
        vertex_node(tile, v, node);
        surface_slope(tile->world, node[0], node[1], slope);
        double length = portable_sqrt(slope[0] * slope[0] + slope[1] * slope[1] + 1.0);
        buffer_u8(out, signed_byte(slope[1] / length));
        buffer_u8(out, signed_byte(slope[0] / length));
        buffer_u8(out, signed_byte(1.0 / length));
    }
}

void tile_write_colors(struct buffer *out, const struct tile *tile)
{
    for (int v = 0; v < CHUNK_VERTICES; v++) {
        int32_t node[2];
        double rgb[3];
        vertex_node(tile, v, node);
        surface_tint(tile->world, node[0], node[1], rgb);
        for (int c = 2; c >= 0; c--) {
            double value = portable_floor(noise_clamp(rgb[c] * 127.0, 0.0, 255.0) + 0.5);
            buffer_u8(out, (uint8_t)value);
        }
        buffer_u8(out, 0x7F);
    }
}

/* Appends the alpha map of a layer, number `ordinal` of the chunk; returns its MCLY flags. Every
 * other 8-bit map is run-length coded. */
static uint32_t write_alpha(struct buffer *out, const struct tile *tile, int layer, int ordinal)
{
    if (tile->era->depth == ALPHA_4BIT) {
        alpha_write_4bit(out, tile->chunk.cover[layer], tile->era->map_size);
        return LAYER_ALPHA;
    }
    if (ordinal % 2 == 1) {
        alpha_write_rle(out, tile->shares[layer]);
        return LAYER_ALPHA | LAYER_ALPHA_COMPRESSED;
    }
    buffer_append(out, tile->shares[layer], CHUNK_TEXELS);
    return LAYER_ALPHA;
}

/*
 * The layer to write first. Layers that are blended one after the other keep their order. Weighted
 * layers can stand in any order, but clients let the first layer show through the others in shadow
 * (MCAL: alpha * 178 >> 8). It is the ground's bottom layer, if that is set, or the layer that
 * shows most, where texels in shadow count 8 times.
 */
static int first_layer(const struct tile *tile)
{
    const struct ground_chunk *chunk = &tile->chunk;
    uint8_t bottom = tile->ground->bottom[tile->chunk_y * WORLD_CHUNKS + tile->chunk_x];
    uint32_t most = 0;
    int first = 0;
    if (tile->era->depth != ALPHA_8BIT) {
        return 0;
    }
    for (int layer = 0; layer < chunk->layer_count; layer++) {
        uint32_t seen = 0;
        for (int t = 0; t < CHUNK_TEXELS; t++) {
            seen += tile->shares[layer][t] * (chunk->shadow[t] ? 8u : 1u);
        }
        if ((int)chunk->material[layer] == bottom) {
            return layer;
        }
        if (seen > most) {
            most = seen;
            first = layer;
        }
    }
    return first;
}

void tile_write_layers(struct buffer *out, struct buffer *alphas, struct tile *tile)
{
    alpha_shares(&tile->chunk, tile->shares);
    int first = first_layer(tile);
    for (int k = 0; k < tile->chunk.layer_count; k++) {
        int layer = k == 0 ? first : k <= first ? k - 1 : k;
        size_t offset = alphas->size;
        uint32_t flags = k > 0 ? write_alpha(alphas, tile, layer, k) : 0;
        flags |= tile->chunk.material[layer] == BASALT ? LAYER_OVERBRIGHT : 0; /* glowing seams */
        PUT_U32(out, (uint32_t)tile->texture_of[tile->chunk.material[layer]], flags,
                (uint32_t)offset, UINT32_MAX);
    }
}

bool tile_is_shaded(const struct tile *tile)
{
    for (int t = 0; t < CHUNK_TEXELS; t++) {
        if (tile->chunk.shadow[t]) {
            return true;
        }
    }
    return false;
}

/* Sets the position and textures of tile `number`, in rows from the world's north-west. */
static void begin_tile(struct tile *tile, int32_t number)
{
    uint32_t used = 0;
    tile->x = number % WORLD_TILES;
    tile->y = number / WORLD_TILES;
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        int32_t x = tile->x * CHUNKS_PER_TILE + c % CHUNKS_PER_TILE;
        int32_t y = tile->y * CHUNKS_PER_TILE + c / CHUNKS_PER_TILE;
        used |= tile->ground->kept[y * WORLD_CHUNKS + x];
    }
    tile->texture_count = 0;
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        tile->texture_of[m] = -1;
        if (used >> m & 1) {
            tile->texture_of[m] = tile->texture_count;
            tile->texture[tile->texture_count++] = (enum texture)m;
        }
    }
}

void tile_begin_chunk(struct tile *tile, int32_t number)
{
    tile->column = number % CHUNKS_PER_TILE;
    tile->row = number / CHUNKS_PER_TILE;
    tile->chunk_x = tile->x * CHUNKS_PER_TILE + tile->column;
    tile->chunk_y = tile->y * CHUNKS_PER_TILE + tile->row;
    ground_make_chunk(tile->ground, tile->chunk_x, tile->chunk_y, &tile->chunk);
}

struct visit {
    const struct world *world;
    const struct ground *ground;
    const struct era *era;
    tile_visit *visit;
    void *user;
};

static enum adtmap_status visit_tile(int number, const void *context, const struct diag *diag)
{
    const struct visit *at = context;
    struct tile *tile = calloc(1, sizeof *tile);
    if (!tile) {
        return diag_fail_memory(diag);
    }
    tile->world = at->world;
    tile->ground = at->ground;
    tile->era = at->era;
    begin_tile(tile, number);
    bool made = placement_list_make(&tile->placements, tile->world->scenery, tile->x, tile->y);
    enum adtmap_status status = made ? at->visit(at->user, tile, diag) : diag_fail_memory(diag);
    placement_list_free(&tile->placements);
    free(tile);
    return status;
}

enum adtmap_status tile_each(const struct world *world, const struct ground *ground,
                             const struct era *era, tile_visit *visit, void *user,
                             const struct diag *diag)
{
    const struct visit context = {world, ground, era, visit, user};
    return parallel_run(WORLD_TILES * WORLD_TILES, visit_tile, &context, diag);
}

bool tile_of_grid(int32_t index, int32_t *number)
{
    int32_t x = index % GRID_TILES - WORLD_FIRST_TILE;
    int32_t y = index / GRID_TILES - WORLD_FIRST_TILE;
    *number = y * WORLD_TILES + x;
    return x >= 0 && y >= 0 && x < WORLD_TILES && y < WORLD_TILES;
}
