/*
 * A tile has few areas, which lie together: as text its 256 ids are runs, "1519*240 12*16", some 20
 * bytes in a record instead of a kilobyte.
 */
#include "output/areas/area_grid.h"

#include <stdlib.h>

#include "base/number.h"

bool area_grid_create(struct area_grid *grid)
{
    grid->ids = calloc((size_t)AREA_GRID * AREA_GRID, sizeof *grid->ids);
    grid->is_covered = calloc((size_t)AREA_GRID * AREA_GRID, sizeof *grid->is_covered);
    return grid->ids && grid->is_covered;
}

void area_grid_free(struct area_grid *grid)
{
    free(grid->ids);
    free(grid->is_covered);
    *grid = (struct area_grid){0};
}

void area_grid_put_tile(struct area_grid *grid, uint32_t x, uint32_t y,
                        const struct area_tile *tile)
{
    size_t corner = (size_t)y * AREA_TILE_EDGE * AREA_GRID + (size_t)x * AREA_TILE_EDGE;
    for (uint32_t i = 0; i < AREA_TILE_CHUNKS; i++) {
        size_t chunk = corner + (size_t)(i / AREA_TILE_EDGE) * AREA_GRID + i % AREA_TILE_EDGE;
        grid->ids[chunk] = tile->ids[i];
        grid->is_covered[chunk] = area_tile_is_covered(tile, i);
    }
}

void area_tile_print(struct buffer *text, const struct area_tile *tile)
{
    for (uint32_t first = 0; first < AREA_TILE_CHUNKS;) {
        bool is_covered = area_tile_is_covered(tile, first);
        uint32_t end = first + 1;
        while (end < AREA_TILE_CHUNKS && tile->ids[end] == tile->ids[first] &&
               area_tile_is_covered(tile, end) == is_covered) {
            end++;
        }
        unsigned id = tile->ids[first] == AREA_NO_CHUNK ? 0 : (unsigned)tile->ids[first];
        buffer_printf(text, "%s%u%s", first ? " " : "", id, is_covered ? "~" : "");
        if (end - first > 1) {
            buffer_printf(text, "*%u", (unsigned)(end - first));
        }
        first = end;
    }
}

bool area_tile_read(const char *text, struct area_tile *tile)
{
    struct number_reader reader = {text, false};
    uint32_t count = 0;
    *tile = (struct area_tile){0};
    while (count < AREA_TILE_CHUNKS && !reader.bad) {
        uint32_t length = 1;
        uint32_t id = number_next_u32(&reader, 10, UINT32_MAX);
        bool is_covered = *reader.at == '~';
        reader.at += is_covered;
        if (*reader.at == '*') {
            reader.at++;
            length = number_next_u32(&reader, 10, AREA_TILE_CHUNKS - count);
        }
        reader.bad |= length == 0;
        for (uint32_t i = 0; i < length && !reader.bad; i++, count++) {
            tile->ids[count] = id;
            tile->covered[count / AREA_TILE_EDGE] |=
                (uint16_t)((unsigned)is_covered << count % AREA_TILE_EDGE);
        }
    }
    return !reader.bad && *reader.at == '\0';
}
