/*
 * A log says what a run has drawn; what stands in the folder now is what a reader of `diff` sees.
 * Files are judged by their stamps, so a folder that nobody touched costs a look at each file.
 */
#include "cli/diff/diff_edited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cli/diff/picture_pair.h"
#include "graph/node_path.h"
#include "os/file.h"

/* How many, and the first in the order of the log. */
struct findings {
    unsigned count;
    const char *first;
};

static void count_finding(struct findings *findings, const char *path)
{
    findings->first = findings->count++ == 0 ? path : findings->first;
}

/* The tile of a picture, or that of no tile (`*is_tile`). */
static uint32_t tile_of(const struct build_log *log, const char *path, bool *is_tile)
{
    char name[PATH_NAME_BYTES];
    const char *digits = strrchr(path, '.');
    uint32_t x = 0;
    uint32_t y = 0;
    *is_tile = false;
    if (log->map && digits && digits - path > 5) {
        x = (uint32_t)strtoul(digits - 5, NULL, 10);
        y = (uint32_t)strtoul(digits - 2, NULL, 10);
    }
    if (log->map && x < ADTMAP_GRID && y < ADTMAP_GRID) {
        node_tile_path("", log->map, x, y, name);
        *is_tile = strcmp(name, path) == 0;
    }
    return y * ADTMAP_GRID + x;
}

static void say(const struct diag *diag, const struct findings *findings, const char *what)
{
    if (findings->count > 0) {
        diag_warn(diag, NULL, NO_OFFSET, what, findings->count, findings->first);
    }
}

enum adtmap_status diff_edited_find(const char *folder, struct build_log *log,
                                    const struct diag *diag, struct tile_set *edited)
{
    const struct diag at_folder = diag_at(diag, folder);
    struct findings missing = {0};
    struct findings changed = {0};
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        char zone[NODE_MINIMAP_BYTES];
        bool is_tile = false;
        bool is_same = false;
        if (record->state != BUILD_MADE || record->file.bytes == 0) {
            continue;
        }
        uint32_t tile = tile_of(log, record->path, &is_tile);
        if (!is_tile && !node_zone_name(record->path, zone)) {
            continue;
        }
        char *path = path_join(folder, record->path);
        if (!path || !build_file_is(path, log->written_ns, &record->file, &is_same)) {
            free(path);
            return diag_fail_memory(diag);
        }
        if (!is_same && !file_exists(path)) {
            count_finding(&missing, record->path);
            record->state = BUILD_GONE;
        } else if (!is_same) {
            count_finding(&changed, record->path);
            record->file.content = (struct hash128){0};
            if (is_tile) {
                tile_set_add(edited, tile % ADTMAP_GRID, tile / ADTMAP_GRID);
            }
        }
        free(path);
    }
    say(&at_folder, &missing,
        "pictures that the run has drawn are missing (%u, the first %s): they count as not drawn; "
        "'adtmap render' draws them again");
    say(&at_folder, &changed,
        "pictures were changed since the run (%u, the first %s): compared as they are now; "
        "'adtmap render' draws them again");
    return ADTMAP_OK;
}

/* Compares the pixels of two files. False when out of memory. */
static bool compare_files(const struct diff_map maps[2], const struct session *session,
                          uint32_t tile, struct build_log_diff *diff)
{
    const struct picture_limits none = {0};
    char *paths[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
        char node[PATH_NAME_BYTES];
        node_tile_path("", maps[side].log->map, tile % ADTMAP_GRID, tile / ADTMAP_GRID, node);
        paths[side] = path_join(maps[side].folder, node);
    }
    struct picture_pair pair = {.paths = {paths[0], paths[1]}};
    enum adtmap_status status = paths[0] && paths[1]
                                    ? picture_pair_compare(&pair, &none, NULL, &session->diag)
                                    : ADTMAP_NO_MEMORY;
    free(paths[0]);
    free(paths[1]);
    if (status && status != ADTMAP_NO_MEMORY) {
        session_fail(session);
    }
    build_log_diff_judge(diff, tile,
                         status      ? TILE_UNREADABLE
                         : pair.same ? TILE_SAME
                                     : TILE_CHANGED);
    return status != ADTMAP_NO_MEMORY;
}

bool diff_edited_compare(const struct diff_map maps[2], const struct session *session,
                         struct build_log_diff *diff)
{
    struct tile_set edited = maps[0].edited;
    tile_set_add_all(&edited, &maps[1].edited);
    for (struct tile_step at = {0}; tile_set_next(&edited, &at);) {
        enum tile_fate fate = diff->tiles[at.index].fate;
        if (fate != TILE_SAME && fate != TILE_CHANGED) {
            continue;
        }
        diff->tiles[at.index].is_edited = true;
        if (!maps[0].log || !maps[1].log) {
            build_log_diff_judge(diff, at.index, TILE_CHANGED);
        } else if (!compare_files(maps, session, at.index, diff)) {
            return false;
        }
    }
    return true;
}
