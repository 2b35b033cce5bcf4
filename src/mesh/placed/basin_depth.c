/*
 * Triangles are looked at from the grid of the liquid: each meets the vertices in the box round it,
 * and each vertex keeps the nearest triangle below the surface and the nearest above it. If the one
 * above looks up, the vertex is inside of a bank, and what is below it is the earth under that.
 *
 * Liquids lie in basins of other groups, too: after those of their own the triangles of all groups
 * count whose boxes lie over or under the liquid. A file can have hundreds of groups with liquids
 * over one another, so what a liquid looks at is bounded by the size of its group and of the
 * building. Triangles beyond that are not there for it.
 */
#include "mesh/placed/basin_depth.h"

#include <math.h>

#include "assets/wmo_model.h"
#include "map/nearby/wmo_set.h"

/* Triangles and vertices that a liquid looks at: for each triangle of its group and vertex of its
 * own, and for each triangle of the building, of which all groups have equal shares. */
enum { LOOKS_OF_OWN = 64, LOOKS_OF_SHARE = 16 };

/* A vertex on the edge between two triangles is in one of them whatever is rounded. */
#define EDGE (-1e-4F)

/* Depths that are not known. */
#define UNKNOWN (-1.0F)

/* What is next to a vertex of the surface. */
struct around {
    float below, above; /* heights; infinite: nothing */
    bool is_bank;       /* what is above looks up */
};

struct survey {
    const struct basin *basin;
    float low[2], high[2]; /* beyond which no triangle meets a vertex, a step from the last one */
    struct around *around;
    uint64_t looks_left;
};

/* Vertices that lie between two places along an axis, first..end - 1. */
static void vertices_between(const struct basin *basin, int axis, float low, float high,
                             uint32_t *first, uint32_t *end)
{
    const uint32_t count = axis == 0 ? basin->columns : basin->rows;
    float from = ceilf((low - basin->corner[axis]) / basin->step[axis]);
    float to = floorf((high - basin->corner[axis]) / basin->step[axis]) + 1.0F;
    from = from > 0.0F ? from : 0.0F;
    to = to < (float)count ? to : (float)count;
    *first = from < (float)count ? (uint32_t)from : count;
    *end = to > from ? (uint32_t)to : *first;
}

