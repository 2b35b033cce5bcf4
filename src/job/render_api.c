/* The part of the public API that draws whole maps. */
#include <stdbool.h>
#include <string.h>

#include "adtmap/adtmap.h"
#include "adtmap/render.h"
#include "job/render_map.h"
#include "map/map.h"
#include "map/settings/settings.h"
#include "map/settings/sized_struct.h"

/* The smallest request of a caller: all that there is so far. */
#define REQUEST_LEAST_BYTES sizeof(struct adtmap_render_request)

_Static_assert(offsetof(struct adtmap_render_request, user) + sizeof(void *) ==
                   sizeof(struct adtmap_render_request),
               "the struct ends without padding");

enum { OUTPUTS_KNOWN = ADTMAP_OUTPUT_STITCH | ADTMAP_OUTPUT_WEB };

void adtmap_render_request_default_sized(struct adtmap_render_request *request, size_t struct_bytes)
{
    static const struct adtmap_render_request defaults = {.struct_bytes = sizeof defaults};
    sized_struct_fill(request, struct_bytes, &defaults, sizeof defaults);
}

/* Copies the caller's request and checks what is none of the settings. */
static enum adtmap_status read_request(const struct adtmap_render_request *given,
                                       const struct diag *diag,
                                       struct adtmap_render_request *request,
                                       struct tile_set *tiles)
{
    adtmap_render_request_default(request);
    if (!sized_struct_read(given, REQUEST_LEAST_BYTES, request, sizeof *request)) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "struct_bytes is %u; adtmap_render_request_default sets it",
                         (unsigned)given->struct_bytes);
    }
    if (!request->settings || !request->out || !request->out[0]) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "the request has no %s",
                         request->settings ? "folder to write to" : "settings");
    }
    if (request->outputs & ~(uint32_t)OUTPUTS_KNOWN) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "outputs is 0x%x, 0x%x is all",
                         (unsigned)request->outputs, (unsigned)OUTPUTS_KNOWN);
    }
    if (request->threads > ADTMAP_THREADS_MAX) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "threads must be in 0..%d",
                         ADTMAP_THREADS_MAX);
    }
    *tiles = (struct tile_set){0};
    for (size_t i = 0; i < request->tile_count && request->tiles; i++) {
        const struct adtmap_tile_place *tile = &request->tiles[i];
        if (tile->x >= ADTMAP_GRID || tile->y >= ADTMAP_GRID) {
            return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "tile %u_%u is outside the grid", (unsigned)tile->x,
                             (unsigned)tile->y);
        }
        tile_set_add(tiles, tile->x, tile->y);
    }
    return ADTMAP_OK;
}

/* As the program: a background that nobody has chosen is the map's choice. */
static bool is_default_background(const struct adtmap_settings *settings)
{
    struct adtmap_settings defaults;
    adtmap_settings_default(&defaults);
    return memcmp(settings->background, defaults.background, sizeof defaults.background) == 0;
}

enum adtmap_status adtmap_map_render(struct adtmap_data *data, const char *name,
                                     const struct adtmap_render_request *given,
                                     struct adtmap_render_result *result,
                                     struct adtmap_message *failure)
{
    const struct diag diag = {.log = data->log, .failure = failure};
    struct adtmap_render_request request;
    struct adtmap_render_result unwanted = {0};
    struct tile_set tiles;
    struct job_settings job = {.effort = PNG_BALANCED};
    struct job_result made = {0};
    result = result ? result : &unwanted;
    *result = (struct adtmap_render_result){0};
    enum adtmap_status status = read_request(given, &diag, &request, &tiles);
    if (!status) {
        status = settings_read(request.settings, &job.tile, failure);
    }
    if (status) {
        return status;
    }
    job.picks_background = is_default_background(&job.tile);
    job.out = request.out;
    job.parent = request.parent;
    job.tiles = request.tiles ? &tiles : NULL;
    job.threads = request.threads;
    job.outputs = (request.outputs & ADTMAP_OUTPUT_STITCH ? (uint32_t)JOB_STITCH : 0) |
                  (request.outputs & ADTMAP_OUTPUT_WEB ? (uint32_t)JOB_WEB : 0);
    job.keeps_cache_limit = true;
    job.redraw = request.force ? REDRAW_ALL : REDRAW_CHANGED;
    job.progress = request.progress;
    job.user = request.user;
    status = render_map(data, name, &job, &made, failure);
    if (!status) {
        *result = (struct adtmap_render_result){made.drawn, made.unchanged, made.failure_count,
                                                made.missing_assets};
        for (uint32_t i = 0; i < made.failure_count && request.failed; i++) {
            request.failed(request.user, made.failures[i].x, made.failures[i].y,
                           &made.failures[i].message);
        }
    }
    job_result_free(&made);
    return status;
}
