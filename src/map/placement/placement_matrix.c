#include "map/placement/placement_matrix.h"

#include <math.h>

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

/* Angles may be of several turns: real files have 786 degrees. */
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

/*
 * With c and s the cosine and sine of the three turns, a = Rz Ry Rx is
 *
 *     cz cy   ...     ...
 *     sz cy   ...     ...
 *     -sy     cy sx   cy cx
 *
 * Where cy is 0, turns about Z and X are one turn, and X has none: a[0][1] = -sz, a[1][1] = cz.
 */
void placement_matrix_angles(const struct placement_matrix *matrix, float rotation[3])
{
    static const double degrees = 180.0 / PORTABLE_PI;
    const double(*a)[4] = matrix->m;
    double across = sqrt(a[0][0] * a[0][0] + a[1][0] * a[1][0]);
    bool is_upright = across <= 1e-9 * fabs(a[2][0]);
    double z = is_upright ? portable_atan2(-a[0][1], a[1][1]) : portable_atan2(a[1][0], a[0][0]);
    double y = portable_atan2(-a[2][0], across);
    double x = is_upright ? 0.0 : portable_atan2(a[2][1], a[2][2]);
    double turn = z * degrees - 180.0;
    rotation[0] = (float)(y * degrees);
    rotation[1] = (float)(turn < 0.0 ? turn + 360.0 : turn);
    rotation[2] = (float)(x * degrees);
}

/* The rotation of a quaternion x, y, z, w; of one without length, none. */
static struct placement_matrix rotation_of(const float q[4])
{
    double length = 0.0;
    for (int i = 0; i < 4; i++) {
        length += (double)q[i] * (double)q[i];
    }
    double s = length > 0.0 ? 2.0 / length : 0.0;
    double x = (double)q[0];
    double y = (double)q[1];
    double z = (double)q[2];
    double w = (double)q[3];
    return (struct placement_matrix){
        {{1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), 0.0},
         {s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w), 0.0},
         {s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y), 0.0}}};
}

struct placement_matrix placement_matrix_in_wmo(const struct placement_matrix *wmo,
                                                const struct wmo_doodad *doodad)
{
    struct placement_matrix out = rotation_of(doodad->rotation);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            out.m[row][column] *= (double)doodad->scale;
        }
        out.m[row][3] = (double)doodad->position[row];
    }
    return product(wmo, &out);
}

struct adt_box placement_box(const struct placement_matrix *matrix, const float low[3],
                             const float high[3])
{
    struct adt_box out;
    for (int row = 0; row < 3; row++) {
        double least = matrix->m[row][3];
        double most = matrix->m[row][3];
        for (int column = 0; column < 3; column++) {
            double a = matrix->m[row][column] * (double)low[column];
            double b = matrix->m[row][column] * (double)high[column];
            least += a < b ? a : b;
            most += a < b ? b : a;
        }
        out.low[row] = (float)least;
        out.high[row] = (float)most;
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