/* Twice the area of triangle (a, b, p), seen from above. */
static float side_of(const float a[3], const float b[3], float x, float y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* A triangle above or below vertex `i`, at a height. */
static void meet(const struct survey *survey, size_t i, float height, bool looks_up)
{
    const float surface = survey->basin->surface[i];
    struct around *around = &survey->around[i];
    if (height > surface) {
        around->is_bank = height < around->above ? looks_up : around->is_bank;
        around->above = height < around->above ? height : around->above;
    } else if (height > around->below) {
        around->below = height;
    }
}

static float least(float a, float b, float c)
{
    float less = a < b ? a : b;
    return less < c ? less : c;
}

/* Most triangles of a building are. */
static bool is_beside(const struct survey *survey, const float *const p[3])
{
    bool is_beside = false;
    for (int axis = 0; axis < 2; axis++) {
        const float low = survey->low[axis], high = survey->high[axis];
        is_beside = is_beside || (p[0][axis] < low && p[1][axis] < low && p[2][axis] < low) ||
                    (p[0][axis] > high && p[1][axis] > high && p[2][axis] > high);
    }
    return is_beside;
}

static void look_at(struct survey *survey, const float *const p[3])
{
    if (is_beside(survey, p)) {
        return;
    }
    const struct basin *basin = survey->basin;
    const float area = side_of(p[0], p[1], p[2][0], p[2][1]);
    uint32_t first[2], end[2];
    for (int axis = 0; axis < 2; axis++) {
        vertices_between(basin, axis, least(p[0][axis], p[1][axis], p[2][axis]),
                         -least(-p[0][axis], -p[1][axis], -p[2][axis]), &first[axis], &end[axis]);
    }
    const uint64_t looks = (uint64_t)(end[0] - first[0]) * (end[1] - first[1]);
    if (area == 0.0F || looks > survey->looks_left) {
        return;
    }
    survey->looks_left -= looks;
    for (uint32_t row = first[1]; row < end[1]; row++) {
        for (uint32_t column = first[0]; column < end[0]; column++) {
            const float x = basin->corner[0] + (float)column * basin->step[0];
            const float y = basin->corner[1] + (float)row * basin->step[1];
            const float a = side_of(p[1], p[2], x, y) / area;
            const float b = side_of(p[2], p[0], x, y) / area;
            const float c = side_of(p[0], p[1], x, y) / area;
            if (a >= EDGE && b >= EDGE && c >= EDGE) {
                meet(survey, (size_t)row * basin->columns + column,
                     a * p[0][2] + b * p[1][2] + c * p[2][2], area > 0.0F);
            }
        }
    }
}

/* Whether a group may have something over or under the liquid. */
static bool is_near(const struct basin *basin, const struct wmo_box *box)
{
    const float far[2] = {basin->corner[0] + (float)(basin->columns - 1) * basin->step[0],
                          basin->corner[1] + (float)(basin->rows - 1) * basin->step[1]};
    return box->low[0] <= far[0] && box->high[0] >= basin->corner[0] && box->low[1] <= far[1] &&
           box->high[1] >= basin->corner[1];
}

static void look_at_group(struct survey *survey, const struct wmo_mesh_group *drawing)
{
    const struct wmo_group *group = drawing->group;
    for (uint32_t b = 0; b < group->batch_count; b++) {
        const struct wmo_mesh_batch batch = wmo_mesh_batch_of(drawing, &group->batches[b]);
        if (surface_is_transparent(wmo_mesh_batch_material(&batch)->blend)) {
            continue;
        }
        const uint32_t *corner = group->indices + batch.batch->index_begin;
        for (uint32_t i = 0; i < batch.batch->index_count && survey->looks_left > 0; i += 3) {
            const float *const p[3] = {group->positions[corner[i]], group->positions[corner[i + 1]],
                                       group->positions[corner[i + 2]]};
            survey->looks_left--;
            look_at(survey, p);
        }
    }
}

/* The mean depth that is known around a vertex: walls stand between the vertices of a basin. */
static float depth_around(const struct basin *basin, const struct around *around, uint32_t column,
                          uint32_t row)
{
    float sum = 0.0F, count = 0.0F;
    for (int south = -1; south <= 1; south++) {
        for (int east = -1; east <= 1; east++) {
            const uint32_t x = column + (uint32_t)east, y = row + (uint32_t)south;
            const size_t i = (size_t)y * basin->columns + x;
            if (x < basin->columns && y < basin->rows && around[i].below > -INFINITY &&
                !around[i].is_bank) {
                sum += basin->surface[i] - around[i].below;
                count += 1.0F;
            }
        }
    }
    return count > 0.0F ? sum / count : UNKNOWN;
}

static float depth_at(const struct basin *basin, const struct around *around, uint32_t column,
                      uint32_t row)
{
    const size_t i = (size_t)row * basin->columns + column;
    if (around[i].is_bank) {
        return 0.0F;
    }
    return around[i].below > -INFINITY ? basin->surface[i] - around[i].below
                                       : depth_around(basin, around, column, row);
}

static uint64_t looks_of(const struct wmo_mesh_group *drawing, size_t vertices)
{
    const struct wmo_model *building = drawing->object->building;
    uint64_t triangles = 0;
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        triangles += building->groups[g] ? building->groups[g]->triangle_count : 0;
    }
    return LOOKS_OF_OWN * (drawing->group->triangle_count + (uint64_t)vertices) +
           LOOKS_OF_SHARE * triangles / building->root->group_count;
}

bool basin_depths(const struct wmo_mesh_group *drawing, const struct basin *basin, float *depth_yd)
{
    const struct wmo_model *building = drawing->object->building;
    const size_t count = (size_t)basin->columns * basin->rows;
    struct survey survey = {
        .basin = basin,
        .around = arena_alloc_dirty(drawing->builder->arena, count, sizeof *survey.around),
        .looks_left = looks_of(drawing, count),
    };
    if (!survey.around) {
        return false;
    }
    for (int axis = 0; axis < 2; axis++) {
        const uint32_t vertices = axis == 0 ? basin->columns : basin->rows;
        const float before = basin->corner[axis] - basin->step[axis];
        const float after = basin->corner[axis] + (float)vertices * basin->step[axis];
        survey.low[axis] = before < after ? before : after;
        survey.high[axis] = before < after ? after : before;
    }
    for (size_t i = 0; i < count; i++) {
        survey.around[i] = (struct around){-INFINITY, INFINITY, false};
    }
    look_at_group(&survey, drawing);
    struct wmo_mesh_group other = *drawing;
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        other.group = building->groups[g];
        if (other.group && other.group != drawing->group &&
            is_near(basin, &building->group_boxes[g])) {
            look_at_group(&survey, &other);
        }
    }
    for (uint32_t row = 0; row < basin->rows; row++) {
        for (uint32_t column = 0; column < basin->columns; column++) {
            const float yards = depth_at(basin, survey.around, column, row);
            *depth_yd++ = yards >= 0.0F ? yards * drawing->object->scale : UNKNOWN;
        }
    }
    return true;
}
