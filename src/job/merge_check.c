#include "job/merge_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/paths.h"

enum adtmap_status merge_check_png(const char *path, struct ledger_file *file,
                                   const struct diag *diag)
{
    bool is = false;
    if (!ledger_file_is(path, file, &is)) {
        return diag_fail_memory(diag);
    }
    return is ? ADTMAP_OK
              : diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                          "is missing or not as its shard has written it: draw the shard once "
                          "more");
}

/* Whether a part belongs to the run of the first. */
static enum adtmap_status compare_runs(const struct merge_part *first,
                                       const struct merge_part *part, const struct diag *diag)
{
    const struct ledger_shard *a = &first->ledger->shard;
    const struct ledger_shard *b = &part->ledger->shard;
    const char *what = NULL;
    struct diag at_path = diag_at(diag, part->path);
    if (strcmp(first->manifest->map, part->manifest->map) != 0) {
        what = "is of another map than";
    } else if (!hash128_equal(a->settings, b->settings)) {
        what = "was drawn with other settings, or by another adtmap, than";
    } else if (!hash128_equal(a->plan, b->plan) || a->is_whole != b->is_whole) {
        what = "was drawn of other tiles, from other data, than";
    }
    return what ? diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s %s", what,
                            first->path)
                : ADTMAP_OK;
}

/* Lists the numbers of shards that are not there, as many as fit, and returns how many there are.
 */
static uint32_t list_missing(const struct merge_parts *parts, char *text, size_t size)
{
    uint32_t count = parts->items[0].ledger->shard.shard.count;
    uint32_t lacking = 0;
    size_t at = 0;
    size_t used = 0;
    bool is_cut = false;
    for (uint32_t index = 1; index <= count; index++) {
        while (at < parts->count && parts->items[at].ledger->shard.shard.index < index) {
            at++;
        }
        if (at < parts->count && parts->items[at].ledger->shard.shard.index == index) {
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

/* Names the shards that are not there. */
static enum adtmap_status check_complete(const struct merge_parts *parts, const struct diag *diag)
{
    char missing[160] = "";
    uint32_t lacking = list_missing(parts, missing, sizeof missing);
    return lacking ? diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                               "%u of %u shards are missing: %s", (unsigned)lacking,
                               (unsigned)parts->items[0].ledger->shard.shard.count, missing)
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
            if (!hash128_equal(tile->file.contents, other->file.contents)) {
                struct diag at_path = diag_at(diag, parts->items[k].path);
                return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                 "tile %u_%u differs from that of %s", (unsigned)x, (unsigned)y,
                                 parts->items[first].path);
            }
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status check_png(const struct merge_part *part, uint32_t x, uint32_t y,
                                    const struct diag *diag)
{
    char *path = path_tile(part->directory, part->manifest->map, x, y);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(diag);
    struct diag at_path = diag_at(diag, path);
    status = status ? status : merge_check_png(path, &part->ledger->tiles[y][x].file, &at_path);
    free(path);
    return status;
}

/* A shard that was begun once more and cut short has a ledger that is ahead of its manifest. */
static enum adtmap_status check_record(const struct merge_part *part, uint32_t x, uint32_t y,
                                       const struct diag *diag)
{
    const struct ledger_tile *tile = &part->ledger->tiles[y][x];
    struct diag at_path = diag_at(diag, part->path);
    return tile->is_known && hash128_equal(tile->pixels, part->manifest->tiles[y][x].hash)
               ? ADTMAP_OK
               : diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "tile %u_%u is not as its ledger has it: draw the shard once more",
                           (unsigned)x, (unsigned)y);
}

static enum adtmap_status check_records(const struct merge_part *part, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (part->manifest->tiles[y][x].state == MANIFEST_PRESENT) {
            status = check_record(part, x, y, diag);
            status = status ? status : check_png(part, x, y, diag);
        }
    }
    return status;
}

/* The inputs of all shards, each pair of name and identity once. */
struct inputs {
    struct ledger *all;
    const struct merge_part **parts; /* by number of input: the first that has it */
    uint32_t capacity;
};

