/*
 * A log says what a run has drawn; what stands in the folder now is what a reader of `diff` sees.
 * Files are judged by their stamps, so a folder that nobody touched costs a look at each file.
 */
#include "cli/diff/diff_edited.h"

#include <stdlib.h>

#include "base/path.h"
#include "cli/diff/picture_pair.h"
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

static void say(const struct diag *diag, const struct findings *findings, const char *what)
{
    if (findings->count > 0) {
        diag_warn(diag, NULL, NO_OFFSET, what, findings->count, findings->first);
    }
}

/* Whether it is the picture of a tile or a zone. */
static bool is_picture(struct node_id id)
{
    return (id.kind == NODE_TILE && !node_is_layer(id)) || id.kind == NODE_ZONE;
}

enum adtmap_status diff_edited_find(const char *folder, struct build_log *log,
                                    const struct diag *diag)
{
    const struct diag at_folder = diag_at(diag, folder);
    struct findings missing = {0};
    struct findings changed = {0};
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        if (record->state != BUILD_MADE || record->file.bytes == 0 || !is_picture(record->id)) {
            continue;
        }
        char *path = path_join(folder, record->path);
        enum file_match match =
            path ? build_file_compare(path, log->written_ns, &record->file) : FILE_NO_MEMORY;
        if (match == FILE_NO_MEMORY) {
            free(path);
            return diag_fail_memory(diag);
        }
        if (match != FILE_SAME && !file_exists(path)) {
            count_finding(&missing, record->path);
            record->state = BUILD_GONE;
        } else if (match != FILE_SAME) {
            count_finding(&changed, record->path);
            record->file.content = (struct hash128){0};
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

bool diff_is_edited(const struct build_record *record)
{
    return hash128_equal(record->file.content, (struct hash128){0});
}

/* Compares the pixels of two files. False when out of memory. */
static bool compare_files(const struct diff_map maps[2], const struct session *session,
                          uint32_t tile, struct build_log_diff *diff)
{
    const char *const folders[2] = {maps[0].folder, maps[1].folder};
    const char *const files[2] = {build_log_diff_picture(maps[0].log, tile)->path,
                                  build_log_diff_picture(maps[1].log, tile)->path};
    struct picture_pair pair;
    enum adtmap_status status = picture_pair_compare_in(&pair, folders, files, &session->diag);
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
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        struct build_log_diff_tile *found = &diff->tiles[tile];
        for (int side = 0; side < 2; side++) {
            const struct build_record *record =
                maps[side].log ? build_log_diff_picture(maps[side].log, tile) : NULL;
            found->is_edited |= record && diff_is_edited(record);
        }
        found->is_edited &= found->fate == TILE_SAME || found->fate == TILE_CHANGED;
        if (!found->is_edited) {
            continue;
        }
        if (!maps[0].log || !maps[1].log) {
            build_log_diff_judge(diff, tile, TILE_CHANGED);
        } else if (!compare_files(maps, session, tile, diff)) {
            return false;
        }
    }
    return true;
}
