/* The rows of WDT and WDL files. */
#include "cli/formats/format_rows.h"

#include <stddef.h>

#include "formats/adt/adt_placements.h"
#include "formats/wdl.h"
#include "formats/wdt.h"

/* clang-format off */
static const struct format_row wdt_rows[] = {
    {READ, {&id_MVER}, "version", "tells a WDT of 0.5 from later ones", "yes", "formats/wdt.c",
     .members = {MEMBER(wdt, version), MEMBER(wdt, era)}},
    {READ, {&id_MPHD}, "flag #", "the map is one WMO", "yes", "formats/wdt.c",
     .flags = {WDT_GLOBAL_WMO}, .members = {MEMBER(wdt, flags)}},
    {READ, {&id_MPHD}, "flags #, #", "8-bit alpha maps, weighted or height blend", "yes",
     "map/map_open.c", .flags = {WDT_BIG_ALPHA, WDT_HEIGHT_TEXTURES},
     .members = {MEMBER(wdt, flags)}},
    {NOT_READ, {&id_MPHD}, "flag #", "no", "yes", "formats/wdt.c", .flags = {WDT_VERTEX_COLORS},
     .remark = "MCCV is used where it is present"},
    {NOT_READ, {&id_MPHD}, "flags 0x8, 0x10, 0x20, 0x40, 0x100, 0x8000", "no", "yes",
     "formats/wdt.c",
     .remark = "order of references, lights, distant files; a picture from above needs none"},
    {READ, {&id_MPHD}, "flag #", "files by id", "yes", "formats/wdt.c", .flags = {WDT_FILE_IDS},
     .members = {MEMBER(wdt, flags)}},
    {READ, {&id_MPHD}, "file id of the WDL", "finds it without a listfile", "no", "formats/wdt.c",
     .members = {MEMBER(wdt, wdl_file_id)}},
    {NOT_READ, {&id_MPHD}, "names of 0.5: MDNM, MONM offsets", "no", "no", "formats/wdt_alpha.c",
     .remark = "the chunks are found by walking"},
    {READ, {&id_MAIN}, "flags of a tile", "which tiles there are; all-water tiles",
     "range and number", "formats/wdt.c", .members = {MEMBER(wdt, tiles), MEMBER(wdt, all_water),
     MEMBER(wdt, main_entries)}},
    {READ, {&id_MAIN}, "offset and size of 0.5", "where the tile is in the WDT", "era",
     "formats/wdt_alpha.c", .members = {MEMBER(wdt, ranges), MEMBER(wdt, holds_tiles)}},
    {READ, {&id_MAID}, "root, obj0, obj1, tex0", "files of a tile by id", "each, with `--long`",
     "formats/wdt.c", .members = {MEMBER(wdt_file_ids, root), MEMBER(wdt_file_ids, obj0),
     MEMBER(wdt_file_ids, obj1), MEMBER(wdt_file_ids, tex0), MEMBER(wdt, ids)}},
    {READ, {&id_MAID}, "lod", "no", "each, with `--long`", "formats/wdt.c",
     .members = {MEMBER(wdt_file_ids, lod)}, .remark = "distant terrain"},
    {NOT_READ, {&id_MAID}, "map texture, minimap texture", "no", "no", "formats/wdt.c",
     .remark = "finished minimaps"},
    {READ, {&id_MWMO}, "name", "WMO of a map without terrain", "yes", "formats/wdt.c",
     .members = {MEMBER(wdt, global_wmo)}},
    {READ, {&id_MODF}, "all", "its placement", "yes", "formats/adt/adt_placements.c",
     .members = {MEMBER(adt_placement, position)},
     .remark = "counts from the middle of the map, or as in tiles from its corner: what is nearer "
     "to the middle"},
    {READ, {&id_MDNM}, "names", "doodads of 0.5", "tree", "formats/wdt_alpha.c",
     .members = {MEMBER(wdt, doodad_names)}},
    {READ, {&id_MONM}, "names", "WMOs of 0.5", "tree", "formats/wdt_alpha.c",
     .members = {MEMBER(wdt, object_names)}},
};

static const struct format_row wdl_rows[] = {
    {READ, {&id_MAOF}, "offsets", "which tiles there are", "number of tiles", "formats/wdl.c",
     .members = {MEMBER(wdl, tiles), MEMBER(wdl, offsets)}},
    {READ, {&id_MARE}, "heights", "tiles without an ADT, `--wdl`", "lowest and highest",
     "formats/wdl.c", .members = {MEMBER(wdl_tile, outer), MEMBER(wdl_tile, inner)}},
    {READ, {&id_MAHO}, "holes", "holes of the same tiles", "tree", "formats/wdl.c",
     .members = {MEMBER(wdl_tile, holes)}},
};
/* clang-format on */

const struct format_section format_wdt = {"Map: WDT", NULL, wdt_rows,
                                          sizeof wdt_rows / sizeof *wdt_rows};
const struct format_section format_wdl = {"Distant terrain: WDL", NULL, wdl_rows,
                                          sizeof wdl_rows / sizeof *wdl_rows};
