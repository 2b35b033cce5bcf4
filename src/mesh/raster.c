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
 * all pixels, and is computed once per triangle.
 *
 * Triangles no longer than SMALL_PX pixels along either axis, which nearly all are, stay below 2^30
 * in all of their box. Each edge is a vector of four 32-bit lanes there, one a sample: a pixel
 * takes three additions and a sign test. Larger triangles take twelve additions in 64 bits.
 *
 * Rows of wide triangles begin and end where an edge says so. With m the largest of its four
 * offsets, no sample of a pixel is inside when E + m is negative at the pixel's corner. Solved for
 * the column, this is one division per edge and row. Triangles up to eight pixels wide do without:
 * testing their pixels is cheaper.
 *
 * Most triangles of real buildings and trees cover about one pixel. Nearly all that cover no sample
 * do not come here: mesh_is_seen leaves them out before their vertices are copied.
 *
 * Heights are a plane in doubles, cut to the range of the vertices so that steep walls do not reach
 * beyond them. Every expression is rounded as IEEE 754 says and nothing is contracted, so all
 * machines agree to the bit.
 */
#include "mesh/raster.h"

enum { NARROW_PX = 8, SMALL_PX = 64 };

/* Finds the pixels that the triangle may touch in the band. False when there are none. */
static bool find_bounds(const struct mesh_position position[3], const struct sample_band *band,
                        struct raster_triangle *triangle)
{
    struct subpixel_box box = subpixel_box_of(&position[0], &position[1], &position[2]);
    int32_t first = (int32_t)band->first_row;
    int32_t last = first + (int32_t)band->rows - 1;
    int32_t width = (int32_t)band->width_px;
    triangle->is_small = box.high_x - box.low_x <= SMALL_PX * SUBPIXELS &&
                         box.high_y - box.low_y <= SMALL_PX * SUBPIXELS;
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

/* What an edge adds from a pixel's corner to sample `s`. */
static inline int64_t edge_at_sample(const struct raster_edge *edge, unsigned s)
{
    return edge->dx * sample_x[s] + edge->dy * sample_y[s];
}

static int64_t most_at_samples(const struct raster_edge *edge)
{
    int64_t most = edge_at_sample(edge, 0);
    for (unsigned s = 1; s < SAMPLES; s++) {
        int64_t at = edge_at_sample(edge, s);
        most = at > most ? at : most;
    }
    return most;
}

/* Pixels of a row, inclusive. */
struct span {
    int32_t left;
    int32_t right;
};

/* The pixels of row `y` in which a sample may be inside. */
static struct span cut_span(const struct raster_triangle *triangle, int32_t y)
{
    int64_t left = triangle->left;
    int64_t right = triangle->right;
    for (unsigned e = 0; e < 3; e++) {
        const struct raster_edge *edge = &triangle->edges[e];
        int64_t at_first = edge->base + edge->dy * y * SUBPIXELS + most_at_samples(edge);
        int64_t step = edge->dx * SUBPIXELS;
        if (step > 0) {
            int64_t first = ceil_div(-at_first, step);
            left = first > left ? first : left;
        } else if (step < 0) {
            int64_t last = floor_div(at_first, -step);
            right = last < right ? last : right;
        } else if (at_first < 0) {
            right = left - 1;
        }
    }
    return left <= right ? (struct span){(int32_t)left, (int32_t)right} : (struct span){0, -1};
}

static inline struct span row_span(const struct raster_triangle *triangle, int32_t y)
{
    if (triangle->right - triangle->left < NARROW_PX) {
        return (struct span){triangle->left, triangle->right};
    }
    return cut_span(triangle, y);
}

/* The edges at the corner of a pixel, and how they go on from there. */
struct large_edges {
    int64_t at_corner[3];
    int64_t at_samples[3][SAMPLES];
    int64_t step[3];
};

static inline int64_t edge_at(const struct raster_edge *edge, int32_t x, int32_t y)
{
    return edge->base + SUBPIXELS * (edge->dx * x + edge->dy * y);
}

static inline void large_begin(const struct raster_triangle *triangle, struct large_edges *edges)
{
    for (unsigned e = 0; e < 3; e++) {
        edges->step[e] = SUBPIXELS * triangle->edges[e].dx;
        for (unsigned s = 0; s < SAMPLES; s++) {
            edges->at_samples[e][s] = edge_at_sample(&triangle->edges[e], s);
        }
    }
}

static inline void large_row(const struct raster_triangle *triangle, int32_t x, int32_t y,
                             struct large_edges *edges)
{
    for (unsigned e = 0; e < 3; e++) {
        edges->at_corner[e] = edge_at(&triangle->edges[e], x, y);
    }
}

/* The samples that lie in the triangle, one bit each; then goes on to the next pixel. */
static inline unsigned large_next(struct large_edges *edges)
{
    unsigned mask = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        int64_t any = (edges->at_corner[0] + edges->at_samples[0][s]) |
                      (edges->at_corner[1] + edges->at_samples[1][s]) |
                      (edges->at_corner[2] + edges->at_samples[2][s]);
        mask |= (unsigned)(any >= 0) << s;
    }
    for (unsigned e = 0; e < 3; e++) {
        edges->at_corner[e] += edges->step[e];
    }
    return mask;
}

/* The same for small triangles: an edge has a lane a sample. */
struct small_edges {
    lanes_i at[3];
    lanes_i at_samples[3];
    lanes_i step[3];
};

