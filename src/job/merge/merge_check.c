/* Checks that shards belong together, for job/merge/merge_shards.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/merge/merge_shards.h"
#include "job/settings/series.h"

/* Whether both have the same series, made by the same recipes. */
static bool has_same_series(const struct build_log *a, const struct build_log *b)
{
    uint32_t count[2] = {0};
    const struct build_log *const logs[] = {a, b};
    bool same = true;
    for (size_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < logs[k]->fact_count; i++) {
            const struct build_fact *fact = &logs[k]->facts[i];
            bool is_series =
                strcmp(fact->name, "picture") == 0 || series_layer_of_fact(fact->name) != NULL;
            const char *other = is_series ? build_log_fact(logs[1 - k], fact->name) : NULL;
            count[k] += is_series;
            same = same && (!is_series || (other && strcmp(other, fact->value) == 0));
        }
    }
    return same && count[0] == count[1];
}

/* Whether a shard belongs to the run of the first. */
static enum adtmap_status compare_runs(const struct merge_shard *first,
                                       const struct merge_shard *shard, const struct diag *diag)
{
    const char *what = NULL;
    struct diag at_path = diag_at(diag, shard->path);
    if (!first->log->map || !shard->log->map || strcmp(first->log->map, shard->log->map) != 0) {
        what = "is of another map than";
    } else if (!has_same_series(first->log, shard->log)) {
        what = "was drawn with other settings, or by another adtmap, than";
    } else if (!hash128_equal(first->fact.plan, shard->fact.plan) ||
               first->fact.is_whole != shard->fact.is_whole) {
        what = "was drawn of other tiles, from other data, than";
    }
    return what ? diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s %s", what,
                            first->path)
                : ADTMAP_OK;
}

/* Lists the numbers of missing shards, as many as fit, and returns how many are missing. */
static uint32_t list_missing(const struct merge_shards *shards, char *text, size_t size)
{
    uint32_t count = shards->items[0].fact.shard.count;
    uint32_t lacking = 0;
    size_t at = 0;
    size_t used = 0;
    bool is_cut = false;
    for (uint32_t index = 1; index <= count; index++) {
        while (at < shards->count && shards->items[at].fact.shard.index < index) {
            at++;
        }
        if (at < shards->count && shards->items[at].fact.shard.index == index) {
            continue;
        }
        char number[16];
        int length = snprintf(number, sizeof number, "%s%u", lacking ? ", " : "", (unsigned)index);
        is_cut = is_cut || used + (size_t)length + sizeof ", ..." > size;
        used += (size_t)snprintf(text + used, size - used, "%s", is_cut ? "" : number);
        lacking++;
    }
    snprintf(text + used, size - used, "%s", is_cut ? ", ..." : "");
    return lacking;
}

/* Fails with the numbers of missing shards. */
static enum adtmap_status check_complete(const struct merge_shards *shards, const struct diag *diag)
{
    char missing[160] = "";
    uint32_t count = list_missing(shards, missing, sizeof missing);
    return count ? diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "%u of %u shards are missing: %s", (unsigned)count,
                             (unsigned)shards->items[0].fact.shard.count, missing)
                 : ADTMAP_OK;
}

