/* Draws domes and discs of trees without triangles. A tree of a map of 512 px has some 70 pixels:
 * 36 triangles took three quarters of its time, for two pixels each. */
#include "render/crown_draw.h"

#include <math.h>

#include "assets/textures/quad_px.h"
#include "base/size.h"

/* What all rows share. */
static struct crown_row row_of(const struct mesh_batch *batch)
{
    const struct crown_shape *crown = batch->crown;
    const lanes_f east = __builtin_convertvector(lanes_load_i(sample_x), lanes_f) *
                         lanes_splat(1.0F / (float)SUBPIXELS);
    return (struct crown_row){
        .batch = batch,
        .per_px = {1.0F / crown->half_px[0], 1.0F / crown->half_px[1]},
        .along = east - lanes_splat(crown->middle_px[0]),
    };
}

/* Finds where the rim crosses rows of samples. `across`: where these lie south of the middle;
 * `north`, `south`: the edges of their row of pixels; all as parts of half_px. An edge has its
 * northern end and lacks its southern one, so that each row crosses an even number. A level edge
 * crosses none. */
static void cross_rim(struct crown_row *row, lanes_f across, float north, float south)
{
    const float(*rim)[2] = row->batch->crown->rim;
    row->edge_count = 0;
    for (uint32_t i = 0; i < CROWN_CORNERS; i++) {
        const float *from = rim[i], *to = rim[(i + 1) % CROWN_CORNERS];
        if ((from[1] < north && to[1] < north) || (from[1] > south && to[1] > south)) {
            continue;
        }
        const float step = (to[0] - from[0]) / (to[1] - from[1]);
        const lanes_i crosses =
            (lanes_i)(across >= lanes_splat(from[1])) ^ (lanes_i)(across >= lanes_splat(to[1]));
        const lanes_f east =
            lanes_splat(from[0]) + (across - lanes_splat(from[1])) * lanes_splat(step);
        row->edges[row->edge_count++] = lanes_select(crosses, east, lanes_splat(-INFINITY));
    }
}

static void move_to(struct crown_row *row, uint32_t y)
{
    const lanes_f south = __builtin_convertvector(lanes_load_i(sample_y), lanes_f) *
                          lanes_splat(1.0F / (float)SUBPIXELS);
    const lanes_f across = (south + lanes_splat((float)y - row->batch->crown->middle_px[1])) *
                           lanes_splat(row->per_px[1]);
    row->y = y;
    row->across_sq = across * across;
    if (row->batch->crown->rim) {
        const float north = ((float)y - row->batch->crown->middle_px[1]) * row->per_px[1];
        cross_rim(row, across, north, north + row->per_px[1]);
    }
}

/* Pixels first..end - 1 of a row or a column; none where end is not above first. */
struct stretch {
    uint32_t first, end;
};

/* The pixels between two places, of `count`. */
static struct stretch stretch_between(float from, float to, uint32_t count)
{
    const float last = (float)count;
    return (struct stretch){
        .first = from > 0.0F ? (uint32_t)(from < last ? from : last) : 0,
        .end = to > 0.0F ? (uint32_t)ceilf(to < last ? to : last) : 0,
    };
}

/* Half of the width that a row of pixels has of the ellipse; 0: none. */
static float half_width(const struct crown_shape *crown, uint32_t y)
{
    const float north = (float)y - crown->middle_px[1], south = north + 1.0F;
    const float nearest = north > 0.0F ? north : south < 0.0F ? south : 0.0F;
    const float across = nearest / crown->half_px[1];
    return across * across < 1.0F ? crown->half_px[0] * sqrtf(1.0F - across * across) : 0.0F;
}

/* What a row of pixels has of the ellipse, in which a rim lies. */
static struct stretch columns_of(const struct crown_shape *crown, uint32_t y, uint32_t width_px)
{
    const float half = half_width(crown, y);
    return half > 0.0F
               ? stretch_between(crown->middle_px[0] - half, crown->middle_px[0] + half, width_px)
               : (struct stretch){0};
}

/* Draws the rows of an area, which lie in one row of quads: these become samples once, and not for
 * each row of pixels. */
static void draw_rows(const struct crown_kernels *kernels, struct pixel_area area,
                      struct crown_row *row, struct sample_quads *quads)
{
    struct stretch stretches[QUAD_PX_MAX];
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        const struct stretch own = columns_of(row->batch->crown, y, quads->band.width_px);
        stretches[y - area.first_row] = own;
        if (own.first < own.end) {
            area.first_column = u32_min(area.first_column, own.first);
            area.end_column = u32_max(area.end_column, own.end);
        }
    }
    if (area.first_column >= area.end_column) {
        return;
    }
    sample_quads_split(quads, &area);
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        const struct stretch *own = &stretches[y - area.first_row];
        if (own->first < own->end) {
            move_to(row, y);
            kernels->tint(row, own->first, own->end, &quads->band);
        }
    }
}

void crown_draw(const struct crown_kernels *kernels, const struct mesh_batch *batch,
                struct sample_quads *quads)
{
    const struct crown_shape *crown = batch->crown;
    const struct sample_band *band = &quads->band;
    const float top = crown->middle_px[1] - (float)band->first_row;
    struct crown_row row = row_of(batch);
    const struct stretch rows =
        stretch_between(top - crown->half_px[1], top + crown->half_px[1], band->rows);
    const uint32_t end = band->first_row + rows.end;
    uint32_t next;
    for (uint32_t y = band->first_row + rows.first; y < end; y = next) {
        const uint32_t quad_row = quad_at_pixel(quads->quads_a_pixel, y);
        next = u32_min((quad_row + 1) * quads->quad_px, end);
        const struct pixel_area area = {
            .first_column = band->width_px, .first_row = y, .end_row = next};
        draw_rows(kernels, area, &row, quads);
    }
}
