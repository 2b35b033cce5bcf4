#include "job/skip.h"

#include <stdlib.h>
#include <string.h>

#include "job/layer_files.h"
#include "os/thread.h"
#include "output/paths.h"
#include "scene/map/map_low_res.h"

enum { NEIGHBOURS = 9 };

static void put_string(struct buffer *text, const char *string)
{
    buffer_append(text, string, strlen(string) + 1);
}

static void put_floats(struct buffer *text, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_f32le(text, values[i]);
    }
}

static void put_strings(struct buffer *text, const char *const *strings, size_t count)
{
    buffer_u32le(text, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        put_string(text, strings[i]);
    }
}

static void put_objects(struct buffer *text, const struct adtmap_objects *objects)
{
    put_strings(text, objects->hide, objects->hide_count);
    put_strings(text, objects->only, objects->only_count);
    buffer_u32le(text, (uint32_t)objects->hide_id_count);
    for (size_t i = 0; i < objects->hide_id_count; i++) {
        buffer_u32le(text, objects->hide_ids[i]);
    }
    buffer_f32le(text, objects->cut_height_yd);
}

static void put_settings(struct buffer *text, const char *map_name,
                         const struct job_settings *settings)
{
    const struct adtmap_settings *tile = &settings->tile;
    put_string(text, ADTMAP_VERSION);
    buffer_u32le(text, PIXEL_VERSION);
    put_string(text, map_name);
    buffer_u32le(text, (uint32_t)settings->effort);
    buffer_u32le(text, tile->size_px);
    buffer_u32le(text, (uint32_t)tile->blend);
    buffer_u32le(text, (uint32_t)tile->edge);
    buffer_u8(text,
              tile->low_res == ADTMAP_LOW_RES_ONLY); /* else it decides which tiles there are */
    buffer_u32le(text, tile->draw);
    buffer_append(text, tile->background, sizeof tile->background);
    put_floats(text, tile->light.ambient, 3);
    put_floats(text, tile->light.diffuse, 3);
    put_floats(text, tile->light.sun, 3);
    put_floats(text, &tile->light.shadow_ambient, 1);
    put_floats(text, &tile->light.shadow_diffuse, 1);
    for (size_t i = 0; i < ADTMAP_LIQUID_CLASSES; i++) {
        put_floats(text, tile->liquids[i].shallow, 4);
        put_floats(text, tile->liquids[i].deep, 4);
    }
    put_objects(text, &tile->objects);
}

