#include "demo/adt_v18_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/file.h"
#include "base/size.h"
#include "demo/chunk_write.h"
#include "demo/liquid_write.h"
#include "demo/noise.h"
#include "demo/object_write.h"
#include "demo/texture.h"

enum {
    GRID_TILES = 64,
    TILE_CHUNKS = CHUNKS_PER_TILE * CHUNKS_PER_TILE,
    VERTICES = 145,
    MHDR_BYTES = 64,
    MCNK_HEADER_BYTES = 128,
    MPHD_ONE_OBJECT = 0x1,
    MPHD_VERTEX_COLOURS = 0x2,
    MPHD_BIG_ALPHA = 0x4,
    MCNK_SHADOW = 0x1,
    MCNK_COLOURS = 0x40,
    MCNK_KEEP_EDGE = 0x8000,
    LAYER_ALPHA = 0x100,
    LAYER_RUNS = 0x200,
};

/* Everything that the chunks of one tile need. */
struct tile {
    const struct adt_v18_form *form;
    const struct world *world;
    const struct ground *ground;
    int32_t x, y;                   /* in the world, 0..7 each */
    int texture_of[MATERIAL_COUNT]; /* index into MTEX, -1 if unused */
    struct object_list objects;
    struct ground_chunk chunk; /* the chunk under way */
    uint8_t shares[GROUND_LAYERS][CHUNK_TEXELS];
};

/* Lattice node of vertex v of the chunk (x, y) of the world: rows of 9 and 8 take turns. */
static void vertex_node(int32_t x, int32_t y, int v, int32_t node[2])
{
    int row = v / 17;
    int rest = v % 17;
    node[0] = x * NODES_PER_CHUNK + (rest < 9 ? 2 * rest : 2 * (rest - 9) + 1);
    node[1] = y * NODES_PER_CHUNK + 2 * row + (rest < 9 ? 0 : 1);
}

static void write_heights(struct buffer *out, const struct world *world, int32_t x, int32_t y)
{
    size_t begin = chunk_begin(out, "MCVT");
    int32_t origin = world_node(x * NODES_PER_CHUNK, y * NODES_PER_CHUNK);
    for (int v = 0; v < VERTICES; v++) {
        int32_t node[2];
        vertex_node(x, y, v, node);
        buffer_f32le(out,
                     world->height_yd[world_node(node[0], node[1])] - world->height_yd[origin]);
    }
    chunk_end(out, begin);
}

static uint8_t signed_byte(double value)
{
    return (uint8_t)(int32_t)exact_floor(value * 127.0 + 0.5);
}

/* Normals north, west, up; 13 bytes follow that the size of the chunk does not count. */
static void write_normals(struct buffer *out, const struct world *world, int32_t x, int32_t y)
{
    size_t begin = chunk_begin(out, "MCNR");
    for (int v = 0; v < VERTICES; v++) {
        int32_t node[2];
        double slope[2];
        vertex_node(x, y, v, node);
        world_slope(world, node[0], node[1], slope);
        double length = sqrt(slope[0] * slope[0] + slope[1] * slope[1] + 1.0);
        buffer_u8(out, signed_byte(slope[1] / length));
        buffer_u8(out, signed_byte(slope[0] / length));
        buffer_u8(out, signed_byte(1.0 / length));
    }
    chunk_end(out, begin);
    chunk_zeros(out, 13);
}

static void write_colours(struct buffer *out, const struct world *world, int32_t x, int32_t y)
{
    size_t begin = chunk_begin(out, "MCCV");
    for (int v = 0; v < VERTICES; v++) {
        int32_t node[2];
        double rgb[3];
        vertex_node(x, y, v, node);
        world_tint(world, node[0], node[1], rgb);
        for (int c = 2; c >= 0; c--) {
            double value = exact_floor(noise_clamp(rgb[c] * 127.0, 0.0, 255.0) + 0.5);
            buffer_u8(out, (uint8_t)value);
        }
        buffer_u8(out, 0x7F);
    }
    chunk_end(out, begin);
}

/* The alpha map of one layer, the `place`th in the file; returns its MCLY flags. Every other map is
 * run-length coded where the form allows it. */
