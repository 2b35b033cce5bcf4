#include "job/earlier.h"

#include <stdlib.h>

#include "base/path.h"
#include "os/file.h"
#include "output/paths.h"
#include "output/web/web_map.h"
#include "output/web/web_site.h"
#include "output/zoom/web_folder.h"

enum adtmap_status earlier_read(const char *directory, const struct diag *diag,
                                struct manifest **earlier)
{
    char *path = path_manifest(directory);
    enum adtmap_status status =
        path ? manifest_read_earlier(path, diag, earlier) : diag_fail_memory(diag);
    free(path);
    return status;
}

bool earlier_take_tile(const struct manifest *earlier, uint32_t x, uint32_t y,
                       const struct hash128 *pixels, struct manifest *manifest)
{
    const struct manifest_tile *tile = earlier ? &earlier->tiles[y][x] : NULL;
    if (pixels) {
        manifest_set_present(manifest, x, y, *pixels);
        manifest->tiles[y][x].is_low_res = tile && tile->is_low_res;
    } else if (tile && tile->state == MANIFEST_ABSENT) {
        manifest_set_absent(manifest, x, y);
    } else if (tile && tile->state == MANIFEST_FAILED) {
        return manifest_set_failed(manifest, x, y, tile->reason);
    }
    return true;
}

bool earlier_take_picture(const struct manifest *earlier, const struct tile_set *asked_for,
                          struct manifest *manifest)
{
    bool fine = true;
    struct tile_set present = {0};
    if (earlier) {
        present = manifest_tiles(earlier, MANIFEST_PRESENT);
    }
    if (tile_set_count(&present) == 0) {
        return true;
    }
    manifest->settings = earlier->settings;
    manifest->bounds = earlier->bounds;
    manifest->is_stitched = earlier->is_stitched;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && fine; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        bool is_present = tile_set_has(&present, x, y);
        if (is_present || (asked_for && !tile_set_has(asked_for, x, y))) {
            fine = earlier_take_tile(earlier, x, y, is_present ? &earlier->tiles[y][x].hash : NULL,
                                     manifest);
        }
    }
    return fine;
}

/* Whether the stitched map of earlier runs is there. */
static enum adtmap_status find_stitched(const char *directory, const char *map,
                                        const struct manifest *earlier, const struct ledger *ledger,
                                        const struct diag *diag, struct job_settings *job)
{
    char *path = path_stitched(directory, map);
    if (!path) {
        return diag_fail_memory(diag);
    }
    bool is_known = ledger->has_stitched || (earlier && earlier->is_stitched);
    if (is_known && file_exists(path)) {
        bool is_grid = earlier && earlier->bounds.columns == TILE_SET_GRID &&
                       earlier->bounds.rows == TILE_SET_GRID;
        job->outputs |= JOB_STITCH | (is_grid ? JOB_FULL_GRID : 0U);
    }
    free(path);
    return ADTMAP_OK;
}

/* The folder of the site's Leaflet, where there is one; it serves as well as that it came from. */
static enum adtmap_status find_leaflet(const char *out, const struct diag *diag, char **leaflet)
{
    char *folder = path_join(out, WEB_SITE_SHARED_FOLDER);
    char *script = folder ? path_join(folder, "leaflet.js") : NULL;
    enum adtmap_status status = script ? ADTMAP_OK : diag_fail_memory(diag);
    if (script && file_exists(script)) {
        *leaflet = folder;
        folder = NULL;
    }
    free(folder);
    free(script);
    return status;
}

/* Whether zoom levels of earlier runs are there: pictures of two kinds are none. */
static enum adtmap_status find_levels(const char *directory, const struct diag *diag,
                                      struct job_settings *job, char **leaflet)
{
    struct web_folder folder = {0};
    char *path = web_map_layer_path(directory, WEB_COLOR_LAYER);
    enum adtmap_status status =
        path ? web_folder_read(path, diag, &folder) : diag_fail_memory(diag);
    if (!status) {
        job->outputs |= JOB_WEB;
        job->web_format = folder.format;
    }
    if (!status && !job->leaflet) {
        status = find_leaflet(job->out, diag, leaflet);
        job->leaflet = *leaflet;
    }
    web_folder_free(&folder);
    free(path);
    return status == ADTMAP_NOT_FOUND || status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
}

enum adtmap_status earlier_keep_products(const char *directory, const char *map,
                                         const struct manifest *earlier,
                                         const struct ledger *ledger, const struct diag *diag,
                                         struct job_settings *job, char **leaflet)
{
    enum adtmap_status status = ADTMAP_OK;
    *leaflet = NULL;
    if (!job_has_picture(job)) {
        return ADTMAP_OK;
    }
    if (!(job->outputs & JOB_STITCH)) {
        status = find_stitched(directory, map, earlier, ledger, diag, job);
    }
    if (!status && !(job->outputs & JOB_WEB)) {
        status = find_levels(directory, diag, job, leaflet);
    }
    return status;
}
