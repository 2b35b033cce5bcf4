/*
 * A flooded room is full: its liquid reaches from the floor to the ceiling. Seen from above, only
 * its top counts.
 *
 *          ______
 *         / roof \          of another group, or of this one
 *        /________\
 *        |~~~~~~~~|  <- ceiling: a triangle that looks down. The surface stands here.
 *        |        |~~~~~~~  <- no ceiling: the surface stands at the top of the box.
 *        |________|_______  <- floor: a triangle that looks up
 *
 * The box is cut into 32 x 32 quads. A quad is filled when its middle lies over a floor. Its top is
 * the highest ceiling over its middle. A vertex takes the lowest top of the filled quads around it,
 * so that the surface does not pass through a sloping ceiling.
 */
#include "formats/wmo/wmo_flood.h"

struct flood_survey {
    const struct wmo_box *box;
    float step[2]; /* of a quad, in yards */
    bool has_floor[FLOOD_QUADS];
    bool has_ceiling[FLOOD_QUADS];
    float ceiling[FLOOD_QUADS];
};

/* Twice the signed area of triangle (a, b, p), seen from above. */
static float side_of(const float a[3], const float b[3], const float p[2])
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static void see_quad(struct flood_survey *survey, const float *const corners[3], uint32_t quad)
{
    const float middle[2] = {
        survey->box->low[0] + ((float)(quad % FLOOD_EDGE) + 0.5F) * survey->step[0],
        survey->box->low[1] + ((float)(quad / FLOOD_EDGE) + 0.5F) * survey->step[1],
    };
    float area = side_of(corners[0], corners[1], corners[2]);
    float sum = 0.0F;
    for (size_t i = 0; i < 3; i++) {
        float weight = side_of(corners[(i + 1) % 3], corners[(i + 2) % 3], middle) / area;
        if (!(weight >= 0.0F)) {
            return;
        }
        sum += weight * corners[i][2];
    }
    if (area > 0.0F) {
        survey->has_floor[quad] = true;
    } else if (!survey->has_ceiling[quad] || sum > survey->ceiling[quad]) {
        survey->has_ceiling[quad] = true;
        survey->ceiling[quad] = sum;
    }
}

/* The quads from the one at `low` to the one at `high` along an axis. */
static void quads_along(const struct flood_survey *survey, size_t axis, float low, float high,
                        uint32_t range[2])
{
    const float ends[2] = {low, high};
    for (size_t i = 0; i < 2; i++) {
        float at = (ends[i] - survey->box->low[axis]) / survey->step[axis];
        range[i] = at >= 0.0F ? (uint32_t)(at < FLOOD_EDGE - 1 ? at : FLOOD_EDGE - 1) : 0;
    }
}

static void see_triangle(struct flood_survey *survey, const float *const corners[3])
{
    uint32_t range[2][2];
    for (size_t axis = 0; axis < 2; axis++) {
        float low = corners[0][axis];
        float high = low;
        for (size_t i = 1; i < 3; i++) {
            low = corners[i][axis] < low ? corners[i][axis] : low;
            high = corners[i][axis] > high ? corners[i][axis] : high;
        }
        quads_along(survey, axis, low, high, range[axis]);
    }
    for (uint32_t y = range[1][0]; y <= range[1][1]; y++) {
        for (uint32_t x = range[0][0]; x <= range[0][1]; x++) {
            see_quad(survey, corners, y * FLOOD_EDGE + x);
        }
    }
}

/* The lowest top of the filled quads around a vertex; that of the box where there is none. */
static float top_at(const struct flood_survey *survey, uint32_t column, uint32_t row)
{
    float top = survey->box->high[2];
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = column - i % 2; /* wraps past the edge, and is none then */
        uint32_t y = row - i / 2;
        uint32_t quad = y * FLOOD_EDGE + x;
        if (x < FLOOD_EDGE && y < FLOOD_EDGE && survey->has_floor[quad] &&
            survey->has_ceiling[quad] && survey->ceiling[quad] < top) {
            top = survey->ceiling[quad];
        }
    }
    return top;
}

void wmo_flood_fill(const struct wmo_group *group, enum liquid_class class, struct wmo_flood *flood)
{
    struct flood_survey survey = {.box = &group->box};
    for (size_t axis = 0; axis < 2; axis++) {
        survey.step[axis] = (group->box.high[axis] - group->box.low[axis]) / FLOOD_EDGE;
    }
    bool is_flat = !(survey.step[0] > 0.0F && survey.step[1] > 0.0F);
    for (uint32_t i = 0; i < group->triangle_count && !is_flat; i++) {
        const uint32_t *indices = group->indices + 3 * (size_t)i;
        const float *const corners[3] = {group->positions[indices[0]], group->positions[indices[1]],
                                         group->positions[indices[2]]};
        see_triangle(&survey, corners);
    }
    for (uint32_t i = 0; i < FLOOD_QUADS; i++) {
        flood->quad[i] = survey.has_floor[i] ? (uint8_t) class : (uint8_t)LIQUID_NONE;
    }
    for (uint32_t i = 0; i < FLOOD_VERTICES; i++) {
        uint32_t column = i % (FLOOD_EDGE + 1);
        uint32_t row = i / (FLOOD_EDGE + 1);
        flood->position[i][0] = group->box.low[0] + (float)column * survey.step[0];
        flood->position[i][1] = group->box.low[1] + (float)row * survey.step[1];
        flood->position[i][2] = top_at(&survey, column, row);
    }
}