static uint32_t write_alpha(struct buffer *out, const struct tile *tile, int layer, int place)
{
    if (tile->form->depth == ALPHA_4BIT) {
        alpha_write_4bit(out, tile->chunk.cover[layer], tile->form->edge);
        return LAYER_ALPHA;
    }
    if (place % 2 == 1) {
        alpha_write_runs(out, tile->shares[layer]);
        return LAYER_ALPHA | LAYER_RUNS;
    }
    alpha_write_8bit(out, tile->shares[layer]);
    return LAYER_ALPHA;
}

/*
 * The order of a chunk's layers in the file. Layers over one another keep theirs. Where shares are
 * summed any order gives the same picture, but clients let the first layer through in shadows
 * (MCAL: alpha * 178 >> 8), so there it is the one that shadows see most of.
 */
static void order_layers(const struct tile *tile, int order[GROUND_LAYERS])
{
    const struct ground_chunk *chunk = &tile->chunk;
    uint32_t most = 0;
    int first = 0;
    for (int layer = 0; layer < chunk->layer_count; layer++) {
        uint32_t seen = 0;
        for (int t = 0; t < CHUNK_TEXELS; t++) {
            seen += tile->shares[layer][t] * (chunk->shadow[t] ? 8u : 1u);
        }
        if (seen > most && tile->form->depth == ALPHA_8BIT) {
            most = seen;
            first = layer;
        }
    }
    order[0] = first;
    for (int k = 1, layer = 0; layer < chunk->layer_count; layer++) {
        if (layer != first) {
            order[k++] = layer;
        }
    }
}

/* MCAL goes to `alphas`, to be appended where it belongs. */
static void write_layers(struct buffer *out, struct buffer *alphas, struct tile *tile)
{
    int order[GROUND_LAYERS];
    size_t begin = chunk_begin(out, "MCLY");
    alpha_shares(&tile->chunk, tile->shares);
    order_layers(tile, order);
    for (int k = 0; k < tile->chunk.layer_count; k++) {
        int layer = order[k];
        size_t offset = alphas->size;
        uint32_t flags = k > 0 ? write_alpha(alphas, tile, layer, k) : 0;
        buffer_u32le(out, (uint32_t)tile->texture_of[tile->chunk.material[layer]]);
        buffer_u32le(out, flags);
        buffer_u32le(out, (uint32_t)offset);
        buffer_u32le(out, UINT32_MAX);
    }
    chunk_end(out, begin);
}

static bool is_shaded(const struct ground_chunk *chunk)
{
    for (int t = 0; t < CHUNK_TEXELS; t++) {
        if (chunk->shadow[t]) {
            return true;
        }
    }
    return false;
}

/* Offsets of fields in the MCNK header, counted from the chunk's first letter. */
enum {
    AT_FLAGS = 0x08,
    AT_HEIGHT = 0x1C,
    AT_NORMAL = 0x20,
    AT_LAYER = 0x24,
    AT_REFS = 0x28,
    AT_ALPHA = 0x2C,
    AT_ALPHA_SIZE = 0x30,
    AT_SHADOW = 0x34,
    AT_SHADOW_SIZE = 0x38,
    AT_OBJECT_COUNT = 0x40,
    AT_SOUNDS = 0x60,
    AT_LIQUID = 0x68,
    AT_LIQUID_SIZE = 0x6C,
    AT_COLOURS = 0x7C,
};

static void write_header(struct buffer *out, const struct tile *tile, int32_t column, int32_t row)
{
    const double chunk_yd = TILE_YD / CHUNKS_PER_TILE;
    int32_t x = tile->x * CHUNKS_PER_TILE + column;
    int32_t y = tile->y * CHUNKS_PER_TILE + row;
    int32_t corner = world_node(x * NODES_PER_CHUNK, y * NODES_PER_CHUNK);
    double middle = GRID_TILES / 2 - WORLD_FIRST_TILE;
    chunk_zeros(out, 4);
    buffer_u32le(out, (uint32_t)column);
    buffer_u32le(out, (uint32_t)row);
    buffer_u32le(out, (uint32_t)tile->chunk.layer_count);
    chunk_zeros(out, 0x34 - 0x10);
    buffer_u32le(out, world_area(tile->world, x, y));
    chunk_zeros(out, 4);
    buffer_u32le(out, world_holes(x, y));
    chunk_zeros(out, 0x68 - 0x40);
    buffer_f32le(out, (float)(middle * TILE_YD - y * chunk_yd));
    buffer_f32le(out, (float)(middle * TILE_YD - x * chunk_yd));
    buffer_f32le(out, tile->world->height_yd[corner]);
    chunk_zeros(out, MCNK_HEADER_BYTES - 0x74);
}

