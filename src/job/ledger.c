#include "job/ledger.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/file.h"
#include "os/file_stamp.h"
#include "output/paths.h"

enum { FIRST_INPUTS = 256 };

static const uint32_t NONE = UINT32_MAX;

struct ledger *ledger_create(void)
{
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger) {
        ledger->journal = -1;
    }
    return ledger;
}

void ledger_destroy(struct ledger *ledger)
{
    if (!ledger) {
        return;
    }
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        free((char *)(uintptr_t)ledger->inputs[i].name);
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        free(ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID].inputs);
    }
    if (ledger->journal >= 0) {
        close(ledger->journal);
    }
    free(ledger->inputs);
    free(ledger->table);
    free(ledger);
}

static uint32_t *place_of(const struct ledger *ledger, const struct note *note)
{
    uint32_t mask = 2 * ledger->input_capacity - 1;
    uint64_t hash = hash64(note->name, strlen(note->name)) ^ note->identity.low;
    uint32_t at = (uint32_t)hash & mask;
    while (ledger->table[at] != NONE &&
           (strcmp(ledger->inputs[ledger->table[at]].name, note->name) != 0 ||
            !hash128_equal(ledger->inputs[ledger->table[at]].identity, note->identity))) {
        at = (at + 1) & mask;
    }
    return &ledger->table[at];
}

static void fill_table(struct ledger *ledger)
{
    memset(ledger->table, 0xff, 2 * (size_t)ledger->input_capacity * sizeof *ledger->table);
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        *place_of(ledger, &ledger->inputs[i]) = i;
    }
}

static bool grow_inputs(struct ledger *ledger)
{
    uint32_t capacity = ledger->input_capacity ? 2 * ledger->input_capacity : FIRST_INPUTS;
    struct note *inputs = reallocarray(ledger->inputs, capacity, sizeof *inputs);
    if (!inputs) {
        return false;
    }
    ledger->inputs = inputs;
    uint32_t *table = reallocarray(NULL, 2 * (size_t)capacity, sizeof *table);
    if (!table) {
        return false;
    }
    free(ledger->table);
    ledger->table = table;
    ledger->input_capacity = capacity;
    fill_table(ledger);
    return true;
}

/* Moves what tiles refer to into `kept`, in order of tiles; numbers[] gets the new numbers, NONE
 * where nothing refers to an input. Returns how many are kept. */
static uint32_t keep_inputs(struct ledger *ledger, uint32_t *numbers, struct note *kept)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        struct ledger_tile *tile = &ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        for (uint32_t k = 0; k < tile->input_count; k++) {
            uint32_t input = tile->inputs[k];
            if (numbers[input] == NONE) {
                kept[count] = ledger->inputs[input];
                numbers[input] = count++;
            }
            tile->inputs[k] = numbers[input];
        }
    }
    return count;
}

bool ledger_compact(struct ledger *ledger)
{
    uint32_t count = ledger->input_count;
    if (count == 0) {
        return true;
    }
    uint32_t *numbers = reallocarray(NULL, count, sizeof *numbers);
    struct note *kept = reallocarray(NULL, ledger->input_capacity, sizeof *kept);
    if (!numbers || !kept) {
        free(numbers);
        free(kept);
        return false;
    }
    memset(numbers, 0xff, count * sizeof *numbers);
    ledger->input_count = keep_inputs(ledger, numbers, kept);
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == NONE) {
            free((char *)(uintptr_t)ledger->inputs[i].name);
        }
    }
    free(numbers);
    free(ledger->inputs);
    ledger->inputs = kept;
    fill_table(ledger);
    return true;
}

bool ledger_input(struct ledger *ledger, const struct note *note, uint32_t *number)
{
    if (ledger->input_count == ledger->input_capacity && !grow_inputs(ledger)) {
        return false;
    }
    uint32_t *place = place_of(ledger, note);
    if (*place == NONE) {
        struct note *input = &ledger->inputs[ledger->input_count];
        *input = (struct note){strdup(note->name), note->identity, 0};
        if (!input->name) {
            return false;
        }
        *place = ledger->input_count++;
    }
    *number = *place;
    ledger->inputs[*number].key = note->key;
    return true;
}

/* The journal gets the inputs that it lacks before the record that refers to them. */
static void tell_inputs(struct ledger *ledger, struct buffer *text)
{
    for (; ledger->told < ledger->input_count; ledger->told++) {
        ledger_print_input(text, ledger->told, &ledger->inputs[ledger->told]);
    }
}

