#include "job/merge/merge_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "output/paths.h"

void merge_shards_free(struct merge_shards *shards)
{
    for (size_t i = 0; i < shards->total; i++) {
        free(shards->items[i].directory);
        free(shards->items[i].path);
        build_log_destroy(shards->items[i].log);
        places_free(&shards->items[i].places);
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

/* Where shards are being read from. */
struct reading {
    struct merge_shards *shards;
    const char *directory;
    const struct diag *diag;
};

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

/* A shard that was cut short does not count. */
static enum adtmap_status visit_log(void *user, const char *path, const struct job_shard *shard)
{
    const struct reading *reading = user;
    struct merge_shards *shards = reading->shards;
    struct merge_shard *items =
        array_resize(shards->items, shards->total + 1, sizeof *shards->items);
    if (!items) {
        return diag_fail_memory(reading->diag);
    }
    shards->items = items;
    struct merge_shard *item = &items[shards->total++];
    *item = (struct merge_shard){
        .directory = strdup(reading->directory), .path = strdup(path), .log = build_log_create()};
    if (!item->directory || !item->path || !item->log) {
        return diag_fail_memory(reading->diag);
    }
    enum adtmap_status status = read_log(item, shard, reading->diag);
    if (!status && !build_log_fact(item->log, SHARD_FACT_DONE)) {
        free(item->directory);
        free(item->path);
        build_log_destroy(item->log);
        shards->total--;
    }
    return status;
}

static enum adtmap_status read_folder(struct merge_shards *shards, const char *out, const char *map,
                                      const struct diag *diag)
{
    char *directory = path_map_directory(out, map);
    struct reading reading = {shards, directory, diag};
    enum adtmap_status status =
        directory ? shard_logs_visit(directory, diag, visit_log, &reading) : diag_fail_memory(diag);
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
    for (size_t i = first; i < shards->total; i++) {
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

/* Chooses the only complete set among sets of different numbers of shards. */
static enum adtmap_status choose(const struct merge_shards *shards, const struct diag *diag,
                                 struct shard_set *chosen)
{
    *chosen = set_at(shards, 0);
    size_t next = chosen->items;
    while (next < shards->total) {
        struct shard_set other = set_at(shards, next);
        bool is_complete = other.there == other.of;
        if (is_complete && chosen->there == chosen->of) {
            return fail_several(chosen, &other, diag);
        }
        if (is_complete) {
            *chosen = other;
        }
        next += other.items;
    }
    if (chosen->items < shards->total && chosen->there < chosen->of) {
        struct shard_set other = set_at(shards, chosen->items);
        return fail_several(chosen, &other, diag);
    }
    return ADTMAP_OK;
}

/* Brings the chosen shards to the front. */
static enum adtmap_status take_set(struct merge_shards *shards, const struct shard_set *chosen,
                                   const struct diag *diag)
{
    struct merge_shard *items = array_resize(NULL, shards->total, sizeof *items);
    if (!items) {
        return diag_fail_memory(diag);
    }
    memcpy(items, shards->items + chosen->first, chosen->items * sizeof *items);
    memcpy(items + chosen->items, shards->items, chosen->first * sizeof *items);
    size_t behind = chosen->first + chosen->items;
    memcpy(items + behind, shards->items + behind, (shards->total - behind) * sizeof *items);
    free(shards->items);
    shards->items = items;
    shards->count = chosen->items;
    if (shards->count < shards->total) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "the %u shards of %u are complete and are joined; shards of other numbers are "
                  "not complete and are passed over",
                  (unsigned)chosen->there, (unsigned)chosen->of);
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
    struct shard_set chosen;
    *shards = (struct merge_shards){0};
    enum adtmap_status status = read_folder(shards, settings->out, map, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = read_folder(shards, settings->from[i], map, diag);
    }
    if (status || shards->total == 0) {
        return status;
    }
    array_sort(shards->items, shards->total, sizeof *shards->items, compare_shards);
    status = choose(shards, diag, &chosen);
    if (!status) {
        status = take_set(shards, &chosen, diag);
    }
    for (size_t i = 0; i < shards->count && !status; i++) {
        status = read_places(&shards->items[i], diag);
    }
    return status ? status : merge_shards_check(shards, diag);
}
