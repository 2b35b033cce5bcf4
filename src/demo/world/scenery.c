#include "demo/world/scenery.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/surface.h"

static const uint32_t first_ids[PLACED_KINDS] = {100001, 1001};

void placement_point(const struct placement *placement, const float position[3], double point[3])
{
    double angle = placement->rotation_deg * PORTABLE_PI / 180.0;
    double cosine = portable_cos(angle);
    double sine = portable_sin(angle);
    double x = (double)position[0];
    double y = (double)position[1];
    point[0] = placement->east_yd + sine * x + cosine * y;
    point[1] = placement->south_yd + cosine * x - sine * y;
    point[2] = placement->base_yd + (double)position[2];
}

/* Fills in the bounding box of a placement. */
static void measure(const struct scenery *scenery, enum placed_kind kind,
                    struct placement *placement)
{
    if (kind == PLACED_DOODADS) {
        double reach = scenery->doodad_reach_yd[placement->model] * placement->scale / LIFE_SIZE;
        for (int k = 0; k < 2; k++) {
            double middle = k ? placement->south_yd : placement->east_yd;
            placement->low[k] = middle - reach;
            placement->high[k] = middle + reach;
        }
        return;
    }
    const struct model *model = &scenery->models[placement->model];
    for (int c = 0; c < 8; c++) {
        double point[3];
        const float corner[3] = {c & 1 ? model->high[0] : model->low[0],
                                 c & 2 ? model->high[1] : model->low[1],
                                 c & 4 ? model->high[2] : model->low[2]};
        placement_point(placement, corner, point);
        for (int k = 0; k < 3; k++) {
            placement->low[k] = c == 0 ? point[k] : noise_low(placement->low[k], point[k]);
            placement->high[k] = c == 0 ? point[k] : noise_high(placement->high[k], point[k]);
        }
    }
}

void scenery_add(struct scenery *scenery, enum placed_kind kind, const struct placement *placement)
{
    if (scenery->count[kind] == scenery->capacity[kind]) {
        int more = scenery->capacity[kind] ? scenery->capacity[kind] * 2 : 256;
        void *grown = realloc(scenery->placements[kind], (size_t)more * sizeof *placement);
        if (!grown) {
            scenery->failed = true;
            return;
        }
        scenery->placements[kind] = grown;
        scenery->capacity[kind] = more;
    }
    struct placement *added = &scenery->placements[kind][scenery->count[kind]];
    *added = *placement;
    added->unique_id = first_ids[kind] + (uint32_t)scenery->count[kind]++;
    measure(scenery, kind, added);
}

bool placement_touches(const struct placement *placement, const double rectangle[4])
{
    return placement->high[0] >= rectangle[0] && placement->high[1] >= rectangle[1] &&
           placement->low[0] <= rectangle[2] && placement->low[1] <= rectangle[3];
}

/*
 * Where the shadow of a point falls, in texels of the world. The sun is in the north-west: a yard
 * of height over the ground moves the shadow `run` yards east and `run` yards south. The ground's
 * height is taken first below the point, then where the first result lies.
 */
static void shadow_of(const struct world *world, const double point[3], double spot[2])
{
    const double run = SUN_LEVEL / SUN_UP;
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
                scenery->shadow[y][x / 8] |= (uint8_t)(1u << (x % 8));
            }
        }
    }
}

void scenery_cast_shadows(struct scenery *scenery, const struct world *world)
{
    for (int p = 0; p < scenery->count[PLACED_BUILDINGS]; p++) {
        const struct placement *placement = &scenery->placements[PLACED_BUILDINGS][p];
        const struct model *model = &scenery->models[placement->model];
        for (int g = 0; g < model->group_count; g++) {
            const struct model_group *group = &model->groups[g];
            for (uint32_t t = 0; t < group->triangle_count && group->kind == GROUP_OUTSIDE; t++) {
                const struct model_triangle *triangle = &group->triangles[t];
                double at[3][2];
                for (int k = 0; k < 3; k++) {
                    double point[3];
                    placement_point(placement, group->vertices[triangle->corner[k]].position,
                                    point);
                    shadow_of(world, point, at[k]);
                }
                uint8_t material = triangle->material;
                bool is_clear = material == WALL_COLLISION_ONLY || material == WALL_GLASS ||
                                material == WALL_LATTICE || material == WALL_FRINGE;
                if (!is_clear) {
                    mark_triangle(scenery, at);
                }
            }
        }
    }
}

struct scenery *scenery_create(void)
{
    struct scenery *scenery = calloc(1, sizeof *scenery);
    for (int b = 0; scenery && b < BUILDING_COUNT; b++) {
        building_make((enum building)b, &scenery->models[b]);
        scenery->failed = scenery->failed || scenery->models[b].failed;
    }
    for (int d = 0; scenery && d < DOODAD_COUNT; d++) {
        struct model model;
        double square = 0.0; /* of the distance to the farthest corner of the box */
        doodad_make((enum doodad)d, &model);
        for (int k = 0; k < 3; k++) {
            square += noise_high((double)model.low[k] * (double)model.low[k],
                                 (double)model.high[k] * (double)model.high[k]);
        }
        scenery->doodad_reach_yd[d] = portable_sqrt(square);
        scenery->failed = scenery->failed || model.failed;
        model_free(&model);
    }
    return scenery;
}

void scenery_destroy(struct scenery *scenery)
{
    for (int b = 0; scenery && b < BUILDING_COUNT; b++) {
        model_free(&scenery->models[b]);
    }
    for (int k = 0; scenery && k < PLACED_KINDS; k++) {
        free(scenery->placements[k]);
    }
    free(scenery);
}
