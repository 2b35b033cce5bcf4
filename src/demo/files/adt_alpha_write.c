/*
 * Writes the map for clients 0.5.3: one WDT that holds all tiles (ADT and WDT, alpha version, of
 * the wowdev wiki). It has no vertex colours; alpha maps have 4 bits and 63 x 63 texels.
 */
#include <stdlib.h>

#include "demo/files/chunk_write.h"
#include "demo/files/era.h"
#include "demo/files/mcnk_write.h"
#include "demo/files/tile_write.h"

enum {
    MHDR_BYTES = 64,
    MPHD_BYTES = 128,
    MAIN_ENTRY_BYTES = 16,
    WORLD_TILE_COUNT = WORLD_TILES * WORLD_TILES,
};

/* The tiles of the map. Offsets count from the start of the tile. */
struct map {
    struct {
        struct buffer bytes;
        size_t index; /* offset of MCIN's entries */
        size_t first; /* offset of the first MCNK */
    } tiles[WORLD_TILE_COUNT];
};

/* Sets the offset and size of a chunk in MHDR. */
static void put_chunk_position(struct buffer *out, size_t field, size_t chunk)
{
    chunk_put_u32(out, field, chunk - 8);
    chunk_put_u32(out, field + 4, out->size - chunk - 8);
}

/* Writes the chunks before the MCNKs. Offsets in MHDR, the first chunk, count from its contents. */
static size_t write_tables(struct buffer *out, const struct tile *tile)
{
    size_t header = chunk_begin(out, "MHDR");
    chunk_zeros(out, MHDR_BYTES);
    chunk_end(out, header);
    chunk_put_u32(out, 8, out->size - 8);
    size_t index = chunk_begin(out, "MCIN");
    chunk_zeros(out, (size_t)TILE_CHUNKS * 16);
    chunk_end(out, index);
    size_t chunk = chunk_begin(out, "MTEX");
    tile_write_texture_names(out, tile);
    chunk_end(out, chunk);
    put_chunk_position(out, 0x0C, chunk);
    chunk = chunk_begin(out, "MDDF");
    placement_write_entries(out, &tile->placements, PLACED_DOODADS);
    chunk_end(out, chunk);
    put_chunk_position(out, 0x14, chunk);
    chunk = chunk_begin(out, "MODF");
    placement_write_entries(out, &tile->placements, PLACED_BUILDINGS);
    chunk_end(out, chunk);
    put_chunk_position(out, 0x1C, chunk);
    return index + 8;
}

static enum adtmap_status write_tile(void *user, struct tile *tile, const struct diag *diag)
{
    static const struct mcnk_format format = {MCNK_ALPHA, LIQUID_MCLQ, false};
    struct map *map = user;
    int32_t number = tile->y * WORLD_TILES + tile->x;
    struct buffer *out = &map->tiles[number].bytes;
    placement_list_name_all(&tile->placements);
    map->tiles[number].index = write_tables(out, tile);
    map->tiles[number].first = out->size;
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        size_t entry = map->tiles[number].index + (size_t)c * 16;
        size_t begin = out->size;
        tile_begin_chunk(tile, c);
        mcnk_write(out, tile, &format);
        chunk_put_u32(out, entry, begin);
        chunk_put_u32(out, entry + 4, out->size - begin);
    }
    return out->failed ? diag_fail_memory(diag) : ADTMAP_OK;
}

/* Appends a tile to the WDT. Offsets in its MCIN count from the start of the WDT. */
static void append_tile(struct buffer *out, const struct map *map, int32_t number, size_t entry)
{
    const struct buffer *tile = &map->tiles[number].bytes;
    size_t begin = out->size;
    buffer_append(out, tile->data, tile->size);
    chunk_put_u32(out, entry, begin);
    chunk_put_u32(out, entry + 4, map->tiles[number].first);
    for (size_t c = 0; c < TILE_CHUNKS && !out->failed; c++) {
        const uint8_t *field = tile->data + map->tiles[number].index + c * 16;
        size_t offset = (size_t)field[0] | (size_t)field[1] << 8 | (size_t)field[2] << 16 |
                        (size_t)field[3] << 24;
        chunk_put_u32(out, begin + map->tiles[number].index + c * 16, begin + offset);
    }
}

