/*
 * Woods are a tint that lies over the map, as on printed ones: the ground's own tint, its shade and
 * contour lines show through. A wide crown is a level disc, half transparent, on which small domes
 * stand, no wider than those of small trees: the texture of a wood, not a heap of balls of 100
 * yards.
 *
 * Crowns that overlap must not add up, or woods would be blots. So they write depth, and come after
 * all else from the highest down: what a crown has tinted is hidden from those below it. Crowns
 * below the water are left out, as they would lie over it.
 */
#include "mesh/placed/relief_shapes.h"

#include <math.h>

#include "base/size.h"
#include "formats/grid.h"
#include "scene/doodad/doodad_rule.h"

enum { RING = CROWN_CORNERS / 2 };
_Static_assert(RING == 12, "the directions below, and 15 degrees between those of a rim");

static const float wmo_rgb[3] = {0.72F, 0.6F, 0.54F};
static const float doodad_rgb[3] = {0.7F, 0.66F, 0.62F};
static const float crown_rgb[3] = {0.47F, 0.65F, 0.42F};

/* Of the box's half width: branches reach its sides in a few places. */
#define CROWN_WIDTH 0.72F

/* How much they hide of what is below. */
#define DISC_ALPHA 0.46F
#define DOME_ALPHA 0.6F

/* Half the width of a dome on a disc, and nearly of the widest crown that is one dome. */
#define DOME_HALF_YD 7.0F

/* Higher than anything: what is transparent is drawn by height, and crowns come last of it. */
#define AFTER_ALL_YD 1e6F

/* North and west of the directions round a ring. */
static const float around[RING][2] = {
    {1.0F, 0.0F},     {0.866F, 0.5F},  {0.5F, 0.866F},  {0.0F, 1.0F},
    {-0.5F, 0.866F},  {-0.866F, 0.5F}, {-1.0F, 0.0F},   {-0.866F, -0.5F},
    {-0.5F, -0.866F}, {0.0F, -1.0F},   {0.5F, -0.866F}, {0.866F, -0.5F},
};

/* Between two directions of `around`: of cosine and sine of 15 degrees. */
#define COS_15 0.9659F
#define SIN_15 0.2588F

/* Factors that follow each other, the first by the doodad's id: of the sizes of domes and of how
 * far from the middle they stand. */
static const float uneven[] = {1.0F, 0.76F, 1.12F, 0.84F, 1.2F, 0.7F, 1.04F};
#define DOME_AWAY 0.6F

/* The same of the radii of a disc, whose edge is that of leaves. */
static const float ragged[] = {1.0F, 0.9F, 0.97F, 0.84F, 0.93F, 1.0F, 0.87F};

void relief_wmo_light(const struct sun_light *light, float facing, float rgba[4])
{
    for (int c = 0; c < 3; c++) {
        rgba[c] = wmo_rgb[c] * (light->ambient[c] + light->diffuse[c] * facing);
    }
    rgba[3] = 1.0F;
}

static void shape_light(const struct sun_light *light, const float rgb[3], float of_shape[2][4])
{
    for (int c = 0; c < 3; c++) {
        of_shape[0][c] = rgb[c] * light->ambient[c];
        of_shape[1][c] = rgb[c] * light->diffuse[c];
    }
    of_shape[0][3] = 1.0F;
    of_shape[1][3] = 0.0F;
}

void relief_doodad_light(const struct sun_light *light, float of_shape[2][4])
{
    shape_light(light, doodad_rgb, of_shape);
}

/* Where the corners of a disc are, north and west of the middle. */
static void direction_of(uint32_t i, float towards[2])
{
    const float *base = around[i / 2 % RING];
    towards[0] = i % 2 ? base[0] * COS_15 - base[1] * SIN_15 : base[0];
    towards[1] = i % 2 ? base[0] * SIN_15 + base[1] * COS_15 : base[1];
}

/* A dome or a disc in the world. */
struct crown_part {
    float top[3];
    float half[2]; /* north and west */
    float height;
    const float (*rim)[2]; /* as crown_shape has it */
};

/* Appends a part; one that lies outside the tile is left out. False when out of memory. */
static bool add_part(struct mesh_builder *builder, const struct mesh_batch *of_crown,
                     const struct crown_part *part)
{
    const float px_a_yard = (float)((double)builder->size_px / TILE_YD);
    const double *sun = builder->light.sun;
    double middle_px[2];
    mesh_builder_place(builder, (double)part->top[0], (double)part->top[1], middle_px);
    const struct crown_shape made = {
        .middle_px = {(float)middle_px[0], (float)middle_px[1]},
        .half_px = {part->half[1] * px_a_yard, part->half[0] * px_a_yard},
        .top_yd = part->top[2],
        .height_yd = part->height,
        .sun = {(float)-sun[1], (float)-sun[0], (float)sun[2]},
        .rim = part->rim,
    };
    bool is_in_tile = true;
    for (int axis = 0; axis < 2; axis++) {
        is_in_tile = is_in_tile && made.half_px[axis] > 0.0F &&
                     made.middle_px[axis] + made.half_px[axis] > 0.0F &&
                     made.middle_px[axis] - made.half_px[axis] < (float)builder->size_px;
    }
    if (!is_in_tile) {
        return true;
    }
    struct crown_shape *crown = arena_alloc_dirty(builder->arena, 1, sizeof *crown);
    if (!crown) {
        return false;
    }
    *crown = made;
    struct mesh_batch batch = *of_crown;
    batch.crown = crown;
    return mesh_list_append(builder->list, &batch, builder->arena);
}

