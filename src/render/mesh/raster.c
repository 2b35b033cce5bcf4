/*
 * How a triangle finds its samples.
 *
 * Each edge from a to b has a function that is linear in x and y, zero on the edge and positive
 * inside:
 *
 *     E(x, y) = (ay - by) (x - ax) + (bx - ax) (y - ay)
 *
 * Positions are whole subpixels within 2^28 of the corner, so values stay below 2^60 and 64 bits
 * hold them exactly. A sample is inside where no E is negative. Edges that are neither top nor left
 * are lowered by one, which leaves samples on them to the neighbour.
 *
 * Nothing is multiplied per sample. From one pixel to the next E changes by 256 dx, from one row to
 * the next by 256 dy. What it adds from a pixel's corner to each of its four samples is the same in
 * all pixels, and is computed once per triangle. A pixel takes twelve additions and a sign test.
 *
 * Rows of wide triangles begin and end where an edge says so. With m the largest of its four
 * offsets, no sample of a pixel is inside when E + m is negative at the pixel's corner. Solved for
 * the column, this is one division per edge and row. Triangles up to eight pixels wide do without:
 * testing their pixels is cheaper.
 *
 * Most triangles of real buildings and trees cover about one pixel. Those whose box holds no sample
 * do not come here: mesh_is_seen leaves them out before their vertices are copied.
 *
 * Heights are a plane in doubles, cut to the range of the vertices so that steep walls do not reach
 * beyond them. Every expression is rounded as IEEE 754 says and nothing is contracted, so all
 * machines agree to the bit.
 */
#include "render/mesh/raster.h"

enum { NARROW_PX = 8 };

/* Finds the pixels that the triangle may touch in the band. False when there are none. */
static bool find_bounds(const struct mesh_position position[3], const struct sample_band *band,
                        struct raster_triangle *triangle)
{
    struct subpixel_box box = subpixel_box_of(position);
    int32_t first = (int32_t)band->first_row;
    int32_t last = first + (int32_t)band->rows - 1;
    int32_t width = (int32_t)band->width_px;
    triangle->left = box.low_x >> 8 > 0 ? box.low_x >> 8 : 0;
    triangle->right = box.high_x >> 8 < width - 1 ? box.high_x >> 8 : width - 1;
    triangle->top = box.low_y >> 8 > first ? box.low_y >> 8 : first;
    triangle->bottom = box.high_y >> 8 < last ? box.high_y >> 8 : last;
    return triangle->left <= triangle->right && triangle->top <= triangle->bottom;
}

/* The edge from a to b of a triangle whose vertices run clockwise on the image. */
static void set_edge(const struct mesh_position *a, const struct mesh_position *b, unsigned e,
                     struct raster_triangle *triangle)
{
    struct raster_edge edge = {0, (int64_t)a->y - b->y, (int64_t)b->x - a->x};
    bool top_or_left = edge.dx > 0 || (edge.dx == 0 && edge.dy > 0);
    edge.base = -(edge.dx * a->x + edge.dy * a->y) - (top_or_left ? 0 : 1);
    triangle->edges[e] = edge;
    int64_t most = INT64_MIN;
    for (unsigned s = 0; s < SAMPLES; s++) {
        int64_t at = edge.dx * sample_x[s] + edge.dy * sample_y[s];
        triangle->at_samples[e][s] = at;
        most = at > most ? at : most;
    }
    triangle->most[e] = most;
}

static void set_heights(const struct mesh_position position[3], int64_t area,
                        struct raster_triangle *triangle)
{
    double gradient[2];
    const float z[3] = {position[0].z_yd, position[1].z_yd, position[2].z_yd};
    mesh_gradient_scaled(position, z, gradient);
    triangle->x = position[0].x;
    triangle->y = position[0].y;
    triangle->z_yd = (double)z[0];
    triangle->z_dx = gradient[0] / (double)area;
    triangle->z_dy = gradient[1] / (double)area;
    float low = z[0] < z[1] ? z[0] : z[1];
    float high = z[0] > z[1] ? z[0] : z[1];
    triangle->z_low = z[2] < low ? z[2] : low;
    triangle->z_high = z[2] > high ? z[2] : high;
}

bool raster_setup(const struct mesh_position position[3], const struct sample_band *band,
                  struct raster_triangle *triangle)
{
    int64_t area = mesh_area(position);
    if (area == 0 || !find_bounds(position, band, triangle)) {
        return false;
    }
    const struct mesh_position *second = &position[area > 0 ? 1 : 2];
    const struct mesh_position *third = &position[area > 0 ? 2 : 1];
    set_edge(&position[0], second, 0, triangle);
    set_edge(second, third, 1, triangle);
    set_edge(third, &position[0], 2, triangle);
    set_heights(position, area, triangle);
    triangle->depth_test = true;
    return true;
}

/* Floor and ceiling of a / b, b > 0. */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

/* Pixels of a row, inclusive. */
struct span {
    int64_t left;
    int64_t right;
};

