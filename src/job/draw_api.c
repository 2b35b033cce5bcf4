/* The parts of the public API that draw. */
#include <stdlib.h>

#include "adtmap/adtmap.h"
#include "job/tiles/draw_tile_files.h"
#include "map/hours/map_hours.h"
#include "map/map.h"
#include "map/map_low_res.h"
#include "map/settings/settings.h"
#include "map/settings/sized_struct.h"
#include "os/clock.h"
#include "os/thread.h"
#include "render/layers/data_layer.h"
#include "render/terrain/low_res_terrain.h"

/* The smallest request of a caller: one picture. */
#define REQUEST_LEAST_BYTES offsetof(struct adtmap_tile_request, images)

_Static_assert(offsetof(struct adtmap_tile_request, user) + sizeof(void *) ==
                   sizeof(struct adtmap_tile_request),
               "the struct ends without padding");

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
        bool is_storey = image->layer.kind == ADTMAP_LAYER_STOREY;
        uint32_t end = is_storey ? ADTMAP_STOREY_MAX + 1 : ADT_LAYERS_MAX;
        if ((unsigned)image->layer.kind >= ADTMAP_LAYER_KINDS || image->layer.index >= end) {
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

/* Whoever has asked for a tile, and is told how far it is. */
struct caller {
    struct work_progress progress;
    const struct adtmap_tile_request *request;
    double begin; /* by clock_seconds */
};

static bool show_steps(void *user, uint32_t done, uint32_t total)
{
    const struct caller *caller = user;
    const struct adtmap_progress progress = {done, total, 0, clock_seconds() - caller->begin};
    return caller->request->progress(caller->request->user, &progress) == 0;
}

/* NULL: nobody asks how far it is. */
static struct work_progress *progress_for(struct caller *caller,
                                          const struct adtmap_tile_request *request)
{
    *caller = (struct caller){{.show = show_steps, .user = caller}, request, clock_seconds()};
    return request->progress ? &caller->progress : NULL;
}

static enum adtmap_status draw_low_res(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct adtmap_tile_request *request,
                                       struct work_progress *progress, const struct diag *diag)
{
    struct low_res_tile tile;
    enum adtmap_status status = work_progress_begin(progress, 1, diag);
    if (status) {
        return status;
    }
    map_low_res_tile(map, x, y, request->settings, &tile);
    return low_res_terrain_draw(request->settings, &tile, thread_core_count(), request->picture,
                                request->picture_stride_bytes)
               ? work_progress_step(progress, diag)
               : diag_fail_memory(diag);
}

void adtmap_tile_request_default_sized(struct adtmap_tile_request *request, size_t struct_bytes)
{
    struct adtmap_tile_request defaults = {.struct_bytes = sizeof defaults};
    adtmap_height_range_default(&defaults.height);
    sized_struct_fill(request, struct_bytes, &defaults, sizeof defaults);
}

/* Copies the caller's request and the settings that it names, and checks both. */
static enum adtmap_status read_request(const struct adtmap_tile_request *given,
                                       const struct diag *diag, struct adtmap_tile_request *request,
                                       struct adtmap_settings *settings)
{
    adtmap_tile_request_default(request);
    if (!sized_struct_read(given, REQUEST_LEAST_BYTES, request, sizeof *request)) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "struct_bytes is %u; adtmap_tile_request_default sets it",
                         (unsigned)given->struct_bytes);
    }
    if (!request->settings) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "the request has no settings");
    }
    enum adtmap_status status = settings_read(request->settings, settings, diag->failure);
    request->settings = settings;
    return status ? status : check_request(request, diag);
}

static struct tile_drawing drawing_of(const struct adtmap_tile_request *request,
                                      struct work_progress *progress)
{
    return (struct tile_drawing){request->picture, request->picture_stride_bytes,
                                 request->images,  request->image_count,
                                 request->height,  progress};
}

/* Draws a tile from its ADT; without one, what the map and its neighbours place there. */
static enum adtmap_status draw_adt(struct adtmap_map *map, uint32_t x, uint32_t y,
                                   const struct adtmap_tile_request *request,
                                   struct work_progress *progress, struct diag diag)
{
    struct tile_files files = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (!tile_set_has(&map->tiles_without_adt, x, y)) {
        status = map_read_tile(map, x, y, &diag, &files);
    }
    if (status) {
        return status;
    }
    char origin[512];
    map_tile_origin(map, x, y, origin, sizeof origin);
    diag.file = origin;
    const struct tile_request tile = tile_request_of(map, x, y, request->settings);
    const struct tile_drawing drawing = drawing_of(request, progress);
    uint32_t missing_assets;
    status = draw_tile_files(&tile, &files.adt, &drawing, &diag, &missing_assets);
    tile_files_release(&files);
    return status;
}

