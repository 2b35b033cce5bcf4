/*
 * Map files (ADT and WDT of the wowdev wiki). What they share is in mcnk_write.c and tile_write.c;
 * here are the chunks around it:
 *
 *     0.5.3    one WDT that holds all tiles. Offsets in MHDR, the first chunk of a tile, count from
 *              its contents; those in MCIN from the start of the WDT, so that they are set when a
 *              tile is appended. MPHD counts one more name of each kind, which is empty.
 *     0.6 on   a WDT and a file per tile. Offsets in MHDR count from its contents.
 *     4.0 on   a file per tile becomes four: root, _tex0, _obj0, _obj1. Since 8.1 file ids stand in
 *              place of names, and some tiles have a _lod file.
 */
#include "demo/files/map_write.h"

#include <stdlib.h>

#include "demo/bytes/chunk_write.h"
#include "demo/files/liquid_write.h"
#include "demo/files/low_detail_write.h"
#include "demo/files/mcnk_write.h"

enum {
    MHDR_BYTES = 64,
    MPHD_ALPHA_BYTES = 128,
    MAIN_ALPHA_BYTES = 16,
    MAID_BYTES = 32,
    WORLD_TILE_COUNT = WORLD_TILES * WORLD_TILES,
    MPHD_ONE_OBJECT = 0x1,
    MPHD_VERTEX_COLORS = 0x2,
    MPHD_BIG_ALPHA = 0x4,
    MPHD_HEIGHT_BLEND = 0x80,
    MPHD_FILE_IDS = 0x200,
    TEXTURE_IS_WIDE = 1 << 4,
};

/* The map that is written. Tiles of 0.5.3 are kept until the WDT is. */
struct map {
    const char *directory;
    struct {
        struct buffer bytes;
        size_t index;               /* offset of MCIN's entries */
        size_t chunks[TILE_CHUNKS]; /* offsets of the MCNKs */
    } tiles[WORLD_TILE_COUNT];
};

/* ---- tiles ---- */

static void write_zeros(struct buffer *out, const char name[5], size_t bytes)
{
    size_t begin = chunk_begin(out, name);
    chunk_zeros(out, bytes);
    chunk_end(out, begin);
}

static size_t write_texture_names(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MTEX");
    for (int k = 0; k < tile->texture_count; k++) {
        char wide[TEXTURE_NAME_BYTES];
        texture_wide_name(tile->texture[k], wide);
        chunk_path(out, tile->era->wide ? wide : texture_name(tile->texture[k]), "");
    }
    chunk_end(out, begin);
    return begin;
}

/* Ends a table of an alpha tile and sets its offset and size in MHDR. */
static void end_alpha_table(struct buffer *out, size_t field, size_t chunk)
{
    chunk_end(out, chunk);
    chunk_put_u32(out, field, chunk - 8);
    chunk_put_u32(out, field + 4, out->size - chunk - 8);
}

/* Writes the chunks before the MCNKs. Returns the offset of MCIN's entries. */
static size_t begin_alpha(struct buffer *out, struct tile *tile)
{
    static const char *const names[PLACED_KINDS] = {"MDDF", "MODF"};
    placement_list_name_all(&tile->placements);
    write_zeros(out, "MHDR", MHDR_BYTES);
    chunk_put_u32(out, 8, out->size - 8);
    size_t index = out->size + 8;
    write_zeros(out, "MCIN", (size_t)TILE_CHUNKS * 16);
    end_alpha_table(out, 0x0C, write_texture_names(out, tile));
    for (size_t k = 0; k < PLACED_KINDS; k++) {
        size_t chunk = chunk_begin(out, names[k]);
        placement_write_entries(out, &tile->placements, (enum placed_kind)k);
        end_alpha_table(out, 0x14 + 8 * k, chunk);
    }
    return index;
}

