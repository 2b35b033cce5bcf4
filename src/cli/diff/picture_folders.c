/*
 * Names of both folders are sorted and joined, so a report has one order; then pairs are compared
 * on all threads. A pair that differs is compared a second time for the picture of its differences,
 * which few pairs need.
 */
#include "cli/diff/picture_folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "base/size.h"
#include "os/file.h"
#include "os/folder.h"

/* Names of pictures below a folder, each from malloc. */
struct picture_names {
    char **items;
    size_t count;
};

static void free_names(struct picture_names *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
    free(list->items);
}

/* Lists the pictures in the folder `below` of `root`, and in the folders in it. */
static enum adtmap_status list_folder(const char *root, const char *below, int depth,
                                      const struct diag *diag, struct picture_names *list)
{
    struct folder *stream = NULL;
    const char *entry;
    char *folder = below[0] ? path_join(root, below) : strdup(root);
    enum adtmap_status status =
        folder ? folder_list(folder, diag, &stream) : diag_fail_memory(diag);
    while (stream && !status && (entry = folder_next(stream))) {
        if (entry[0] == '.') {
            continue;
        }
        char *name = below[0] ? path_join(below, entry) : strdup(entry);
        char *path = name ? path_join(root, name) : NULL;
        bool is_folder = path && file_is_directory(path);
        if (!path) {
            status = diag_fail_memory(diag);
        } else if (is_folder && depth < PICTURE_FOLDERS_DEPTH_MAX) {
            status = list_folder(root, name, depth + 1, diag, list);
        } else if (is_folder) {
            const struct diag at_path = diag_at(diag, path);
            diag_warn(&at_path, NULL, NO_OFFSET,
                      "nested in more than %d folders; its pictures are not compared",
                      PICTURE_FOLDERS_DEPTH_MAX);
        } else if (!is_folder && name_has_suffix(name, ".png")) {
            if (ARRAY_ROOM(list->items, list->count)) {
                list->items[list->count++] = name;
                name = NULL;
            } else {
                status = diag_fail_memory(diag);
            }
        }
        free(path);
        free(name);
    }
    folder_close(stream);
    free(folder);
    return status;
}

/* Joins both lists, in order; the names are moved. False when out of memory. */
static bool join_lists(struct picture_names lists[2], struct picture_results *results)
{
    size_t i = 0;
    size_t k = 0;
    results->items = calloc(lists[0].count + lists[1].count + 1, sizeof *results->items);
    while (results->items && (i < lists[0].count || k < lists[1].count)) {
        struct picture_result *result = &results->items[results->count++];
        int order = i == lists[0].count   ? 1
                    : k == lists[1].count ? -1
                                          : strcmp(lists[0].items[i], lists[1].items[k]);
        char **from = order <= 0 ? &lists[0].items[i] : &lists[1].items[k];
        result->verdict = order == 0 ? REPORT_SAME : order < 0 ? REPORT_REMOVED : REPORT_ADDED;
        result->name = *from;
        *from = NULL;
        i += order <= 0;
        k += order >= 0;
    }
    return results->items != NULL;
}

/* DIR/NAME.KIND.png, with its folder made; from malloc, NULL after a failure. */
static enum adtmap_status report_path(const char *report, const char *name, const char *kind,
                                      const struct diag *diag, char **path)
{
    struct buffer text = {0};
    size_t stem = strlen(name) - strlen(".png");
    buffer_printf(&text, "%s/%.*s.%s.png", report, (int)stem, name, kind);
    buffer_u8(&text, 0);
    char *folder = text.failed ? NULL : path_directory((char *)text.data);
    enum adtmap_status status = folder ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    free(folder);
    if (status) {
        buffer_free(&text);
    }
    *path = (char *)text.data;
    return status;
}

static enum adtmap_status copy_side(const char *from, const char *report, const char *name,
                                    const char *kind, const struct diag *diag)
{
    char *path;
    enum adtmap_status status = report_path(report, name, kind, diag, &path);
    if (!status) {
        status = file_copy(from, path, diag);
    }
    free(path);
    return status;
}

static const char *const side_names[2] = {"before", "after"};

/* What all threads share. */
struct folder_comparing {
    const char *const *folders;
    const struct picture_limits *limits;
    const char *report;
    const struct diag *diag;
};

/* Leaves the pictures of a pair in the report. */
static enum adtmap_status keep_pair(const struct folder_comparing *comparing, const char *name,
                                    const struct diag *diag, struct picture_pair *pair)
{
    enum adtmap_status status =
        copy_side(pair->paths[0], comparing->report, name, side_names[0], diag);
    if (!status) {
        status = copy_side(pair->paths[1], comparing->report, name, side_names[1], diag);
    }
    if (!status && pair->comparison.verdict != COMPARISON_SIZES_DIFFER) {
        char *path;
        status = report_path(comparing->report, name, "diff", diag, &path);
        status = status ? status : picture_pair_compare(pair, comparing->limits, path, diag);
        free(path);
    }
    return status;
}

