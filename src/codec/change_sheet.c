/*
 * The outline is drawn on cells, not on pixels: a change of light alters many single pixels, and
 * their outlines would hide the picture.
 *
 *     . . . . .      .  a cell without a difference
 *     . # # # .      #  a cell with one
 *     . # # # .      a red line runs inside # along each edge to . and to the rim
 */
#include "codec/change_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "base/pixel.h"

enum {
    PANELS = 3,
    GAP_PX = 8,
    CELLS_MAX = 64, /* on an edge */
    CELL_LEAST_PX = 2,
};

static const uint8_t gap_color[4] = {32, 32, 32, 255};
static const uint8_t absent_color[4] = {64, 64, 64, 255};
static const uint8_t outline_color[4] = {255, 0, 64, 255};

uint32_t change_sheet_width(uint32_t size_px)
{
    return PANELS * size_px + (PANELS - 1) * GAP_PX;
}

struct cells {
    uint32_t cell_px;
    uint32_t count; /* on an edge */
    bool *changed;
};

static bool find_changes(const uint8_t *a, const uint8_t *b, uint32_t size_px, struct cells *cells)
{
    uint32_t cell_px = (size_px + CELLS_MAX - 1) / CELLS_MAX;
    cells->cell_px = cell_px < CELL_LEAST_PX ? CELL_LEAST_PX : cell_px;
    cells->count = (size_px + cells->cell_px - 1) / cells->cell_px;
    cells->changed = calloc((size_t)cells->count * cells->count, sizeof *cells->changed);
    for (size_t i = 0; cells->changed && i < (size_t)size_px * size_px; i++) {
        size_t row = i / size_px / cells->cell_px;
        size_t column = i % size_px / cells->cell_px;
        if (!a || !b || memcmp(a + 4 * i, b + 4 * i, 4) != 0) {
            cells->changed[row * cells->count + column] = true;
        }
    }
    return cells->changed != NULL;
}

static bool is_changed(const struct cells *cells, int64_t column, int64_t row)
{
    return column >= 0 && row >= 0 && column < cells->count && row < cells->count &&
           cells->changed[row * cells->count + column];
}

/* Whether the pixel is on the line: within a changed cell, next to one that is not. */
static bool is_outline(const struct cells *cells, uint32_t size_px, uint32_t x, uint32_t y)
{
    uint32_t cell_px = cells->cell_px;
    uint32_t thick = cell_px / 4 + 1;
    int64_t column = x / cell_px;
    int64_t row = y / cell_px;
    if (!is_changed(cells, column, row)) {
        return false;
    }
    bool at_west = x % cell_px < thick;
    bool at_north = y % cell_px < thick;
    bool at_east = x % cell_px + thick >= cell_px || x + thick >= size_px;
    bool at_south = y % cell_px + thick >= cell_px || y + thick >= size_px;
    return (at_west && !is_changed(cells, column - 1, row)) ||
           (at_east && !is_changed(cells, column + 1, row)) ||
           (at_north && !is_changed(cells, column, row - 1)) ||
           (at_south && !is_changed(cells, column, row + 1));
}

/* The colour over the colour of what is not there. */
static void make_opaque(const uint8_t *rgba, uint8_t *opaque)
{
    for (size_t i = 0; i < 3; i++) {
        opaque[i] = (uint8_t)byte_scale((uint32_t)rgba[i] * rgba[3] +
                                        (uint32_t)absent_color[i] * (255U - rgba[3]));
    }
    opaque[3] = 255;
}

/* Row `y` of all panels. */
static void change_sheet_draw_row(const uint8_t *const pictures[2], uint32_t size_px,
                                  const struct cells *cells, uint32_t y, uint8_t *row)
{
    for (uint32_t x = 0; x < change_sheet_width(size_px); x++) {
        memcpy(row + 4 * (size_t)x, gap_color, 4);
    }
    for (uint32_t x = 0; x < size_px; x++) {
        uint8_t *panels[PANELS];
        for (size_t i = 0; i < PANELS; i++) {
            const uint8_t *picture = pictures[i == 0 ? 0 : 1];
            panels[i] = row + 4 * (i * (size_px + GAP_PX) + x);
            make_opaque(picture ? picture + 4 * ((size_t)y * size_px + x) : absent_color,
                        panels[i]);
        }
        for (size_t c = 0; c < 3; c++) { /* pale, under the outlines */
            panels[PANELS - 1][c] = (uint8_t)((panels[PANELS - 1][c] + 255) / 2);
        }
        if (is_outline(cells, size_px, x, y)) {
            memcpy(panels[PANELS - 1], outline_color, 4);
        }
    }
}

bool change_sheet_draw(const uint8_t *old_rgba, const uint8_t *new_rgba, uint32_t size_px,
                       uint8_t *sheet)
{
    const uint8_t *const pictures[2] = {old_rgba, new_rgba};
    struct cells cells;
    if (!find_changes(old_rgba, new_rgba, size_px, &cells)) {
        return false;
    }
    for (uint32_t y = 0; y < size_px; y++) {
        change_sheet_draw_row(pictures, size_px, &cells, y,
                              sheet + 4 * (size_t)y * change_sheet_width(size_px));
    }
    free(cells.changed);
    return true;
}
