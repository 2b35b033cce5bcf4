#include "demo/world/scenery.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/world/siting.h"
#include "demo/world/surface.h"

enum { FIRST_UNIQUE_ID = 1001, SHADOW_ROW_BYTES = WORLD_CHUNKS * TEXELS_PER_CHUNK / 8 };

void placement_turn(const struct placement *placement, double turn[2])
{
    turn[0] = portable_cos(placement->turn_deg * PORTABLE_PI / 180.0);
    turn[1] = portable_sin(placement->turn_deg * PORTABLE_PI / 180.0);
}

void placement_point(const struct placement *placement, const double turn[2],
                     const float position[3], double point[3])
{
    double x = (double)position[0];
    double y = (double)position[1];
    point[0] = placement->east_yd + turn[1] * x + turn[0] * y;
    point[1] = placement->south_yd + turn[0] * x - turn[1] * y;
    point[2] = placement->base_yd + (double)position[2];
}

/* Box around the turned box of the model. */
static void measure(struct placement *placement, const struct model *model)
{
    double turn[2];
    placement_turn(placement, turn);
    for (int c = 0; c < 8; c++) {
        float corner[3];
        double point[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = c >> k & 1 ? model->high[k] : model->low[k];
        }
        placement_point(placement, turn, corner, point);
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

bool placement_touches(const struct placement *placement, const double rectangle[4])
{
    return placement->high[0] >= rectangle[0] && placement->high[1] >= rectangle[1] &&
           placement->low[0] <= rectangle[2] && placement->low[1] <= rectangle[3];
}

bool scenery_shades(const struct scenery *scenery, int32_t x, int32_t y)
{
    return scenery->shadow[y * SHADOW_ROW_BYTES + x / 8] >> (x % 8) & 1;
}

/* A corner of a triangle where its shadow falls, in texels of the world. */
struct spot {
    double x, y;
};

/* Twice the area to the left of a to b as seen from c, in an image whose y runs down. */
static double side(struct spot a, struct spot b, struct spot c)
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

/* Marks texels whose middles lie in the triangle, whichever way it runs. */
static void darken(struct scenery *scenery, const struct spot at[3])
{
    int32_t y1 = clamp_texel(-least(-at[0].y, -at[1].y, -at[2].y));
    int32_t x1 = clamp_texel(-least(-at[0].x, -at[1].x, -at[2].x));
    int32_t x0 = clamp_texel(least(at[0].x, at[1].x, at[2].x));
    for (int32_t y = clamp_texel(least(at[0].y, at[1].y, at[2].y)); y <= y1; y++) {
        for (int32_t x = x0; x <= x1; x++) {
            struct spot middle = {x + 0.5, y + 0.5};
            double a = side(at[0], at[1], middle);
            double b = side(at[1], at[2], middle);
            double c = side(at[2], at[0], middle);
            if ((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0)) {
                scenery->shadow[y * SHADOW_ROW_BYTES + x / 8] |= (uint8_t)(1u << (x % 8));
            }
        }
    }
}

static bool casts(const struct model_group *group, const struct model_triangle *triangle)
{
    return group->kind == GROUP_OUTSIDE && triangle->material != WALL_UNSEEN &&
           triangle->material != WALL_GLASS && triangle->material != WALL_LATTICE &&
           triangle->material != WALL_FRINGE;
}

/*
 * Where a point's shadow falls: the sun stands in the north-west, `run` yards of shadow east and
 * as many south for each yard of height over the ground where it falls, which is looked up twice,
 * first at the foot, then where that says.
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
    double turn[2];
    placement_turn(placement, turn);
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        struct spot at[3];
        if (!casts(group, &group->triangles[t])) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            double point[3];
            const struct model_vertex *vertex = &group->vertices[group->triangles[t].corner[k]];
            placement_point(placement, turn, vertex->position, point);
            at[k] = shadow_of(world, point);
        }
        darken(scenery, at);
    }
}

void scenery_cast(struct scenery *scenery, const struct world *world)
{
    for (int p = 0; p < scenery->count; p++) {
        const struct placement *placement = &scenery->placements[p];
        const struct model *model = &scenery->models[placement->building];
        for (int g = 0; g < model->group_count; g++) {
            cast_group(scenery, world, placement, &model->groups[g]);
        }
    }
}

struct scenery *scenery_create(const struct world *world)
{
    struct scenery *scenery = calloc(1, sizeof *scenery);
    if (!scenery) {
        return NULL;
    }
    scenery->shadow = calloc(WORLD_CHUNKS * TEXELS_PER_CHUNK, SHADOW_ROW_BYTES);
    bool made = scenery->shadow != NULL;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        building_make((enum building)b, &scenery->models[b]);
        made = made && !scenery->models[b].failed;
    }
    if (!made || !siting_find_places(scenery, world)) {
        scenery_destroy(scenery);
        return NULL;
    }
    scenery_cast(scenery, world);
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
    free(scenery->shadow);
    free(scenery);
}