/* Notes that a sub-chunk begins here. */
static void mark(struct buffer *out, size_t begin, size_t field)
{
    chunk_put_u32(out, begin + field, out->size - begin);
}

/* The buildings that the chunk (x, y) of the world sees; there are no other models. */
static void write_references(struct buffer *out, const struct tile *tile, size_t begin, int32_t x,
                             int32_t y)
{
    mark(out, begin, AT_REFS);
    size_t references = chunk_begin(out, "MCRF");
    uint32_t count = object_write_references(out, &tile->objects, x, y);
    chunk_end(out, references);
    chunk_put_u32(out, begin + AT_OBJECT_COUNT, count);
}

static void write_maps(struct buffer *out, const struct tile *tile, size_t begin,
                       const struct buffer *alphas, uint32_t *flags)
{
    if (is_shaded(&tile->chunk)) {
        *flags |= MCNK_SHADOW;
        mark(out, begin, AT_SHADOW);
        size_t shadow = chunk_begin(out, "MCSH");
        shadow_write(out, tile->chunk.shadow, tile->form->edge);
        chunk_end(out, shadow);
        chunk_put_u32(out, begin + AT_SHADOW_SIZE, out->size - shadow - 8);
    }
    mark(out, begin, AT_ALPHA);
    size_t alpha = chunk_begin(out, "MCAL");
    buffer_append(out, alphas->data, alphas->size);
    chunk_end(out, alpha);
    chunk_put_u32(out, begin + AT_ALPHA_SIZE, out->size - alpha);
    out->failed = out->failed || alphas->failed;
}

static void write_chunk(struct buffer *out, struct tile *tile, int32_t column, int32_t row)
{
    int32_t x = tile->x * CHUNKS_PER_TILE + column;
    int32_t y = tile->y * CHUNKS_PER_TILE + row;
    ground_make_chunk(tile->ground, x, y, &tile->chunk);
    uint32_t flags = tile->form->edge == EDGE_KEPT ? MCNK_KEEP_EDGE : 0;
    size_t begin = chunk_begin(out, "MCNK");
    write_header(out, tile, column, row);
    mark(out, begin, AT_HEIGHT);
    write_heights(out, tile->world, x, y);
    if (tile->form->vertex_colours) {
        flags |= MCNK_COLOURS;
        mark(out, begin, AT_COLOURS);
        write_colours(out, tile->world, x, y);
    }
    mark(out, begin, AT_NORMAL);
    write_normals(out, tile->world, x, y);
    struct buffer alphas = {0};
    mark(out, begin, AT_LAYER);
    write_layers(out, &alphas, tile);
    write_references(out, tile, begin, x, y);
    write_maps(out, tile, begin, &alphas, &flags);
    buffer_free(&alphas);
    if (tile->form->liquid == LIQUID_MCLQ) {
        size_t liquid = out->size;
        flags |= liquid_write_mclq(out, tile->world, x, y);
        chunk_put_u32(out, begin + AT_LIQUID, out->size > liquid ? liquid - begin : 0);
        chunk_put_u32(out, begin + AT_LIQUID_SIZE, out->size > liquid ? out->size - liquid : 8);
    }
    mark(out, begin, AT_SOUNDS);
    chunk_empty(out, "MCSE");
    chunk_put_u32(out, begin + AT_FLAGS, flags);
    chunk_end(out, begin);
}

