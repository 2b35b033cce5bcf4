/*
 * Data layers of surfaces above a place: the highest liquid of the terrain, the highest of ground
 * and buildings, and of ground and liquids. A pixel has the value at its centre, found as
 * adtmap_locate finds it: the fan of the ground, bilinear liquids, triangles that collide. Heights
 * are doubles and each pixel stands alone, so that threads and machines make no difference.
 *
 * Grey 0 is kept for places without a surface; heights are 1 and more.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/grid.h"
#include "locate/tile_floors.h"
#include "render/layers/data_layer.h"
#include "render/layers/terrarium.h"

/* The highest surface met so far. */
struct highest {
    double z_yd, limit_yd; /* nothing above the limit counts */
    enum liquid_class class;
    bool is_there;
};

struct surfaces {
    const struct data_layer_input *input;
    struct liquid_layers liquids[ADT_CHUNKS]; /* of each chunk */
    struct tile_floors *floors;               /* NULL: none */
};

/* Finds the highest surface at a place of the tile. */
typedef void surface_function(const struct surfaces *surfaces, const struct quad_point *point,
                              struct highest *highest);

static void meet(void *user, enum liquid_class class, double z_yd)
{
    struct highest *highest = user;
    if (z_yd <= highest->limit_yd && (!highest->is_there || z_yd > highest->z_yd)) {
        highest->is_there = true;
        highest->class = class;
        highest->z_yd = z_yd;
    }
}

static void meet_floor(void *user, enum liquid_class class, double z_yd)
{
    if (class >= LIQUID_CLASSES) { /* liquids of buildings are no floor */
        meet(user, LIQUID_NONE, z_yd);
    }
}

static uint32_t chunk_index(const struct quad_point *point)
{
    return point->row / QUADS_PER_CHUNK * ADT_EDGE + point->column / QUADS_PER_CHUNK;
}

static void find_liquid(const struct surfaces *surfaces, const struct quad_point *point,
                        struct highest *highest)
{
    tile_facts_liquids(&surfaces->liquids[chunk_index(point)], point, meet, highest);
}

static void find_floor(const struct surfaces *surfaces, const struct quad_point *point,
                       struct highest *highest)
{
    const struct scene_tile *scene = surfaces->input->scene;
    const struct adt_chunk *chunk = scene->chunks[chunk_index(point)].terrain;
    unsigned hole =
        point->row % QUADS_PER_CHUNK * QUADS_PER_CHUNK + point->column % QUADS_PER_CHUNK;
    if (chunk && !(chunk->holes >> hole & 1)) {
        meet(highest, LIQUID_NONE, tile_facts_chunk_height(chunk->height_yd, point));
    }
    if (surfaces->floors) {
        double x = grid_edge_yd(scene->y) - ((double)point->row + point->v) * QUAD_YD;
        double y = grid_edge_yd(scene->x) - ((double)point->column + point->u) * QUAD_YD;
        tile_floors_at(surfaces->floors, point->column, point->row, x, y, meet_floor, highest);
    }
}

/* Holes have ground: a map in 3D has no view into them. */
static void find_ground_or_liquid(const struct surfaces *surfaces, const struct quad_point *point,
                                  struct highest *highest)
{
    const struct adt_chunk *chunk = surfaces->input->scene->chunks[chunk_index(point)].terrain;
    if (chunk) {
        meet(highest, LIQUID_NONE, tile_facts_chunk_height(chunk->height_yd, point));
    }
    find_liquid(surfaces, point, highest);
}

static struct surfaces *surfaces_of(const struct data_layer_input *input)
{
    struct surfaces *surfaces = arena_alloc(input->arena, 1, sizeof *surfaces);
    if (surfaces) {
        surfaces->input = input;
    }
    return surfaces;
}

/* With the liquids of each chunk, which stay in their order. NULL when out of memory. */
static struct surfaces *surfaces_with_liquids(const struct data_layer_input *input)
{
    const struct liquid_layers *all = &input->scene->liquids;
    struct surfaces *surfaces = surfaces_of(input);
    struct liquid_layer *sorted = arena_alloc_dirty(input->arena, all->count, sizeof *sorted);
    uint32_t used = 0;
    if (!surfaces || !sorted) {
        return NULL;
    }
    for (uint32_t chunk = 0; chunk < ADT_CHUNKS; chunk++) {
        surfaces->liquids[chunk].layers = sorted + used;
        for (uint32_t i = 0; i < all->count; i++) {
            if (all->layers[i].chunk == chunk) {
                sorted[used++] = all->layers[i];
                surfaces->liquids[chunk].count++;
            }
        }
    }
    return surfaces;
}

/* Where the centre of pixel `i` lies: a quad, and a part of it. */
static uint32_t quad_of(uint32_t i, uint32_t size_px, double *part)
{
    uint64_t place = (uint64_t)(2 * i + 1) * QUADS_PER_TILE; /* in 1 / (2 size_px) quads */
    *part = (double)(place % (2 * size_px)) / (double)(2 * size_px);
    return (uint32_t)(place / (2 * size_px));
}