/* A node that several shards have must be the same in all. */
static enum adtmap_status check_nodes(const struct merge_shards *shards, size_t number,
                                      const struct diag *diag)
{
    const struct merge_shard *shard = &shards->items[number];
    struct diag at_path = diag_at(diag, shard->path);
    for (uint32_t i = 0; i < shard->log->count; i++) {
        const struct build_record *record = &shard->log->records[i];
        for (size_t k = 0; k < number && record->state == BUILD_MADE; k++) {
            const struct build_record *other = build_log_find(shards->items[k].log, record->path);
            if (other && other->state == BUILD_MADE &&
                !hash128_equal(record->file.content, other->file.content)) {
                return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                 "%s differs from that of %s", record->path, shards->items[k].path);
            }
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status check_file(const struct merge_shard *shard, struct build_record *record,
                                     const struct diag *diag)
{
    char *path = path_join(shard->directory, record->path);
    bool is_same = false;
    bool fine = path && build_file_is(path, shard->log->written_ns, &record->file, &is_same);
    struct diag at_path = diag_at(diag, path);
    enum adtmap_status status = fine ? ADTMAP_OK : diag_fail_memory(diag);
    if (fine && !is_same) {
        status = diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "is missing or not as its shard has written it: draw the shard again");
    }
    free(path);
    return status;
}

static enum adtmap_status check_files(const struct merge_shard *shard, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < shard->log->count && !status; i++) {
        if (shard->log->records[i].state == BUILD_MADE) {
            status = check_file(shard, &shard->log->records[i], diag);
        }
    }
    return status;
}

/* An input, and a shard that has it. */
struct input {
    const struct dependency *dep;
    const struct merge_shard *shard;
};

/* Sorts by name, then by content id (absent first, then present but not read), then by shard. */
static int compare_inputs(const void *a, const void *b)
{
    const struct input *x = a;
    const struct input *y = b;
    const struct hash128 one = x->dep->content_id;
    const struct hash128 other = y->dep->content_id;
    int order = strcmp(x->dep->name, y->dep->name);
    order = order ? order : (one.high > other.high) - (one.high < other.high);
    order = order ? order : (one.low > other.low) - (one.low < other.low);
    return order ? order : (x->shard > y->shard) - (x->shard < y->shard);
}

static enum adtmap_status compare_all_inputs(struct input *inputs, size_t count,
                                             const struct diag *diag)
{
    if (count > 0) {
        array_sort(inputs, count, sizeof *inputs, compare_inputs);
    }
    for (size_t i = 1; i < count; i++) {
        const struct dependency *dep = inputs[i - 1].dep;
        if (strcmp(dep->name, inputs[i].dep->name) == 0 &&
            !hash128_equal(dep->content_id, inputs[i].dep->content_id) &&
            !hash128_equal(dep->content_id, CONTENT_ID_PRESENT)) {
            const struct merge_shard *one = inputs[i - 1].shard;
            const struct merge_shard *other = inputs[i].shard;
            struct diag at_path = diag_at(diag, dependency_file(inputs[i].dep));
            return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "was not the same file for %s and for %s: draw the shards of the same "
                             "data",
                             one < other ? one->path : other->path,
                             one < other ? other->path : one->path);
        }
    }
    return ADTMAP_OK;
}

/* Every file of the data must have been the same for all shards. Logs that were written at the end
 * of a run have no inputs but those of their nodes. */
static enum adtmap_status check_inputs(const struct merge_shards *shards, const struct diag *diag)
{
    size_t count = 0;
    for (size_t i = 0; i < shards->count; i++) {
        count += shards->items[i].log->input_count;
    }
    struct input *inputs = array_resize(NULL, count + 1, sizeof *inputs);
    size_t at = 0;
    for (size_t i = 0; inputs && i < shards->count; i++) {
        for (uint32_t k = 0; k < shards->items[i].log->input_count; k++) {
            inputs[at++] = (struct input){&shards->items[i].log->inputs[k], &shards->items[i]};
        }
    }
    enum adtmap_status status =
        inputs ? compare_all_inputs(inputs, count, diag) : diag_fail_memory(diag);
    free(inputs);
    return status;
}

enum adtmap_status merge_shards_check(const struct merge_shards *shards, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 1; i < shards->count && !status; i++) {
        status = compare_runs(&shards->items[0], &shards->items[i], diag);
    }
    status = status ? status : check_complete(shards, diag);
    for (size_t i = 1; i < shards->count && !status; i++) {
        status = check_nodes(shards, i, diag);
    }
    for (size_t i = 0; i < shards->count && !status; i++) {
        status = check_files(&shards->items[i], diag);
    }
    return status ? status : check_inputs(shards, diag);
}
