/*
 * Reading goes from cheap to dear: the logs of all folders first, sorted by number; then the one
 * set of shards that is complete is chosen, and only its places are read and its files looked at. A
 * shard may be there twice, drawn by two machines: both count until merge_check.c has seen that
 * their files are equal.
 */
#include "job/merge/merge_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "output/paths.h"

static void free_shard(struct merge_shard *shard)
{
    free(shard->directory);
    free(shard->path);
    build_log_destroy(shard->log);
    places_free(&shard->places);
}

void merge_shards_free(struct merge_shards *shards)
{
    for (size_t i = 0; i < shards->count; i++) {
        free_shard(&shards->items[i]);
    }
    free(shards->items);
    *shards = (struct merge_shards){0};
}

const struct merge_shard *merge_shards_owner(const struct merge_shards *shards, const char *path)
{
    const struct merge_shard *owner = NULL;
    for (size_t i = 0; i < shards->count; i++) {
        const struct build_record *record = build_log_find(shards->items[i].log, path);
        if (record && record->state == BUILD_MADE) {
            return &shards->items[i];
        }
        owner = record && !owner ? &shards->items[i] : owner;
    }
    return owner;
}

static enum adtmap_status read_log(struct merge_shard *item, const struct job_shard *shard,
                                   const struct diag *diag)
{
    struct diag at_path = diag_at(diag, item->path);
    enum adtmap_status status = build_log_read(item->log, item->path, diag);
    if (status) {
        return status;
    }
    bool is_told = shard_fact_read(item->log, &item->fact);
    if (!is_told || item->fact.shard.index != shard->index ||
        item->fact.shard.count != shard->count) {
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "is damaged or of another shard: draw shard %u/%u again",
                         (unsigned)shard->index, (unsigned)shard->count);
    }
    return ADTMAP_OK;
}

/* Adds the shards of a folder. One that was cut short does not count. */
static enum adtmap_status read_folder(struct merge_shards *shards, const char *out, const char *map,
                                      const struct diag *diag)
{
    struct shard_logs logs = {0};
    char *directory = path_map_directory(out, map);
    enum adtmap_status status =
        directory ? shard_logs_list(directory, diag, &logs) : diag_fail_memory(diag);
    for (size_t i = 0; i < logs.count && !status; i++) {
        struct merge_shard item = {.directory = strdup(directory),
                                   .path = strdup(logs.items[i].path),
                                   .log = build_log_create()};
        bool fine =
            item.directory && item.path && item.log && ARRAY_ROOM(shards->items, shards->count);
        status = fine ? read_log(&item, &logs.items[i].shard, diag) : diag_fail_memory(diag);
        if (!status && build_log_fact(item.log, SHARD_FACT_DONE)) {
            shards->items[shards->count++] = item;
        } else {
            free_shard(&item);
        }
    }
    shard_logs_free(&logs);
    free(directory);
    return status;
}

static int compare_shards(const void *left, const void *right)
{
    const struct merge_shard *a = left;
    const struct merge_shard *b = right;
    const struct job_shard *x = &a->fact.shard;
    const struct job_shard *y = &b->fact.shard;
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    if (x->index != y->index) {
        return x->index < y->index ? -1 : 1;
    }
    return strcmp(a->path, b->path);
}

/* The shards of one number. */
struct shard_set {
    size_t first;
    size_t items;   /* a shard may be there twice */
    uint32_t there; /* shards */
    uint32_t of;
};

static struct shard_set set_at(const struct merge_shards *shards, size_t first)
{
    struct shard_set set = {.first = first, .of = shards->items[first].fact.shard.count};
    uint32_t last = 0;
    for (size_t i = first; i < shards->count; i++) {
        const struct job_shard *shard = &shards->items[i].fact.shard;
        if (shard->count != set.of) {
            break;
        }
        set.there += shard->index != last;
        set.items++;
        last = shard->index;
    }
    return set;
}

static enum adtmap_status fail_several(const struct shard_set *one, const struct shard_set *other,
                                       const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "there are %u of %u shards, and %u of %u, and no way to tell which count; "
                     "remove .adtmap/log.*-of-%u or .adtmap/log.*-of-%u",
                     (unsigned)one->there, (unsigned)one->of, (unsigned)other->there,
                     (unsigned)other->of, (unsigned)one->of, (unsigned)other->of);
}

/* Of sets of different numbers of shards, the only complete one counts: the others are dropped. */
static enum adtmap_status choose_set(struct merge_shards *shards, const struct diag *diag)
{
    struct shard_set chosen = set_at(shards, 0);
    struct shard_set other = chosen;
    for (size_t next = chosen.items; next < shards->count; next += other.items) {
        other = set_at(shards, next);
        if (other.there == other.of && chosen.there == chosen.of) {
            return fail_several(&chosen, &other, diag);
        }
        chosen = other.there == other.of ? other : chosen;
    }
    if (chosen.there < chosen.of && chosen.items < shards->count) {
        other = set_at(shards, chosen.items);
        return fail_several(&chosen, &other, diag);
    }
    if (chosen.items < shards->count) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "the %u shards of %u are complete and are joined; shards of other numbers are "
                  "not complete and are passed over",
                  (unsigned)chosen.there, (unsigned)chosen.of);
    }
    size_t count = shards->count;
    shards->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i - chosen.first < chosen.items) {
            shards->items[shards->count++] = shards->items[i];
        } else {
            free_shard(&shards->items[i]);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_places(struct merge_shard *item, const struct diag *diag)
{
    const struct diag at_path = diag_at(diag, item->path);
    enum adtmap_status status = places_load(item->path, diag, &item->places);
    if (status == ADTMAP_NOT_FOUND) {
        status = diag_fail(&at_path, status, NULL, NO_OFFSET,
                           "the file 'places' next to it is missing or damaged: draw shard %u/%u "
                           "again",
                           (unsigned)item->fact.shard.index, (unsigned)item->fact.shard.count);
    }
    return status;
}

enum adtmap_status merge_shards_read(const struct merge_settings *settings, const char *map,
                                     const struct diag *diag, struct merge_shards *shards)
{
    *shards = (struct merge_shards){0};
    enum adtmap_status status = read_folder(shards, settings->out, map, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = read_folder(shards, settings->from[i], map, diag);
    }
    if (status || shards->count == 0) {
        return status;
    }
    array_sort(shards->items, shards->count, sizeof *shards->items, compare_shards);
    status = choose_set(shards, diag);
    for (size_t i = 0; i < shards->count && !status; i++) {
        status = read_places(&shards->items[i], diag);
    }
    return status ? status : merge_shards_check(shards, diag);
}
