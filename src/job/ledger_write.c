/* The lines of a ledger's file, and its journal: the part of job/ledger.h that writes. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "job/ledger.h"
#include "os/file.h"
#include "os/temporary.h"

char *ledger_folder(const char *directory)
{
    return path_join(directory, LEDGER_FOLDER);
}

char *ledger_path(const char *directory, const struct job_shard *shard)
{
    char name[64];
    if (shard->count > 0) {
        snprintf(name, sizeof name, LEDGER_FOLDER "/ledger.%u-of-%u", (unsigned)shard->index,
                 (unsigned)shard->count);
    } else {
        snprintf(name, sizeof name, LEDGER_FOLDER "/ledger");
    }
    return path_join(directory, name);
}

static void print_hash(struct buffer *text, struct hash128 hash)
{
    char hex[HASH128_HEX_BYTES];
    hash128_hex(hash, hex);
    buffer_printf(text, " %s", hex);
}

static void print_file(struct buffer *text, const struct ledger_file *file)
{
    buffer_printf(text, " %" PRIu64 " %016" PRIx64, file->bytes, file->key);
    print_hash(text, file->contents);
}

void ledger_print_input(struct buffer *text, uint32_t number, const struct note *input)
{
    buffer_printf(text, "input %u", (unsigned)number);
    print_hash(text, input->identity);
    buffer_printf(text, " %016" PRIx64 " %s\n", input->key, input->name);
}

void ledger_print_tile(struct buffer *text, uint32_t x, uint32_t y, const struct ledger_tile *tile)
{
    buffer_printf(text, "tile %u %u", (unsigned)x, (unsigned)y);
    print_hash(text, tile->settings);
    print_hash(text, tile->how);
    print_hash(text, tile->pixels);
    buffer_printf(text, " %u", (unsigned)tile->missing_assets);
    print_file(text, &tile->file);
    for (uint32_t i = 0; i < tile->input_count; i++) {
        buffer_printf(text, "%c%u", i == 0 ? ' ' : ',', tile->inputs[i]);
    }
    buffer_printf(text, "\n");
}

static void print_shard(struct buffer *text, const struct ledger_shard *shard)
{
    buffer_printf(text, "shard %u %u", (unsigned)shard->shard.index, (unsigned)shard->shard.count);
    print_hash(text, shard->settings);
    print_hash(text, shard->plan);
    buffer_printf(text, " %u %d\n", (unsigned)shard->effort, shard->is_whole);
    for (unsigned y = 0; y < TILE_SET_GRID; y++) {
        if (!shard->is_whole && shard->asked_for.rows[y]) {
            buffer_printf(text, "asked %u %" PRIx64 "\n", y, shard->asked_for.rows[y]);
        }
    }
}

static void print_lost(struct buffer *text, const struct tile_set *lost)
{
    for (unsigned i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        unsigned x = i % TILE_SET_GRID;
        unsigned y = i / TILE_SET_GRID;
        if (tile_set_has(lost, x, y)) {
            buffer_printf(text, "lost %u %u\n", x, y);
        }
    }
}

static void print_rest(struct buffer *text, const struct ledger *ledger)
{
    print_lost(text, &ledger->lost);
    if (ledger->shard.shard.count > 0) {
        print_shard(text, &ledger->shard);
    }
    if (ledger->has_stitched) {
        buffer_printf(text, "stitched");
        print_hash(text, ledger->stitched_from);
        print_file(text, &ledger->stitched);
        buffer_printf(text, "\n");
    }
    if (ledger->levels == LEVELS_BEGUN) {
        buffer_printf(text, "levels begun\n");
    }
    if (ledger->levels != LEVELS_WHOLE) {
        return;
    }
    buffer_printf(text, "levels");
    print_hash(text, ledger->levels_how);
    buffer_printf(text, "\n");
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&ledger->level_tiles, x, y)) {
            buffer_printf(text, "level %u %u", (unsigned)x, (unsigned)y);
            print_hash(text, ledger->level_pixels[y][x]);
            buffer_printf(text, "\n");
        }
    }
}

static bool write_all(int descriptor, const struct buffer *text)
{
    size_t done = 0;
    while (!text->failed && done < text->size) {
        ssize_t written = write(descriptor, text->data + done, text->size - done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return !text->failed;
}

static void close_journal(struct ledger *ledger)
{
    if (ledger->journal >= 0) {
        close(ledger->journal);
        ledger->journal = -1;
    }
}

/* Behind half a record, or one that is missing, others would be taken for what they are not. */
bool ledger_append(struct ledger *ledger, struct buffer *text)
{
    bool fine = ledger->journal >= 0 && write_all(ledger->journal, text);
    if (!fine) {
        close_journal(ledger);
    }
    ledger->is_changed = true;
    buffer_free(text);
    return fine;
}

/* Makes the hidden folder, and removes what killed runs have left half-written there. */
static enum adtmap_status make_folder(const char *path, const struct diag *diag)
{
    char *folder = path_directory(path);
    enum adtmap_status status = folder ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    return status;
}

static void print_tiles(struct buffer *text, const struct ledger *ledger)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (ledger->tiles[y][x].is_known) {
            ledger_print_tile(text, x, y, &ledger->tiles[y][x]);
        }
    }
}

enum adtmap_status ledger_write(struct ledger *ledger, const char *path, const struct diag *diag)
{
    struct buffer text = {0};
    if (!ledger_compact(ledger)) {
        return diag_fail_memory(diag);
    }
    close_journal(ledger); /* whose numbers are those from before */
    buffer_printf(&text, "%s", LEDGER_HEAD);
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        ledger_print_input(&text, i, &ledger->inputs[i]);
    }
    print_tiles(&text, ledger);
    print_rest(&text, ledger);
    enum adtmap_status status = text.failed ? diag_fail_memory(diag) : make_folder(path, diag);
    if (!status) {
        status = file_write_atomic(path, text.data, text.size, diag);
    }
    ledger->is_changed &= status != ADTMAP_OK;
    buffer_free(&text);
    return status;
}

enum adtmap_status ledger_open_journal(struct ledger *ledger, const char *path,
                                       const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    /* Written anew first: numbers of inputs in the file are those in memory afterwards. */
    enum adtmap_status status = ledger_write(ledger, path, diag);
    if (status) {
        return status;
    }
    ledger->told = ledger->input_count;
    ledger->journal = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    return ledger->journal >= 0 ? ADTMAP_OK : diag_fail_errno(&at_path, errno, "cannot write");
}