/* Names of the textures that any chunk of the tile keeps; their order is that of the materials. */
static void write_textures(struct buffer *out, struct tile *tile)
{
    uint32_t used = 0;
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        int32_t x = tile->x * CHUNKS_PER_TILE + c % CHUNKS_PER_TILE;
        int32_t y = tile->y * CHUNKS_PER_TILE + c / CHUNKS_PER_TILE;
        used |= tile->ground->kept[y * WORLD_CHUNKS + x];
    }
    int count = 0;
    for (int m = 0; m < MATERIAL_COUNT; m++) {
        tile->texture_of[m] = -1;
        if (!(used >> m & 1)) {
            continue;
        }
        tile->texture_of[m] = count++;
        for (const char *c = texture_file_of((enum material)m)->name; *c; c++) {
            buffer_u8(out, (uint8_t)(*c == '/' ? '\\' : *c));
        }
        buffer_u8(out, 0);
    }
}

/* Names and placements of models, of which there are none, and of buildings; `data` is where MHDR's
 * contents begin. */
static void write_objects(struct buffer *out, const struct object_list *objects, size_t data)
{
    static const char *const names[] = {"MMDX", "MMID", "MWMO", "MWID", "MDDF", "MODF"};
    enum { NAMES = 2, OFFSETS = 3, PLACEMENTS = 5 };
    uint32_t offsets[BUILDING_COUNT];
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        chunk_put_u32(out, data + 12 + 4 * k, out->size - data);
        size_t begin = chunk_begin(out, names[k]);
        if (k == NAMES) {
            object_write_names(out, objects, offsets);
        }
        for (int m = 0; k == OFFSETS && m < objects->model_count; m++) {
            buffer_u32le(out, offsets[m]);
        }
        if (k == PLACEMENTS) {
            object_write_placements(out, objects);
        }
        chunk_end(out, begin);
    }
}

/* The chunks before MCNK; MHDR says where each is, counted from MHDR's contents. */
static size_t write_tables(struct buffer *out, struct tile *tile)
{
    size_t version = chunk_begin(out, "MVER");
    buffer_u32le(out, 18);
    chunk_end(out, version);
    size_t header = chunk_begin(out, "MHDR");
    size_t data = out->size;
    chunk_zeros(out, MHDR_BYTES);
    chunk_end(out, header);
    chunk_put_u32(out, data + 4, out->size - data);
    size_t index = chunk_begin(out, "MCIN");
    chunk_zeros(out, (size_t)TILE_CHUNKS * 16);
    chunk_end(out, index);
    chunk_put_u32(out, data + 8, out->size - data);
    size_t textures = chunk_begin(out, "MTEX");
    write_textures(out, tile);
    chunk_end(out, textures);
    write_objects(out, &tile->objects, data);
    if (tile->form->liquid == LIQUID_MH2O) {
        size_t liquid = liquid_write_mh2o(out, tile->world, tile->x, tile->y);
        chunk_put_u32(out, data + 40, liquid ? liquid - data : 0);
    }
    return index;
}

static void write_tile(struct buffer *out, struct tile *tile)
{
    size_t index = write_tables(out, tile);
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        size_t entry = index + 8 + (size_t)c * 16;
        size_t begin = out->size;
        write_chunk(out, tile, c % CHUNKS_PER_TILE, c / CHUNKS_PER_TILE);
        chunk_put_u32(out, entry, begin);
        chunk_put_u32(out, entry + 4, out->size - begin);
    }
}

static enum adtmap_status write_tile_file(const struct era *era, const char *directory,
                                          const struct world *world, const struct ground *ground,
                                          int32_t number, const struct diag *diag)
{
    char path[4096];
    struct buffer out = {0};
    struct tile *tile = malloc(sizeof *tile);
    if (!tile) {
        return diag_fail_memory(diag);
    }
    *tile = (struct tile){.form = era->form,
                          .world = world,
                          .ground = ground,
                          .x = number % WORLD_TILES,
                          .y = number / WORLD_TILES};
    if (object_list_make(&tile->objects, world->scenery, tile->x, tile->y)) {
        write_tile(&out, tile);
    } else {
        out.failed = true;
    }
    snprintf(path, sizeof path, "%s/Demo_%d_%d.adt", directory, WORLD_FIRST_TILE + tile->x,
             WORLD_FIRST_TILE + tile->y);
    enum adtmap_status status =
        out.failed ? diag_fail_memory(diag) : file_write_atomic(path, out.data, out.size, diag);
    buffer_free(&out);
    object_list_free(&tile->objects);
    free(tile);
    return status;
}