void ledger_set_tile(struct ledger *ledger, uint32_t x, uint32_t y, const struct ledger_tile *tile)
{
    struct buffer text = {0};
    free(ledger->tiles[y][x].inputs);
    ledger->tiles[y][x] = *tile;
    ledger->tiles[y][x].is_known = true;
    ledger->is_changed = true;
    if (ledger->journal < 0) {
        return;
    }
    tell_inputs(ledger, &text);
    ledger_print_tile(&text, x, y, tile);
    ledger_append(ledger, &text);
}

void ledger_forget_tile(struct ledger *ledger, uint32_t x, uint32_t y)
{
    struct buffer text = {0};
    if (!ledger->tiles[y][x].is_known) {
        return;
    }
    free(ledger->tiles[y][x].inputs);
    ledger->tiles[y][x] = (struct ledger_tile){0};
    buffer_printf(&text, "gone %u %u\n", (unsigned)x, (unsigned)y);
    ledger_append(ledger, &text);
}

enum adtmap_status ledger_remove_tile(struct ledger *ledger, const char *directory, const char *map,
                                      uint32_t x, uint32_t y, const struct diag *diag)
{
    char *path = path_tile(directory, map, x, y);
    enum adtmap_status status = path ? file_remove(path, diag) : diag_fail_memory(diag);
    if (!status) {
        ledger_forget_tile(ledger, x, y);
    }
    free(path);
    return status;
}

void ledger_lose_layers(struct ledger *ledger, uint32_t x, uint32_t y)
{
    struct buffer text = {0};
    if (tile_set_has(&ledger->lost, x, y)) {
        return;
    }
    tile_set_add(&ledger->lost, x, y);
    buffer_printf(&text, "lost %u %u\n", (unsigned)x, (unsigned)y);
    ledger_append(ledger, &text);
}

void ledger_settle_layers(struct ledger *ledger)
{
    ledger->is_changed |= tile_set_count(&ledger->lost) > 0;
    ledger->lost = (struct tile_set){0};
}

void ledger_keep(struct ledger *ledger, const struct tile_set *tiles)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        if (!tile_set_has(tiles, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            ledger_forget_tile(ledger, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
    }
}

void ledger_set_stitched(struct ledger *ledger, struct hash128 from, const struct ledger_file *file)
{
    ledger->has_stitched = true;
    ledger->stitched_from = from;
    ledger->stitched = *file;
    ledger->is_changed = true;
}

enum adtmap_status ledger_begin_levels(struct ledger *ledger, const struct diag *diag)
{
    struct buffer text = {0};
    ledger->levels = LEVELS_BEGUN;
    buffer_printf(&text, "levels begun\n");
    return ledger_append(ledger, &text)
               ? ADTMAP_OK
               : diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                           "the record of what is drawn cannot be written");
}

void ledger_finish_levels(struct ledger *ledger, struct hash128 how, const struct tile_set *tiles)
{
    ledger->levels = LEVELS_WHOLE;
    ledger->levels_how = how;
    ledger->level_tiles = *tiles;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        ledger->level_pixels[y][x] = ledger->tiles[y][x].pixels;
    }
    ledger->is_changed = true;
}

struct tile_set ledger_tiles(const struct ledger *ledger)
{
    struct tile_set set = {0};
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        if (ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID].is_known) {
            tile_set_add(&set, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
    }
    return set;
}

enum adtmap_status ledger_file_of(const char *path, struct ledger_file *file)
{
    const struct diag nobody = {0};
    struct file_stamp stamp;
    struct blob blob;
    if (!file_stamp_of(path, &stamp)) {
        return ADTMAP_NOT_FOUND;
    }
    enum adtmap_status status = file_map(path, &nobody, &blob);
    if (!status) {
        *file =
            (struct ledger_file){blob.size, stamp.is_settled ? stamp.key : 0, hash128_blob(&blob)};
        blob_release(&blob);
    }
    return status;
}

bool ledger_file_is(const char *path, struct ledger_file *file, bool *is)
{
    struct file_stamp stamp;
    struct ledger_file now;
    *is = false;
    if (!file_stamp_of(path, &stamp) || stamp.bytes != file->bytes) {
        return true;
    }
    if (stamp.key == file->key) {
        *is = true;
        return true;
    }
    enum adtmap_status status = ledger_file_of(path, &now);
    if (!status && hash128_equal(now.contents, file->contents)) {
        file->key = now.key;
        *is = true;
    }
    return status != ADTMAP_NO_MEMORY;
}
