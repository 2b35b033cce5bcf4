/* Inputs are compared by their content ids, each once, however many tiles were made of it. */
#include "compare/build_log_diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const struct build_record *build_log_diff_picture(const struct build_log *log, uint32_t tile)
{
    const struct build_record *record =
        build_log_find(log, node_tile("", tile % ADTMAP_GRID, tile / ADTMAP_GRID));
    return record && record->state == BUILD_MADE ? record : NULL;
}

static const struct dependency *find_input(const struct build_log *log,
                                           const struct build_record *record, const char *name)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        const struct dependency *input = &log->inputs[record->inputs[i]];
        if (strcmp(input->name, name) == 0) {
            return input;
        }
    }
    return NULL;
}

/* Sorts the names and drops equal ones. */
static void tidy_names(struct build_log_diff_tile *tile)
{
    uint32_t kept = 0;
    if (tile->file_count > 1) {
        array_sort(tile->files, tile->file_count, sizeof *tile->files, array_compare_texts);
    }
    for (uint32_t i = 0; i < tile->file_count; i++) {
        if (kept == 0 || strcmp(tile->files[kept - 1], tile->files[i]) != 0) {
            tile->files[kept++] = tile->files[i];
        }
    }
    tile->file_count = kept;
}

/* Room for the names of a tile's inputs. */
static bool make_room(struct build_log_diff *diff, struct build_log_diff_tile *tile, size_t count)
{
    tile->files = arena_alloc(&diff->memory, count + 1, sizeof *tile->files);
    return tile->files != NULL;
}

static void add_file(struct build_log_diff_tile *tile, const struct dependency *input)
{
    tile->files[tile->file_count++] = dependency_file(input);
}

/* Lists the inputs of `record` that the other record has not, or with other contents. */
static void add_differing(struct build_log_diff_tile *tile, const struct build_log *log,
                          const struct build_record *record, const struct build_log *other_log,
                          const struct build_record *other)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        const struct dependency *input = &log->inputs[record->inputs[i]];
        const struct dependency *same = find_input(other_log, other, input->name);
        if (!same || !hash128_equal(same->content_id, input->content_id)) {
            add_file(tile, input);
        }
    }
}

static enum tile_fate fate_of(bool in_old, bool in_new, bool is_same)
{
    if (in_old && in_new) {
        return is_same ? TILE_SAME : TILE_CHANGED;
    }
    return in_new ? TILE_ADDED : in_old ? TILE_REMOVED : TILE_SAME;
}

static void count_fates(struct build_log_diff *diff)
{
    memset(diff->fate_counts, 0, sizeof diff->fate_counts);
    for (size_t i = 0; i < TILE_SET_TILES; i++) {
        diff->fate_counts[diff->tiles[i].fate]++;
    }
}

bool build_log_diff_logs(const struct build_log *old_log, const struct build_log *new_log,
                         struct build_log_diff *diff)
{
    *diff = (struct build_log_diff){0};
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        struct build_log_diff_tile *tile = &diff->tiles[i];
        const struct build_record *a = build_log_diff_picture(old_log, i);
        const struct build_record *b = build_log_diff_picture(new_log, i);
        bool is_same = a && b && hash128_equal(a->pixels, b->pixels);
        tile->fate = fate_of(a, b, is_same);
        if (tile->fate == TILE_CHANGED) {
            if (!make_room(diff, tile, (size_t)a->input_count + b->input_count)) {
                return false;
            }
            add_differing(tile, old_log, a, new_log, b);
            add_differing(tile, new_log, b, old_log, a);
            tidy_names(tile);
        }
    }
    count_fates(diff);
    return true;
}

/* Whether the data have the tile. One without a picture counts if it can be drawn without the WDL;
 * one with a picture may have been drawn from it. */
static bool has_tile(const struct adtmap_map *map, uint32_t tile, bool has_picture)
{
    uint32_t x = tile % ADTMAP_GRID;
    uint32_t y = tile / ADTMAP_GRID;
    return adtmap_map_has_tile(map, x, y) && (has_picture || tile_set_has(&map->files, x, y) ||
                                              tile_set_has(&map->tiles_without_adt, x, y));
}

/* Compares every input with the data, once. NULL when out of memory. */
static bool *compare_inputs(struct build_log *log, const struct adtmap_map *map)
{
    bool fine = true;
    bool *is_same = calloc((size_t)log->input_count + 1, sizeof *is_same);
    for (uint32_t i = 0; is_same && fine && i < log->input_count; i++) {
        enum file_match match = assets_compare(map->data->assets, log->written_ns, &log->inputs[i]);
        is_same[i] = match == FILE_SAME;
        fine = match != FILE_NO_MEMORY;
    }
    if (!fine) {
        free(is_same);
        return NULL;
    }
    return is_same;
}

static bool compare_tile(const struct build_log *log, const struct build_record *record,
                         const bool *is_same, struct build_log_diff *diff,
                         struct build_log_diff_tile *tile)
{
    if (!make_room(diff, tile, record->input_count)) {
        return false;
    }
    for (uint32_t i = 0; i < record->input_count; i++) {
        if (!is_same[record->inputs[i]]) {
            add_file(tile, &log->inputs[record->inputs[i]]);
        }
    }
    tile->fate = tile->file_count > 0 ? TILE_CHANGED : TILE_SAME;
    tidy_names(tile);
    return true;
}

bool build_log_diff_data(struct build_log *log, const struct adtmap_map *map,
                         struct build_log_diff *diff)
{
    *diff = (struct build_log_diff){0};
    bool *is_same = compare_inputs(log, map);
    bool fine = is_same != NULL;
    for (uint32_t i = 0; i < TILE_SET_TILES && fine; i++) {
        struct build_log_diff_tile *tile = &diff->tiles[i];
        const struct build_record *record = build_log_diff_picture(log, i);
        bool in_data = has_tile(map, i, record != NULL);
        tile->fate = fate_of(record, in_data, true);
        if (record && in_data) {
            fine = compare_tile(log, record, is_same, diff, tile);
        }
    }
    free(is_same);
    count_fates(diff);
    return fine;
}

void build_log_diff_judge(struct build_log_diff *diff, uint32_t tile, enum tile_fate fate)
{
    diff->fate_counts[diff->tiles[tile].fate]--;
    diff->tiles[tile].fate = fate;
    diff->fate_counts[fate]++;
}

void build_log_diff_reverse(struct build_log_diff *diff)
{
    for (size_t i = 0; i < TILE_SET_TILES; i++) {
        enum tile_fate fate = diff->tiles[i].fate;
        bool is_one_sided = fate == TILE_ADDED || fate == TILE_REMOVED;
        if (is_one_sided) {
            diff->tiles[i].fate = fate == TILE_ADDED ? TILE_REMOVED : TILE_ADDED;
        }
    }
    count_fates(diff);
}

bool build_log_diff_is_empty(const struct build_log_diff *diff)
{
    return diff->fate_counts[TILE_SAME] == TILE_SET_TILES;
}

void build_log_diff_free(struct build_log_diff *diff)
{
    arena_free(&diff->memory);
    *diff = (struct build_log_diff){0};
}
