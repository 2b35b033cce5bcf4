/*
 * The files of one tile, open: their bytes, and what messages call them.
 */
#ifndef MAP_TILE_FILES_H
#define MAP_TILE_FILES_H

#include <stdbool.h>

#include "assets/cache.h"
#include "base/diag.h"
#include "base/path.h"
#include "formats/adt/adt.h"
#include "formats/wdt.h"
#include "os/file.h"

enum tile_file { TILE_ROOT, TILE_TEX0, TILE_OBJ0, TILE_OBJ1, TILE_FILES };

/* Zero-initialised: no files. */
struct tile_files {
    struct blob blobs[TILE_FILES];
    char *names[TILE_FILES];             /* from malloc; NULL: unknown */
    char assets[TILE_FILES][NAME_BYTES]; /* canonical; "": not of the data */
    uint64_t keys[TILE_FILES];           /* of assets_read_unrecorded */
    struct adt_files adt;                /* borrows the blobs and names */
    struct cache_pin pins[TILE_FILES]; /* whose values hold the blobs; empty: the blob is our own */
    bool keep_in_cache; /* will be asked for again: what was unpacked stays in the cache */

    /* The WDT that holds the tile, and where; NULL: it has files of its own. */
    const struct blob *holder;
    struct wdt_range held;
};

/* What the name of a file of the tile ends with: "_tex0.adt", ...; ".adt" for the root. */
const char *tile_file_suffix(enum tile_file file);

/* Takes the blob over, which is empty afterwards. `name` is copied. */
void tile_files_set(struct tile_files *files, enum tile_file file, struct blob *blob,
                    const char *name);

/*
 * Maps the ADT at `path` and the other files of a split one that lie next to it, ignoring case.
 * Fails as file_map for the root, and file_list. Another file that cannot be read is a warning, but
 * ADTMAP_NO_MEMORY is a failure. tile_files_release in any case.
 */
enum adtmap_status tile_files_map(const char *path, const struct diag *diag,
                                  struct tile_files *files);

/*
 * Reads the WDT at `path`, or the one in the archive there ("Azeroth.wdt.MPQ"), and keeps its bytes
 * as those of the root. Fails as file_map, wdt_read or mpq_read_single. tile_files_release in any
 * case.
 */
enum adtmap_status tile_files_map_wdt(const char *path, const struct diag *diag,
                                      struct tile_files *files, struct wdt *wdt);

/* Makes the tile (x, y) that lies in a WDT, wdt->ranges, that of `files`. The bytes must outlive
 * them; what has been read of it gives its memory back with them, where it can (blob_drop). */
void tile_files_hold(const struct wdt *wdt, const struct blob *bytes, uint32_t x, uint32_t y,
                     struct tile_files *files);

void tile_files_release(struct tile_files *files);

#endif
