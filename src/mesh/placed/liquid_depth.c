/*
 * Real files of several makers have depths in proportion to the water above the ground, up to 255:
 * rivers reach it at 28 yards, the ocean at 148. Liquids of converted maps, which name a liquid
 * object and have no vertex data, stood out as dark squares in the sea, as they reached it at 12.
 * So the proportion is taken from the other layers of the tile (least squares over what lies
 * between 0 and 255). What is still wrong at vertices that have a depth in a neighbour is made good
 * there, and less so farther inside, by the square of the distance.
 */
#include "mesh/placed/liquid_depth.h"

#include "base/pixel.h"
#include "formats/grid.h"

/* Depth of water at which a liquid without depths of its own reaches its deep colour where nothing
 * else is known; clients and editors take 8 to 16 yards. */
#define DEEP_YD 12.0F

enum {
    TILE_VERTICES = QUADS_PER_TILE + 1,
    SAMPLES_MIN = 4, /* vertices that a proportion needs */
};

static enum liquid_class class_of(const struct liquid_grid *grid)
{
    uint8_t class = LIQUID_NONE;
    for (size_t i = 0; i < liquid_quads(grid) && class >= LIQUID_CLASSES; i++) {
        class = grid->quad[i];
    }
    return class < LIQUID_CLASSES ? (enum liquid_class) class : LIQUID_WATER;
}

/* The place in `known` of a vertex of a layer. */
static size_t known_index(const struct liquid_layer *layer, uint32_t column, uint32_t row)
{
    size_t x = layer->chunk % ADT_EDGE * QUADS_PER_CHUNK + layer->x + column;
    size_t y = layer->chunk / ADT_EDGE * QUADS_PER_CHUNK + layer->y + row;
    return y * TILE_VERTICES + x;
}

/* Yards of liquid above the ground; false where there is no ground. */
static bool water_above(const struct scene_tile *scene, const struct liquid_layer *layer,
                        uint32_t column, uint32_t row, float *yards)
{
    const struct adt_chunk *terrain = scene->chunks[layer->chunk].terrain;
    if (!terrain) {
        return false;
    }
    size_t i = (size_t)row * (layer->grid.width + 1) + column;
    *yards = layer->grid.height_yd[i] -
             terrain->height_yd[(size_t)(layer->y + row) * VERTEX_SOUTH + layer->x + column];
    return true;
}

/* Sums for least squares. */
struct proportion {
    double products, squares;
    uint32_t count;
};

static void gather_layer(const struct scene_tile *scene, const struct liquid_layer *layer,
                         float *known, struct proportion *proportion)
{
    for (uint32_t row = 0; row <= layer->grid.height; row++) {
        for (uint32_t column = 0; column <= layer->grid.width; column++) {
            uint8_t byte = layer->grid.depth[(size_t)row * (layer->grid.width + 1) + column];
            float *at = &known[known_index(layer, column, row)];
            float yards;
            *at = *at < 0.0F ? (float)byte / 255.0F : *at;
            if (byte > 0 && byte < UINT8_MAX && water_above(scene, layer, column, row, &yards) &&
                yards > 0.0F) {
                proportion->products += (double)yards * byte / 255.0;
                proportion->squares += (double)yards * (double)yards;
                proportion->count++;
            }
        }
    }
}

static bool gather(struct liquid_depths *depths, enum liquid_class class)
{
    struct liquid_class_depths *of = &depths->classes[class];
    const size_t count = (size_t)TILE_VERTICES * TILE_VERTICES;
    struct proportion proportion = {0};
    of->known = arena_alloc_dirty(depths->arena, count, sizeof *of->known);
    if (!of->known) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        of->known[i] = -1.0F;
    }
    for (uint32_t i = 0; i < depths->scene->liquids.count; i++) {
        const struct liquid_layer *layer = &depths->scene->liquids.layers[i];
        if (layer->grid.depth && class_of(&layer->grid) == class) {
            gather_layer(depths->scene, layer, of->known, &proportion);
        }
    }
    if (proportion.count >= SAMPLES_MIN) {
        of->per_yard = (float)(proportion.products / proportion.squares);
    }
    return true;
}

