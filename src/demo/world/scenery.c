#include "demo/world/scenery.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/doodads/building_doodads.h"
#include "demo/textures/noise.h"
#include "demo/world/surface.h"

enum {
    FIRST_UNIQUE_ID = 1001,
    FIRST_DOODAD_ID = 100001,
    SHADOW_TEXELS = WORLD_CHUNKS * TEXELS_PER_CHUNK,
    SHADOW_ROW_BYTES = SHADOW_TEXELS / 8
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

/* Fills in the bounding box of a placement. */
static void measure(const struct scenery *scenery, struct placement *placement)
{
    const struct model *model = &scenery->models[placement->building];
    double rotation[2];
    placement_rotation(placement, rotation);
    for (int c = 0; c < 8; c++) {
        double point[3];
        const float corner[3] = {c & 1 ? model->high[0] : model->low[0],
                                 c & 2 ? model->high[1] : model->low[1],
                                 c & 4 ? model->high[2] : model->low[2]};
        placement_point(placement, rotation, corner, point);
        for (int k = 0; k < 3; k++) {
            placement->low[k] = c == 0 ? point[k] : noise_low(placement->low[k], point[k]);
            placement->high[k] = c == 0 ? point[k] : noise_high(placement->high[k], point[k]);
        }
    }
}

/* Makes room for one more element; returns it, or NULL when out of memory. */
static void *grow(void **list, int *count, int *capacity, size_t bytes)
{
    if (*count == *capacity) {
        int more = *capacity ? *capacity * 2 : 256;
        void *grown = realloc(*list, (size_t)more * bytes);
        if (!grown) {
            return NULL;
        }
        *list = grown;
        *capacity = more;
    }
    return (char *)*list + (size_t)(*count)++ * bytes;
}

void scenery_add(struct scenery *scenery, const struct placement *placement)
{
    void *list = scenery->placements;
    struct placement *added = grow(&list, &scenery->count, &scenery->capacity, sizeof *added);
    scenery->placements = list;
    if (!added) {
        scenery->failed = true;
        return;
    }
    *added = *placement;
    added->unique_id = FIRST_UNIQUE_ID + (uint32_t)scenery->count - 1;
    measure(scenery, added);
}

void scenery_add_doodad(struct scenery *scenery, const struct doodad_placement *doodad)
{
    void *list = scenery->doodads;
    struct doodad_placement *added =
        grow(&list, &scenery->doodad_count, &scenery->doodad_capacity, sizeof *added);
    scenery->doodads = list;
    if (!added) {
        scenery->failed = true;
        return;
    }
    *added = *doodad;
    added->unique_id = FIRST_DOODAD_ID + (uint32_t)scenery->doodad_count - 1;
    added->reach_yd = scenery->doodad_reach_yd[doodad->doodad] * doodad->scale / 1024.0;
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

/*
 * Where the shadow of a point falls, in texels of the world. The sun is in the north-west: a yard
 * of height over the ground moves the shadow `run` yards east and `run` yards south. The ground's
 * height is taken first below the point, then where the first result lies.
 */
static void shadow_of(const struct world *world, const double point[3], double spot[2])
{
    const double run = 0.5647 / 0.6018;
    spot[0] = point[0];
    spot[1] = point[1];
    for (int pass = 0; pass < 2; pass++) {
        double ground = noise_high(surface_height_yd(world, spot[0], spot[1]), 0.0);
        double above = noise_high(point[2] - ground, 0.0);
        spot[0] = point[0] + run * above;
        spot[1] = point[1] + run * above;
    }
    spot[0] /= TEXEL_YD;
    spot[1] /= TEXEL_YD;
}

/* Marks the texels whose centres lie in the triangle, which may run either way. */
static void mark_triangle(struct scenery *scenery, double at[3][2])
{
    int32_t low[2];
    int32_t high[2];
    for (int k = 0; k < 2; k++) {
        double least = noise_low(at[0][k], noise_low(at[1][k], at[2][k]));
        double most = noise_high(at[0][k], noise_high(at[1][k], at[2][k]));
        low[k] = (int32_t)noise_clamp(least, 0.0, SHADOW_TEXELS - 1);
        high[k] = (int32_t)noise_clamp(most, 0.0, SHADOW_TEXELS - 1);
    }
    for (int32_t y = low[1]; y <= high[1]; y++) {
        for (int32_t x = low[0]; x <= high[0]; x++) {
            int left = 0;
            int right = 0;
            for (int k = 0; k < 3; k++) {
                const double *a = at[k];
                const double *b = at[(k + 1) % 3];
                double area = (b[0] - a[0]) * (y + 0.5 - a[1]) - (b[1] - a[1]) * (x + 0.5 - a[0]);
                left += area >= 0.0;
                right += area <= 0.0;
            }
            if (left == 3 || right == 3) {
                scenery->shadow[y * SHADOW_ROW_BYTES + x / 8] |= (uint8_t)(1u << (x % 8));
            }
        }
    }
}

void scenery_cast_shadows(struct scenery *scenery, const struct world *world)
{
    for (int p = 0; p < scenery->count; p++) {
        const struct placement *placement = &scenery->placements[p];
        const struct model *model = &scenery->models[placement->building];
        double rotation[2];
        placement_rotation(placement, rotation);
        for (int g = 0; g < model->group_count; g++) {
            const struct model_group *group = &model->groups[g];
            for (uint32_t t = 0; t < group->triangle_count && group->kind == GROUP_OUTSIDE; t++) {
                const struct model_triangle *triangle = &group->triangles[t];
                double at[3][2];
                if (triangle->material == WALL_COLLISION_ONLY || triangle->material == WALL_GLASS ||
                    triangle->material == WALL_LATTICE || triangle->material == WALL_FRINGE) {
                    continue;
                }
                for (int k = 0; k < 3; k++) {
                    double point[3];
                    placement_point(placement, rotation,
                                    group->vertices[triangle->corner[k]].position, point);
                    shadow_of(world, point, at[k]);
                }
                mark_triangle(scenery, at);
            }
        }
    }
}

struct scenery *scenery_create(void)
{
    struct scenery *scenery = calloc(1, sizeof *scenery);
    if (!scenery) {
        return NULL;
    }
    scenery->shadow = calloc(SHADOW_TEXELS, SHADOW_ROW_BYTES);
    bool made = scenery->shadow != NULL;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        building_make((enum building)b, &scenery->models[b]);
        building_doodads_set((enum building)b, &scenery->models[b]);
        made = made && !scenery->models[b].failed;
    }
    for (int d = 0; d < DOODAD_COUNT;
         d++) { /* to the farthest corner of the box, in any direction */
        struct model model;
        double square = 0.0;
        doodad_make((enum doodad)d, &model);
        for (int k = 0; k < 3; k++) {
            square += noise_high((double)model.low[k] * (double)model.low[k],
                                 (double)model.high[k] * (double)model.high[k]);
        }
        scenery->doodad_reach_yd[d] = portable_sqrt(square);
        made = made && !model.failed;
        model_free(&model);
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
