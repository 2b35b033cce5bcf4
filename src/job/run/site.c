#include "job/run/site.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "graph/build_log.h"
#include "job/run/finish.h"
#include "job/run/published_map.h"
#include "os/file.h"
#include "os/private_folder.h"
#include "os/temporary.h"

enum { MAPS_MAX = 4096 };

/* The maps of OUT that have a log, sorted. */
struct names {
    char *items[MAPS_MAX];
    size_t count;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_log(const char *out, const char *map)
{
    const struct diag quiet = {0};
    if (path_check_map_name(map, &quiet) != ADTMAP_OK) {
        return false;
    }
    char *directory = path_map_directory(out, map);
    char *path = directory ? build_log_path(directory, 0, 0) : NULL;
    bool has = path && file_exists(path);
    free(path);
    free(directory);
    return has;
}

static enum adtmap_status list_names(const char *out, const struct diag *diag, struct names *names)
{
    struct diag at_path = diag_at(diag, out);
    DIR *stream = opendir(out[0] ? out : ".");
    if (!stream) {
        return diag_fail_errno(&at_path, errno, "cannot list");
    }
    enum adtmap_status status = ADTMAP_OK;
    const struct dirent *entry;
    while (!status && names->count < MAPS_MAX && (entry = readdir(stream))) {
        if (has_log(out, entry->d_name)) {
            names->items[names->count] = strdup(entry->d_name);
            status = names->items[names->count] ? ADTMAP_OK : diag_fail_memory(diag);
            names->count += status == ADTMAP_OK;
        }
    }
    closedir(stream);
    qsort(names->items, names->count, sizeof *names->items, compare_names);
    return status;
}

static void free_names(struct names *names)
{
    for (size_t i = 0; names && i < names->count; i++) {
        free(names->items[i]);
    }
    free(names);
}

/* The site finds a map's pages by the name of its folder, which must be the map's. */
static enum adtmap_status check_name(const struct build_log *log, const char *name,
                                     const char *directory, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, directory);
    return log->map && strcmp(log->map, name) == 0
               ? ADTMAP_OK
               : diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "is the folder of the map '%s': a map's folder must bear its name",
                           log->map ? log->map : "");
}

/* What the log of a map says of its pages. ADTMAP_NOT_FOUND for a map without zoom levels. */
static enum adtmap_status read_map(const char *out, const char *name, const struct diag *diag,
                                   struct web_map *map)
{
    *map = (struct web_map){0};
    struct build_log *log = build_log_create();
    struct published_map *publish = malloc(sizeof *publish);
    char *directory = path_map_directory(out, name);
    char *path = directory ? build_log_path(directory, 0, 0) : NULL;
    enum adtmap_status status =
        log && publish && path ? build_log_read(log, path, diag) : diag_fail_memory(diag);
    if (!status) {
        status = check_name(log, name, directory, diag);
    }
    if (!status) {
        published_map_open(log, name, publish);
        status = published_map_web_map(publish, directory, diag, map);
    }
    free(path);
    free(directory);
    free(publish);
    build_log_destroy(log);
    return status;
}

/* Warns of a map that gets no page; false when out of memory. */
static bool pass_over(enum adtmap_status status, const struct adtmap_message *failure,
                      const struct diag *diag, struct site_result *result)
{
    if (status && status != ADTMAP_NOT_FOUND && status != ADTMAP_NO_MEMORY) {
        const struct diag at_path = diag_at(diag, failure->file);
        diag_warn(&at_path, NULL, failure->offset, "%.200s; the map gets no page", failure->what);
        result->failed++;
    }
    return status != ADTMAP_NO_MEMORY;
}

static enum adtmap_status read_maps(const char *out, const struct names *names,
                                    const struct diag *diag, struct web_map *maps,
                                    struct site_result *result)
{
    for (size_t i = 0; i < names->count; i++) {
        struct adtmap_message failure = {0};
        const struct diag quiet = {diag->file, diag->log, &failure};
        enum adtmap_status status = read_map(out, names->items[i], &quiet, &maps[result->maps]);
        if (!status) {
            result->maps++;
            continue;
        }
        web_map_free(&maps[result->maps]);
        if (!pass_over(status, &failure, diag, result)) {
            return diag_fail_memory(diag);
        }
    }
    struct diag at_path = diag_at(diag, out);
    return result->maps > 0 ? ADTMAP_OK
                            : diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                                        "holds no map with zoom levels: render one with --web "
                                        "first");
}