/* Writes the chunks before the tiles, with the names of `list`. Returns the offset of MAIN's
 * entries. MPHD counts one more name of each kind, which is empty. */
static size_t write_head(struct buffer *out, const struct placement_list *list)
{
    CHUNK_U32(out, "MVER", 18);
    size_t header = chunk_begin(out, "MPHD");
    chunk_zeros(out, MPHD_BYTES);
    chunk_end(out, header);
    size_t entries = chunk_begin(out, "MAIN") + 8;
    chunk_zeros(out, (size_t)GRID_TILES * GRID_TILES * MAIN_ENTRY_BYTES);
    chunk_end(out, entries - 8);
    chunk_put_u32(out, header + 8, (size_t)list->of[PLACED_DOODADS].model_count + 1);
    chunk_put_u32(out, header + 8 + 4, out->size);
    size_t names = chunk_begin(out, "MDNM");
    placement_write_names(out, list, PLACED_DOODADS, NULL);
    buffer_u8(out, 0);
    chunk_end(out, names);
    chunk_put_u32(out, header + 8 + 8, (size_t)list->of[PLACED_BUILDINGS].model_count + 1);
    chunk_put_u32(out, header + 8 + 12, out->size);
    names = chunk_begin(out, "MONM");
    placement_write_names(out, list, PLACED_BUILDINGS, NULL);
    buffer_u8(out, 0);
    chunk_end(out, names);
    return entries;
}

static void write_wdt(struct buffer *out, const struct map *map)
{
    struct placement_list all = {0};
    placement_list_name_all(&all);
    size_t entries = write_head(out, &all);
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        if (tile_of_grid(k, &number)) {
            append_tile(out, map, number, entries + (size_t)k * MAIN_ENTRY_BYTES);
        }
    }
}

/* Writes the WDT of a map that is one WMO: MODF follows MONM. */
static enum adtmap_status write_hall(const struct era *era, const char *directory,
                                     const struct model *hall, const struct diag *diag)
{
    const struct placement_list list = {
        .of[PLACED_BUILDINGS] = {.models = {BUILDING_DUNGEON}, .model_count = 1}};
    struct buffer out = {0};
    (void)era;
    write_head(&out, &list);
    size_t placement = chunk_begin(&out, "MODF");
    placement_write_global(&out, hall, false);
    chunk_end(&out, placement);
    return chunk_write_file(directory, "Hall.wdt", &out, diag);
}

static enum adtmap_status write_map(const struct era *era, const char *directory,
                                    const struct world *world, const struct ground *ground,
                                    const struct diag *diag)
{
    (void)era;
    struct map *map = calloc(1, sizeof *map);
    if (!map) {
        return diag_fail_memory(diag);
    }
    const struct tile first = {.world = world,
                               .ground = ground,
                               .depth = ALPHA_4BIT,
                               .map_size = ALPHA_MAP_63X63,
                               .order = VERTICES_OUTER_FIRST};
    struct buffer out = {0};
    enum adtmap_status status = tile_each(&first, write_tile, map, diag);
    if (!status) {
        write_wdt(&out, map);
        status = chunk_write_file(directory, "Demo.wdt", &out, diag);
    }
    for (size_t i = 0; i < WORLD_TILE_COUNT; i++) {
        buffer_free(&map->tiles[i].bytes);
    }
    free(map);
    return status;
}

const struct era era_alpha = {.write_map = write_map,
                              .write_hall = write_hall,
                              .wmo_version = WMO_V14,
                              .doodads = DOODAD_MDX,
                              .files = ERA_MDX};