/* By the ground alone. */
static float guess(const struct liquid_depths *depths, const struct liquid_class_depths *of,
                   const struct liquid_layer *layer, uint32_t column, uint32_t row)
{
    float yards;
    float per_yard = of->per_yard > 0.0F ? of->per_yard : 1.0F / DEEP_YD;
    return water_above(depths->scene, layer, column, row, &yards) ? clamp01(yards * per_yard)
                                                                  : 1.0F;
}

/* A vertex that has a depth in another layer: what a guess lacks of it. */
struct anchor {
    float column, row, lack;
};

/* Returns how many there are. */
static uint32_t find_anchors(const struct liquid_depths *depths,
                             const struct liquid_class_depths *of, const struct liquid_layer *layer,
                             struct anchor *anchors)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row <= layer->grid.height; row++) {
        for (uint32_t column = 0; column <= layer->grid.width; column++) {
            float known = of->known[known_index(layer, column, row)];
            if (known >= 0.0F) {
                anchors[count++] = (struct anchor){(float)column, (float)row,
                                                   known - guess(depths, of, layer, column, row)};
            }
        }
    }
    return count;
}

static float lack_at(const struct anchor *anchors, uint32_t count, float column, float row)
{
    float sum = 0.0F;
    float weights = 0.0F;
    for (uint32_t i = 0; i < count; i++) {
        float x = anchors[i].column - column;
        float y = anchors[i].row - row;
        float weight = 1.0F / (x * x + y * y);
        sum += weight * anchors[i].lack;
        weights += weight;
    }
    return count ? sum / weights : 0.0F;
}

/* A layer without depths. */
static bool estimate(struct liquid_depths *depths, const struct liquid_layer *layer, float *depth)
{
    enum liquid_class class = class_of(&layer->grid);
    const struct liquid_class_depths *of = &depths->classes[class];
    struct anchor anchors[(QUADS_PER_CHUNK + 1) * (QUADS_PER_CHUNK + 1)];
    if (!of->known && !gather(depths, class)) {
        return false;
    }
    uint32_t count = find_anchors(depths, of, layer, anchors);
    for (uint32_t row = 0; row <= layer->grid.height; row++) {
        for (uint32_t column = 0; column <= layer->grid.width; column++) {
            float known = of->known[known_index(layer, column, row)];
            *depth++ = known >= 0.0F ? known
                                     : clamp01(guess(depths, of, layer, column, row) +
                                               lack_at(anchors, count, (float)column, (float)row));
        }
    }
    return true;
}

/*
 * As light that each yard takes a share of: with a whole of 1.125 half of the way is done at 0.8
 * HALF_YD, and all of it at 8. A quotient in place of an exponential: equal on every machine. On a
 * relief map the sea is one colour from 40 yards on, that of the page on which the map lies.
 */
float clear_water_depth(const struct adtmap_settings *settings, float yards)
{
    static const float whole = 1.125F;
    const float half_yd = settings->ground == ADTMAP_GROUND_RELIEF ? 5.0F : 14.0F;
    float depth = yards > 0.0F ? whole * yards / (yards + half_yd) : 0.0F;
    return depth < 1.0F ? depth : 1.0F;
}

void liquid_clear_depths_of(const struct adtmap_settings *settings, const struct scene_tile *scene,
                            const struct liquid_layer *layer, float *depth)
{
    for (uint32_t row = 0; row <= layer->grid.height; row++) {
        for (uint32_t column = 0; column <= layer->grid.width; column++) {
            float yards;
            *depth++ = water_above(scene, layer, column, row, &yards)
                           ? clear_water_depth(settings, yards)
                           : 1.0F;
        }
    }
}

bool liquid_is_clear(const struct adtmap_settings *settings, const struct liquid_grid *grid)
{
    const enum liquid_class class = class_of(grid);
    return settings->water_look == ADTMAP_WATER_LOOK_CLEAR &&
           (class == LIQUID_WATER || class == LIQUID_OCEAN);
}

bool liquid_depths_of(struct liquid_depths *depths, const struct liquid_layer *layer, float *depth)
{
    const uint8_t *bytes = layer->grid.depth;
    if (!bytes) {
        return estimate(depths, layer, depth);
    }
    for (size_t i = 0; i < liquid_vertices(&layer->grid); i++) {
        depth[i] = (float)bytes[i] / 255.0F;
    }
    return true;
}
