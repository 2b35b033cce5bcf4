/* Finds the outputs of earlier runs, which are kept up to date with the tiles, and what is to be
 * known of them. */
#include "job/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "job/run/map_summary.h"
#include "os/file.h"
#include "output/web/web_map.h"
#include "output/web/web_site.h"
#include "output/zoom/pyramid.h"
#include "scene/map/map.h"
#include "scene/map/map_names.h"

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
        run->outputs.leaflet = folder;
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
    if (!(run->outputs.bits & JOB_STITCH) && run_has_file(run, path)) {
        bool is_grid = record && record->note && strcmp(record->note, "grid") == 0;
        run->outputs.bits |= JOB_STITCH | (is_grid ? JOB_FULL_GRID : 0U);
    }
}

/* The format and the quality of existing zoom levels. */
static void find_format(struct run *run)
{
    char path[PATH_NAME_BYTES];
    const char *quality = build_log_fact(run->log, RUN_QUALITY_FACT);
    run->outputs.web_format = IMAGE_PNG;
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        node_zoom_path("", 0, 0, 0, (enum image_format)i, path);
        if (build_log_find(run->log, path) || run_has_file(run, path)) {
            run->outputs.web_format = (enum image_format)i;
        }
    }
    struct number_reader reader = {quality ? quality : "0", false};
    run->outputs.web_quality = number_next_u32(&reader, 10, IMAGE_QUALITY_MAX);
}

/* Existing zoom levels are kept up to date, in their format. */
static void find_web(struct run *run)
{
    char path[PATH_NAME_BYTES];
    path_zoom_folder("", path);
    char *folder = path_join(run->result->directory, path);
    bool is_there = folder && file_is_directory(folder);
    free(folder);
    if (!(run->outputs.bits & JOB_WEB) && is_there) {
        run->outputs.bits |= JOB_WEB;
        find_format(run);
        if (!run->settings->leaflet) {
            find_leaflet(run);
        }
    }
    node_archive_path(run->map_name, path);
    if ((run->outputs.bits & JOB_WEB) && run_has_file(run, path)) {
        run->outputs.bits |= JOB_PMTILES;
    }
}

/* Reads the given markers, those of this map. */
static enum adtmap_status load_markers(struct run *run)
{
    struct marker_map map = {.folder = run->map_name};
    if (run->map) {
        struct map_names names;
        struct dbc_map known;
        enum adtmap_status status = map_names_open(run->map->data->assets, &run->diag, &names);
        if (status) {
            return status;
        }
        map.has_id = map_names_find(&names, run->map_name, &known);
        map.id = map.has_id ? known.id : 0;
        map_names_close(&names);
    }
    return markers_load(run->settings->markers, &map, &run->diag, &run->markers);
}

static enum adtmap_status check_website(struct run *run)
{
    const struct job_settings *settings = run->settings;
    struct web_site site = {.out = settings->out,
                            .leaflet =
                                run->outputs.leaflet ? run->outputs.leaflet : settings->leaflet};
    struct series earlier;
    uint32_t size_px = settings->tile.size_px;
    uint32_t earlier_px = series_read(run->log, "", &earlier) ? earlier.size_px : size_px;
    enum adtmap_status status = web_site_check(&site, run->map_name, size_px, earlier_px,
                                               run->outputs.web_format, &run->diag);
    if (!status && settings->markers) {
        status = load_markers(run);
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
    run->outputs = (struct run_outputs){.bits = run->settings->outputs,
                                        .web_format = run->settings->web_format,
                                        .web_quality = run->settings->web_quality};
    if (run_is_shard(run)) {
        return ADTMAP_OK;
    }
    if (!job_has_picture(run->settings)) {
        char path[PATH_NAME_BYTES];
        snprintf(path, sizeof path, "%s", "map.js");
        run->outputs.has_pages = build_log_find(run->log, path) != NULL;
        find_format(run);
        return ADTMAP_OK;
    }
    find_stitched(run);
    find_web(run);
    run->outputs.has_pages = (run->outputs.bits & JOB_WEB) != 0;
    return run->outputs.has_pages ? check_website(run) : ADTMAP_OK;
}

const char *run_title(const struct run *run)
{
    const char *recorded = build_log_fact(run->log, MAP_SUMMARY_TITLE_FACT);
    if (run->settings->title) {
        return run->settings->title;
    }
    if (run->map) {
        return run->map->title;
    }
    return recorded ? recorded : "";
}

void run_address(const struct run *run, char address[WEB_ADDRESS_BYTES])
{
    const char *recorded = build_log_fact(run->log, MAP_SUMMARY_ADDRESS_FACT);
    const char *text = run->settings->address ? run->settings->address : recorded ? recorded : "";
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/') {
        length--;
    }
    snprintf(address, WEB_ADDRESS_BYTES, "%.*s", (int)length, text);
}

bool run_record_facts(struct run *run)
{
    char address[WEB_ADDRESS_BYTES];
    char quality[16];
    uint32_t web_quality = run->outputs.web_quality;
    const char *title = run_title(run);
    run_address(run, address);
    snprintf(quality, sizeof quality, "%u", (unsigned)web_quality);
    bool fine = build_log_set_fact(run->log, MAP_SUMMARY_TITLE_FACT, title[0] ? title : NULL) &&
                build_log_set_fact(run->log, MAP_SUMMARY_ADDRESS_FACT, address[0] ? address : NULL);
    if (fine && (run->outputs.bits & JOB_WEB)) {
        fine = build_log_set_fact(run->log, RUN_QUALITY_FACT, web_quality > 0 ? quality : NULL);
    }
    return fine;
}