static inline void small_begin(const struct raster_triangle *triangle, struct small_edges *edges)
{
    lanes_i x = lanes_load_i(sample_x);
    lanes_i y = lanes_load_i(sample_y);
    for (unsigned e = 0; e < 3; e++) {
        int32_t dx = (int32_t)triangle->edges[e].dx;
        int32_t dy = (int32_t)triangle->edges[e].dy;
        edges->at_samples[e] = lanes_splat_i(dx) * x + lanes_splat_i(dy) * y;
        edges->step[e] = lanes_splat_i(SUBPIXELS * dx);
    }
}

static inline void small_row(const struct raster_triangle *triangle, int32_t x, int32_t y,
                             struct small_edges *edges)
{
    for (unsigned e = 0; e < 3; e++) {
        int32_t at_corner = (int32_t)edge_at(&triangle->edges[e], x, y);
        edges->at[e] = lanes_splat_i(at_corner) + edges->at_samples[e];
    }
}

static inline unsigned small_next(struct small_edges *edges)
{
    unsigned outside = lanes_negative(edges->at[0] | edges->at[1] | edges->at[2]);
    for (unsigned e = 0; e < 3; e++) {
        edges->at[e] += edges->step[e];
    }
    return ~outside & ((1U << SAMPLES) - 1);
}

/* Heights of a row's samples: what the row adds to each is the same in all its pixels. */
struct row_heights {
    const struct raster_triangle *triangle;
    lanes_pair south[2];
};

static inline lanes_pair of_samples(const int32_t *at, double add)
{
    return (lanes_pair){(double)at[0], (double)at[1]} + lanes_splat_pair(add);
}

static inline struct row_heights row_heights_of(const struct raster_triangle *triangle, int32_t y)
{
    double south = (double)(y * SUBPIXELS - triangle->y);
    lanes_pair gradient = lanes_splat_pair(triangle->z_dy);
    return (struct row_heights){
        triangle,
        {gradient * of_samples(sample_y, south), gradient * of_samples(sample_y + 2, south)}};
}

static inline lanes_f heights_at(const struct row_heights *row, int32_t x)
{
    const struct raster_triangle *triangle = row->triangle;
    double east = (double)(x * SUBPIXELS - triangle->x);
    lanes_pair first = lanes_splat_pair(triangle->z_yd);
    lanes_pair gradient = lanes_splat_pair(triangle->z_dx);
    lanes_f z = lanes_round(first + gradient * of_samples(sample_x, east) + row->south[0],
                            first + gradient * of_samples(sample_x + 2, east) + row->south[1]);
    z = lanes_larger(z, lanes_splat(triangle->z_low));
    return lanes_smaller(z, lanes_splat(triangle->z_high));
}

static inline size_t first_sample(const struct sample_band *band, int32_t x, int32_t y)
{
    return SAMPLES * ((size_t)(y - (int32_t)band->first_row) * band->width_px + (size_t)x);
}

/* The samples that pass the depth test. */
static inline unsigned depth_mask(const struct raster_triangle *triangle,
                                  const struct sample_band *band, lanes_f depth, lanes_f z)
{
    lanes_i seen = (lanes_i)(z >= depth) | lanes_splat_i(-!triangle->depth_test);
    return lanes_negative(seen & (lanes_i)(z <= lanes_splat(band->clip_height)));
}

/* Inlined with a constant `emit`, which costs no call then. */
static inline __attribute__((always_inline)) void scan(const struct raster_triangle *triangle,
                                                       const struct sample_band *band,
                                                       bool is_small, raster_emit *emit, void *user)
{
    union {
        struct large_edges large;
        struct small_edges small;
    } edges;
    is_small ? small_begin(triangle, &edges.small) : large_begin(triangle, &edges.large);
    for (int32_t y = triangle->top; y <= triangle->bottom; y++) {
        struct span span = row_span(triangle, y);
        if (span.left > span.right) {
            continue;
        }
        struct row_heights heights = row_heights_of(triangle, y);
        is_small ? small_row(triangle, span.left, y, &edges.small)
                 : large_row(triangle, span.left, y, &edges.large);
        const float *depth = band->depth + first_sample(band, span.left, y);
        for (int32_t x = span.left; x <= span.right; x++, depth += SAMPLES) {
            unsigned inside = is_small ? small_next(&edges.small) : large_next(&edges.large);
            if (inside) {
                struct raster_pixel pixel = {.x = (uint32_t)x, .y = (uint32_t)y};
                pixel.z_yd = heights_at(&heights, x);
                pixel.mask = inside & depth_mask(triangle, band, lanes_load(depth), pixel.z_yd);
                if (pixel.mask) {
                    emit(user, &pixel);
                }
            }
        }
    }
}

void raster_draw(const struct raster_triangle *triangle, const struct sample_band *band,
                 raster_emit *emit, void *user)
{
    triangle->is_small ? scan(triangle, band, true, emit, user)
                       : scan(triangle, band, false, emit, user);
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
    lanes_i taken = lanes_of_bits(pixel->mask);
    lanes_i ids;
    memcpy(&ids, visible, sizeof ids);
    ids = lanes_select_i(taken, lanes_splat_i((int32_t)target->id), ids);
    memcpy(visible, &ids, sizeof ids);
    lanes_store(depth, lanes_select(taken, pixel->z_yd, lanes_load(depth)));
}

void raster_draw_visible(const struct raster_triangle *triangle, const struct sample_band *band,
                         uint32_t id)
{
    struct visible_target target = {band, id};
    triangle->is_small ? scan(triangle, band, true, emit_visible, &target)
                       : scan(triangle, band, false, emit_visible, &target);
}
