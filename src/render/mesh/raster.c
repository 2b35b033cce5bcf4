#include "render/mesh/raster.h"

void raster_setup(const struct mesh_position vertex[3], struct raster_triangle *triangle)
{
    const struct mesh_position *v = vertex;
    *triangle = (struct raster_triangle){.vertex = {v[0], v[1], v[2]}, .area = mesh_area(v)};
    triangle->z_low = v[0].z_yd;
    triangle->z_high = v[0].z_yd;
    for (int i = 1; i < 3; i++) {
        triangle->z_low = v[i].z_yd < triangle->z_low ? v[i].z_yd : triangle->z_low;
        triangle->z_high = v[i].z_yd > triangle->z_high ? v[i].z_yd : triangle->z_high;
    }
    if (triangle->area) {
        triangle->z = raster_plane(triangle, (const float[3]){v[0].z_yd, v[1].z_yd, v[2].z_yd});
    }
}

struct raster_plane raster_plane(const struct raster_triangle *triangle, const float values[3])
{
    double area = (double)triangle->area;
    double rise[2];
    mesh_gradient_scaled(triangle->vertex, values, rise);
    return (struct raster_plane){(double)values[0], rise[0] / area, rise[1] / area};
}

/* value(x, y) = base + dx * x + dy * y; a sample is inside where it is not negative. */
struct edge {
    int64_t base;
    int64_t dx;
    int64_t dy;
};

/*
 * The edge from a to b of a triangle with positive area, whose inside has positive values. Edges
 * that are neither top nor left are moved by one, so that samples on them are outside.
 */
static struct edge make_edge(const struct mesh_position *a, const struct mesh_position *b)
{
    struct edge edge = {0, (int64_t)a->y - b->y, (int64_t)b->x - a->x};
    bool top_or_left = edge.dx > 0 || (edge.dx == 0 && edge.dy > 0);
    edge.base = -(edge.dx * a->x + edge.dy * a->y) - (top_or_left ? 0 : 1);
    return edge;
}

struct bounds {
    int32_t left, right, top, bottom; /* pixels, inclusive */
};

static int32_t low3(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int32_t high3(int32_t a, int32_t b, int32_t c)
{
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

/* Pixels that the triangle may touch, cut to the band. */
static struct bounds pixel_bounds(const struct mesh_position *v, const struct sample_band *band)
{
    struct bounds bounds = {
        .left = low3(v[0].x, v[1].x, v[2].x) >> 8,
        .right = high3(v[0].x, v[1].x, v[2].x) >> 8,
        .top = low3(v[0].y, v[1].y, v[2].y) >> 8,
        .bottom = high3(v[0].y, v[1].y, v[2].y) >> 8,
    };
    int32_t first = (int32_t)band->first_row;
    int32_t last = first + (int32_t)band->rows - 1;
    int32_t width = (int32_t)band->width_px;
    bounds.left = bounds.left > 0 ? bounds.left : 0;
    bounds.right = bounds.right < width - 1 ? bounds.right : width - 1;
    bounds.top = bounds.top > first ? bounds.top : first;
    bounds.bottom = bounds.bottom < last ? bounds.bottom : last;
    return bounds;
}

static float height_at(const struct raster_triangle *triangle, int32_t x, int32_t y)
{
    float z = (float)raster_plane_at(&triangle->z, triangle, x, y);
    z = z > triangle->z_low ? z : triangle->z_low; /* steep walls: not beyond their vertices */
    return z < triangle->z_high ? z : triangle->z_high;
}

/* Fills pixel->mask and heights for the pixel whose north-west corner is at (x, y). */
static void test_samples(const struct raster_triangle *triangle, const struct edge edges[3],
                         const float *surface, float ceiling, int32_t x, int32_t y,
                         struct raster_pixel *pixel)
{
    pixel->mask = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        int32_t at_x = x + sample_x[s];
        int32_t at_y = y + sample_y[s];
        int64_t inside = 0;
        for (int e = 0; e < 3; e++) {
            inside |= edges[e].base + edges[e].dx * at_x + edges[e].dy * at_y;
        }
        if (inside < 0) {
            continue;
        }
        pixel->z_yd[s] = height_at(triangle, at_x, at_y);
        bool seen = pixel->z_yd[s] >= surface[s] && pixel->z_yd[s] <= ceiling;
        pixel->mask |= seen ? 1U << s : 0;
    }
}

void raster_draw(const struct raster_triangle *triangle, const struct sample_band *band,
                 raster_emit *emit, void *user)
{
    if (triangle->area == 0) {
        return;
    }
    const struct mesh_position *v = triangle->vertex;
    const struct mesh_position *second = triangle->area > 0 ? &v[1] : &v[2];
    const struct mesh_position *third = triangle->area > 0 ? &v[2] : &v[1];
    const struct edge edges[3] = {make_edge(&v[0], second), make_edge(second, third),
                                  make_edge(third, &v[0])};
    struct bounds bounds = pixel_bounds(v, band);
    for (int32_t y = bounds.top; y <= bounds.bottom; y++) {
        size_t row = (size_t)(y - (int32_t)band->first_row) * band->width_px;
        for (int32_t x = bounds.left; x <= bounds.right; x++) {
            struct raster_pixel pixel = {.x = (uint32_t)x, .y = (uint32_t)y};
            const float *surface = band->depth + SAMPLES * (row + (size_t)x);
            test_samples(triangle, edges, surface, band->clip_height, x * SUBPIXELS, y * SUBPIXELS,
                         &pixel);
            if (pixel.mask) {
                emit(user, &pixel);
            }
        }
    }
}