static struct highest highest_at(const struct surfaces *surfaces, surface_function *find,
                                 uint32_t x, uint32_t y)
{
    const struct data_layer_input *input = surfaces->input;
    struct highest highest = {.limit_yd = (double)input->settings->objects.cut_height_yd};
    struct quad_point point;
    point.column = quad_of(x, input->size_px, &point.u);
    point.row = quad_of(y, input->size_px, &point.v);
    if (find != find_floor) {
        highest.limit_yd = (double)INFINITY;
    }
    find(surfaces, &point, &highest);
    return highest;
}

/* The lowest and highest surface of all pixels; zeroes without any. */
static void find_ends(const struct surfaces *surfaces, surface_function *find, float ends_yd[2])
{
    uint32_t size_px = surfaces->input->size_px;
    float low = FLT_MAX;
    float high = -FLT_MAX;
#pragma omp parallel for num_threads(surfaces->input->threads) schedule(static) reduction(min      \
                                                                                          : low)   \
    reduction(max                                                                                  \
              : high)
    for (uint32_t y = 0; y < size_px; y++) {
        for (uint32_t x = 0; x < size_px; x++) {
            const struct highest highest = highest_at(surfaces, find, x, y);
            float z = (float)highest.z_yd;
            low = highest.is_there && z < low ? z : low;
            high = highest.is_there && z > high ? z : high;
        }
    }
    ends_yd[0] = low <= high ? low : 0.0F;
    ends_yd[1] = low <= high ? high : 0.0F;
}

static void draw_heights(const struct surfaces *surfaces, surface_function *find,
                         struct adtmap_layer_image *image)
{
    const struct data_layer_input *input = surfaces->input;
    find_ends(surfaces, find, image->ground_yd);
    data_layer_set_range(input, image);
    double low = (double)image->range_yd[0];
    double scale = UINT16_MAX / ((double)image->range_yd[1] - low);
#pragma omp parallel for num_threads(input->threads) schedule(static)
    for (uint32_t y = 0; y < input->size_px; y++) {
        uint16_t *row = (void *)((uint8_t *)image->pixels + y * image->stride_bytes);
        for (uint32_t x = 0; x < input->size_px; x++) {
            const struct highest highest = highest_at(surfaces, find, x, y);
            double value = (highest.z_yd - low) * scale + 0.5;
            value = value > 1.0 ? value : 1.0;
            value = value < UINT16_MAX ? value : UINT16_MAX;
            row[x] = highest.is_there ? (uint16_t)value : 0;
        }
    }
}

bool layer_liquid_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct surfaces *surfaces = surfaces_with_liquids(input);
    if (!surfaces) {
        return false;
    }
#pragma omp parallel for num_threads(input->threads) schedule(static)
    for (uint32_t y = 0; y < input->size_px; y++) {
        uint8_t *row = (uint8_t *)image->pixels + y * image->stride_bytes;
        for (uint32_t x = 0; x < input->size_px; x++) {
            const struct highest highest = highest_at(surfaces, find_liquid, x, y);
            row[x] = highest.is_there ? (uint8_t)(LIQUID_STEP * ((unsigned)highest.class + 1)) : 0;
        }
    }
    return true;
}

bool layer_liquid_height_draw(const struct data_layer_input *input,
                              struct adtmap_layer_image *image)
{
    const struct surfaces *surfaces = surfaces_with_liquids(input);
    if (!surfaces) {
        return false;
    }
    draw_heights(surfaces, find_liquid, image);
    return true;
}

bool layer_raster_dem_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    const struct surfaces *surfaces = surfaces_with_liquids(input);
    if (!surfaces) {
        return false;
    }
#pragma omp parallel for num_threads(input->threads) schedule(static)
    for (uint32_t y = 0; y < input->size_px; y++) {
        uint8_t *row = (uint8_t *)image->pixels + y * image->stride_bytes;
        for (uint32_t x = 0; x < input->size_px; x++) {
            const struct highest highest = highest_at(surfaces, find_ground_or_liquid, x, y);
            terrarium_write(highest.is_there ? terrarium_of(highest.z_yd) : TERRARIUM_NOTHING,
                            row + (size_t)x * 4);
        }
    }
    return true;
}

bool layer_surface_draw(const struct data_layer_input *input, struct adtmap_layer_image *image)
{
    struct surfaces *surfaces = surfaces_of(input);
    const struct scene_tile *scene = input->scene;
    const struct tile_standing standing = {
        .x = scene->x,
        .y = scene->y,
        .wmo_count = scene->placement_count,
        .wmos = scene->placements,
        .types = scene_liquid_types(scene),
    };
    size_t bytes;
    if (!surfaces || (standing.wmo_count > 0 &&
                      tile_floors_of(&standing, input->diag, &surfaces->floors, &bytes))) {
        return false;
    }
    draw_heights(surfaces, find_floor, image);
    tile_floors_destroy(surfaces->floors);
    return true;
}