static bool add_input(struct inputs *inputs, const struct note *note, const struct merge_part *part)
{
    uint32_t before = inputs->all->input_count;
    uint32_t number;
    if (!ledger_input(inputs->all, note, &number)) {
        return false;
    }
    if (number < before) {
        return true;
    }
    if (number >= inputs->capacity) {
        uint32_t capacity = inputs->capacity ? 2 * inputs->capacity : 1024;
        const struct merge_part **parts = reallocarray(inputs->parts, capacity, sizeof *parts);
        if (!parts) {
            return false;
        }
        inputs->parts = parts;
        inputs->capacity = capacity;
    }
    inputs->parts[number] = part;
    return true;
}

/* Those that a tile was drawn of: others in a ledger are out of date. */
static bool add_inputs(struct inputs *inputs, const struct merge_part *part)
{
    const struct ledger *ledger = part->ledger;
    bool fine = true;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        const struct ledger_tile *tile = &ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        for (uint32_t k = 0; k < tile->input_count && fine; k++) {
            fine = add_input(inputs, &ledger->inputs[tile->inputs[k]], part);
        }
    }
    return fine;
}

/* By name; of one name absent first, then present and not read. */
static int compare_inputs(const void *a, const void *b, void *given)
{
    const struct inputs *inputs = given;
    const struct note *x = &inputs->all->inputs[*(const uint32_t *)a];
    const struct note *y = &inputs->all->inputs[*(const uint32_t *)b];
    int order = strcmp(x->name, y->name);
    if (order == 0) {
        order = (x->identity.high > y->identity.high) - (x->identity.high < y->identity.high);
    }
    return order ? order
                 : (x->identity.low > y->identity.low) - (x->identity.low < y->identity.low);
}

/* Whether two inputs, in order, cannot be of the same data. */
static bool is_contradiction(const struct note *one, const struct note *other)
{
    return strcmp(one->name, other->name) == 0 && !hash128_equal(one->identity, IDENTITY_PRESENT);
}

static enum adtmap_status fail_unlike(const struct inputs *inputs, uint32_t one, uint32_t other,
                                      const struct diag *diag)
{
    const struct merge_part *first = inputs->parts[one];
    const struct merge_part *second = inputs->parts[other];
    struct diag at_path = diag_at(diag, note_file(&inputs->all->inputs[one]));
    return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "was not the same file for %s and for %s: draw the shards of the same data",
                     first < second ? first->path : second->path,
                     first < second ? second->path : first->path);
}

static enum adtmap_status compare_all_inputs(struct inputs *inputs, const struct diag *diag)
{
    uint32_t count = inputs->all->input_count;
    uint32_t *order = reallocarray(NULL, (size_t)count + 1, sizeof *order);
    enum adtmap_status status = order ? ADTMAP_OK : diag_fail_memory(diag);
    for (uint32_t i = 0; i < count && order; i++) {
        order[i] = i;
    }
    if (order && count > 0) {
        qsort_r(order, count, sizeof *order, compare_inputs, inputs);
    }
    for (uint32_t i = 1; i < count && !status; i++) {
        if (is_contradiction(&inputs->all->inputs[order[i - 1]], &inputs->all->inputs[order[i]])) {
            status = fail_unlike(inputs, order[i - 1], order[i], diag);
        }
    }
    free(order);
    return status;
}

/* Every file of the data must have been the same for all shards. */
static enum adtmap_status check_inputs(const struct merge_parts *parts, const struct diag *diag)
{
    struct inputs inputs = {.all = ledger_create()};
    bool fine = inputs.all != NULL;
    for (size_t i = 0; i < parts->count && fine; i++) {
        fine = add_inputs(&inputs, &parts->items[i]);
    }
    enum adtmap_status status = fine ? compare_all_inputs(&inputs, diag) : diag_fail_memory(diag);
    ledger_destroy(inputs.all);
    free(inputs.parts);
    return status;
}

enum adtmap_status merge_check(const struct merge_parts *parts, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 1; i < parts->count && !status; i++) {
        status = compare_runs(&parts->items[0], &parts->items[i], diag);
    }
    if (!status) {
        status = check_complete(parts, diag);
    }
    if (!status) {
        status = check_tiles(parts, diag);
    }
    for (size_t i = 0; i < parts->count && !status; i++) {
        status = check_records(&parts->items[i], diag);
    }
    return status ? status : check_inputs(parts, diag);
}