/* Writes the chunks before the MCNKs of a file per tile, or of a root file. */
static size_t begin_v18(struct buffer *out, const struct tile *tile)
{
    size_t offsets[PLACEMENT_TABLES];
    CHUNK_U32(out, "MVER", 18);
    size_t data = out->size + 8;
    write_zeros(out, "MHDR", MHDR_BYTES);
    size_t index = out->size + 8;
    if (tile->era->shape == MAP_V18) {
        chunk_put_u32(out, data + 4, out->size - data);
        write_zeros(out, "MCIN", (size_t)TILE_CHUNKS * 16);
        chunk_put_u32(out, data + 8, out->size - data);
        write_texture_names(out, tile);
        placement_write_tables(out, &tile->placements, offsets);
        for (size_t k = 0; k < PLACEMENT_TABLES; k++) {
            chunk_put_u32(out, data + 12 + 4 * k, offsets[k] - data);
        }
    }
    if (tile->era->liquid == LIQUID_MH2O) {
        size_t liquid = liquid_write_mh2o(out, tile->world, tile->x, tile->y);
        chunk_put_u32(out, data + 40, liquid ? liquid - data : 0);
    }
    if (tile->era->blend_meshes) {
        placement_write_blend_meshes(out, &tile->placements);
    }
    return index;
}

static void write_texture_ids(struct buffer *out, const struct tile *tile, const char *chunk,
                              uint32_t (*id_of)(enum texture))
{
    size_t begin = chunk_begin(out, chunk);
    for (int k = 0; k < tile->texture_count; k++) {
        buffer_u32le(out, id_of(tile->texture[k]));
    }
    chunk_end(out, begin);
}

/* In MTXP every other texture gets a strong height scale; it matters if the map blends by height.
 */
static void begin_tex(struct buffer *out, const struct tile *tile)
{
    CHUNK_U32(out, "MVER", 18);
    CHUNK_U32(out, "MAMP", 0);
    if (tile->era->file_ids) {
        write_texture_ids(out, tile, "MDID", file_id_texture);
        write_texture_ids(out, tile, "MHID", file_id_height_texture);
    } else {
        write_texture_names(out, tile);
    }
    if (!tile->era->wide) {
        return;
    }
    size_t begin = chunk_begin(out, tile->era->heights ? "MTXP" : "MTXF");
    for (int k = 0; k < tile->texture_count; k++) {
        bool has_height = tile->texture[k] % 2 == 0;
        buffer_u32le(out, texture_is_wide(tile->texture[k]) ? TEXTURE_IS_WIDE : 0);
        if (tile->era->heights) {
            PUT_F32(out, has_height ? 0.75F : 0.0F, has_height ? 0.25F : 1.0F);
            buffer_u32le(out, 0);
        }
    }
    chunk_end(out, begin);
}

static void begin_obj(struct buffer *out, const struct tile *tile)
{
    size_t places[PLACEMENT_TABLES];
    CHUNK_U32(out, "MVER", 18);
    placement_write_tables(out, &tile->placements, places);
}

/* The four tiles in the middle of the world have LOD files, of eras with file ids. */
static bool has_file(const struct era *era, int32_t number, enum split_file file)
{
    bool middle = (number % WORLD_TILES + 1) / 2 == 2 && (number / WORLD_TILES + 1) / 2 == 2;
    return file == SPLIT_ROOT ||
           (era->shape == MAP_SPLIT && (file != SPLIT_LOD || (era->file_ids && middle)));
}