/* The pixels of row `y` in which a sample may be inside. */
static struct span row_span(const struct raster_triangle *triangle, int32_t y)
{
    struct span span = {triangle->left, triangle->right};
    if (span.right - span.left < NARROW_PX) {
        return span;
    }
    for (unsigned e = 0; e < 3; e++) {
        const struct raster_edge *edge = &triangle->edges[e];
        int64_t at_first = edge->base + edge->dy * y * SUBPIXELS + triangle->most[e];
        int64_t step = edge->dx * SUBPIXELS;
        if (step > 0) {
            int64_t left = ceil_div(-at_first, step);
            span.left = left > span.left ? left : span.left;
        } else if (step < 0) {
            int64_t right = floor_div(at_first, -step);
            span.right = right < span.right ? right : span.right;
        } else if (at_first < 0) {
            span.right = span.left - 1;
        }
    }
    return span;
}

/* The samples, one bit each, of the pixel at whose corner the edges have the values `e`. */
static inline unsigned inside_mask(const struct raster_triangle *triangle, const int64_t e[3])
{
    unsigned mask = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        int64_t any = (e[0] + triangle->at_samples[0][s]) | (e[1] + triangle->at_samples[1][s]) |
                      (e[2] + triangle->at_samples[2][s]);
        mask |= (unsigned)(any >= 0) << s;
    }
    return mask;
}

static inline float height_at(const struct raster_triangle *triangle, int32_t x, int32_t y)
{
    float z = (float)(triangle->z_yd + triangle->z_dx * (double)(x - triangle->x) +
                      triangle->z_dy * (double)(y - triangle->y));
    z = z > triangle->z_low ? z : triangle->z_low;
    return z < triangle->z_high ? z : triangle->z_high;
}

/* Fills the heights of the pixel's samples; returns those of `inside` that pass the depth test. */
static inline unsigned depth_mask(const struct raster_triangle *triangle,
                                  const struct sample_band *band, const float *depth,
                                  unsigned inside, struct raster_pixel *pixel)
{
    unsigned mask = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        float z = height_at(triangle, (int32_t)pixel->x * SUBPIXELS + sample_x[s],
                            (int32_t)pixel->y * SUBPIXELS + sample_y[s]);
        pixel->z_yd[s] = z;
        bool seen = (z >= depth[s]) | !triangle->depth_test;
        mask |= (unsigned)(seen & (z <= band->clip_height)) << s;
    }
    return mask & inside;
}

static inline size_t first_sample(const struct sample_band *band, int32_t x, int32_t y)
{
    return SAMPLES * ((size_t)(y - (int32_t)band->first_row) * band->width_px + (size_t)x);
}

/* Inlined with a constant `emit`, which costs no call then. */
static inline __attribute__((always_inline)) void scan(const struct raster_triangle *triangle,
                                                       const struct sample_band *band,
                                                       raster_emit *emit, void *user)
{
    for (int32_t y = triangle->top; y <= triangle->bottom; y++) {
        struct span span = row_span(triangle, y);
        int64_t e[3];
        for (unsigned k = 0; k < 3; k++) {
            const struct raster_edge *edge = &triangle->edges[k];
            e[k] = edge->base + SUBPIXELS * (edge->dx * span.left + edge->dy * y);
        }
        for (int32_t x = (int32_t)span.left; x <= span.right; x++) {
            unsigned inside = inside_mask(triangle, e);
            if (inside) {
                struct raster_pixel pixel = {.x = (uint32_t)x, .y = (uint32_t)y};
                const float *depth = band->depth + first_sample(band, x, y);
                pixel.mask = depth_mask(triangle, band, depth, inside, &pixel);
                if (pixel.mask) {
                    emit(user, &pixel);
                }
            }
            for (unsigned k = 0; k < 3; k++) {
                e[k] += SUBPIXELS * triangle->edges[k].dx;
            }
        }
    }
}

void raster_draw(const struct raster_triangle *triangle, const struct sample_band *band,
                 raster_emit *emit, void *user)
{
    scan(triangle, band, emit, user);
}

struct visible_target {
    const struct sample_band *band;
    uint32_t id;
};

static inline void emit_visible(void *user, const struct raster_pixel *pixel)
{
    const struct visible_target *target = user;
    size_t first = first_sample(target->band, (int32_t)pixel->x, (int32_t)pixel->y);
    float *depth = target->band->depth + first;
    uint32_t *visible = target->band->visible + first;
    for (unsigned s = 0; s < SAMPLES; s++) {
        bool taken = pixel->mask >> s & 1;
        depth[s] = taken ? pixel->z_yd[s] : depth[s];
        visible[s] = taken ? target->id : visible[s];
    }
}

void raster_draw_visible(const struct raster_triangle *triangle, const struct sample_band *band,
                         uint32_t id)
{
    struct visible_target target = {band, id};
    scan(triangle, band, emit_visible, &target);
}
