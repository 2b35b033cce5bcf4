/* The pages of all maps of a site. */
#include <stdlib.h>
#include <string.h>

#include "job/run/finish.h"
#include "job/run/site.h"
#include "job/run/site_names.h"
#include "os/temporary.h"

static bool has_archive(const struct run *run)
{
    char path[PATH_NAME_BYTES];
    node_archive_path(run->map_name, path);
    return build_log_find(run->log, path) != NULL;
}

static uint32_t count_missing_zoom(const struct run *run)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < run->log->count; i++) {
        const struct build_record *record = &run->log->records[i];
        missing += record->state == BUILD_MADE && record->file.bytes > 0 &&
                   node_is_zoom_path(NULL, record->path) && !run_has_file(run, record->path);
    }
    return missing;
}

/* Pages cannot show pictures that are gone, and this command draws none. */
static bool check_zoom(const struct run *run)
{
    uint32_t missing = count_missing_zoom(run);
    if (missing > 0) {
        struct diag at_map = diag_at(&run->diag, run->map_name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  "zoom pictures are missing (%u): 'adtmap render --web' makes them again",
                  (unsigned)missing);
    }
    return missing == 0;
}

/* Without its places the pages of a map would lose what they show: they stay as they are. */
static enum adtmap_status read_places(struct run *run, bool *is_there)
{
    enum adtmap_status status = places_load(run->log_path, &run->diag, &run->places);
    bool has_pages = build_log_find(run->log, "map.js") != NULL;
    *is_there = status != ADTMAP_NOT_FOUND || !has_pages; /* without pages the map gets none */
    if (!*is_there) {
        struct diag at_map = diag_at(&run->diag, run->map_name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  BUILD_LOG_FOLDER "/places is missing or damaged (names of areas, landmarks, "
                                   "flights): 'adtmap render --web' writes it again; the pages "
                                   "stay as they are");
    }
    return *is_there ? status : ADTMAP_OK;
}

/* The pages of one map, from its records, with the map's lock held: a run that makes texts alone.
 */
static enum adtmap_status write_map(const struct web_site *site, const char *name,
                                    enum site_archives archives, const struct diag *diag,
                                    bool *is_whole)
{
    struct job_result result = {0};
    struct series pictures;
    struct job_settings settings = {.out = site->out,
                                    .leaflet = site->leaflet,
                                    .address = site->address,
                                    .outputs = JOB_NO_PICTURE};
    struct run run = {.settings = &settings, .map_name = name, .result = &result, .diag = *diag};
    enum adtmap_status status = run_find(&run);
    if (!status && strcmp(run.log->map, name) != 0) {
        status = ADTMAP_NOT_FOUND; /* writing the index reports it */
    }
    run.outputs.has_pages = true;
    if (!status) {
        bool has_pictures = series_read(run.log, "", &pictures);
        run.outputs.bits = archives == SITE_ARCHIVES_ALL || has_archive(&run) ? JOB_PMTILES : 0;
        settings.tile.size_px = has_pictures ? pictures.size_px : ADTMAP_SIZE_MIN_PX;
        status = read_places(&run, is_whole);
    }
    if (!status && *is_whole) {
        status = run_plan(&run, NULL);
    }
    if (!status && *is_whole) {
        temporary_sweep(result.directory, NULL);
        *is_whole = check_zoom(&run);
        status = run_record_facts(&run) ? finish_texts(&run) : diag_fail_memory(diag);
    }
    if (!status && run.log->is_changed) {
        status = build_log_write(run.log, run.log_path, diag);
    }
    run_free(&run);
    job_result_free(&result);
    return status;
}

enum adtmap_status site_rewrite(const struct web_site *site, enum site_archives archives,
                                const struct diag *diag, struct site_result *result)
{
    struct site_names *names = calloc(1, sizeof *names);
    struct site_result pages = {0};
    enum adtmap_status status =
        names ? site_names_list(site->out, diag, names) : diag_fail_memory(diag);
    for (size_t i = 0; !status && i < names->count; i++) {
        struct adtmap_message failure = {0};
        const struct diag quiet = {diag->file, diag->log, &failure};
        bool is_whole = true;
        enum adtmap_status of_map = write_map(site, names->items[i], archives, &quiet, &is_whole);
        pages.failed += !is_whole;
        status =
            site_pass_over(of_map, &failure, diag, &pages) ? ADTMAP_OK : diag_fail_memory(diag);
    }
    site_names_free(names);
    status = status ? status : site_write(site, NULL, diag, result);
    result->failed = result->failed > pages.failed ? result->failed : pages.failed;
    return status;
}
