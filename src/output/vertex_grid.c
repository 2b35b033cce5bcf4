/*
 * Tiles share the vertices of their edges, which each file has. A vertex belongs to up to four
 * chunks; where the one to its south-east is missing, another one that has it lends the height, so
 * holes in the data stay as small as they are.
 */
#include "output/vertex_grid.h"

#include <float.h>
#include <stdlib.h>

#include "formats/grid.h"

enum { OUTER = QUADS_PER_TILE + 1 };

const char *const vertex_suffixes[] = {
    [VERTEX_PNG16] = "png", [VERTEX_RAW16] = "r16", [VERTEX_RAW32F] = "r32"};

uint32_t vertex_grid_columns(enum vertex_points points)
{
    return points == VERTEX_OUTER ? OUTER : ADT_VERTICES;
}

uint32_t vertex_grid_rows(enum vertex_points points)
{
    return points == VERTEX_OUTER ? OUTER : ADT_CHUNKS;
}

bool vertex_grid_ends(const struct tile_facts *facts, float ends_yd[2])
{
    float low = FLT_MAX;
    float high = -FLT_MAX;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        for (size_t v = 0; facts->present[i] && v < ADT_VERTICES; v++) {
            low = facts->height_yd[i][v] < low ? facts->height_yd[i][v] : low;
            high = facts->height_yd[i][v] > high ? facts->height_yd[i][v] : high;
        }
    }
    if (low > high) {
        return false;
    }
    ends_yd[0] = low;
    ends_yd[1] = high;
    return true;
}

/* An outer vertex, of the chunk to its south-east or, where there is none, of another that has it.
 */
static float outer_height(const struct tile_facts *facts, uint32_t column, uint32_t row,
                          float instead)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = column / QUADS_PER_CHUNK - (i & 1); /* wraps west of the tile */
        uint32_t y = row / QUADS_PER_CHUNK - (i >> 1);
        uint32_t in_x = column - x * QUADS_PER_CHUNK;
        uint32_t in_y = row - y * QUADS_PER_CHUNK;
        if (x < ADT_EDGE && y < ADT_EDGE && in_x <= QUADS_PER_CHUNK && in_y <= QUADS_PER_CHUNK &&
            facts->present[y * ADT_EDGE + x]) {
            return facts->height_yd[y * ADT_EDGE + x][in_y * VERTEX_SOUTH + in_x];
        }
    }
    return instead;
}

static uint16_t grey_of(const struct vertex_grid *grid, float height_yd)
{
    double low = (double)grid->low_yd;
    double value = ((double)height_yd - low) * (UINT16_MAX / ((double)grid->high_yd - low)) + 0.5;
    if (!(value > 0.0)) {
        return 0;
    }
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

enum adtmap_status vertex_grid_encode(const struct vertex_grid *grid,
                                      const struct tile_facts *facts, struct png_encoder *encoder,
                                      const struct diag *diag, struct buffer *bytes)
{
    uint32_t columns = vertex_grid_columns(grid->points);
    uint32_t rows = vertex_grid_rows(grid->points);
    uint16_t *greys = NULL;
    buffer_clear(bytes);
    if (grid->format == VERTEX_PNG16) {
        greys = malloc((size_t)columns * rows * sizeof *greys);
        if (!greys) {
            return diag_fail_memory(diag);
        }
    }
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            float height = grid->low_yd;
            if (grid->points == VERTEX_OUTER) {
                height = outer_height(facts, x, y, height);
            } else if (facts->present[y]) {
                height = facts->height_yd[y][x];
            }
            if (grid->format == VERTEX_PNG16) {
                greys[(size_t)y * columns + x] = grey_of(grid, height);
            } else if (grid->format == VERTEX_RAW16) {
                uint16_t grey = grey_of(grid, height);
                buffer_u8(bytes, (uint8_t)grey);
                buffer_u8(bytes, (uint8_t)(grey >> 8));
            } else {
                buffer_f32le(bytes, height);
            }
        }
    }
    enum adtmap_status status = ADTMAP_OK;
    if (greys) {
        const struct png_image image = {(const uint8_t *)greys, columns, rows,
                                        columns * sizeof *greys};
        const struct png_options options = {.kind = PNG_KIND_GREY16, .effort = PNG_BALANCED};
        status = png_encode(encoder, &image, &options, diag, bytes);
    } else if (bytes->failed) {
        status = diag_fail_memory(diag);
    }
    free(greys);
    return status;
}
