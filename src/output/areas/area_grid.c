/*
 * A tile has few areas, which lie together: as text its 256 ids are runs, "1519*240 12*16", some 20
 * bytes in a record instead of a kilobyte.
 */
#include "output/areas/area_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

bool area_grid_create(struct area_grid *grid)
{
    grid->ids = calloc((size_t)AREA_GRID * AREA_GRID, sizeof *grid->ids);
    return grid->ids != NULL;
}

void area_grid_free(struct area_grid *grid)
{
    free(grid->ids);
    *grid = (struct area_grid){0};
}

void area_grid_put_tile(struct area_grid *grid, uint32_t x, uint32_t y,
                        const uint32_t ids[AREA_TILE_CHUNKS])
{
    uint32_t *corner = grid->ids + (size_t)y * AREA_TILE_EDGE * AREA_GRID + x * AREA_TILE_EDGE;
    for (size_t row = 0; row < AREA_TILE_EDGE; row++) {
        memcpy(corner + row * AREA_GRID, ids + row * AREA_TILE_EDGE, AREA_TILE_EDGE * sizeof *ids);
    }
}

void area_tile_print(struct buffer *text, const uint32_t ids[AREA_TILE_CHUNKS])
{
    for (uint32_t first = 0; first < AREA_TILE_CHUNKS;) {
        uint32_t end = first + 1;
        while (end < AREA_TILE_CHUNKS && ids[end] == ids[first]) {
            end++;
        }
        unsigned id = ids[first] == AREA_NO_CHUNK ? 0 : (unsigned)ids[first];
        buffer_printf(text, "%s%u", first ? " " : "", id);
        if (end - first > 1) {
            buffer_printf(text, "*%u", (unsigned)(end - first));
        }
        first = end;
    }
}

bool area_tile_read(const char *text, uint32_t ids[AREA_TILE_CHUNKS])
{
    struct number_reader reader = {text, false};
    uint32_t count = 0;
    while (count < AREA_TILE_CHUNKS && !reader.bad) {
        uint32_t length = 1;
        uint32_t id = number_next_u32(&reader, 10, UINT32_MAX);
        if (*reader.at == '*') {
            reader.at++;
            length = number_next_u32(&reader, 10, AREA_TILE_CHUNKS - count);
        }
        reader.bad |= length == 0;
        for (uint32_t i = 0; i < length && !reader.bad; i++) {
            ids[count++] = id;
        }
    }
    return !reader.bad && *reader.at == '\0';
}
