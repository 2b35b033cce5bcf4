/*
 * Slopes come from heights: at an inner vertex from the corners of its quad, at an outer one from
 * its neighbours, so those at the chunk's edge are left out. The score of a form is the mean cosine
 * between its normals and these slopes; level ground fits every form and does not count.
 */
#include "formats/adt/adt_normals.h"

#include <math.h>

#include "formats/grid.h"

static int8_t component(int8_t value, int8_t sign)
{
    int whole = value < -127 ? -127 : value;
    return (int8_t)(whole * sign);
}

void adt_normals_apply(const struct adt_normal_form *form, int8_t (*normals)[3])
{
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        int8_t stored[3] = {normals[i][0], normals[i][1], normals[i][2]};
        normals[i][0] = component(stored[form->north], form->north_sign);
        normals[i][1] = component(stored[form->west], form->west_sign);
        normals[i][2] = component(stored[form->up], 1);
    }
}

/* Adds the vertex `v` with the slopes towards south and east, rise over run. */
static void score_vertex(const int8_t normal[3], double south, double east,
                         struct adt_normal_score *score)
{
    double length =
        sqrt((double)(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]));
    double steepness = south * south + east * east;
    if (length > 0.0 && steepness > 1e-4) {
        double dot = normal[0] * south + normal[1] * east + normal[2];
        score->cosines += dot / (length * sqrt(steepness + 1.0));
        score->vertices += 1.0;
    }
}

void adt_normals_score(const struct adt_chunk *chunk, int8_t (*normals)[3],
                       struct adt_normal_score *score)
{
    const float *height = chunk->height_yd;
    for (size_t row = 0; row < QUADS_PER_CHUNK; row++) {
        for (size_t column = 0; column < QUADS_PER_CHUNK; column++) {
            size_t nw = row * VERTEX_SOUTH + column;
            size_t sw = nw + VERTEX_SOUTH;
            double south = (double)height[sw] + (double)height[sw + 1] - (double)height[nw] -
                           (double)height[nw + 1];
            double east = (double)height[nw + 1] + (double)height[sw + 1] - (double)height[nw] -
                          (double)height[sw];
            score_vertex(normals[nw + VERTEX_INNER], south / (2.0 * QUAD_YD),
                         east / (2.0 * QUAD_YD), score);
            if (row > 0 && column > 0) {
                double down = (double)height[nw + VERTEX_SOUTH] - (double)height[nw - VERTEX_SOUTH];
                double right = (double)height[nw + 1] - (double)height[nw - 1];
                score_vertex(normals[nw], down / (2.0 * QUAD_YD), right / (2.0 * QUAD_YD), score);
            }
        }
    }
}