/* Reports are published: a failure to read tells the side, not where its folder is. */
static void name_side(struct adtmap_message *failure, const char *path, const char *side)
{
    if (path && strncmp(failure->file, path, sizeof failure->file - 1) == 0) {
        snprintf(failure->file, sizeof failure->file, "%s", side);
    }
}

/* Compares a picture that both folders have; the verdict is set. */
static enum adtmap_status compare_both(const struct folder_comparing *comparing,
                                       const struct diag *diag, struct picture_result *result)
{
    char *paths[2] = {path_join(comparing->folders[0], result->name),
                      path_join(comparing->folders[1], result->name)};
    result->pair = (struct picture_pair){.paths = {paths[0], paths[1]}};
    enum adtmap_status status =
        paths[0] && paths[1] ? picture_pair_compare(&result->pair, comparing->limits, NULL, diag)
                             : diag_fail_memory(diag);
    result->verdict = result->pair.same ? REPORT_SAME : REPORT_DIFFERENT;
    if (!status && !result->pair.same && comparing->report) {
        result->unwritten = keep_pair(comparing, result->name, diag, &result->pair);
    }
    for (int i = 0; i < 2 && status; i++) {
        name_side(diag->failure, paths[i], side_names[i]);
    }
    result->pair.paths[0] = NULL;
    result->pair.paths[1] = NULL;
    free(paths[0]);
    free(paths[1]);
    return status;
}

/* Leaves a picture that one folder has in the report. Fails if it cannot be read. */
static enum adtmap_status keep_single(const struct folder_comparing *comparing,
                                      const struct diag *diag, struct picture_result *result)
{
    int side = result->verdict == REPORT_ADDED;
    char *path = path_join(comparing->folders[side], result->name);
    enum adtmap_status status =
        path ? copy_side(path, comparing->report, result->name, side_names[side], diag)
             : diag_fail_memory(diag);
    if (status && path && strcmp(diag->failure->file, path) != 0) {
        result->unwritten = status;
        status = ADTMAP_OK;
    } else if (status) {
        name_side(diag->failure, path, side_names[side]);
    }
    free(path);
    return status;
}

static enum adtmap_status compare_one(const struct folder_comparing *comparing,
                                      struct picture_result *result)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, comparing->diag->log, &failure};
    enum adtmap_status status = ADTMAP_OK;
    if (result->verdict == REPORT_SAME) {
        status = compare_both(comparing, &diag, result);
    } else if (comparing->report) {
        status = keep_single(comparing, &diag, result);
    }
    if (status) {
        result->verdict = REPORT_UNREADABLE;
    }
    if (status || result->unwritten) {
        adtmap_message_format(&failure, result->problem, sizeof result->problem);
    }
    return status == ADTMAP_NO_MEMORY || result->unwritten == ADTMAP_NO_MEMORY ? ADTMAP_NO_MEMORY
                                                                               : ADTMAP_OK;
}

static enum adtmap_status compare_all(const struct folder_comparing *comparing,
                                      struct picture_results *results)
{
    bool fine = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : fine)
    for (size_t i = 0; i < results->count; i++) {
        fine = compare_one(comparing, &results->items[i]) == ADTMAP_OK && fine;
    }
    if (!fine) {
        return diag_fail_memory(comparing->diag);
    }
    for (size_t i = 0; i < results->count; i++) {
        if (results->items[i].unwritten) {
            return diag_fail(comparing->diag, results->items[i].unwritten, NULL, NO_OFFSET, "%s",
                             results->items[i].problem);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status picture_folders_compare(const char *const folders[2],
                                           const struct picture_limits *limits, const char *report,
                                           const struct diag *diag, struct picture_results *results)
{
    const struct folder_comparing comparing = {folders, limits, report, diag};
    struct picture_names lists[2] = {{0}};
    *results = (struct picture_results){0};
    enum adtmap_status status = report ? file_make_directory(report, diag) : ADTMAP_OK;
    for (int i = 0; i < 2 && !status; i++) {
        status = list_folder(folders[i], "", 0, diag, &lists[i]);
        if (!status && lists[i].count > 1) {
            array_sort(lists[i].items, lists[i].count, sizeof *lists[i].items, array_compare_texts);
        }
    }
    if (!status && lists[0].count + lists[1].count == 0) {
        struct diag at_folder = diag_at(diag, folders[0]);
        status = diag_fail(&at_folder, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "no PNG file in it, and none in %s", folders[1]);
    }
    if (!status && !join_lists(lists, results)) {
        status = diag_fail_memory(diag);
    }
    free_names(&lists[0]);
    free_names(&lists[1]);
    return status ? status : compare_all(&comparing, results);
}

void picture_results_free(struct picture_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        free(results->items[i].name);
    }
    free(results->items);
    *results = (struct picture_results){0};
}
