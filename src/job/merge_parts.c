#include "job/merge_parts.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "job/shard.h"
#include "output/paths.h"

void merge_parts_free(struct merge_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        free(parts->items[i].directory);
        free(parts->items[i].path);
        manifest_destroy(parts->items[i].manifest);
        ledger_destroy(parts->items[i].ledger);
    }
    free(parts->items);
    *parts = (struct merge_parts){0};
}

static struct merge_part *add_part(struct merge_parts *parts)
{
    if (parts->count == parts->capacity) {
        size_t capacity = parts->capacity ? 2 * parts->capacity : 16;
        struct merge_part *items = reallocarray(parts->items, capacity, sizeof *items);
        if (!items) {
            return NULL;
        }
        parts->items = items;
        parts->capacity = capacity;
    }
    struct merge_part *part = &parts->items[parts->count++];
    *part = (struct merge_part){0};
    return part;
}

static enum adtmap_status read_manifest(struct merge_part *part, const struct diag *diag)
{
    struct blob blob;
    struct diag at_path = *diag;
    at_path.file = part->path;
    enum adtmap_status status = file_map(part->path, &at_path, &blob);
    if (!status) {
        status = manifest_read(blob.data, blob.size, &at_path, &part->manifest);
        blob_release(&blob);
    }
    return status;
}

static enum adtmap_status read_ledger(struct merge_part *part, const struct job_shard *shard,
                                      const struct diag *diag)
{
    char *path = ledger_path(part->directory, shard);
    part->ledger = ledger_create();
    if (!path || !part->ledger) {
        free(path);
        return diag_fail_memory(diag);
    }
    struct diag at_path = *diag;
    at_path.file = path;
    enum adtmap_status status = ledger_read(part->ledger, path, diag);
    const struct job_shard *told = &part->ledger->shard.shard;
    if (!status && (told->index != shard->index || told->count != shard->count)) {
        status = diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "is missing or of another shard: draw shard %u/%u once more",
                           (unsigned)shard->index, (unsigned)shard->count);
    }
    free(path);
    return status;
}

static enum adtmap_status read_part(struct merge_parts *parts, const char *directory,
                                    const char *name, const struct job_shard *shard,
                                    const struct diag *diag)
{
    struct merge_part *part = add_part(parts);
    if (!part) {
        return diag_fail_memory(diag);
    }
    part->directory = strdup(directory);
    part->path = path_join(directory, name);
    if (!part->directory || !part->path) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = read_manifest(part, diag);
    return status ? status : read_ledger(part, shard, diag);
}

static enum adtmap_status read_folder(struct merge_parts *parts, const char *out, const char *map,
                                      const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    char *directory = path_map_directory(out, map);
    DIR *stream = directory ? opendir(directory) : NULL;
    const struct dirent *entry;
    while (stream && !status && (entry = readdir(stream))) {
        struct job_shard shard;
        if (shard_of_manifest(entry->d_name, &shard)) {
            status = read_part(parts, directory, entry->d_name, &shard, diag);
        }
    }
    if (stream) {
        closedir(stream);
    }
    free(directory);
    return directory ? status : diag_fail_memory(diag);
}

bool merge_has_parts(const char *directory)
{
    bool has = false;
    struct job_shard shard;
    DIR *stream = opendir(directory);
    const struct dirent *entry;
    while (stream && !has && (entry = readdir(stream))) {
        has = shard_of_manifest(entry->d_name, &shard);
    }
    if (stream) {
        closedir(stream);
    }
    return has;
}

static int compare_parts(const void *left, const void *right)
{
    const struct merge_part *a = left;
    const struct merge_part *b = right;
    const struct job_shard *x = &a->ledger->shard.shard;
    const struct job_shard *y = &b->ledger->shard.shard;
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    if (x->index != y->index) {
        return x->index < y->index ? -1 : 1;
    }
    return strcmp(a->path, b->path);
}

/* Whether a part belongs to the run of the first. */
static enum adtmap_status compare_runs(const struct merge_part *first,
                                       const struct merge_part *part, const struct diag *diag)
{
    const struct ledger_shard *a = &first->ledger->shard;
    const struct ledger_shard *b = &part->ledger->shard;
    struct diag at_path = *diag;
    const char *what = NULL;
    at_path.file = part->path;
    if (a->shard.count != b->shard.count) {
        what = "is of a run of another number of shards than";
    } else if (strcmp(first->manifest->map, part->manifest->map) != 0) {
        what = "is of another map than";
    } else if (!identity_is(a->settings, b->settings)) {
        what = "was drawn with other settings, or by another adtmap, than";
    } else if (!identity_is(a->plan, b->plan) || a->is_whole != b->is_whole) {
        what = "was drawn of other tiles, from other data, than";
    }
    return what ? diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s %s", what,
                            first->path)
                : ADTMAP_OK;
}

/* Names the shards that are not there. */
static enum adtmap_status check_complete(const struct merge_parts *parts, const struct diag *diag)
{
    char missing[160] = "";
    uint32_t count = parts->items[0].ledger->shard.shard.count;
    uint32_t lacking = 0;
    size_t at = 0;
    for (uint32_t index = 1; index <= count; index++) {
        while (at < parts->count && parts->items[at].ledger->shard.shard.index < index) {
            at++;
        }
        if (at < parts->count && parts->items[at].ledger->shard.shard.index == index) {
            continue;
        }
        size_t used = strlen(missing);
        if (used + 16 < sizeof missing) {
            snprintf(missing + used, sizeof missing - used, "%s%u", lacking ? ", " : "",
                     (unsigned)index);
        }
        lacking++;
    }
    return lacking ? diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                               "%u of %u shards are missing: %s", (unsigned)lacking,
                               (unsigned)count, missing)
                   : ADTMAP_OK;
}

/* A tile that two shards have must be the same in both. */
static enum adtmap_status check_tiles(const struct merge_parts *parts, const struct diag *diag)
{
    static const size_t none = SIZE_MAX;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        size_t first = none;
        for (size_t k = 0; k < parts->count; k++) {
            const struct ledger_tile *tile = &parts->items[k].ledger->tiles[y][x];
            if (!tile->is_known) {
                continue;
            }
            first = first == none ? k : first;
            const struct ledger_tile *other = &parts->items[first].ledger->tiles[y][x];
            if (!identity_is(tile->file.contents, other->file.contents)) {
                struct diag at_path = *diag;
                at_path.file = parts->items[k].path;
                return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                 "tile %u_%u differs from that of %s", (unsigned)x, (unsigned)y,
                                 parts->items[first].path);
            }
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status merge_parts_read(const struct merge_settings *settings, const char *map,
                                    const struct diag *diag, struct merge_parts *parts)
{
    *parts = (struct merge_parts){0};
    enum adtmap_status status = read_folder(parts, settings->out, map, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = read_folder(parts, settings->from[i], map, diag);
    }
    if (!status && parts->count == 0) {
        status =
            diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no shards of the map are there");
    }
    if (status) {
        return status;
    }
    qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
    for (size_t i = 1; i < parts->count && !status; i++) {
        status = compare_runs(&parts->items[0], &parts->items[i], diag);
    }
    if (!status) {
        status = check_complete(parts, diag);
    }
    return status ? status : check_tiles(parts, diag);
}
