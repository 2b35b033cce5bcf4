/* The parts of the public API that draw. */
#include "adtmap/adtmap.h"
#include "job/draw_tile.h"
#include "job/map.h"

const char *adtmap_version(void)
{
    return ADTMAP_VERSION;
}

enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings, uint8_t *pixels,
                                      size_t stride_bytes, struct adtmap_message *failure)
{
    enum adtmap_status status = adtmap_settings_check(settings, failure);
    if (status) {
        return status;
    }
    struct diag diag = {.log = map->data->log, .failure = failure};
    if (stride_bytes < (size_t)settings->size_px * 4) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "stride_bytes is %zu, a row has %zu", stride_bytes,
                         (size_t)settings->size_px * 4);
    }
    if (x >= ADTMAP_GRID || y >= ADTMAP_GRID) {
        return diag_fail(&diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "tile %u_%u is outside the grid",
                         x, y);
    }
    struct tile_files files = {0};
    if (!tile_set_has(&map->bare, x, y)) {
        status = map_read_tile(map, x, y, &diag, &files);
    }
    if (status) {
        return status;
    }
    char origin[512];
    map_tile_origin(map, x, y, origin, sizeof origin);
    diag.file = origin;
    const struct tile_request request = {map->data, map, x, y, map_facts(map), settings, 0};
    status = draw_tile(&request, &files.adt, pixels, stride_bytes, &diag);
    tile_files_release(&files);
    return status;
}