bool skip_settings(const char *map_name, const struct job_settings *settings, struct hash128 *hash)
{
    struct buffer text = {0};
    put_settings(&text, map_name, settings);
    bool fine = !text.failed;
    *hash = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

static void put_placement(struct buffer *text, const struct adt_placement *placement)
{
    put_string(text, placement->name ? placement->name : "");
    buffer_u32le(text, placement->file_id);
    buffer_u32le(text, placement->unique_id);
    buffer_u32le(text, placement->flags);
    buffer_append(text, placement->position, sizeof placement->position);
    put_floats(text, placement->rotation, 3);
    put_floats(text, &placement->scale, 1);
    buffer_u8(text, placement->has_box);
    put_floats(text, placement->box.low, 3);
    put_floats(text, placement->box.high, 3);
    buffer_u32le(text, placement->doodad_set);
    buffer_u32le(text, placement->name_set);
}

static void put_range(struct buffer *text, const struct adtmap_map *map, struct wdt_range range)
{
    struct hash128 hash = {0};
    if (range.size > 0) {
        hash = hash128(map->wdt_bytes.data + range.offset, range.size);
    }
    buffer_append(text, &hash, sizeof hash);
}

bool skip_init(struct skip *skip, const struct adtmap_map *map, const struct job_settings *settings,
               struct ledger *ledger)
{
    struct buffer text = {0};
    struct adt_request facts = map_adt_request(map);
    const struct liquid_types *liquids = &map->data->liquid_types;
    *skip = (struct skip){.map = map, .settings = settings, .ledger = ledger};
    skip->low_res = map_low_res_tiles(map, settings->tile.low_res);
    skip->low_res_hash = map_low_res_hash(map);
    put_settings(&text, map->name, settings);
    buffer_u32le(&text, (uint32_t)facts.alpha_depth);
    buffer_u8(&text, facts.has_height_blend);
    for (uint32_t i = 0; i < liquids->count; i++) {
        buffer_u32le(&text, liquids->entries[i].id);
        buffer_u32le(&text, (uint32_t)liquids->entries[i].class);
    }
    if (map->building) {
        put_placement(&text, map->building);
    }
    if (map->wdt.holds_tiles) {
        put_range(&text, map, map->wdt.doodad_names);
        put_range(&text, map, map->wdt.object_names);
    }
    bool fine = !text.failed && skip_settings(map->name, settings, &skip->settings_hash);
    skip->shared = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

void skip_free(struct skip *skip)
{
    free(skip->input_changed);
    *skip = (struct skip){0};
}

/* Of the tile that lies around another one, or is it itself, what its picture depends on. */
static void put_held(struct buffer *text, const struct adtmap_map *map, struct wdt_range range,
                     bool itself)
{
    if (itself) {
        put_range(text, map, range);
        return;
    }
    struct hash128 placing = adt_hash_placing(map->wdt_bytes.data + range.offset, range.size);
    buffer_append(text, &placing, sizeof placing);
}

static void put_neighbour(struct buffer *text, const struct adtmap_map *map, uint32_t x, uint32_t y,
                          bool itself)
{
    bool has_file = tile_set_has(&map->files, x, y);
    buffer_u8(text, has_file);
    if (!has_file) {
        return;
    }
    const struct wdt_file_ids *ids = &map->wdt.ids[y * ADTMAP_GRID + x];
    buffer_u32le(text, ids->root);
    buffer_u32le(text, ids->tex0);
    buffer_u32le(text, ids->obj0);
    buffer_u32le(text, ids->obj1);
    if (map->wdt.holds_tiles) {
        put_held(text, map, map->wdt.ranges[y * ADTMAP_GRID + x], itself);
    }
}

bool skip_how(const struct skip *skip, uint32_t x, uint32_t y, struct hash128 *how)
{
    struct buffer text = {0};
    const struct adtmap_map *map = skip->map;
    buffer_append(&text, &skip->shared, sizeof skip->shared);
    buffer_u32le(&text, x);
    buffer_u32le(&text, y);
    buffer_u8(&text, tile_set_has(&map->bare, x, y));
    buffer_u8(&text, map_is_water(map, x, y));
    if (tile_set_has(&skip->low_res, x, y)) {
        buffer_append(&text, &skip->low_res_hash, sizeof skip->low_res_hash);
    }
    buffer_u32le(&text, map->wdt.ranges[y * ADTMAP_GRID + x].offset);
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        put_neighbour(&text, map, x - 1 + i % 3, y - 1 + i / 3, i == NEIGHBOURS / 2);
    }
    bool fine = !text.failed;
    *how = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

static int threads_of(const struct skip *skip)
{
    unsigned asked_for = skip->settings->threads;
    return (int)(asked_for ? asked_for : thread_core_count());
}

/* Lists in `wanted` the inputs that tiles of `tiles` used, each once: they are marked as changed.
 * How many. */
static uint32_t list_inputs(const struct skip *skip, const struct tile_set *tiles, uint32_t *wanted)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        const struct ledger_tile *tile = &skip->ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        bool is_wanted = tile_set_has(tiles, i % TILE_SET_GRID, i / TILE_SET_GRID);
        for (uint32_t k = 0; k < tile->input_count && is_wanted; k++) {
            if (!skip->input_changed[tile->inputs[k]]) {
                skip->input_changed[tile->inputs[k]] = 1;
                wanted[count++] = tile->inputs[k];
            }
        }
    }
    return count;
}

/* Finds out which inputs of `tiles` have changed. */
static bool look_at_inputs(struct skip *skip, const struct tile_set *tiles)
{
    struct ledger *ledger = skip->ledger;
    const struct assets *assets = skip->map->data->assets;
    uint32_t *wanted = calloc((size_t)ledger->input_count + 1, sizeof *wanted);
    free(skip->input_changed);
    skip->input_changed = calloc((size_t)ledger->input_count + 1, 1);
    if (!wanted || !skip->input_changed) {
        free(wanted);
        return false;
    }
    uint32_t count = list_inputs(skip, tiles, wanted);
    bool any_new_key = false;
    bool lacked_memory = false;
#pragma omp parallel for num_threads(threads_of(skip)) schedule(dynamic, 8)                        \
    reduction(||                                                                                   \
              : any_new_key, lacked_memory) if (count > 0)
    for (uint32_t i = 0; i < count; i++) {
        struct note *input = &ledger->inputs[wanted[i]];
        uint64_t before = input->key;
        enum note_match match = assets_compare(assets, input);
        skip->input_changed[wanted[i]] = match != NOTE_SAME;
        lacked_memory = lacked_memory || match == NOTE_LACKED_MEMORY;
        any_new_key = any_new_key || input->key != before;
    }
    ledger->is_changed |= any_new_key;
    free(wanted);
    return !lacked_memory;
}

