#include "render/liquid/liquid_pixels.h"

#include <assert.h>

#include "render/liquid/liquid_kernels.h"

enum { RGBA = 4 };

static struct pixel_area liquid_area(const struct liquid_stretch *stretch,
                                     const struct sample_quads *quads)
{
    struct pixel_area area = sample_quads_area(quads, stretch->column, stretch->row);
    area.end_column += (stretch->quads - 1) * stretch->quad_px;
    return area;
}

/* The first of the area's pixels in row `y` of the tile. */
static uint8_t *pixel_row(struct sample_quads *quads, const struct pixel_area *area, uint32_t y)
{
    return quads->pixels + (y - quads->band.first_row) * quads->stride_bytes +
           (size_t)RGBA * area->first_column;
}

/* Colours made ready to go over a row of pixels. */
struct constant_row {
    uint16_t source[LIQUID_RUN_BYTES]; /* times alpha */
    uint16_t rest[LIQUID_RUN_BYTES];   /* 255 - alpha */
};

static void fill_quad(const float rgba[RGBA], uint32_t first, uint32_t quad_px,
                      struct constant_row *row)
{
    uint16_t alpha = (uint16_t)liquid_byte(rgba[3]);
    for (uint32_t i = first; i < first + RGBA * quad_px; i += RGBA) {
        for (uint32_t c = 0; c < RGBA; c++) {
            uint16_t color = c == 3 ? 255 : (uint16_t)liquid_byte(rgba[c]);
            row->source[i + c] = liquid_source(color, alpha);
            row->rest[i + c] = (uint16_t)(255 - alpha);
        }
    }
}

static void draw_constant(const struct liquid_stretch *stretch, struct sample_quads *quads)
{
    struct pixel_area area = liquid_area(stretch, quads);
    uint32_t quad_bytes = RGBA * stretch->quad_px;
    struct constant_row row;
    for (uint32_t quad = 0; quad < stretch->quads; quad++) {
        fill_quad(stretch->north[quad].rgba, quad * quad_bytes, stretch->quad_px, &row);
    }
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        stretch->kernels->over(pixel_row(quads, &area, y), row.source, row.rest,
                               (size_t)stretch->quads * quad_bytes);
    }
}

/* What lies at `v` between two edges goes over pixels in a shadow, where pixels of one colour are
 * no longer that. */
static void blend_shaded(const struct liquid_edge *north, const struct liquid_edge *south, float v,
                         uint32_t bytes, const struct mesh_shadow *shadow, const uint8_t *shade,
                         uint8_t *pixels)
{
    for (uint32_t i = 0; i < bytes; i++) {
        uint16_t color = liquid_channel(north->color[i], south->color[i], v);
        uint16_t alpha = liquid_channel(north->alpha[i], south->alpha[i], v);
        if (i % RGBA != 3) {
            color = liquid_shaded(color, liquid_left(shadow, shade[i / RGBA]));
        }
        pixels[i] = liquid_over(liquid_source(color, alpha), (uint16_t)(255 - alpha), pixels[i]);
    }
}

static void draw_varying(const struct liquid_stretch *stretch, struct sample_quads *quads)
{
    struct pixel_area area = liquid_area(stretch, quads);
    struct liquid_edge north, south;
    stretch->kernels->edge(&north, stretch->north, stretch->quads, stretch->quad_px);
    stretch->kernels->edge(&south, stretch->south, stretch->quads, stretch->quad_px);
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        float v = liquid_middle(y % stretch->quad_px, stretch->quad_px);
        const uint32_t bytes = RGBA * stretch->quads * stretch->quad_px;
        const uint8_t *shade = liquid_shade(&quads->band, area.first_column, y);
        if (shade) {
            blend_shaded(&north, &south, v, bytes, quads->band.shadow, shade,
                         pixel_row(quads, &area, y));
        } else {
            stretch->kernels->between(pixel_row(quads, &area, y), &north, &south, v, bytes);
        }
    }
}

/* Cuts the stretch into parts of at most LIQUID_RUN_PX pixels a row. */
static void draw_parts(const struct liquid_stretch *stretch, struct sample_quads *quads,
                       void (*draw)(const struct liquid_stretch *, struct sample_quads *))
{
    assert(stretch->quad_px > 0 && stretch->quad_px <= LIQUID_RUN_PX);
    uint32_t most = LIQUID_RUN_PX / stretch->quad_px;
    for (uint32_t quad = 0; quad < stretch->quads; quad += most) {
        uint32_t rest = stretch->quads - quad;
        const struct liquid_stretch part = {
            .kernels = stretch->kernels,
            .north = stretch->north + quad,
            .south = stretch->south + quad,
            .column = stretch->column + quad,
            .row = stretch->row,
            .quads = rest < most ? rest : most,
            .quad_px = stretch->quad_px,
        };
        draw(&part, quads);
    }
}

void liquid_stretch_constant(const struct liquid_stretch *stretch, struct sample_quads *quads)
{
    const bool is_shaded = quads->band.shadow && quads->band.shadow->on_liquid;
    draw_parts(stretch, quads, is_shaded ? draw_varying : draw_constant);
}

void liquid_stretch_varying(const struct liquid_stretch *stretch, struct sample_quads *quads)
{
    draw_parts(stretch, quads, draw_varying);
}
