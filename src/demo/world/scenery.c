#include "demo/world/scenery.h"

#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/doodads/building_doodads.h"
#include "demo/world/surface.h"

enum {
    FIRST_UNIQUE_ID = 1001,
    FIRST_DOODAD_ID = 100001,
    SHADOW_ROW_BYTES = WORLD_CHUNKS * TEXELS_PER_CHUNK / 8
};

void placement_rotation(const struct placement *placement, double rotation[2])
{
    rotation[0] = portable_cos(placement->rotation_deg * PORTABLE_PI / 180.0);
    rotation[1] = portable_sin(placement->rotation_deg * PORTABLE_PI / 180.0);
}

void placement_point(const struct placement *placement, const double rotation[2],
                     const float position[3], double point[3])
{
    double x = (double)position[0];
    double y = (double)position[1];
    point[0] = placement->east_yd + rotation[1] * x + rotation[0] * y;
    point[1] = placement->south_yd + rotation[0] * x - rotation[1] * y;
    point[2] = placement->base_yd + (double)position[2];
}

/* The bounding box of the rotated box of the model. */
static void measure(struct placement *placement, const struct model *model)
{
    double rotation[2];
    placement_rotation(placement, rotation);
    for (int c = 0; c < 8; c++) {
        float corner[3];
        double point[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = c >> k & 1 ? model->high[k] : model->low[k];
        }
        placement_point(placement, rotation, corner, point);
        for (int k = 0; k < 3; k++) {
            bool first = c == 0;
            placement->low[k] =
                first || point[k] < placement->low[k] ? point[k] : placement->low[k];
            placement->high[k] =
                first || point[k] > placement->high[k] ? point[k] : placement->high[k];
        }
    }
}

bool scenery_add(struct scenery *scenery, const struct placement *placement)
{
    if (scenery->count == scenery->capacity) {
        int capacity = scenery->capacity ? scenery->capacity * 2 : 64;
        struct placement *grown =
            realloc(scenery->placements, (size_t)capacity * sizeof *scenery->placements);
        if (!grown) {
            return false;
        }
        scenery->placements = grown;
        scenery->capacity = capacity;
    }
    struct placement *added = &scenery->placements[scenery->count];
    *added = *placement;
    added->unique_id = FIRST_UNIQUE_ID + (uint32_t)scenery->count++;
    measure(added, &scenery->models[placement->building]);
    return true;
}

bool scenery_add_doodad(struct scenery *scenery, const struct doodad_placement *doodad)
{
    if (scenery->doodad_count == scenery->doodad_capacity) {
        int capacity = scenery->doodad_capacity ? scenery->doodad_capacity * 2 : 1024;
        struct doodad_placement *grown =
            realloc(scenery->doodads, (size_t)capacity * sizeof *scenery->doodads);
        if (!grown) {
            return false;
        }
        scenery->doodads = grown;
        scenery->doodad_capacity = capacity;
    }
    struct doodad_placement *added = &scenery->doodads[scenery->doodad_count];
    *added = *doodad;
    added->unique_id = FIRST_DOODAD_ID + (uint32_t)scenery->doodad_count++;
    added->reach_yd = scenery->doodad_reach_yd[doodad->doodad] * doodad->scale / 1024.0;
    return true;
}

bool doodad_touches(const struct doodad_placement *doodad, const double rectangle[4])
{
    double reach = doodad->reach_yd;
    return doodad->east_yd + reach >= rectangle[0] && doodad->south_yd + reach >= rectangle[1] &&
           doodad->east_yd - reach <= rectangle[2] && doodad->south_yd - reach <= rectangle[3];
}

bool placement_touches(const struct placement *placement, const double rectangle[4])
{
    return placement->high[0] >= rectangle[0] && placement->high[1] >= rectangle[1] &&
           placement->low[0] <= rectangle[2] && placement->low[1] <= rectangle[3];
}

bool scenery_is_shaded(const struct scenery *scenery, int32_t x, int32_t y)
{
    return scenery->shadow[y * SHADOW_ROW_BYTES + x / 8] >> (x % 8) & 1;
}

/* A point of the ground, in texels of the world. */
struct spot {
    double x, y;
};

