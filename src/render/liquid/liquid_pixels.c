#include "render/liquid/liquid_pixels.h"

#include <assert.h>

#include "assets/textures/quad_px.h"

/* Pixels of a row that are under way at once: those of one quad, or of several that are small. */
enum { RGBA = 4, RUN_PX = QUAD_PX_MAX, RUN_BYTES = RGBA * RUN_PX };

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
    uint16_t source[RUN_BYTES]; /* times alpha */
    uint16_t rest[RUN_BYTES];   /* 255 - alpha */
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

static void blend_constant(const struct constant_row *restrict row, uint32_t bytes,
                           uint8_t *restrict pixels)
{
    for (uint32_t i = 0; i < bytes; i++) {
        pixels[i] = liquid_over(row->source[i], row->rest[i], pixels[i]);
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
        blend_constant(&row, stretch->quads * quad_bytes, pixel_row(quads, &area, y));
    }
}

/* Colours along an edge of the quads at the middles of pixels, with alpha for each channel. */
struct edge_colors {
    float color[RUN_BYTES]; /* 1 for alpha itself */
    float alpha[RUN_BYTES];
};

/* One pixel of it, at `u` between two corners. */
static inline void fill_pixel(const float *restrict west, const float *restrict east, float u,
                              float *restrict color, float *restrict alpha)
{
    for (uint32_t c = 0; c < RGBA; c++) {
        color[c] = liquid_mix(west[c], east[c], u);
    }
    for (uint32_t c = 0; c < RGBA; c++) {
        alpha[c] = color[3];
    }
    color[3] = 1.0F;
}

static void fill_edge(const struct sheet_vertex *corners, const struct liquid_stretch *stretch,
                      struct edge_colors *edge)
{
    uint32_t at = 0;
    for (uint32_t quad = 0; quad < stretch->quads; quad++) {
        for (uint32_t x = 0; x < stretch->quad_px; x++) {
            fill_pixel(corners[quad].rgba, corners[quad + 1].rgba,
                       liquid_middle(x, stretch->quad_px), edge->color + at, edge->alpha + at);
            at += RGBA;
        }
    }
}

/* Between the edges, at `v` from the north to the south. */
static void blend_varying(const struct edge_colors *restrict north,
                          const struct edge_colors *restrict south, float v, uint32_t bytes,
                          uint8_t *restrict pixels)
{
    for (uint32_t i = 0; i < bytes; i++) {
        uint16_t color = liquid_channel(north->color[i], south->color[i], v);
        uint16_t alpha = liquid_channel(north->alpha[i], south->alpha[i], v);
        pixels[i] = liquid_over(liquid_source(color, alpha), (uint16_t)(255 - alpha), pixels[i]);
    }
}

/* The same in a shadow, where pixels of one colour are no longer that. */
static void blend_shaded(const struct edge_colors *north, const struct edge_colors *south, float v,
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
    struct edge_colors north;
    struct edge_colors south;
    fill_edge(stretch->north, stretch, &north);
    fill_edge(stretch->south, stretch, &south);
    for (uint32_t y = area.first_row; y < area.end_row; y++) {
        float v = liquid_middle(y % stretch->quad_px, stretch->quad_px);
        const uint32_t bytes = RGBA * stretch->quads * stretch->quad_px;
        const uint8_t *shade = liquid_shade(&quads->band, area.first_column, y);
        if (shade) {
            blend_shaded(&north, &south, v, bytes, quads->band.shadow, shade,
                         pixel_row(quads, &area, y));
        } else {
            blend_varying(&north, &south, v, bytes, pixel_row(quads, &area, y));
        }
    }
}

/* Cuts the stretch into parts of at most RUN_PX pixels a row. */
static void draw_parts(const struct liquid_stretch *stretch, struct sample_quads *quads,
                       void (*draw)(const struct liquid_stretch *, struct sample_quads *))
{
    assert(stretch->quad_px > 0 && stretch->quad_px <= RUN_PX);
    uint32_t most = RUN_PX / stretch->quad_px;
    for (uint32_t quad = 0; quad < stretch->quads; quad += most) {
        uint32_t rest = stretch->quads - quad;
        const struct liquid_stretch part = {
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