static enum adtmap_status write_tile(void *user, struct tile *tile, const struct diag *diag)
{
    struct map *map = user;
    int32_t number = tile->y * WORLD_TILES + tile->x;
    struct buffer files[SPLIT_FILE_COUNT] = {{0}};
    struct buffer *root = &files[SPLIT_ROOT];
    enum adtmap_status status = ADTMAP_OK;
    bool split = tile->era->shape == MAP_SPLIT;
    tile->placements.by_id = tile->era->file_ids;
    size_t index = tile->era->shape == MAP_ALPHA ? begin_alpha(root, tile) : begin_v18(root, tile);
    if (split) {
        begin_tex(&files[SPLIT_TEX0], tile);
        begin_obj(&files[SPLIT_OBJ0], tile);
        begin_obj(&files[SPLIT_OBJ1], tile);
    }
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        size_t begin = root->size;
        map->tiles[number].chunks[c] = begin;
        tile_begin_chunk(tile, c);
        mcnk_write(files, tile);
        if (!split) {
            chunk_put_u32(root, index + (size_t)c * 16, begin);
            chunk_put_u32(root, index + (size_t)c * 16 + 4, root->size - begin);
        }
    }
    if (tile->era->shape == MAP_ALPHA) {
        map->tiles[number].bytes = *root;
        map->tiles[number].index = index;
        return root->failed ? diag_fail_memory(diag) : ADTMAP_OK;
    }
    if (has_file(tile->era, number, SPLIT_LOD)) {
        lod_write(&files[SPLIT_LOD], tile->world, tile->x, tile->y);
    }
    for (int file = 0; file < SPLIT_FILE_COUNT; file++) {
        char name[40];
        if (has_file(tile->era, number, (enum split_file)file)) {
            tile_file_name(number, (enum split_file)file, name, sizeof name);
            enum adtmap_status own = chunk_write_file(map->directory, name, &files[file], diag);
            status = status ? status : own;
        }
    }
    return status;
}

/* ---- WDTs ---- */

/* Writes the chunks before the tiles, with the names of `list`. Returns the offset of MAIN's
 * entries. */
static size_t begin_alpha_wdt(struct buffer *out, const struct placement_list *list)
{
    static const char *const names[PLACED_KINDS] = {"MDNM", "MONM"};
    CHUNK_U32(out, "MVER", 18);
    size_t header = out->size + 8;
    write_zeros(out, "MPHD", MPHD_ALPHA_BYTES);
    size_t entries = out->size + 8;
    write_zeros(out, "MAIN", (size_t)GRID_TILES * GRID_TILES * MAIN_ALPHA_BYTES);
    for (size_t k = 0; k < PLACED_KINDS; k++) {
        chunk_put_u32(out, header + 8 * k, (size_t)list->of[k].model_count + 1);
        chunk_put_u32(out, header + 8 * k + 4, out->size);
        size_t begin = chunk_begin(out, names[k]);
        placement_write_names(out, list, (enum placed_kind)k, NULL);
        buffer_u8(out, 0);
        chunk_end(out, begin);
    }
    return entries;
}

static void append_alpha_tile(struct buffer *out, const struct map *map, int32_t number,
                              size_t entry)
{
    const struct buffer *tile = &map->tiles[number].bytes;
    size_t begin = out->size;
    buffer_append(out, tile->data, tile->size);
    chunk_put_u32(out, entry, begin);
    chunk_put_u32(out, entry + 4, map->tiles[number].chunks[0]);
    for (size_t c = 0; c < TILE_CHUNKS && !out->failed; c++) {
        chunk_put_u32(out, begin + map->tiles[number].index + c * 16,
                      begin + map->tiles[number].chunks[c]);
    }
}

static void write_alpha_wdt(struct buffer *out, const struct map *map)
{
    struct placement_list all = {0};
    placement_list_name_all(&all);
    size_t entries = begin_alpha_wdt(out, &all);
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        if (tile_of_grid(k, &number)) {
            append_alpha_tile(out, map, number, entries + (size_t)k * MAIN_ALPHA_BYTES);
        }
    }
}