/* Edge function: twice the signed area of the triangle a, b, c. */
static double edge_function(struct spot a, struct spot b, struct spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int32_t clamp_texel(double value)
{
    const double most = WORLD_CHUNKS * TEXELS_PER_CHUNK - 1;
    return (int32_t)portable_floor(value < 0.0 ? 0.0 : value > most ? most : value);
}

static double least(double a, double b, double c)
{
    double low = a < b ? a : b;
    return low < c ? low : c;
}

/* Marks the texels whose centres lie in the triangle, which may run either way. */
static void mark_triangle(struct scenery *scenery, const struct spot at[3])
{
    int32_t y1 = clamp_texel(-least(-at[0].y, -at[1].y, -at[2].y));
    int32_t x1 = clamp_texel(-least(-at[0].x, -at[1].x, -at[2].x));
    int32_t x0 = clamp_texel(least(at[0].x, at[1].x, at[2].x));
    for (int32_t y = clamp_texel(least(at[0].y, at[1].y, at[2].y)); y <= y1; y++) {
        for (int32_t x = x0; x <= x1; x++) {
            struct spot middle = {x + 0.5, y + 0.5};
            double a = edge_function(at[0], at[1], middle);
            double b = edge_function(at[1], at[2], middle);
            double c = edge_function(at[2], at[0], middle);
            if ((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0)) {
                scenery->shadow[y * SHADOW_ROW_BYTES + x / 8] |= (uint8_t)(1u << (x % 8));
            }
        }
    }
}

static bool casts_shadow(const struct model_group *group, const struct model_triangle *triangle)
{
    return group->kind == GROUP_OUTSIDE && triangle->material != WALL_COLLISION_ONLY &&
           triangle->material != WALL_GLASS && triangle->material != WALL_LATTICE &&
           triangle->material != WALL_FRINGE;
}

/*
 * Where the shadow of a point falls. The sun is in the north-west: a yard of height over the
 * ground moves the shadow `run` yards east and `run` yards south. The ground's height is taken
 * first below the point, then where the first result lies; two steps are close enough.
 */
static struct spot shadow_of(const struct world *world, const double point[3])
{
    const double run = 0.5647 / 0.6018;
    double east = point[0];
    double south = point[1];
    for (int pass = 0; pass < 2; pass++) {
        double ground = surface_height_yd(world, east, south);
        ground = ground < 0.0 ? 0.0 : ground;
        double above = point[2] > ground ? point[2] - ground : 0.0;
        east = point[0] + run * above;
        south = point[1] + run * above;
    }
    return (struct spot){east / TEXEL_YD, south / TEXEL_YD};
}

static void cast_group(struct scenery *scenery, const struct world *world,
                       const struct placement *placement, const struct model_group *group)
{
    double rotation[2];
    placement_rotation(placement, rotation);
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        struct spot at[3];
        if (!casts_shadow(group, &group->triangles[t])) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            double point[3];
            const struct model_vertex *vertex = &group->vertices[group->triangles[t].corner[k]];
            placement_point(placement, rotation, vertex->position, point);
            at[k] = shadow_of(world, point);
        }
        mark_triangle(scenery, at);
    }
}

void scenery_cast_shadows(struct scenery *scenery, const struct world *world)
{
    for (int p = 0; p < scenery->count; p++) {
        const struct placement *placement = &scenery->placements[p];
        const struct model *model = &scenery->models[placement->building];
        for (int g = 0; g < model->group_count; g++) {
            cast_group(scenery, world, placement, &model->groups[g]);
        }
    }
}

/* The distance from the origin to the farthest corner of the box, in any direction. */
static bool measure_doodad(enum doodad doodad, double *reach_yd)
{
    struct model model;
    double square = 0.0;
    doodad_make(doodad, &model);
    for (int k = 0; k < 3; k++) {
        double low = (double)model.low[k] * (double)model.low[k];
        double high = (double)model.high[k] * (double)model.high[k];
        square += low > high ? low : high;
    }
    *reach_yd = sqrt(square);
    bool made = !model.failed;
    model_free(&model);
    return made;
}

struct scenery *scenery_create(void)
{
    struct scenery *scenery = calloc(1, sizeof *scenery);
    if (!scenery) {
        return NULL;
    }
    scenery->shadow = calloc(WORLD_CHUNKS * TEXELS_PER_CHUNK, SHADOW_ROW_BYTES);
    bool made = scenery->shadow != NULL;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        building_make((enum building)b, &scenery->models[b]);
        building_doodads_set((enum building)b, &scenery->models[b]);
        made = made && !scenery->models[b].failed;
    }
    for (int d = 0; d < DOODAD_COUNT; d++) {
        made = measure_doodad((enum doodad)d, &scenery->doodad_reach_yd[d]) && made;
    }
    if (!made) {
        scenery_destroy(scenery);
        return NULL;
    }
    return scenery;
}

void scenery_destroy(struct scenery *scenery)
{
    if (!scenery) {
        return;
    }
    for (int b = 0; b < BUILDING_COUNT; b++) {
        model_free(&scenery->models[b]);
    }
    free(scenery->placements);
    free(scenery->doodads);
    free(scenery->shadow);
    free(scenery);
}
