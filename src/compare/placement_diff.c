/*
 * Three steps make the changes from the records that only one version of some tile has:
 *
 * 1. A record whose key was kept by another tile is a change of a list, not of the map: dropped.
 * 2. Records are sorted by key; of equal ones, from several tiles, the first stays. Keys that both
 *    versions have are dropped: another tile lists the placement, or a tool renumbered it.
 * 3. The rest is sorted by kind, unique id and name: pairs are moved, others added or removed.
 *
 * Placements that stay are changes if their model looks different.
 */
#include "compare/placement_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "compare/asset_label.h"

/* Steps of positions and angles below which nothing is seen: 1/64 yard, 1/64 degree. */
static const double STEPS = 64;

static int64_t in_steps(double value)
{
    return llround(value * STEPS);
}

/* The hash of name, place, turn, size and doodads. */
static uint64_t key_of(const struct placement_record *record)
{
    struct hash128 sets = hash128(&record->sets, sizeof record->sets);
    int64_t values[9] = {record->kind, (int64_t)sets.low, llround((double)record->scale * 1024)};
    struct hash128 name = hash128(record->name, strlen(record->name));
    uint64_t hashes[2] = {name.low};
    for (size_t i = 0; i < 3; i++) {
        double turn = fmod((double)record->rotation[i], 360);
        values[3 + i] = in_steps(record->position[i]);
        values[6 + i] = in_steps(turn < 0 ? turn + 360 : turn) % (360 * (int64_t)STEPS);
    }
    hashes[1] = hash64(values, sizeof values);
    return hash64(hashes, sizeof hashes);
}

/* Everything but the name, which is borrowed. */
static struct placement_record record_of(const struct adt_placement *placement,
                                         enum placement_kind kind, uint32_t tile, const char *name)
{
    struct placement_record record = {
        .kind = kind,
        .unique_id = placement->unique_id,
        .tile = tile,
        .name = name,
        .scale = placement->scale,
        .doodad_set = placement->doodad_set,
        .sets = placement->sets,
    };
    memcpy(record.position, placement->position, sizeof record.position);
    memcpy(record.rotation, placement->rotation, sizeof record.rotation);
    record.key = key_of(&record);
    return record;
}

