#include "job/merge_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/merge_check.h"
#include "job/shard.h"
#include "os/file.h"
#include "output/paths.h"

void merge_parts_free(struct merge_parts *parts)
{
    for (size_t i = 0; i < parts->total; i++) {
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
    if (parts->total == parts->capacity) {
        size_t capacity = parts->capacity ? 2 * parts->capacity : 16;
        struct merge_part *items = reallocarray(parts->items, capacity, sizeof *items);
        if (!items) {
            return NULL;
        }
        parts->items = items;
        parts->capacity = capacity;
    }
    struct merge_part *part = &parts->items[parts->total++];
    *part = (struct merge_part){0};
    return part;
}

static enum adtmap_status read_manifest(struct merge_part *part, const struct diag *diag)
{
    struct blob blob;
    struct diag at_path = diag_at(diag, part->path);
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
    struct diag at_path = diag_at(diag, path);
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
    if (directory && !stream && errno != ENOENT) {
        struct diag at_path = diag_at(diag, directory);
        status = diag_fail_errno(&at_path, errno, "cannot look for shards");
    }
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

/* The shards of one number. */
struct division {
    size_t first;
    size_t parts;   /* a shard may be there twice */
    uint32_t there; /* shards */
    uint32_t of;
};

static struct division division_at(const struct merge_parts *parts, size_t first)
{
    struct division division = {.first = first,
                                .of = parts->items[first].ledger->shard.shard.count};
    uint32_t last = 0;
    for (size_t i = first; i < parts->total; i++) {
        const struct job_shard *shard = &parts->items[i].ledger->shard.shard;
        if (shard->count != division.of) {
            break;
        }
        division.there += shard->index != last;
        division.parts++;
        last = shard->index;
    }
    return division;
}

static enum adtmap_status fail_divided(const struct division *one, const struct division *other,
                                       const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "there are %u of %u shards, and %u of %u: which of them count cannot be told; "
                     "remove map.shard-*-of-%u.json or map.shard-*-of-%u.json",
                     (unsigned)one->there, (unsigned)one->of, (unsigned)other->there,
                     (unsigned)other->of, (unsigned)one->of, (unsigned)other->of);
}

/* Of shards of several numbers those of one count, if they alone are all there. */
static enum adtmap_status choose(const struct merge_parts *parts, const struct diag *diag,
                                 struct division *chosen)
{
    *chosen = division_at(parts, 0);
    size_t next = chosen->parts;
    while (next < parts->total) {
        struct division other = division_at(parts, next);
        bool is_whole = other.there == other.of;
        if (is_whole && chosen->there == chosen->of) {
            return fail_divided(chosen, &other, diag);
        }
        if (is_whole) {
            *chosen = other;
        }
        next += other.parts;
    }
    if (chosen->parts < parts->total && chosen->there < chosen->of) {
        struct division other = division_at(parts, chosen->parts);
        return fail_divided(chosen, &other, diag);
    }
    return ADTMAP_OK;
}

/* Brings the chosen parts to the front. */
static enum adtmap_status take_division(struct merge_parts *parts, const struct division *chosen,
                                        const struct diag *diag)
{
    struct merge_part *items = reallocarray(NULL, parts->total, sizeof *items);
    if (!items) {
        return diag_fail_memory(diag);
    }
    memcpy(items, parts->items + chosen->first, chosen->parts * sizeof *items);
    memcpy(items + chosen->parts, parts->items, chosen->first * sizeof *items);
    size_t behind = chosen->first + chosen->parts;
    memcpy(items + behind, parts->items + behind, (parts->total - behind) * sizeof *items);
    free(parts->items);
    parts->items = items;
    parts->count = chosen->parts;
    if (parts->count < parts->total) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "the %u shards of %u are all there and are joined; of other numbers there are "
                  "some only: passed over",
                  (unsigned)chosen->there, (unsigned)chosen->of);
    }
    return ADTMAP_OK;
}

enum adtmap_status merge_parts_read(const struct merge_settings *settings, const char *map,
                                    const struct diag *diag, struct merge_parts *parts)
{
    struct division chosen;
    *parts = (struct merge_parts){0};
    enum adtmap_status status = read_folder(parts, settings->out, map, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = read_folder(parts, settings->from[i], map, diag);
    }
    if (status || parts->total == 0) {
        return status;
    }
    qsort(parts->items, parts->total, sizeof *parts->items, compare_parts);
    status = choose(parts, diag, &chosen);
    if (!status) {
        status = take_division(parts, &chosen, diag);
    }
    return status ? status : merge_check(parts, diag);
}