/* The rim of a disc, ragged as leaves make it. NULL when out of memory. */
static const float (*rim_of(struct mesh_builder *builder, uint32_t id))[2]
{
    float(*rim)[2] = arena_alloc_dirty(builder->arena, CROWN_CORNERS, sizeof *rim);
    for (uint32_t i = 0; i < CROWN_CORNERS && rim; i++) {
        float towards[2];
        direction_of(i, towards);
        const float part = ragged[(i + id) % COUNT_OF(ragged)];
        rim[i][0] = -part * towards[1];
        rim[i][1] = -part * towards[0];
    }
    return (const float(*)[2])rim;
}

/* What the parts of a crown share. */
static struct mesh_batch crown_batch(const struct mesh_builder *builder, float top_yd)
{
    static const struct surface_material material = {.blend = SURFACE_ALPHA, .depth_test = true};
    float light[2][4];
    shape_light(&builder->light, crown_rgb, light);
    return (struct mesh_batch){
        .material = &material,
        .light = {lanes_load(light[0]), lanes_load(light[1])},
        .height_yd = AFTER_ALL_YD - top_yd,
        .top_yd = INFINITY,
        .is_doodad = true,
        .takes_shadow = true,
    };
}

/* The quad of the tile that is nearest to a coordinate. */
static uint32_t nearest_quad(uint32_t tile, float place)
{
    const double quad = (grid_edge_yd(tile) - (double)place) * (QUADS_PER_TILE / TILE_YD);
    return (uint32_t)fmin(fmax(quad, 0.0), QUADS_PER_TILE - 1);
}

/* Whether a liquid of terrain lies over a place in the world: over the tile's nearest one, so that
 * tiles agree about crowns at their edges. */
static bool is_drowned(const struct scene_tile *scene, const float place[3])
{
    const uint32_t row = nearest_quad(scene->y, place[0]);
    const uint32_t column = nearest_quad(scene->x, place[1]);
    const uint32_t chunk = row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK;
    for (uint32_t i = 0; i < scene->liquids.count; i++) {
        const struct liquid_layer *layer = &scene->liquids.layers[i];
        const uint32_t x = column % QUADS_PER_CHUNK - layer->x;
        const uint32_t y = row % QUADS_PER_CHUNK - layer->y;
        if (layer->chunk == chunk && x < layer->grid.width && y < layer->grid.height &&
            layer->grid.quad[y * layer->grid.width + x] < LIQUID_CLASSES &&
            layer->grid.height_yd[y * (layer->grid.width + 1) + x] > place[2]) {
            return true;
        }
    }
    return false;
}

bool relief_crown_add(struct mesh_builder *builder, const struct scene_doodad *doodad)
{
    const struct adt_box *box = &doodad->box;
    float middle[2], half[2];
    for (int axis = 0; axis < 2; axis++) {
        middle[axis] = 0.5F * (box->low[axis] + box->high[axis]);
        half[axis] = 0.5F * CROWN_WIDTH * (box->high[axis] - box->low[axis]);
    }
    if (is_drowned(builder->scene, (const float[3]){middle[0], middle[1], box->high[2]})) {
        return true;
    }
    struct mesh_batch look = crown_batch(builder, box->high[2]);
    const float rise = box->high[2] - box->low[2];
    struct crown_part part = {
        .top = {middle[0], middle[1], box->high[2]},
        .half = {half[0], half[1]},
        .height = fminf(fminf(half[0], half[1]), rise),
    };
    look.light[0][3] = DOME_ALPHA;
    if (!doodad_crown_is_wide(box)) {
        return add_part(builder, &look, &part);
    }
    const float narrower = fminf(half[0], half[1]);
    const uint32_t id = doodad->unique_id;
    const uint32_t round = narrower >= 2.0F * DOME_HALF_YD ? RING / 2 : 0;
    bool fine = true;
    for (uint32_t i = 0; i <= round && fine; i++) { /* the last one in the middle */
        const float *towards = around[(2 * i + id) % RING];
        const float away = i < round ? DOME_AWAY * uneven[(2 * i + id) % COUNT_OF(uneven)] : 0.0F;
        const float size = fminf(DOME_HALF_YD, narrower) * uneven[(i + id) % COUNT_OF(uneven)];
        const struct crown_part dome = {
            .top = {middle[0] + half[0] * away * towards[0],
                    middle[1] + half[1] * away * towards[1], box->high[2]},
            .half = {size, size},
            .height = fminf(size, rise),
        };
        fine = add_part(builder, &look, &dome);
    }
    part.top[2] -= fminf(DOME_HALF_YD, rise);
    part.height = 0.0F;
    part.rim = rim_of(builder, id);
    look.light[0][3] = DISC_ALPHA;
    look.height_yd += fminf(DOME_HALF_YD, rise);
    return fine && part.rim && add_part(builder, &look, &part);
}
