/*
 * The index is made of the cards in logs alone: no folder of pictures is read for it, and of a log
 * only its first lines, 16 us a map: damage behind them is not seen, and the map stays on the list.
 * Where a log has no good card, all of it is read and planned, 0.2 ms for a map of one tile; what
 * it has lost of zoom levels takes the map off the list, with a warning. Writers of one OUT wait
 * for each other at a lock, so that the last one reads what all others have recorded. A map whose
 * log cannot be read costs its own entry, with a warning, and no other.
 */
#include "job/phases/site.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "graph/build_log.h"
#include "job/outputs/outputs.h"
#include "job/records/map_folders.h"
#include "os/file.h"
#include "os/private_folder.h"

/* The site finds a map's pages by the name of its folder, which must be the map's. */
static enum adtmap_status check_name(const struct build_log *log, const char *name,
                                     const char *directory, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, directory);
    return strcmp(log->map, name) == 0
               ? ADTMAP_OK
               : diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "is the folder of the map '%s': a map's folder must bear its name",
                           log->map);
}

/* A map without zoom levels has no pages. One that has some leaves the list, and says so. */
static enum adtmap_status check_pages(const char *directory, const struct diag *diag)
{
    bool has_pages;
    enum adtmap_status status = map_folders_has_pages(directory, diag, &has_pages);
    struct diag at_path = diag_at(diag, directory);
    if (status || !has_pages) {
        return status ? status : ADTMAP_NOT_FOUND;
    }
    return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "has pages, but its build log, which is missing or damaged, tells of no zoom "
                     "levels: 'adtmap render --web' draws the map again");
}

/* The card by all records of the map's log. */
static enum adtmap_status read_records(const char *directory, const char *name,
                                       const struct diag *diag, struct web_map_card *card)
{
    static const struct places none; /* the index does not show them */
    struct web_map map = {0};
    struct plan *plan = NULL;
    struct build_log *log = build_log_create();
    struct map_summary summary = {0};
    struct plan_request *request = calloc(1, sizeof *request);
    char *path = build_log_path(directory);
    enum adtmap_status status =
        log && request && path ? build_log_read(log, path, diag) : diag_fail_memory(diag);
    if (status) {
        goto end;
    }
    status = log->map ? check_name(log, name, directory, diag) : check_pages(directory, diag);
    if (status) {
        goto end;
    }
    request->map = name;
    plan_add_recorded(request, log);
    plan = outputs_plan(request, log, NULL);
    status = plan && map_summary_open(request, plan, log, &none, &summary)
                 ? map_summary_web_map(&summary, directory, diag, &map)
                 : diag_fail_memory(diag);
    status = status == ADTMAP_NOT_FOUND ? check_pages(directory, diag) : status;
    *card = map.card;
end:
    free(path);
    web_map_free(&map);
    map_summary_close(&summary);
    plan_free(plan);
    free(request);
    build_log_destroy(log);
    return status;
}

enum adtmap_status site_read_card(const char *out, const char *name, const struct diag *diag,
                                  struct web_map_card *card)
{
    char *directory = path_map_directory(out, name);
    enum adtmap_status status = !directory ? diag_fail_memory(diag)
                                : map_facts_read_card(directory, name, card)
                                    ? ADTMAP_OK
                                    : read_records(directory, name, diag, card);
    free(directory);
    return status;
}

/* Says which map gets no page, and counts it; nothing for ADTMAP_NOT_FOUND. False when out of
 * memory. */
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

static enum adtmap_status read_maps(const char *out, const struct map_folders *names,
                                    const struct diag *diag, struct web_map_card *cards,
                                    struct site_result *result)
{
    for (size_t i = 0; i < names->count; i++) {
        struct adtmap_message failure = {0};
        const struct diag quiet = {diag->file, diag->log, &failure};
        enum adtmap_status status =
            site_read_card(out, names->names[i], &quiet, &cards[result->maps]);
        if (!status) {
            result->maps++;
        } else if (!pass_over(status, &failure, diag, result)) {
            return diag_fail_memory(diag);
        }
    }
    struct diag at_path = diag_at(diag, out);
    return result->maps > 0 ? ADTMAP_OK
                            : diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                                        "holds no map with zoom levels: render one with --web "
                                        "first");
}

enum adtmap_status site_lock(const char *out, const struct diag *diag, struct open_file *lock)
{
    struct private_folder folder;
    *lock = OPEN_FILE_NONE;
    enum adtmap_status status =
        private_folder_make(out[0] ? out : ".", BUILD_LOG_FOLDER, diag, &folder);
    if (status) {
        return status;
    }
    status = private_file_open_lock(&folder, "lock", diag, lock);
    if (status == ADTMAP_NOT_FOUND) {
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                           "somebody removes the folder " BUILD_LOG_FOLDER "; start again");
    }
    if (!status && open_file_is(*lock)) {
        open_file_lock_wait(*lock, (struct file_range){0});
    }
    private_folder_close(&folder);
    return status;
}

static int compare_cards(const void *left, const void *right)
{
    return web_map_card_compare(left, right);
}

/* With the lock held. */
static enum adtmap_status write_shared(const struct web_site *site, const struct job_maps *listed,
                                       const struct diag *diag, struct site_result *result)
{
    struct web_map_card *cards = NULL;
    struct map_folders list = {0};
    enum adtmap_status status = map_folders_add(&list, site->out, map_folders_is_of_site, diag);
    result->maps = 0;
    if (status) {
        goto end;
    }
    if (listed) {
        map_folders_keep(&list, listed);
    }
    cards = calloc(list.count + 1, sizeof *cards);
    status = cards ? read_maps(site->out, &list, diag, cards, result) : diag_fail_memory(diag);
    if (status) {
        goto end;
    }
    array_sort(cards, result->maps, sizeof *cards, compare_cards);
    status = web_site_write(site, cards, result->maps, diag);
end:
    free(cards);
    map_folders_free(&list);
    return status;
}

enum adtmap_status site_write(const struct web_site *site, const struct job_maps *listed,
                              const struct diag *diag, struct site_result *result)
{
    struct open_file lock;
    *result = (struct site_result){0};
    enum adtmap_status status = site_lock(site->out, diag, &lock);
    if (!status) {
        status = write_shared(site, listed, diag, result);
    }
    open_file_close(&lock);
    return status;
}