/* The first of a tile's inputs that has changed; NULL: none. */
static const struct note *first_changed(const struct skip *skip, const struct ledger_tile *tile)
{
    for (uint32_t i = 0; i < tile->input_count; i++) {
        if (skip->input_changed[tile->inputs[i]]) {
            return &skip->ledger->inputs[tile->inputs[i]];
        }
    }
    return NULL;
}

static bool is_on_disk(const struct skip *skip, const char *directory, uint32_t x, uint32_t y,
                       struct ledger_tile *tile)
{
    char *path = path_tile(directory, skip->map->name, x, y);
    uint64_t before = tile->file.key;
    bool is_there = false;
    if (path) {
        ledger_file_is(path, &tile->file, &is_there);
    }
    free(path);
    if (tile->file.key != before) {
#pragma omp atomic write
        skip->ledger->is_changed = true;
    }
    return is_there;
}

static struct skip_verdict judge(const struct skip *skip, const char *directory, uint32_t x,
                                 uint32_t y)
{
    struct ledger_tile *tile = &skip->ledger->tiles[y][x];
    struct hash128 how;
    if (!tile->is_known && job_has_picture(skip->settings)) {
        return (struct skip_verdict){JOB_NEW, NULL};
    }
    if (skip->settings->again == JOB_FORCE) {
        return (struct skip_verdict){JOB_FORCED, NULL};
    }
    if (layers_of(skip->settings)->count > 0) {
        return (struct skip_verdict){JOB_LAYERS, NULL};
    }
    if (!hash128_equal(skip->settings_hash, tile->settings)) {
        return (struct skip_verdict){JOB_SETTINGS, NULL};
    }
    if (!skip_how(skip, x, y, &how) || !hash128_equal(how, tile->how)) {
        return (struct skip_verdict){JOB_MAP, NULL};
    }
    const struct note *changed = first_changed(skip, tile);
    if (changed) {
        return (struct skip_verdict){JOB_INPUT, note_file(changed)};
    }
    if (skip->settings->strict && tile->missing_assets > 0) {
        return (struct skip_verdict){JOB_STRICT, NULL};
    }
    bool is_there = is_on_disk(skip, directory, x, y, tile);
    return (struct skip_verdict){is_there ? JOB_CURRENT : JOB_OUTPUT, NULL};
}

bool skip_look(struct skip *skip, const struct tile_set *tiles,
               struct skip_verdict verdicts[TILE_SET_GRID][TILE_SET_GRID])
{
    char *directory = path_map_directory(skip->settings->out, skip->map->name);
    bool fine = directory && look_at_inputs(skip, tiles);
    if (fine) {
#pragma omp parallel for num_threads(threads_of(skip))                                             \
    schedule(dynamic, 8) if (skip->ledger->input_count > 0)
        for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
            uint32_t x = i % TILE_SET_GRID;
            uint32_t y = i / TILE_SET_GRID;
            if (tile_set_has(tiles, x, y)) {
                verdicts[y][x] = judge(skip, directory, x, y);
            }
        }
    }
    free(directory);
    return fine;
}

bool skip_has_changed(const struct skip *skip, uint32_t x, uint32_t y, bool *has_changed)
{
    const struct ledger_tile *tile = &skip->ledger->tiles[y][x];
    struct hash128 how = tile->how;
    bool same_settings = tile->is_known && hash128_equal(skip->settings_hash, tile->settings);
    bool fine = !same_settings || skip_how(skip, x, y, &how);
    *has_changed = !hash128_equal(how, tile->how) || first_changed(skip, tile);
    return fine;
}

uint32_t *skip_inputs(struct skip *skip, struct trail *trail, uint32_t *count)
{
    const struct assets *assets = skip->map->data->assets;
    trail_tidy(trail);
    uint32_t *inputs = reallocarray(NULL, (size_t)trail->count + 1, sizeof *inputs);
    bool fine = inputs && !trail->failed;
    *count = trail->count;
    for (uint32_t i = 0; i < trail->count && fine; i++) {
        struct note note = assets_note_at(assets, trail->items[i]);
        fine = ledger_input(skip->ledger, &note, &inputs[i]);
    }
    if (!fine) {
        free(inputs);
        return NULL;
    }
    return inputs;
}
