/* The pages of all maps of a site. */
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "job/records/map_folders.h"
#include "job/run/finish.h"
#include "job/run/run_plan.h"
#include "job/run/site.h"
#include "os/file.h"
#include "os/temporary.h"

static bool is_zoom_path(const char *path)
{
    return node_is_zoom_path(NULL, path);
}

/* How many files of a kind are recorded and missing, and the first of them. */
static uint32_t count_missing(const struct run *run, bool (*is_of_kind)(const char *path),
                              const char **first)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < run->open.log->count; i++) {
        const struct build_record *record = &run->open.log->records[i];
        if (record->state == BUILD_MADE && record->file.bytes > 0 && is_of_kind(record->path) &&
            !run_has_file(run, record->path)) {
            *first = missing++ == 0 ? record->path : *first;
        }
    }
    return missing;
}

/* Pages cannot show zoom pictures that are gone, and this command draws none. They do not show the
 * tiles' own pictures, which map.json names for others. */
static bool check_pictures(const struct run *run)
{
    static const struct {
        const char *name;
        bool (*is_of_kind)(const char *path);
        bool is_shown;
    } kinds[] = {{"zoom pictures", is_zoom_path, true},
                 {"pictures of tiles", node_is_tile_path, false}};
    bool is_whole = true;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const char *first = "";
        uint32_t missing = count_missing(run, kinds[i].is_of_kind, &first);
        if (missing > 0) {
            struct diag at_map = diag_at(&run->diag, run->asked.map_name);
            diag_warn(&at_map, NULL, NO_OFFSET,
                      "%s are missing (%u, the first %s): 'adtmap render --web' makes them again",
                      kinds[i].name, (unsigned)missing, first);
            is_whole &= !kinds[i].is_shown;
        }
    }
    return is_whole;
}

/* A log that lost lines, or that lacks files which the folder has, would make pages that show less:
 * they stay as they are. */
static enum adtmap_status check_log(const struct run *run, bool *is_whole)
{
    struct buffer paths = {0};
    enum adtmap_status status = outputs_find_leftovers(run, &paths);
    const char *lost = paths.size > 0 ? (const char *)paths.data : "";
    *is_whole = !run->open.log->is_damaged && paths.size == 0;
    if (!status && !*is_whole) {
        struct diag at_map = diag_at(&run->diag, run->asked.map_name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  "the build log is damaged, a run was cut short, or shards are not joined%s%s%s: "
                  "the pages stay as they are; 'adtmap render --web' or 'adtmap merge --web' makes "
                  "them again",
                  lost[0] ? " (" : "", lost, lost[0] ? " has no record)" : "");
    }
    buffer_free(&paths);
    return status;
}

/* Without its places the pages of a map would lose what they show: they stay as they are. */
static enum adtmap_status read_places(struct run *run, bool *is_there)
{
    enum adtmap_status status = places_load(run->open.log_path, &run->diag, &run->open.places);
    bool has_pages = build_log_find(run->open.log, "map.js") != NULL;
    *is_there = status != ADTMAP_NOT_FOUND || !has_pages; /* without pages the map gets none */
    if (!*is_there) {
        struct diag at_map = diag_at(&run->diag, run->asked.map_name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  BUILD_LOG_FOLDER "/places is missing or damaged (names of areas, landmarks, "
                                   "flights): 'adtmap render --web' writes it again; the pages "
                                   "stay as they are");
    }
    return *is_there ? status : ADTMAP_OK;
}

/* Writes the pages of one map again, from its records. */
static enum adtmap_status write_pages(struct run *run, bool *is_whole)
{
    enum adtmap_status status = run_plan(run);
    if (status) {
        return status;
    }
    if (!map_facts_record(&run->asked.facts, run->open.log)) {
        return diag_fail_memory(&run->diag);
    }
    temporary_sweep(run->result->directory, NULL);
    *is_whole = check_pictures(run);
    return finish_texts(run);
}

/* One map, with its lock held: a run that asks for pages alone. Its pictures have the size that is
 * on record. */
static enum adtmap_status write_map(const struct web_site *site, const char *name,
                                    enum site_archives archives, const struct diag *diag,
                                    bool *is_recorded, bool *is_whole)
{
    struct job_result result = {0};
    struct series pictures;
    struct job_settings settings = {.out = site->out,
                                    .leaflet = site->leaflet,
                                    .address = site->address,
                                    .outputs = JOB_NO_PICTURE | JOB_PAGES};
    struct run *run = calloc(1, sizeof *run);
    if (!run) {
        return diag_fail_memory(diag);
    }
    settings.outputs |= archives == SITE_ARCHIVES_ALL ? (uint32_t)JOB_PMTILES : 0U;
    *run = (struct run){
        .asked = {.settings = &settings, .map_name = name}, .result = &result, .diag = *diag};
    enum adtmap_status status = run_open(run);
    if (!status && strcmp(run->open.log->map, name) != 0) {
        status = ADTMAP_NOT_FOUND; /* writing the index reports it */
    }
    if (!status) {
        bool has_pictures = series_read(run->open.log, "", &pictures);
        settings.tile.size_px = has_pictures ? pictures.size_px : ADTMAP_SIZE_MIN_PX;
        status = run_ask(run);
    }
    status = status ? status : check_log(run, is_recorded);
    *is_whole = *is_recorded;
    if (!status && *is_whole) {
        status = read_places(run, is_whole);
    }
    if (!status && *is_whole) {
        status = write_pages(run, is_whole);
    }
    if (!status && *is_recorded && run->open.log->is_changed) {
        status = build_log_write(run->open.log, run->open.log_path, diag);
    }
    run_free(run);
    free(run);
    job_result_free(&result);
    return status;
}

enum adtmap_status site_rewrite(const struct web_site *site, enum site_archives archives,
                                const struct diag *diag, struct site_result *result)
{
    struct map_folders maps = {0};
    struct site_result pages = {0};
    bool may_index = true;
    if (site->out[0] && !file_is_directory(site->out)) {
        const struct diag at_out = diag_at(diag, site->out);
        return diag_fail(&at_out, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
    }
    enum adtmap_status status = map_folders_add(&maps, site->out, map_folders_is_of_site, diag);
    for (size_t i = 0; !status && i < maps.count; i++) {
        struct adtmap_message failure = {0};
        const struct diag quiet = {diag->file, diag->log, &failure};
        bool is_recorded = true;
        bool is_whole = true;
        enum adtmap_status of_map =
            write_map(site, maps.names[i], archives, &quiet, &is_recorded, &is_whole);
        pages.failed += !is_whole;
        pages.maps += !of_map && is_whole;
        may_index = may_index && is_recorded;
        status =
            site_pass_over(of_map, &failure, diag, &pages) ? ADTMAP_OK : diag_fail_memory(diag);
    }
    map_folders_free(&maps);
    if (!status && !may_index) { /* it would show less of a map, or leave it out */
        *result = pages;
        const struct diag at_out = diag_at(diag, site->out);
        diag_warn(&at_out, NULL, NO_OFFSET, "the list of maps stays as it is");
        return ADTMAP_OK;
    }
    status = status ? status : site_write(site, NULL, diag, result);
    result->failed = result->failed > pages.failed ? result->failed : pages.failed;
    return status;
}
