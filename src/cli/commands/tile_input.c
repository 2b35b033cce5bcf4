/*
 * The name of the input decides: an ADT, a WDT with one tile chosen, or standard input. Files that
 * are only parts of a tile are refused, with the name to give instead.
 */
#include "cli/commands/tile_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "cli/options/tile_range.h"
#include "formats/file_kinds.h"
#include "formats/wdt.h"
#include "os/process.h"

bool tile_input_is_wdt(const char *path)
{
    return name_has_suffix(path, ".wdt") || name_has_suffix(path, ".wdt.mpq");
}

bool tile_input_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* The only tile of a set. */
static void only_tile(const struct tile_set *set, uint32_t *x, uint32_t *y)
{
    *y = 0;
    while (*y + 1 < TILE_SET_GRID && !set->rows[*y]) {
        ++*y;
    }
    *x = set->rows[*y] ? (uint32_t)__builtin_ctzll(set->rows[*y]) : 0;
}

char *tile_input_name(const char *path, const struct tile_set *wanted)
{
    const char *base = path_base(path);
    uint32_t x;
    uint32_t y;
    if (!tile_input_is_wdt(path)) {
        size_t length = strlen(base) - (name_has_suffix(base, ".adt") ? strlen(".adt") : 0);
        return text_duplicate(base, length);
    }
    only_tile(wanted, &x, &y);
    size_t length = strlen(base) - strlen(".wdt");
    length -= name_has_suffix(base, ".mpq") ? strlen(".mpq") : 0;
    return text_printf("%.*s_%02u_%02u", (int)length, base, x, y);
}

/* Reads the map's flags. A file that is not a WDT is a warning, and the ADT's data decide. */
static enum adtmap_status read_facts(const char *wdt_path, const struct diag *adt_diag,
                                     struct adt_request *facts)
{
    struct blob blob = {0};
    struct wdt *wdt = malloc(sizeof *wdt); /* too large for stacks */
    struct adtmap_message why = {0};
    const struct diag diag = {wdt_path, adt_diag->log, adt_diag->failure};
    const struct diag reading = {wdt_path, adt_diag->log, &why};
    enum adtmap_status status = wdt ? file_map(wdt_path, &diag, &blob) : diag_fail_memory(&diag);
    if (status == ADTMAP_OK && wdt_read(blob.data, blob.size, &reading, wdt) == ADTMAP_OK) {
        *facts = adt_request_of(wdt);
    } else if (status == ADTMAP_OK) {
        diag_warn(&diag, why.chunk, why.offset, "%s; the ADT's data decide how it is read",
                  why.what);
    }
    blob_release(&blob);
    free(wdt);
    return status;
}

/* The tiles in the WDT. */
static struct tile_set held_tiles(const struct wdt *wdt)
{
    struct tile_set tiles = {0};
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        if (wdt->ranges[tile.index].size) {
            tile_set_add(&tiles, tile.x, tile.y);
        }
    }
    return tiles;
}

static enum adtmap_status check_wanted(const struct wdt *wdt, const struct tile_set *wanted,
                                       const struct diag *diag)
{
    struct tile_set held = held_tiles(wdt);
    char range[TILE_RANGE_BYTES];
    uint32_t x;
    uint32_t y;
    if (!wdt->holds_tiles) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "has no tiles in it; the tiles of its map are .adt files");
    }
    tile_range_format(&held, range);
    if (tile_set_count(wanted) != 1) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "has %u tiles in it, %s; --tile X_Y selects one", tile_set_count(&held),
                         range);
    }
    only_tile(wanted, &x, &y);
    if (!tile_set_has(&held, x, y)) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "has no tile %u_%u; it has %u tiles, %s", x, y, tile_set_count(&held),
                         range);
    }
    return ADTMAP_OK;
}

static enum adtmap_status open_held(const char *path, const struct tile_set *wanted,
                                    const struct diag *diag, struct tile_input_files *input)
{
    struct wdt *wdt = malloc(sizeof *wdt);
    uint32_t x;
    uint32_t y;
    enum adtmap_status status =
        wdt ? tile_files_map_wdt(path, diag, &input->files, wdt) : diag_fail_memory(diag);
    if (status == ADTMAP_OK) {
        status = check_wanted(wdt, wanted, diag);
    }
    if (status == ADTMAP_OK) {
        only_tile(wanted, &x, &y);
        tile_files_hold(wdt, &input->files.blobs[TILE_ROOT], x, y, &input->files);
        input->facts = adt_request_of(wdt);
    }
    free(wdt);
    return status;
}

/* Refuses files of a tile that are not its root, and WDLs, by their names. */
static enum adtmap_status check_kind(const char *path, const struct diag *diag)
{
    enum tile_part part = tile_part_of(path);
    if (part != TILE_PARTS) {
        int length = (int)(strlen(path) - strlen(tile_part_suffix(part)));
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is a part of %.*s.adt; draw that", length, path);
    }
    if (name_has_suffix(path, ".wdl")) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is a WDL, a map's low-resolution terrain; adtmap render --wdl draws it");
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_stdin(const struct diag *diag, struct tile_files *files)
{
    struct blob blob;
    enum adtmap_status status = process_read_stdin(FILE_STREAM_BYTES_MAX, diag, &blob);
    if (status == ADTMAP_OK) {
        tile_files_set(files, TILE_ROOT, &blob, diag->file);
    }
    return status;
}

enum adtmap_status tile_input_open(const char *path, const char *wdt_path,
                                   const struct tile_set *wanted, const struct diag *diag,
                                   struct tile_input_files *input)
{
    *input = (struct tile_input_files){.facts = adt_request_of(NULL)};
    if (tile_input_is_wdt(path)) {
        return open_held(path, wanted, diag, input);
    }
    enum adtmap_status status = check_kind(path, diag);
    if (status == ADTMAP_OK) {
        status = tile_input_is_stdin(path) ? read_stdin(diag, &input->files)
                                           : tile_files_map(path, diag, &input->files);
    }
    if (status == ADTMAP_OK && wdt_path) {
        status = read_facts(wdt_path, diag, &input->facts);
    }
    return status;
}

void tile_input_close(struct tile_input_files *input)
{
    tile_files_release(&input->files);
}
