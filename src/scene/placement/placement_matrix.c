#include "scene/placement/placement_matrix.h"

#include <string.h>

#include "base/portable_math.h"
#include "formats/grid.h"

static struct placement_matrix product(const struct placement_matrix *a,
                                       const struct placement_matrix *b)
{
    struct placement_matrix out;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? a->m[row][3] : 0.0;
            for (int k = 0; k < 3; k++) {
                sum += a->m[row][k] * b->m[k][column];
            }
            out.m[row][column] = sum;
        }
    }
    return out;
}

/* A turn about one axis that takes `from` towards `to`. */
static struct placement_matrix turn(int from, int to, double degrees)
{
    double radians = degrees * (PORTABLE_PI / 180.0);
    double c = portable_cos(radians);
    double s = portable_sin(radians);
    struct placement_matrix out = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    out.m[from][from] = c;
    out.m[to][to] = c;
    out.m[to][from] = s;
    out.m[from][to] = -s;
    return out;
}

struct placement_matrix placement_matrix(const struct adt_placement *placement)
{
    double scale = (double)placement->scale;
    const struct placement_matrix about_z = turn(0, 1, (double)placement->rotation[1] + 180.0);
    const struct placement_matrix about_y = turn(2, 0, (double)placement->rotation[0]);
    const struct placement_matrix about_x = turn(1, 2, (double)placement->rotation[2]);
    struct placement_matrix out = product(&about_y, &about_x);
    out = product(&about_z, &out);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            out.m[row][column] *= scale;
        }
        out.m[row][3] = placement->position[row];
    }
    return out;
}

struct adt_box placement_box(const struct placement_matrix *matrix, const struct wmo_box *box)
{
    struct adt_box out;
    for (int row = 0; row < 3; row++) {
        double low = matrix->m[row][3];
        double high = matrix->m[row][3];
        for (int column = 0; column < 3; column++) {
            double a = matrix->m[row][column] * (double)box->low[column];
            double b = matrix->m[row][column] * (double)box->high[column];
            low += a < b ? a : b;
            high += a < b ? b : a;
        }
        out.low[row] = (float)low;
        out.high[row] = (float)high;
    }
    return out;
}

bool placement_touches_tile(const struct adt_box *box, uint32_t x, uint32_t y)
{
    double north = grid_edge_yd(y);
    double west = grid_edge_yd(x);
    return (double)box->high[0] >= north - TILE_YD && (double)box->low[0] <= north &&
           (double)box->high[1] >= west - TILE_YD && (double)box->low[1] <= west;
}
