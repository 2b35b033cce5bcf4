/* What `adtmap tile` draws: an ADT, or one of the tiles that a WDT of the first clients holds. */
#ifndef CLI_COMMANDS_TILE_INPUT_H
#define CLI_COMMANDS_TILE_INPUT_H

#include "base/tile_set.h"
#include "formats/adt/adt.h"
#include "map/tile_files.h"

struct tile_input_files {
    struct tile_files files;
    struct adt_request facts;
};

/* Whether the path is that of a WDT, alone or in an archive ("Azeroth.wdt.MPQ"). */
bool tile_input_is_wdt(const char *path);

/* Whether the path is "-", standard input: an ADT in one file, without a name. */
bool tile_input_is_stdin(const char *path);

/* The name without folders and endings, e.g. "Azeroth_32_48"; of a tile in a WDT, with its place.
 * From malloc; NULL when out of memory. */
char *tile_input_name(const char *path, const struct tile_set *wanted);

/*
 * Opens the ADT at `path` with the other files of its tile, which standard input does not have. The
 * WDT at `wdt_path` decides how to read it; NULL: its data decide. If `path` is a WDT, opens its
 * one tile that is `wanted`; ADTMAP_NOT_FOUND and ADTMAP_BAD_ARGUMENT then name the tiles that it
 * has. Call tile_input_close in any case.
 */
enum adtmap_status tile_input_open(const char *path, const char *wdt_path,
                                   const struct tile_set *wanted, const struct diag *diag,
                                   struct tile_input_files *input);
void tile_input_close(struct tile_input_files *input);

#endif
