/* Finds the outputs of earlier runs, which are kept up to date with the tiles. */
#include "job/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "os/file.h"
#include "output/web/web_map.h"
#include "output/web/web_site.h"
#include "output/zoom/pyramid.h"

bool run_has_file(const struct run *run, const char *path)
{
    char *full = path_join(run->result->directory, path);
    bool exists = full && file_exists(full);
    free(full);
    return exists;
}

/* Takes Leaflet from the site if it is there already. */
static void find_leaflet(struct run *run)
{
    char *folder = path_join(run->settings->out, WEB_SITE_SHARED_FOLDER);
    char *script = folder ? path_join(folder, "leaflet.js") : NULL;
    if (script && file_exists(script)) {
        run->leaflet = folder;
        run->settings->leaflet = folder;
        folder = NULL;
    }
    free(folder);
    free(script);
}

/* An existing stitched map is kept up to date; its record says whether it shows the whole grid. */
static void find_stitched(struct run *run)
{
    char path[PATH_NAME_BYTES];
    node_stitched_path("", run->map_name, path);
    const struct build_record *record = build_log_find(run->log, path);
    if (!(run->settings->outputs & JOB_STITCH) && run_has_file(run, path)) {
        bool is_grid = record && record->note && strcmp(record->note, "grid") == 0;
        run->settings->outputs |= JOB_STITCH | (is_grid ? JOB_FULL_GRID : 0U);
    }
}

/* The format and the quality of existing zoom levels. */
static void find_format(struct run *run)
{
    char path[PATH_NAME_BYTES];
    const char *quality = build_log_fact(run->log, RUN_QUALITY_FACT);
    run->settings->web_format = IMAGE_PNG;
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        node_zoom_path("", 0, 0, 0, (enum image_format)i, path);
        if (build_log_find(run->log, path) || run_has_file(run, path)) {
            run->settings->web_format = (enum image_format)i;
        }
    }
    struct number_reader reader = {quality ? quality : "0", false};
    run->settings->web_quality = number_next_u32(&reader, 10, IMAGE_QUALITY_MAX);
}

/* Existing zoom levels are kept up to date, in their format. */
static void find_web(struct run *run)
{
    char path[PATH_NAME_BYTES];
    path_zoom_folder("", path);
    char *folder = path_join(run->result->directory, path);
    bool is_there = folder && file_is_directory(folder);
    free(folder);
    if (!(run->settings->outputs & JOB_WEB) && is_there) {
        run->settings->outputs |= JOB_WEB;
        find_format(run);
        if (!run->settings->leaflet) {
            find_leaflet(run);
        }
    }
    node_archive_path(run->map_name, path);
    if ((run->settings->outputs & JOB_WEB) && run_has_file(run, path)) {
        run->settings->outputs |= JOB_PMTILES;
    }
}

static enum adtmap_status check_website(struct run *run)
{
    const struct job_settings *settings = run->settings;
    struct web_site site = {.out = settings->out, .leaflet = settings->leaflet};
    struct series earlier;
    uint32_t size_px = settings->tile.size_px;
    uint32_t earlier_px = series_read(run->log, "", &earlier) ? earlier.size_px : size_px;
    enum adtmap_status status =
        web_site_check(&site, run->map_name, size_px, earlier_px, settings->web_format, &run->diag);
    if (!status && settings->markers) {
        status = markers_load(settings->markers, &run->diag, &run->markers);
    }
    struct pyramid_depth depth = pyramid_depth(size_px);
    if (!status && depth.tile_px != size_px) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "zoom levels have %u px a tile, averaged from %u px: sizes that are 256 px "
                  "doubled or halved are shown as drawn",
                  (unsigned)depth.tile_px, (unsigned)size_px);
    }
    return status;
}

enum adtmap_status run_find_outputs(struct run *run)
{
    if (run_is_shard(run)) {
        return ADTMAP_OK;
    }
    if (!job_has_picture(run->settings)) {
        char path[PATH_NAME_BYTES];
        snprintf(path, sizeof path, "%s", "map.js");
        run->has_pages = build_log_find(run->log, path) != NULL;
        find_format(run);
        return ADTMAP_OK;
    }
    find_stitched(run);
    find_web(run);
    run->has_pages = (run->settings->outputs & JOB_WEB) != 0;
    return run->has_pages ? check_website(run) : ADTMAP_OK;
}