/* The records of one version of a tile, of one kind; NULL when out of memory. */
static struct placement_record *records_of(struct placement_gather *gather,
                                           const struct placement_side *side,
                                           enum placement_kind kind, uint32_t tile, size_t *count)
{
    const struct adt_placements *all = side->placements;
    const struct adt_placement *items = kind == PLACEMENT_WMO ? all->wmos : all->doodads;
    *count = kind == PLACEMENT_WMO ? all->wmo_count : all->doodad_count;
    struct placement_record *records = calloc(*count + 1, sizeof *records);
    for (size_t i = 0; records && i < *count; i++) {
        char label[NAME_BYTES];
        asset_label(side->assets, items[i].name, items[i].file_id, label);
        records[i] = record_of(&items[i], kind, tile, label);
        records[i].name = arena_string(&gather->names, label, strlen(label));
        gather->failed = gather->failed || !records[i].name;
    }
    return records;
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* By key; of equal ones by tile, then id, so that the first is the same in every run. */
static int by_key(const void *a, const void *b)
{
    const struct placement_record *x = a;
    const struct placement_record *y = b;
    int order = compare_u64(x->key, y->key);
    order = order ? order : compare_u64(x->tile, y->tile);
    return order ? order : compare_u64(x->unique_id, y->unique_id);
}

static void sort_by_key(struct placement_record *records, size_t count)
{
    if (count > 1) {
        array_sort(records, count, sizeof *records, by_key);
    }
}

/* A placement that both versions of the tile have. */
static void keep(struct placement_gather *gather, const struct placement_record *old_record,
                 const struct placement_record *new_record)
{
    const struct placement_change change = {PLACEMENT_REMODELED, *old_record, *new_record};
    buffer_append(&gather->kept, &old_record->key, sizeof old_record->key);
    if (gather->model_differs &&
        gather->model_differs(gather->user, new_record->kind, new_record->name)) {
        buffer_append(&gather->remodeled, &change, sizeof change);
    }
}

/* Puts the records that both versions of the tile have in `kept`, and the others in their lists. */
static void split(struct placement_gather *gather, struct placement_record *old_records,
                  size_t old_count, struct placement_record *new_records, size_t new_count)
{
    size_t i = 0;
    size_t k = 0;
    sort_by_key(old_records, old_count);
    sort_by_key(new_records, new_count);
    while (i < old_count || k < new_count) {
        int order = i == old_count   ? 1
                    : k == new_count ? -1
                                     : compare_u64(old_records[i].key, new_records[k].key);
        if (order == 0) {
            keep(gather, &old_records[i++], &new_records[k++]);
        } else if (order < 0) {
            buffer_append(&gather->only_old, &old_records[i++], sizeof *old_records);
        } else {
            buffer_append(&gather->only_new, &new_records[k++], sizeof *new_records);
        }
    }
}

void placement_gather_add(struct placement_gather *gather, uint32_t tile,
                          const struct placement_side *old_side,
                          const struct placement_side *new_side)
{
    for (int kind = 0; kind < PLACEMENT_KINDS && !gather->failed; kind++) {
        size_t counts[2];
        struct placement_record *a =
            records_of(gather, old_side, (enum placement_kind)kind, tile, &counts[0]);
        struct placement_record *b =
            records_of(gather, new_side, (enum placement_kind)kind, tile, &counts[1]);
        gather->failed = gather->failed || !a || !b;
        if (!gather->failed) {
            split(gather, a, counts[0], b, counts[1]);
        }
        free(a);
        free(b);
    }
    gather->failed = gather->failed || gather->kept.failed || gather->only_old.failed ||
                     gather->only_new.failed || gather->remodeled.failed;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x;
    uint64_t y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return compare_u64(x, y);
}

static bool is_kept(const struct placement_gather *gather, uint64_t key)
{
    return array_find(&key, gather->kept.data, gather->kept.size / sizeof key, sizeof key,
                      by_value) != NULL;
}

/* Records of one version; `rest` are those that stay after steps 1 and 2. */
struct records {
    struct placement_record *all;
    size_t count;
    size_t rest;
};

static struct records records_in(const struct buffer *buffer)
{
    struct placement_record *all = (void *)buffer->data;
    struct records records = {all, buffer->size / sizeof *all, 0};
    sort_by_key(all, records.count);
    return records;
}

static int key_of_record(const void *key, const void *record)
{
    return compare_u64(*(const uint64_t *)key, ((const struct placement_record *)record)->key);
}

static bool has_key(const struct records *sorted, uint64_t key)
{
    return array_find(&key, sorted->all, sorted->count, sizeof *sorted->all, key_of_record) != NULL;
}

/* Copies what stays to `rest`, and visits all tiles that list it. */
static size_t keep_changed(const struct placement_gather *gather, const struct records *records,
                           const struct records *other, placement_tile_visit *visit, void *user,
                           struct placement_record *rest)
{
    size_t count = 0;
    for (size_t i = 0; i < records->count; i++) {
        const struct placement_record *record = &records->all[i];
        if (is_kept(gather, record->key) || has_key(other, record->key)) {
            continue;
        }
        visit(user, record->tile, record->kind);
        if (count == 0 || rest[count - 1].key != record->key) {
            rest[count++] = *record;
        }
    }
    return count;
}

/* By what stays when a placement moves, then by place. */
static int by_identity(const void *a, const void *b)
{
    const struct placement_record *x = a;
    const struct placement_record *y = b;
    int order = compare_u64(x->kind, y->kind);
    order = order ? order : strcmp(x->name, y->name);
    order = order ? order : compare_u64(x->unique_id, y->unique_id);
    return order;
}

static int by_identity_and_place(const void *a, const void *b)
{
    int order = by_identity(a, b);
    return order ? order : by_key(a, b);
}

static void sort_by_identity(struct placement_record *records, size_t count)
{
    if (count > 1) {
        array_sort(records, count, sizeof *records, by_identity_and_place);
    }
}

static size_t join(struct placement_record *old_rest, size_t old_count,
                   struct placement_record *new_rest, size_t new_count,
                   struct placement_change *changes)
{
    size_t count = 0;
    size_t i = 0;
    size_t k = 0;
    sort_by_identity(old_rest, old_count);
    sort_by_identity(new_rest, new_count);
    while (i < old_count || k < new_count) {
        int order = i == old_count   ? 1
                    : k == new_count ? -1
                                     : by_identity(&old_rest[i], &new_rest[k]);
        struct placement_change *change = &changes[count++];
        change->fate =
            order == 0 ? PLACEMENT_MOVED : (order < 0 ? PLACEMENT_REMOVED : PLACEMENT_ADDED);
        if (order <= 0) {
            change->from = old_rest[i++];
        }
        if (order >= 0) {
            change->to = new_rest[k++];
        }
    }
    return count;
}

static int by_place(const void *a, const void *b)
{
    return by_key(&((const struct placement_change *)a)->to,
                  &((const struct placement_change *)b)->to);
}

/* Visits all tiles that list a placement with another look, and puts each placement behind the
 * other changes, once. Returns how many there are. */
static size_t add_remodeled(const struct placement_gather *gather, placement_tile_visit *visit,
                            void *user, struct placement_change *changes)
{
    struct placement_change *items = (void *)gather->remodeled.data;
    size_t all = gather->remodeled.size / sizeof *items;
    size_t count = 0;
    if (all > 1) {
        array_sort(items, all, sizeof *items, by_place);
    }
    for (size_t i = 0; i < all; i++) {
        visit(user, items[i].to.tile, items[i].to.kind);
        if (count == 0 || changes[count - 1].to.key != items[i].to.key) {
            changes[count++] = items[i];
        }
    }
    return count;
}

static const struct placement_record *present_side(const struct placement_change *change)
{
    return change->fate == PLACEMENT_REMOVED ? &change->from : &change->to;
}

static int by_name_and_fate(const void *a, const void *b)
{
    const struct placement_change *x = a;
    const struct placement_change *y = b;
    int order = compare_u64(present_side(x)->kind, present_side(y)->kind);
    order = order ? order : strcmp(present_side(x)->name, present_side(y)->name);
    order = order ? order : compare_u64(x->fate, y->fate);
    return order ? order : by_identity_and_place(present_side(x), present_side(y));
}

bool placement_gather_finish(struct placement_gather *gather, placement_tile_visit *visit,
                             void *user, struct placement_change **changes, size_t *count)
{
    *changes = NULL;
    *count = 0;
    if (gather->failed) {
        return false;
    }
    if (gather->kept.size > 0) {
        array_sort(gather->kept.data, gather->kept.size / sizeof(uint64_t), sizeof(uint64_t),
                   by_value);
    }
    struct records a = records_in(&gather->only_old);
    struct records b = records_in(&gather->only_new);
    struct placement_record *rests[2] = {calloc(a.count + 1, sizeof *a.all),
                                         calloc(b.count + 1, sizeof *b.all)};
    size_t remodeled = gather->remodeled.size / sizeof **changes;
    *changes = calloc(a.count + b.count + remodeled + 1, sizeof **changes);
    bool fine = rests[0] && rests[1] && *changes;
    if (fine) {
        a.rest = keep_changed(gather, &a, &b, visit, user, rests[0]);
        b.rest = keep_changed(gather, &b, &a, visit, user, rests[1]);
        *count = join(rests[0], a.rest, rests[1], b.rest, *changes);
        *count += add_remodeled(gather, visit, user, *changes + *count);
        array_sort(*changes, *count, sizeof **changes, by_name_and_fate);
    } else {
        free(*changes);
        *changes = NULL;
    }
    free(rests[0]);
    free(rests[1]);
    return fine;
}

void placement_gather_free(struct placement_gather *gather)
{
    arena_free(&gather->names);
    buffer_free(&gather->kept);
    buffer_free(&gather->only_old);
    buffer_free(&gather->only_new);
    buffer_free(&gather->remodeled);
    *gather = (struct placement_gather){0};
}