/* A WDT of ground tiles, or, for a map without ground, of one object. */
static void write_wdt(struct buffer *out, uint32_t flags, const struct model *object)
{
    size_t begin = chunk_begin(out, "MVER");
    buffer_u32le(out, 18);
    chunk_end(out, begin);
    begin = chunk_begin(out, "MPHD");
    buffer_u32le(out, flags);
    chunk_zeros(out, 28);
    chunk_end(out, begin);
    begin = chunk_begin(out, "MAIN");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t x = k % GRID_TILES - WORLD_FIRST_TILE;
        int32_t y = k / GRID_TILES - WORLD_FIRST_TILE;
        bool inside = x >= 0 && y >= 0 && x < WORLD_TILES && y < WORLD_TILES;
        buffer_u32le(out, !object && inside && world_has_tile(x, y) ? 1 : 0);
        buffer_u32le(out, 0);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MWMO");
    if (object) {
        object_write_name(out, BUILDING_DUNGEON);
    }
    chunk_end(out, begin);
    if (object) {
        begin = chunk_begin(out, "MODF");
        object_write_global(out, object);
        chunk_end(out, begin);
    }
}

static enum adtmap_status write_wdt_file(const char *path, uint32_t flags,
                                         const struct model *object, const struct diag *diag)
{
    struct buffer out = {0};
    write_wdt(&out, flags, object);
    enum adtmap_status status =
        out.failed ? diag_fail_memory(diag) : file_write_atomic(path, out.data, out.size, diag);
    buffer_free(&out);
    return status;
}

static enum adtmap_status write_ground_wdt(const struct era *era, const char *directory,
                                           const struct diag *diag)
{
    char path[4096];
    const struct adt_v18_form *form = era->form;
    uint32_t flags = (form->vertex_colours ? MPHD_VERTEX_COLOURS : 0u) |
                     (form->depth == ALPHA_8BIT ? MPHD_BIG_ALPHA : 0u);
    snprintf(path, sizeof path, "%s/Demo.wdt", directory);
    return write_wdt_file(path, flags, NULL, diag);
}

enum adtmap_status adt_v18_write_hall(const struct era *era, const char *directory,
                                      const struct model *hall, const struct diag *diag)
{
    char path[4096];
    (void)era;
    snprintf(path, sizeof path, "%s/Hall.wdt", directory);
    return write_wdt_file(path, MPHD_ONE_OBJECT, hall, diag);
}

enum adtmap_status adt_v18_write_map(const struct era *era, const char *directory,
                                     const struct world *world, const struct ground *ground,
                                     const struct diag *diag)
{
    enum adtmap_status worst = write_ground_wdt(era, directory, diag);
#pragma omp parallel for schedule(dynamic, 1)
    for (int32_t number = 0; number < WORLD_TILES * WORLD_TILES; number++) {
        if (!world_has_tile(number % WORLD_TILES, number / WORLD_TILES)) {
            continue;
        }
        struct adtmap_message message;
        struct diag own = {.file = diag->file, .log = diag->log, .failure = &message};
        enum adtmap_status status = write_tile_file(era, directory, world, ground, number, &own);
#pragma omp critical
        if (status && !worst) {
            worst = status;
            if (diag->failure) {
                *diag->failure = message;
            }
        }
    }
    return worst;
}

static const struct adt_v18_form vanilla = {
    .depth = ALPHA_4BIT, .liquid = LIQUID_MCLQ, .edge = EDGE_REPEATED};
static const struct adt_v18_form wotlk = {
    .depth = ALPHA_8BIT, .liquid = LIQUID_MH2O, .edge = EDGE_KEPT, .vertex_colours = true};
static const struct adt_v18_form wotlk4 = {
    .depth = ALPHA_4BIT, .liquid = LIQUID_MH2O, .edge = EDGE_KEPT, .vertex_colours = true};

const struct era era_vanilla = {adt_v18_write_map, adt_v18_write_hall, WMO_V17, &vanilla};
const struct era era_wotlk = {adt_v18_write_map, adt_v18_write_hall, WMO_V17, &wotlk};
const struct era era_wotlk4 = {adt_v18_write_map, adt_v18_write_hall, WMO_V17, &wotlk4};