static enum adtmap_status draw(struct adtmap_map *map, uint32_t x, uint32_t y,
                               const struct adtmap_tile_request *request,
                               struct work_progress *progress, const struct diag *diag)
{
    if (x >= ADTMAP_GRID || y >= ADTMAP_GRID) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "tile %u_%u is outside the grid",
                         x, y);
    }
    enum adtmap_low_res low_res = request->settings->low_res;
    struct tile_set tiles = map_low_res_tiles(map, low_res);
    if (tile_set_has(&tiles, x, y) && request->picture && request->image_count == 0) {
        return draw_low_res(map, x, y, request, progress, diag);
    }
    if (low_res == ADTMAP_LOW_RES_ONLY && request->image_count > 0) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "a WDL has no data layers");
    }
    if (low_res == ADTMAP_LOW_RES_ONLY) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no WDL in the data has tile %u_%u of %s", x, y, map->name);
    }
    return draw_adt(map, x, y, request, progress, *diag);
}

enum adtmap_status adtmap_tile_draw(struct adtmap_map *map, uint32_t x, uint32_t y,
                                    const struct adtmap_tile_request *request,
                                    struct adtmap_message *failure)
{
    const struct diag diag = {.log = map->data->log, .failure = failure};
    struct adtmap_tile_request whole;
    struct adtmap_settings settings;
    enum adtmap_status status = read_request(request, &diag, &whole, &settings);
    if (!status) {
        status = map_hours_ready(map, &diag, &settings);
    }
    struct caller caller;
    return status ? status : draw(map, x, y, &whole, progress_for(&caller, &whole), &diag);
}

enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings, uint8_t *pixels,
                                      size_t stride_bytes, struct adtmap_message *failure)
{
    struct adtmap_tile_request request;
    adtmap_tile_request_default(&request);
    request.settings = settings;
    request.picture = pixels;
    request.picture_stride_bytes = stride_bytes;
    return adtmap_tile_draw(map, x, y, &request, failure);
}

/* What a map's WDT says of its tiles. */
static enum adtmap_status read_facts(const char *wdt_path, const struct diag *diag,
                                     struct adt_request *facts)
{
    struct blob blob = {0};
    const struct diag at_wdt = diag_at(diag, wdt_path);
    struct wdt *wdt = malloc(sizeof *wdt);
    enum adtmap_status status = wdt ? file_map(wdt_path, &at_wdt, &blob) : diag_fail_memory(diag);
    if (!status) {
        status = wdt_read(blob.data, blob.size, &at_wdt, wdt);
    }
    if (!status) {
        *facts = adt_request_of(wdt);
    }
    blob_release(&blob);
    free(wdt);
    return status;
}

/* Draws an ADT with checked settings. */
static enum adtmap_status draw_file(struct adtmap_data *data, const char *adt_path,
                                    const char *wdt_path, const struct adtmap_tile_request *request,
                                    struct work_progress *progress, const struct diag *diag)
{
    struct tile_files files = {0};
    struct hour_lights hours = {0};
    struct adtmap_settings settings = *request->settings;
    struct tile_request tile = {.data = data, .settings = &settings, .hours = &hours};
    const struct diag at_adt = diag_at(diag, adt_path);
    const struct tile_drawing drawing = drawing_of(request, progress);
    uint32_t missing_assets;
    enum adtmap_status status = wdt_path ? read_facts(wdt_path, diag, &tile.facts) : ADTMAP_OK;
    if (!status) {
        status = tile_files_map(adt_path, &at_adt, &files);
    }
    if (!status) {
        status = tile_hours_ready(data, adt_path, &at_adt, &hours, &settings);
    }
    if (!status) {
        status = draw_tile_files(&tile, &files.adt, &drawing, &at_adt, &missing_assets);
    }
    hour_lights_free(&hours);
    tile_files_release(&files);
    return status;
}

enum adtmap_status adtmap_adt_draw(struct adtmap_data *data, const char *adt_path,
                                   const char *wdt_path, const struct adtmap_tile_request *request,
                                   struct adtmap_message *failure)
{
    const struct diag diag = {.log = data->log, .failure = failure};
    struct adtmap_tile_request whole;
    struct adtmap_settings settings;
    enum adtmap_status status = read_request(request, &diag, &whole, &settings);
    struct caller caller;
    return status
               ? status
               : draw_file(data, adt_path, wdt_path, &whole, progress_for(&caller, &whole), &diag);
}

enum adtmap_status adtmap_adt_render(struct adtmap_data *data, const char *adt_path,
                                     const char *wdt_path, const struct adtmap_settings *settings,
                                     uint8_t *pixels, size_t stride_bytes,
                                     struct adtmap_message *failure)
{
    struct adtmap_tile_request request;
    adtmap_tile_request_default(&request);
    request.settings = settings;
    request.picture = pixels;
    request.picture_stride_bytes = stride_bytes;
    return adtmap_adt_draw(data, adt_path, wdt_path, &request, failure);
}