/* Waits for the lock of OUT; *descriptor is -1 where there are no locks. */
static enum adtmap_status lock_site(const char *out, const struct diag *diag, int *descriptor)
{
    struct private_folder folder;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    *descriptor = -1;
    enum adtmap_status status =
        private_folder_make(out[0] ? out : ".", BUILD_LOG_FOLDER, diag, &folder);
    if (!status) {
        status = private_file_open_lock(&folder, "lock", diag, descriptor);
    }
    while (!status && *descriptor >= 0 && fcntl(*descriptor, F_OFD_SETLKW, &whole) != 0 &&
           errno == EINTR) {
    }
    private_folder_close(&folder);
    return status;
}

/* With the lock held. */
static enum adtmap_status write_shared(const struct web_site *site, const struct diag *diag,
                                       struct site_result *result)
{
    struct web_map *maps = NULL;
    struct names *names = calloc(1, sizeof *names);
    enum adtmap_status status = names ? list_names(site->out, diag, names) : diag_fail_memory(diag);
    result->maps = 0;
    if (!status) {
        maps = calloc(names->count + 1, sizeof *maps);
        status = maps ? read_maps(site->out, names, diag, maps, result) : diag_fail_memory(diag);
    }
    if (!status) {
        status = web_site_write(site, maps, result->maps, diag);
    }
    for (size_t i = 0; maps && i < result->maps; i++) {
        web_map_free(&maps[i]);
    }
    free(maps);
    free_names(names);
    return status;
}

enum adtmap_status site_write(const struct web_site *site, const struct diag *diag,
                              struct site_result *result)
{
    int descriptor;
    *result = (struct site_result){0};
    enum adtmap_status status = lock_site(site->out, diag, &descriptor);
    if (!status) {
        status = write_shared(site, diag, result);
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    return status;
}

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
        missing += record->state == BUILD_MADE && node_is_zoom_path(record->path) &&
                   !run_has_file(run, record->path);
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

/* The pages of one map, from its records, with the map's lock held. */
static enum adtmap_status write_map(const struct web_site *site, const char *name,
                                    enum site_archives archives, const struct diag *diag,
                                    bool *is_whole)
{
    struct job_result result = {0};
    struct job_settings settings = {.out = site->out, .leaflet = site->leaflet, .outputs = JOB_WEB};
    struct run run = {.settings = &settings, .map_name = name, .result = &result, .diag = *diag};
    enum adtmap_status status = run_find(&run);
    if (!status && strcmp(run.log->map, name) != 0) {
        status = ADTMAP_NOT_FOUND; /* writing the index reports it */
    }
    if (!status && (archives == SITE_ARCHIVES_ALL || has_archive(&run))) {
        settings.outputs |= JOB_PMTILES;
    }
    run.has_pages = true;
    if (!status) {
        temporary_sweep(result.directory, NULL);
        *is_whole = check_zoom(&run);
        status = finish_texts(&run);
    }
    if (!status && run.log->is_changed) {
        status = build_log_write(run.log, run.log_path, diag);
    }
    run_free(&run);
    job_result_free(&result);
    return status;
}

enum adtmap_status site_write_all(const struct web_site *site, enum site_archives archives,
                                  const struct diag *diag, struct site_result *result)
{
    struct names *names = calloc(1, sizeof *names);
    struct site_result pages = {0};
    enum adtmap_status status = names ? list_names(site->out, diag, names) : diag_fail_memory(diag);
    for (size_t i = 0; !status && i < names->count; i++) {
        struct adtmap_message failure = {0};
        const struct diag quiet = {diag->file, diag->log, &failure};
        bool is_whole = true;
        enum adtmap_status of_map = write_map(site, names->items[i], archives, &quiet, &is_whole);
        pages.failed += !is_whole;
        status = pass_over(of_map, &failure, diag, &pages) ? ADTMAP_OK : diag_fail_memory(diag);
    }
    free_names(names);
    status = status ? status : site_write(site, diag, result);
    result->failed = result->failed > pages.failed ? result->failed : pages.failed;
    return status;
}
