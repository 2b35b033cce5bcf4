/* Affine matrices in doubles; sums are in a fixed order, so that every machine has the same bits.
 */
#include <math.h>
#include <string.h>

#include "formats/m2/m2_parts.h"

struct m2_matrix m2_matrix_identity(void)
{
    return (struct m2_matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}

struct m2_matrix m2_matrix_product(const struct m2_matrix *outer, const struct m2_matrix *inner)
{
    struct m2_matrix product;
    for (int row = 0; row < 3; row++) {
        const double *by = outer->rows[row];
        for (int column = 0; column < 4; column++) {
            product.rows[row][column] = by[0] * inner->rows[0][column] +
                                        by[1] * inner->rows[1][column] +
                                        by[2] * inner->rows[2][column] + (column == 3 ? by[3] : 0);
        }
    }
    return product;
}

void m2_matrix_direction(const struct m2_matrix *matrix, const double direction[3],
                         double result[3])
{
    for (int row = 0; row < 3; row++) {
        const double *by = matrix->rows[row];
        result[row] = by[0] * direction[0] + by[1] * direction[1] + by[2] * direction[2];
    }
}

void m2_matrix_point(const struct m2_matrix *matrix, const double point[3], double result[3])
{
    m2_matrix_direction(matrix, point, result);
    for (int row = 0; row < 3; row++) {
        result[row] += matrix->rows[row][3];
    }
}

double m2_normalize(double vector[3])
{
    double length = sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    bool good = length > 0 && length < (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        vector[i] = good ? vector[i] / length : 0.0;
    }
    return good ? length : 0.0;
}

void m2_matrix_axes(const struct m2_matrix *matrix, double axes[3][3], double lengths[3])
{
    for (int axis = 0; axis < 3; axis++) {
        for (int row = 0; row < 3; row++) {
            axes[axis][row] = matrix->rows[row][axis];
        }
        lengths[axis] = m2_normalize(axes[axis]);
    }
}

void m2_matrix_set_axes(struct m2_matrix *matrix, const double point[3], double axes[3][3])
{
    double place[3];
    double moved[3];
    m2_matrix_point(matrix, point, place);
    for (int row = 0; row < 3; row++) {
        for (int axis = 0; axis < 3; axis++) {
            matrix->rows[row][axis] = axes[axis][row];
        }
    }
    m2_matrix_direction(matrix, point, moved);
    for (int row = 0; row < 3; row++) {
        matrix->rows[row][3] = place[row] - moved[row];
    }
}

/* What X, Y and Z become by a quaternion. */
static void rotation_axes(const float rotation[4], double axes[3][3])
{
    double q[4];
    double length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = (double)rotation[i];
        length += q[i] * q[i];
    }
    double twice = length > 0 ? 2 / length : 0;
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3;
        int c = (a + 2) % 3;
        axes[a][a] = 1 - twice * (q[b] * q[b] + q[c] * q[c]);
        axes[a][b] = twice * (q[a] * q[b] + q[c] * q[3]);
        axes[a][c] = twice * (q[a] * q[c] - q[b] * q[3]);
    }
}

struct m2_matrix m2_matrix_about(const float point[3], const float translation[3],
                                 const float rotation[4], const float scale[3])
{
    struct m2_matrix matrix = m2_matrix_identity();
    const double center[3] = {(double)point[0], (double)point[1], (double)point[2]};
    double axes[3][3];
    rotation_axes(rotation, axes);
    for (int axis = 0; axis < 3; axis++) {
        matrix.rows[axis][3] = (double)translation[axis];
        for (int row = 0; row < 3; row++) {
            axes[axis][row] *= (double)scale[axis];
        }
    }
    m2_matrix_set_axes(&matrix, center, axes);
    return matrix;
}

void m2_matrix_uv(const float translation[3], const float rotation[4], const float scale[3],
                  float transform[2][3])
{
    static const float center[3] = {0.5F, 0.5F, 0.0F};
    struct m2_matrix matrix = m2_matrix_about(center, translation, rotation, scale);
    for (int row = 0; row < 2; row++) {
        transform[row][0] = (float)matrix.rows[row][0];
        transform[row][1] = (float)matrix.rows[row][1];
        transform[row][2] = (float)matrix.rows[row][3];
    }
}