/* Writes MAIN, and MAID of eras with file ids, or of a map without tiles. */
static void write_grid(struct buffer *out, const struct era *era, bool has_tiles)
{
    size_t begin = chunk_begin(out, "MAIN");
    int32_t number;
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        PUT_U32(out, has_tiles && tile_of_grid(k, &number) ? 1 : 0, 0);
    }
    chunk_end(out, begin);
    if (!has_tiles || !era->file_ids) {
        return;
    }
    begin = chunk_begin(out, "MAID");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        bool has_tile = tile_of_grid(k, &number);
        for (int f = 0; f < SPLIT_FILE_COUNT; f++) {
            enum split_file file = (enum split_file)f;
            bool listed = has_tile && has_file(era, number, file);
            buffer_u32le(out, listed ? file_id_tile(number, file) : 0);
        }
        chunk_zeros(out, MAID_BYTES - 4 * SPLIT_FILE_COUNT);
    }
    chunk_end(out, begin);
}

/* Writes the WDT of the tiles or, if `hall` is given, of a map that is one WMO. MWMO stands in WDTs
 * of a file per tile, empty, and where a WMO has a name. */
static void write_wdt(struct buffer *out, const struct era *era, const struct model *hall)
{
    uint32_t flags = (era->vertex_colors ? MPHD_VERTEX_COLORS : 0u) |
                     (era->depth == ALPHA_8BIT ? MPHD_BIG_ALPHA : 0u) |
                     (era->height_blend ? MPHD_HEIGHT_BLEND : 0u) |
                     (era->file_ids ? MPHD_FILE_IDS : 0u);
    CHUNK_U32(out, "MVER", 18);
    CHUNK_U32(out, "MPHD", hall ? MPHD_ONE_OBJECT : flags, 0, 0, 0, 0, 0, 0, 0);
    write_grid(out, era, !hall);
    if (hall ? !era->file_ids : era->shape == MAP_V18) {
        size_t names = chunk_begin(out, "MWMO");
        if (hall) {
            chunk_path(out, building_name(BUILDING_DUNGEON), ".wmo");
        }
        chunk_end(out, names);
    }
}

enum adtmap_status map_write_hall(const struct era *era, const char *directory,
                                  const struct model *hall, const struct diag *diag)
{
    const struct placement_list list = {
        .of[PLACED_BUILDINGS] = {.models = {BUILDING_DUNGEON}, .model_count = 1}};
    struct buffer out = {0};
    if (era->shape == MAP_ALPHA) {
        begin_alpha_wdt(&out, &list);
    } else {
        write_wdt(&out, era, hall);
    }
    size_t placement = chunk_begin(&out, "MODF");
    placement_write_global(&out, hall, era->file_ids);
    chunk_end(&out, placement);
    return chunk_write_file(directory, "Hall.wdt", &out, diag);
}

enum adtmap_status map_write(const struct era *era, const char *directory,
                             const struct world *world, const struct ground *ground,
                             const struct diag *diag)
{
    struct map *map = calloc(1, sizeof *map);
    if (!map) {
        return diag_fail_memory(diag);
    }
    map->directory = directory;
    struct buffer out = {0};
    enum adtmap_status status = tile_each(world, ground, era, write_tile, map, diag);
    if (!status) {
        if (era->shape == MAP_ALPHA) {
            write_alpha_wdt(&out, map);
        } else {
            write_wdt(&out, era, NULL);
        }
        status = chunk_write_file(directory, "Demo.wdt", &out, diag);
    }
    for (size_t i = 0; i < WORLD_TILE_COUNT; i++) {
        buffer_free(&map->tiles[i].bytes);
    }
    free(map);
    return status;
}

enum adtmap_status map_write_extras(const struct era *era, const char *root,
                                    const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (int t = 0; t < GROUND_MATERIAL_COUNT; t++) {
        enum texture texture = (enum texture)t;
        if (era->wide && texture_is_wide(texture) && !status) {
            status = texture_write(root, texture, TEXTURE_WIDE, diag);
        }
        if (era->heights && !status) {
            status = texture_write(root, texture, TEXTURE_HEIGHT, diag);
        }
    }
    return era->file_ids && !status ? file_ids_write_list(root, diag) : status;
}
