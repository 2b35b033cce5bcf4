/* The parts of the public API that draw. */
#include "adtmap/adtmap.h"
#include "os/thread.h"
#include "render/draw_tile.h"
#include "render/layers/data_layer.h"
#include "render/terrain/low_res_terrain.h"
#include "scene/map/map.h"
#include "scene/map/map_low_res.h"

const char *adtmap_version(void)
{
    return ADTMAP_VERSION;
}

static enum adtmap_status check_request(const struct adtmap_tile_request *request,
                                        const struct diag *diag)
{
    uint32_t size_px = request->settings->size_px;
    if (request->picture && request->picture_stride_bytes < (size_t)size_px * 4) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "stride_bytes is %zu, a row has %zu", request->picture_stride_bytes,
                         (size_t)size_px * 4);
    }
    for (size_t i = 0; i < request->image_count; i++) {
        const struct adtmap_layer_image *image = &request->images[i];
        if ((unsigned)image->layer.kind >= ADTMAP_LAYER_KINDS ||
            image->layer.index >= ADT_LAYERS_MAX) {
            return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "image %zu is of no known layer", i);
        }
        size_t row_bytes = size_px * adtmap_layer_pixel_bytes(image->layer);
        if (image->stride_bytes < row_bytes) {
            return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "stride_bytes of image %zu is %zu, a row has %zu", i,
                             image->stride_bytes, row_bytes);
        }
    }
    return request->image_count ? data_layer_check_range(&request->height, diag) : ADTMAP_OK;
}

static enum adtmap_status draw_low_res(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct adtmap_tile_request *request,
                                       const struct diag *diag)
{
    struct low_res_tile tile;
    map_low_res_tile(map, x, y, &tile);
    return low_res_terrain_draw(request->settings, &tile, thread_core_count(), request->picture,
                                request->picture_stride_bytes)
               ? ADTMAP_OK
               : diag_fail_memory(diag);
}

enum adtmap_status adtmap_tile_draw(struct adtmap_map *map, uint32_t x, uint32_t y,
                                    const struct adtmap_tile_request *request,
                                    struct adtmap_message *failure)
{
    enum adtmap_status status = adtmap_settings_check(request->settings, failure);
    struct diag diag = {.log = map->data->log, .failure = failure};
    if (!status) {
        status = check_request(request, &diag);
    }
    if (status) {
        return status;
    }
    if (x >= ADTMAP_GRID || y >= ADTMAP_GRID) {
        return diag_fail(&diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "tile %u_%u is outside the grid",
                         x, y);
    }
    const struct adtmap_settings *settings = request->settings;
    struct tile_set low_res = map_low_res_tiles(map, settings->low_res);
    if (tile_set_has(&low_res, x, y) && request->picture && request->image_count == 0) {
        return draw_low_res(map, x, y, request, &diag);
    }
    if (settings->low_res == ADTMAP_LOW_RES_ONLY && request->image_count > 0) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "a WDL has no data layers");
    }
    if (settings->low_res == ADTMAP_LOW_RES_ONLY) {
        return diag_fail(&diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no WDL in the data has tile %u_%u of %s", x, y, map->name);
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
    const struct tile_request tile = tile_request_of(map, x, y, settings);
    const struct tile_drawing drawing = {request->picture, request->picture_stride_bytes,
                                         request->images, request->image_count, request->height};
    uint32_t missing_assets;
    status = draw_tile(&tile, &files.adt, &drawing, &diag, &missing_assets);
    tile_files_release(&files);
    return status;
}

enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings, uint8_t *pixels,
                                      size_t stride_bytes, struct adtmap_message *failure)
{
    const struct adtmap_tile_request request = {
        .settings = settings, .picture = pixels, .picture_stride_bytes = stride_bytes};
    return adtmap_tile_draw(map, x, y, &request, failure);
}
